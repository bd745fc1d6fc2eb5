import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { Client as Database } from 'pg'
import { Client } from '../../apps/server/src/testing/client.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import type { Figure } from './figure.ts'
import type { Errand } from './phone-process.ts'
import { type Portal, startPortal } from './portal.ts'

const PHONES = 64
/** Rounds of each kind, one after the other, so that all kinds have the same conditions. */
const ROUNDS = 6
const DOWNLOADS_EACH = 4
const DOWNLOADS = PHONES * DOWNLOADS_EACH
/** Of the campaign: near it, devices take turns. */
const CAP = 100_000
const LEAST_RATIO = 0.9
const MOST_WAITING = 0.02
const SAMPLES_EACH_MS = 10

type Kind = 'separate' | 'enterprise' | 'campaign'
type Row = { waits: boolean; query: string; relation: string | null }
type Waits = { samples: number; waiting: number; queries: Map<string, number> }

/**
 * The throughput of 64 phones of one enterprise, and of 64 that use one code of a campaign, against that of 64 phones of 64
 * enterprises; and how many of the connections that execute a statement wait for the lock of a row meanwhile.
 */
export async function benchContention(): Promise<Figure[]> {
  const portal = await startPortal({ connections: PHONES / 2 })
  const phones = fork(join(import.meta.dirname, 'phone-process.ts'), { serialization: 'advanced' })
  const gone = once(phones, 'exit').then(([code, signal]) => {
    throw new Error(`the phones ended with ${code ?? signal}`)
  })
  gone.catch(() => {})
  try {
    const codes = await makeCodes(portal)
    let serial = 0
    const visit = async (activationCodes: readonly string[]) => {
      const { issuer, smdpPort } = portal
      const errand: Errand = { issuer, smdpPort, firstSerial: serial, activationCodes, atOnce: PHONES }
      serial += activationCodes.length
      const begin = performance.now()
      const done = once(phones, 'message')
      phones.send(errand)
      await Promise.race([done, gone])
      return performance.now() - begin
    }
    const ms: Record<Kind, number> = { separate: 0, enterprise: 0, campaign: 0 }
    const waits: Record<Kind, Waits> = { separate: noWaits(), enterprise: noWaits(), campaign: noWaits() }
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const kind of ['separate', 'enterprise', 'campaign'] as const) {
        const stop = await sampleWaits(portal, waits[kind])
        const used = await visit(codes[kind].slice(round * DOWNLOADS, (round + 1) * DOWNLOADS))
        await stop()
        // the first round compiles the code and fills the caches
        if (round === 0) waits[kind] = noWaits()
        else ms[kind] += used
      }
    return (['enterprise', 'campaign'] as const).flatMap((kind) => figuresOf(kind, { ms, waits: waits[kind] }))
  } finally {
    phones.kill()
    await portal.stop()
  }
}

function figuresOf(kind: Kind, { ms, waits }: { ms: Record<Kind, number>; waits: Waits }): Figure[] {
  const each = ms[kind] / (ROUNDS * DOWNLOADS)
  const share = waits.waiting / Math.max(1, waits.samples)
  for (const [query, count] of [...waits.queries].sort(([, a], [, b]) => b - a).slice(0, 5))
    console.error(`${kind}: ${count} of ${waits.samples} samples wait for ${query}`)
  return [
    // a ratio above 1 / 0.9 is a throughput below 90 %
    {
      name: `contention.${kind}`,
      value: each,
      unit: 'ms',
      limit: ms.separate / (ROUNDS * DOWNLOADS) / LEAST_RATIO,
      ratio: ms[kind] / ms.separate,
    },
    {
      name: `contention.${kind}.waiting`,
      value: share,
      unit: 'of samples',
      limit: MOST_WAITING,
      ratio: share / MOST_WAITING,
    },
  ]
}

/** All codes of each kind: those of 64 enterprises take turns. */
async function makeCodes(portal: Portal): Promise<Record<Kind, string[]>> {
  const count = (ROUNDS + 1) * DOWNLOADS
  const each = (ROUNDS + 1) * DOWNLOADS_EACH
  const owners = await portal.addOwners(PHONES)
  const separate: string[][] = []
  for (const [index, cookies] of owners.entries()) {
    const client = new Client(portal.url)
    client.cookies.set('token', cookies.token).set('binding', cookies.binding)
    separate.push(await codesOf(client, { count: each, from: 2 * count + index * each }))
  }
  return {
    separate: Array.from({ length: count }, (_, index) => separate[index % PHONES]![Math.floor(index / PHONES)]!),
    enterprise: await codesOf(portal.client, { count, from: 0 }),
    campaign: await campaignCodes(portal.client, { count, from: count }),
  }
}

type Range = { count: number; from: number }

async function codesOf(client: Client, { count, from }: Range): Promise<string[]> {
  const configurationId = await configured(client, { name: `Contention ${from}` })
  const { id } = await generated(client, { configurationId, rows: subscribers(count, from) })
  const codes: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.ask(batch.rows, { id, limit: 200, ...(cursor ? { cursor } : {}) })
    codes.push(...page.items.map(({ activationCode }) => activationCode!))
    cursor = page.next ?? undefined
  } while (cursor)
  return codes
}

/** The code of a campaign with a cap far away, once for each of its profiles. */
async function campaignCodes(client: Client, { count, from }: Range): Promise<string[]> {
  const configurationId = await configured(client, { name: `Contention ${from}` })
  const { id: batchId } = await generated(client, { configurationId, rows: subscribers(count, from) })
  const fields = { name: 'Contention', configurationId, confirmationCode: { mode: 'none' as const }, cap: CAP }
  const { id } = await client.ask(campaign.add, { fields })
  await client.ask(campaign.fill, { id, filter: { batchId } })
  await client.ask(campaign.start, { id, version: 1 })
  const { activationCode } = await client.ask(campaign.get, { id })
  return Array.from({ length: count }, () => activationCode)
}

const noWaits = (): Waits => ({ samples: 0, waiting: 0, queries: new Map() })

/** Looks 100 times a second which connections of the server execute a statement, and which wait for the lock of a row. */
async function sampleWaits({ appUrl }: Portal, waits: Waits): Promise<() => Promise<void>> {
  const database = new Database({ connectionString: appUrl! })
  await database.connect()
  let isStopped = false
  const sampling = (async () => {
    while (!isStopped) {
      const next = sleep(SAMPLES_EACH_MS)
      const { rows } = await database.query<Row>({
        name: 'sample',
        text: `select wait_event_type = 'Lock' and wait_event in ('tuple', 'transactionid') as waits, query,
            case when wait_event_type = 'Lock' then (select min(relation::regclass::text) from pg_locks l
              where l.pid = a.pid and l.locktype = 'tuple') end as relation
          from pg_stat_activity a where application_name = 'simwright' and state = 'active'`,
      })
      for (const { waits: isWaiting, query, relation } of rows) {
        waits.samples += 1
        if (!isWaiting) continue
        waits.waiting += 1
        const short = `${relation ?? 'an inserted row'}: ${query.replaceAll(/\s+/g, ' ').slice(0, 160)}`
        waits.queries.set(short, (waits.queries.get(short) ?? 0) + 1)
      }
      await next
    }
  })()
  return async () => {
    isStopped = true
    await sampling
    await database.end()
  }
}
