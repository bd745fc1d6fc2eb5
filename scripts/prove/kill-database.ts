import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as group from '@simwright/contract/profiles/group'
import { Client as Database } from 'pg'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { type Running, startServer, withServer } from '../../apps/server/src/testing/killed-server.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { codesOf } from './codes.ts'
import { checkCounts } from './kill-count.ts'
import { startLoad } from './kill-load.ts'
import { KINDS, killOne, nameOfKind, type Postmaster, readPidFile } from './kill-target.ts'

const KILLS = 30
/** Number of profiles that are downloaded and moved. */
const PROFILES = 2_000
const ROWS_OF_BATCH = 1_500
const LOAD_LIMIT_MS = 5_000
const BACK_LIMIT_MS = 10_000
const BACK_AFTER_POSTGRES_MS = 3_000
const PERSON = { email: 'killed@example.com', password: 'Quiet-Harbour-7' }

/**
 * Kills the postmaster or a backend of the embedded PostgreSQL thirty times at random moments, each kind in turn, during
 * batches, downloads, group moves and sign-ins. The server must not exit, must recover in time, and must not lose or duplicate anything it
 * acknowledged.
 */
export async function proveDatabaseKill(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-kill-'))
  const settings = { DATA_DIR: folder }
  let running: Running | undefined
  try {
    const { issuer, cookies, enterpriseId } = await withServer(settings, async (server) => {
      const owner = await createEnterprise(server, { name: 'Killed', plan: 'LAB', ...PERSON })
      const session = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'proof' })
      return { issuer: await openTestIssuer(server), cookies: session, enterpriseId: owner.enterpriseId }
    })
    running = await startServer({ ...settings, LOG_LEVEL: 'fatal' }, cookies)
    const { client, smdpPort, child } = running
    const prepared = await prepareKilled(client)
    const load = startLoad({ ...prepared, client, smdpPort, issuer, person: PERSON, rows: ROWS_OF_BATCH })
    const times = await killRepeatedly({ folder, client, isAlive: () => child.exitCode === null })
    await load.stop()
    const { acknowledged, failures } = load
    for (const [name, count] of failures) console.log(`  ${count} x ${name.slice(0, 140)}`)
    let lostSignIns = 0
    for (const browser of acknowledged.signIns)
      if (!(await browser.ask(group.list, {}).then(() => true, console.log))) lostSignIns += 1
    console.log(`${acknowledged.signIns.length} sign-ins were acknowledged, ${lostSignIns} of them were lost`)
    const isSameProcess = child.exitCode === null && child.signalCode === null
    child.kill('SIGTERM')
    await running.gone
    const counts = await withServer(settings, (server) => checkCounts(server, { enterpriseId, acknowledged }))
    return times && lostSignIns === 0 && counts && isSameProcess
  } finally {
    running?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A configuration, codes to download, and groups to move them to. */
export async function prepareKilled(client: Running['client']) {
  const configurationId = await configured(client)
  const { id: movedBatchId } = await generated(client, { configurationId, rows: subscribers(PROFILES) })
  const activationCodes = await codesOf(client, movedBatchId)
  const groupIds: string[] = []
  for (const name of ['One', 'Other']) groupIds.push((await client.ask(group.add, { fields: { name } })).id)
  return { configurationId, movedBatchId, activationCodes, groupIds, firstSubscriber: PROFILES }
}

type Killing = { folder: string; client: Running['client']; isAlive: () => boolean }

async function killRepeatedly({ folder, client, isAlive }: Killing): Promise<boolean> {
  const postmaster = readPidFile(folder)
  const counts = new Map(KINDS.map((kind) => [nameOfKind(kind), 0]))
  let holds = true
  for (let kill = 1; kill <= KILLS && isAlive(); kill++) {
    await sleep(randomInt(LOAD_LIMIT_MS))
    const kind = KINDS[kill % KINDS.length]!
    const what = nameOfKind(kind)
    await until(async () => killOne(folder, kind))
    counts.set(what, counts.get(what)! + 1)
    const killedAt = performance.now()
    const since = () => Math.round(performance.now() - killedAt)
    await until(() => acceptsConnections(postmaster))
    const postgres = since()
    const name = `Kill ${kill}`
    await until(async () => {
      if (!isAlive()) throw new Error('the server has ended')
      return await client.ask(group.add, { fields: { name } }).then(
        () => true,
        (error: Error) => error.message.includes('name'),
      )
    })
    const portal = since()
    const isInTime = portal <= BACK_LIMIT_MS || portal <= postgres + BACK_AFTER_POSTGRES_MS
    holds &&= isInTime
    console.log(
      `kill ${kill} of ${KILLS}, ${what}: PostgreSQL accepts connections after ${postgres} ms, ` +
        `the portal writes after ${portal} ms${isInTime ? '' : ' (too late)'}`,
    )
  }
  for (const [what, count] of counts) console.log(`${count} x ${what}`)
  return holds && [...counts.values()].every((count) => count > 0)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

/** Connects with a wrong password, which PostgreSQL refuses once it accepts connections. */
async function acceptsConnections({ host, port }: Postmaster): Promise<boolean> {
  const stranger = new Database({ host, port, user: 'stranger', password: 'wrong', database: 'postgres' })
  stranger.on('error', () => {})
  try {
    await stranger.connect()
    return true
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('28') === true
  } finally {
    await stranger.end().catch(() => {})
  }
}
