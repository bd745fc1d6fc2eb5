import type { Client, Submittable } from 'pg'
import type { SeededUser } from '../modules/people/accounts/seed.ts'
import type { ConfigurationVersion } from '../modules/profiles/configurations/service.ts'
import type { Server } from '../server.ts'
import { batchesOf } from './batch-time.ts'
import { drawProfilesWithStory } from './draw.ts'
import { addLines, COPIED_COLUMNS, type Count, emptyLines, type LineFacts, line } from './line.ts'

const CHUNK_BYTES = 64 * 1024

/** A custom query for pg: these methods are its callbacks. */
class CopyIn {
  readonly #copy: { command: string; text: Buffer; resolve: () => void; reject: (error: Error) => void }

  constructor(copy: { command: string; text: Buffer; resolve: () => void; reject: (error: Error) => void }) {
    this.#copy = copy
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#copy.command)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    const { text } = this.#copy
    for (let start = 0; start < text.length; start += CHUNK_BYTES)
      connection.sendCopyFromChunk(text.subarray(start, start + CHUNK_BYTES))
    connection.endCopyFrom()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#copy.resolve()
  }

  handleError(error: Error): void {
    this.#copy.reject(error)
  }
}

export type SeededEnterprise = {
  owner: SeededUser
  enterpriseId: string
  /** Part of ICCIDs, IMSIs and EIDs, so that those of two enterprise accounts never collide. */
  enterpriseNumber: number
  userId: string
  configurations: readonly ConfigurationVersion[]
  groupIds: readonly string[]
}

const EVENTS_EACH = 5

type Progress = (done: number) => void

type Filling = {
  enterprise: SeededEnterprise
  count: number
  /** Events per profile on average, at most ten. */
  eventsEach?: number | undefined
  onProgress: Progress
}

/**
 * Fills one enterprise account with profiles and their events, oldest first. The rollups are rebuilt from the events
 * afterwards.
 */
export async function fillFleet(
  server: Pick<Server, 'clock' | 'random' | 'vault' | 'smdp'>,
  client: Client,
  { enterprise, count, eventsEach = EVENTS_EACH, onProgress }: Filling,
): Promise<void> {
  const { enterpriseId, userId } = enterprise
  const until = server.clock.now()
  const counters = new Counters()
  const uuidAt = uuidsInTime(server)
  let events = 0
  for (const [number, { from, size, at, use }] of batchesOf(count, until).entries()) {
    const batchId = server.random.uuid()
    await copyBatch(client, enterprise, { batchId, size, at, number })
    const facts: Omit<LineFacts, 'eventsEach'> = {
      enterpriseId,
      userId,
      batchId,
      trust: server.smdp.testIssuerOnly ? 'test' : 'live',
      until,
      uuidAt,
      count: (counted) => counters.add(counted),
    }
    const lines = emptyLines()
    const profiles = drawProfilesWithStory(server, { ...enterprise, from, count: size, at, use, until })
    profiles.sort((a, b) => a.drawn.line - b.drawn.line)
    profiles.forEach((profile, index) => {
      events += addLines(lines, profile, { ...facts, eventsEach: (from + index + 1) * eventsEach }, events)
    })
    for (const table of Object.keys(lines) as (keyof typeof lines)[]) await copyLines(client, table, lines[table])
    onProgress(from + size)
  }
  await writeCounters(client, enterpriseId, counters)
}

async function copyBatch(
  client: Client,
  { enterpriseId, userId, configurations, enterpriseNumber }: SeededEnterprise,
  { batchId, size, at, number }: { batchId: string; size: number; at: Date; number: number },
): Promise<void> {
  const { id, version } = configurations[0]!
  const code = `B${String(enterpriseNumber * 1_000_000 + number + 1).padStart(12, '0')}`
  const time = at.toISOString()
  const named = `subscribers-${number + 1}.csv`
  const one = line(
    enterpriseId,
    batchId,
    code,
    'GENERATE_AC',
    'COMPLETE',
    id,
    version,
    'PGP',
    named,
    size,
    size,
    userId,
    time,
    time,
    time,
  )
  await copyLines(client, 'batch', [one])
}

async function copyLines(client: Client, table: keyof typeof COPIED_COLUMNS, lines: readonly string[]): Promise<void> {
  const command = `copy ${table} (${COPIED_COLUMNS[table]}) from stdin`
  await copyIn(client, { command, text: Buffer.from(lines.join('')) })
}

type Counter = Count & { count: number }

/** Collects the counters of the current state, of the enterprise and of each group, while profiles are written. */
class Counters {
  readonly current = new Map<string, Counter>()

  add({ metric, dimension, groupId }: Count): void {
    for (const group of groupId === null ? [null] : [null, groupId]) {
      const key = `${metric} ${dimension} ${group}`
      const counter = this.current.get(key)
      if (counter) counter.count += 1
      else this.current.set(key, { metric, dimension, groupId: group, count: 1 })
    }
  }
}

async function writeCounters(client: Client, enterpriseId: string, { current }: Counters): Promise<void> {
  const inTenant = `select set_config('role', 'simwright_tenant', true), set_config('app.enterprise', $1, true)`
  await client.query(inTenant, [enterpriseId])
  const counters = [...current.values()]
  await client.query(
    `insert into current_count (enterprise_id, metric, group_id, dimension, count)
     select $1, * from unnest($2::text[], $3::uuid[], $4::text[], $5::bigint[])`,
    [
      enterpriseId,
      counters.map(({ metric }) => metric),
      counters.map(({ groupId }) => groupId),
      counters.map(({ dimension }) => dimension),
      counters.map(({ count }) => count),
    ],
  )
  await client.query(`select set_config('role', 'none', true), set_config('app.enterprise', '', true)`)
}

/** UUIDv7 for times in the past: the events of a profile are ordered by id. */
function uuidsInTime({ random }: Pick<Server, 'random'>): (ms: number) => string {
  let pool = ''
  return (ms) => {
    if (pool.length < 18) pool = Buffer.from(random.bytes(18 * 512)).toString('hex')
    const tail = pool.slice(-18)
    pool = pool.slice(0, -18)
    const time = ms.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`
  }
}

type CopyConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sync(): void
}

/** Runs `COPY ... FROM STDIN` with a text in memory, sent in chunks of 64 KiB. */
export async function copyIn(client: Client, { command, text }: { command: string; text: Buffer }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn({ command, text, resolve, reject }) as unknown as Submittable)
  })
}
