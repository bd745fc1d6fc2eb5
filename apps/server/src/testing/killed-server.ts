import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { readConfig } from '../config.ts'
import { FREE_PORTS } from '../free-ports.ts'
import { createEnterprise } from '../modules/people/accounts/seed.ts'
import { openSession } from '../modules/people/sessions/service.ts'
import { type OpenServer, openServer } from '../server.ts'
import { Client } from './client.ts'
import { programPath } from './program.ts'
import { subscriberCsv, subscribers } from './subscriber.ts'

export type KillRun = {
  rows: number
  kills: number
  /** Settings by name, for the killed server and for the one that counts afterwards. */
  settings: Record<string, string>
  onKill?: (seen: { kill: number; processed: number }) => void
}

export type KillOutcome = {
  batch: batch.Batch
  /**
   * Row counts of each table that a generated code has rows in, and the numbers of distinct ICCIDs and matching IDs.
   */
  counts: Record<string, number>
}

/**
 * Starts a batch on a server process, kills the process with SIGKILL at random times and restarts it, and counts the
 * rows when the batch is complete.
 */
export async function killAndResume({ rows, kills, settings, onKill }: KillRun): Promise<KillOutcome> {
  const { enterpriseId, cookies } = await signedInOwner(settings)
  const start = () => startServer(settings, cookies)
  let running = await start()
  try {
    const id = await startBatch(running.client, rows)
    let processed = 0
    for (let kill = 1; kill <= kills; kill++) {
      if (kill > 1) processed = await progressBeyond(running.client, { id, processed })
      await sleep(randomInt(150))
      running.child.kill('SIGKILL')
      await running.gone
      onKill?.({ kill, processed })
      running = await start()
    }
    const done = await finished(running.client, id)
    running.child.kill('SIGTERM')
    await running.gone
    return { batch: done, counts: await withServer(settings, (server) => count(server, enterpriseId)) }
  } finally {
    running.child.kill('SIGKILL')
  }
}

/** Creates an enterprise account and a session of its owner. */
export async function signedInOwner(settings: KillRun['settings']) {
  return await withServer(settings, async (server) => {
    const owner = await createEnterprise(server, { name: 'Killed', plan: 'LAB', email: 'killed@example.com' })
    const cookies = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'test' })
    return { enterpriseId: owner.enterpriseId, cookies }
  })
}

/** Runs a function with a server in this process, then closes the server. */
export async function withServer<T>(
  settings: KillRun['settings'],
  look: (server: OpenServer) => Promise<T>,
): Promise<T> {
  const server = await openServer(readConfig({ LOG_LEVEL: 'error', ...settings }))
  try {
    return await look(server)
  } finally {
    await server.close()
  }
}

const MAIN = join(import.meta.dirname, '..', 'main.ts')

export type Running = { child: ChildProcess; gone: Promise<unknown>; client: Client; smdpPort: number }

/** Starts a server process and waits until it listens. `main` can be the entry point of another checkout. */
export async function startServer(
  settings: Record<string, string>,
  cookies: { token: string; binding: string },
  main = programPath(MAIN),
): Promise<Running> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ...FREE_PORTS,
    LOG_LEVEL: 'error',
    ...settings,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  const { portal, smdp } = await portsOf(child)
  const client = new Client(`http://127.0.0.1:${portal}`)
  client.cookies.set('token', cookies.token).set('binding', cookies.binding)
  return { child, gone, client, smdpPort: smdp }
}

/** Reads the ports that the server prints when it is ready. */
async function portsOf(child: ChildProcess): Promise<{ portal: number; smdp: number }> {
  const ports = Promise.withResolvers<{ portal: number; smdp: number }>()
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
    const [, portal] = /Portal .*listening on [^\s]+:(\d+)\)/.exec(said) ?? []
    const [, smdp] = /SM-DP\+ .*port (\d+)\)/.exec(said) ?? []
    if (portal !== undefined && smdp !== undefined) ports.resolve({ portal: Number(portal), smdp: Number(smdp) })
  })
  child.once('exit', () => ports.reject(new Error(`the server did not start: ${said}`)))
  return await ports.promise
}

async function startBatch(client: Client, rows: number): Promise<string> {
  const { id: configurationId } = await client.ask(configuration.add, {
    fields: {
      name: 'Killed',
      type: 'Regular',
      profileName: 'Killed',
      serviceProviderName: 'Killed',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  const file = { name: 'killed.csv', content: subscriberCsv(subscribers(rows)) }
  const staged = await client.upload(source.upload, { configurationId }, file)
  const { batchId } = await client.ask(batch.start, { sourceId: staged.id })
  return batchId
}

const POLL_MS = 100

/** Waits until more rows than `processed` are done, or the batch is complete. @returns the number of processed rows */
async function progressBeyond(client: Client, { id, processed }: { id: string; processed: number }): Promise<number> {
  for (;;) {
    const now = await client.ask(batch.get, { id })
    if (now.processed > processed || now.process === 'COMPLETE') return now.processed
    await sleep(POLL_MS)
  }
}

async function finished(client: Client, id: string): Promise<batch.Batch> {
  for (;;) {
    const now = await client.ask(batch.get, { id })
    if (now.process === 'COMPLETE') return now
    await sleep(POLL_MS)
  }
}

async function count(server: OpenServer, enterpriseId: string): Promise<Record<string, number>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const all = (
      table: 'profile' | 'profile_key' | 'activation_code' | 'download_order' | 'profile_event' | 'batch_row',
    ) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    const directory = (table: 'iccid_directory' | 'activation_code_directory') =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .where('enterprise_id', '=', enterpriseId)
        .executeTakeFirstOrThrow()
    const distinct = await db
      .selectFrom('profile')
      .select((eb) => [
        eb.fn.count<number>('iccid').distinct().as('iccids'),
        eb.fn.count<number>('matching_id').distinct().as('matchingIds'),
      ])
      .executeTakeFirstOrThrow()
    return {
      profiles: (await all('profile')).rows,
      keys: (await all('profile_key')).rows,
      codes: (await all('activation_code')).rows,
      orders: (await all('download_order')).rows,
      events: (await all('profile_event')).rows,
      outcomes: (await all('batch_row')).rows,
      iccidDirectory: (await directory('iccid_directory')).rows,
      codeDirectory: (await directory('activation_code_directory')).rows,
      ...distinct,
    }
  })
}
