import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as audit from '@simwright/contract/platform/audit'
import * as webhook from '@simwright/contract/programs/webhook'
import { Client as Database } from 'pg'
import { CHILD_ENV } from '../../apps/server/src/db/embedded/launcher.ts'
import { freePort } from '../free-port.ts'
import { findTools } from '../test/machine.ts'
import {
  checkAuditChain,
  countProfiles,
  createScene,
  downloadAll,
  generateCodes,
  runCommand,
  startPortal,
  stopPortal,
} from './portal.ts'
import { type Postgres15, startServer } from './postgres-15.ts'

const PROFILES = 60
const STANZA = 'simwright'
/** Webhooks that are held would arrive within this time. */
const QUIET_MS = 5_000
const ARRIVE_MS = 60_000
const LAST_INVOICE = 41

const report = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

/**
 * A table that was emptied by mistake comes back as of the moment before, from a base backup and an archive of the
 * write-ahead log (pgBackRest); what the portal sends by itself waits until it is released.
 */
export async function provePitr(): Promise<boolean> {
  const { postgres15, pgbackrest } = findTools('postgres15', 'pgbackrest')
  if (postgres15 === undefined || pgbackrest === undefined) return false
  const folder = mkdtempSync(join(tmpdir(), 'simwright-pitr-'))
  const receiver = await openReceiver()
  const postgres = await startServer(postgres15, (folder) => [
    'archive_mode=on',
    `archive_command=${pgbackrest} --config=${join(folder, 'pgbackrest.conf')} --stanza=${STANZA} archive-push %p`,
    `unix_socket_directories=${folder}`,
  ])
  try {
    const archive = openArchive(postgres, pgbackrest)
    return await isRecovered({ folder, postgres, archive, receiver })
  } finally {
    await postgres.stop()
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Archive = ReturnType<typeof openArchive>

/** pgBackRest with a repository next to the database. @returns what runs one of its commands */
function openArchive({ folder, data, port, password, launcher }: Postgres15, pgbackrest: string) {
  const config = join(folder, 'pgbackrest.conf')
  const passwords = join(folder, 'pgpass')
  writeFileSync(passwords, `*:*:*:postgres:${password}\n`, { mode: 0o600 })
  const paths = ['repo1', 'log', 'lock', 'spool'].map((name) => `${name}-path=${join(folder, 'archive', name)}`)
  const database = [`pg1-path=${data}`, `pg1-port=${port}`, `pg1-socket-path=${folder}`, 'pg1-user=postgres']
  writeFileSync(config, ['[global]', ...paths, 'start-fast=y', `[${STANZA}]`, ...database, ''].join('\n'))
  for (const path of [config, passwords]) launcher.own(path)
  const run = (...words: readonly string[]): void => {
    const { file, args, options } = launcher.command(pgbackrest, [`--config=${config}`, `--stanza=${STANZA}`, ...words])
    const env = { ...CHILD_ENV, PGPASSFILE: passwords }
    const done = spawnSync(file, args, { ...options, env, cwd: '/', encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`pgbackrest ${words.join(' ')}: ${done.stdout}${done.stderr}`)
  }
  run('stanza-create')
  return { run }
}

type Recovery = {
  folder: string
  postgres: Postgres15
  archive: Archive
  receiver: Awaited<ReturnType<typeof openReceiver>>
}

async function isRecovered({ folder, postgres, archive, receiver }: Recovery): Promise<boolean> {
  const smdpPort = await freePort()
  const settings = {
    ...postgres.settings,
    DATA_DIR: join(folder, 'data'),
    CALL_LOOPBACK: 'on',
    SMDP_PORT: String(smdpPort),
  }
  const scene = await createScene(settings)
  const database = await superuser(postgres)
  await database.query('insert into invoice_series (platform_id, last) select id, $1 from platform', [LAST_INVOICE])
  let portal = await startPortal(settings, scene)
  const download = async (codes: readonly string[], firstSerial: number) =>
    (await downloadAll({ scene, smdpPort, codes, atOnce: 4, firstSerial })).length
  const codes = await generateCodes(portal.client, PROFILES)
  await download(codes.slice(0, 20), 1)
  archive.run('backup', '--type=full')
  // pgBackRest knows the end of a backup to the second, and needs a target after it
  await sleep(2_000)

  const fields = { name: 'Proof', url: receiver.url, kinds: ['INSTALLED' as const] }
  await portal.client.ask(webhook.add, { fields })
  receiver.refuse(true)
  await download(codes.slice(20, 30), 21)
  await receiver.tried()
  const moment = await stateOf(database)
  const before = { ...(await countProfiles(portal.client)), ...(await checkAuditChain(portal.client)) }
  await sleep(1_100)
  receiver.refuse(false)
  await receiver.reached(10)
  const sent = receiver.ids()
  await download(codes.slice(30, 35), 31)
  await database.query('truncate profile_event cascade')
  await database.query('select pg_switch_wal()')
  await database.end()
  await stopPortal(portal)
  console.log(`after ${moment.at}: 10 webhooks arrived, 5 more downloads, then profile_event was emptied`)

  await postgres.halt()
  archive.run(
    'restore',
    '--delta',
    '--type=time',
    `--target=${moment.at.replace('T', ' ').replace('Z', '+00')}`,
    '--target-action=promote',
  )
  await postgres.resume()
  const restored = await superuser(postgres)
  await promoted(restored)
  const events = await stateOf(restored)
  const holds = [report(events.events === moment.events, `${events.events} of ${moment.events} events are back`)]

  const kekFile = join(folder, 'other-kek.json')
  const key = Buffer.alloc(32).toString('base64')
  writeFileSync(kekFile, JSON.stringify({ card: { 1: key }, service: { 1: key } }), { mode: 0o600 })
  const other = await runCommand(['main.ts'], { ...settings, KEK_FILE: kekFile })
  holds.push(
    report(!other.isDone && /is not the key file/.test(other.output), `with another key file: ${other.output}`),
  )

  const recorded = await runCommand(['admin/main.ts', 'restored', moment.at], settings)
  holds.push(report(recorded.isDone, `npm run admin -- restored ${moment.at}: ${recorded.output}`))
  const { rows } = await restored.query('select last from invoice_series')
  holds.push(report(rows[0].last === LAST_INVOICE + 1_000, `invoices continue after number ${rows[0].last}`))
  receiver.forget()
  portal = await startPortal(settings, scene)
  try {
    const now = await countProfiles(portal.client)
    const chain = await checkAuditChain(portal.client)
    const { items } = await portal.client.ask(audit.list, { filter: { action: ['enterprise.restored'] } })
    const figures = await runCommand(['admin/main.ts', 'rollups', 'check'], settings)
    holds.push(
      report(
        now.installed === before.installed && now.total === before.total,
        `${now.installed} profiles are installed`,
      ),
      report(
        chain.isWhole && chain.checked === before.checked + 1,
        `the audit chain verifies, ${chain.checked} entries`,
      ),
      report(items.length === 1, `its last entry: ${JSON.stringify(items[0]?.after)}`),
      report(figures.isDone && /equal the events/.test(figures.output), figures.output),
    )
    await sleep(QUIET_MS)
    holds.push(report(receiver.ids().size === 0, `no webhook arrived within ${QUIET_MS / 1000} s`))
    const installed = await download(codes.slice(35, 38), 101)
    holds.push(report(installed === 3, `${installed} of 3 downloads succeed meanwhile`))
    const released = await runCommand(['admin/main.ts', 'release'], settings)
    await receiver.reached(13)
    const again = [...sent].filter((id) => receiver.ids().has(id)).length
    holds.push(
      report(
        released.isDone && again === 10,
        `npm run admin -- release: ${again} of 10 webhooks came again with their webhook-id`,
      ),
    )
    return holds.every(Boolean)
  } finally {
    await restored.end()
    await stopPortal(portal)
  }
}

async function superuser({ port, password }: Postgres15): Promise<Database> {
  const client = new Database(`postgres://postgres:${password}@127.0.0.1:${port}/simwright`)
  await client.connect()
  return client
}

async function stateOf(database: Database): Promise<{ at: string; events: number }> {
  const { rows } = await database.query(`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      (select count(*)::integer from profile_event) as events`)
  return rows[0]
}

async function promoted(database: Database): Promise<void> {
  while ((await database.query('select pg_is_in_recovery() as waits')).rows[0].waits) await sleep(200)
}

/** What receives webhooks: their ids, and whether it refuses them. */
async function openReceiver() {
  let isRefusing = false
  let tries = 0
  const ids = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      tries += 1
      if (!isRefusing) ids.add(String(request.headers['webhook-id']))
      response.writeHead(isRefusing ? 503 : 200).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const until = async (isDone: () => boolean, what: string) => {
    for (const end = Date.now() + ARRIVE_MS; !isDone(); await sleep(100))
      if (Date.now() > end) throw new Error(`${what}: ${ids.size} webhooks arrived`)
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    refuse: (refusing: boolean) => {
      isRefusing = refusing
    },
    forget: () => ids.clear(),
    ids: () => new Set(ids),
    tried: () => until(() => tries > 0, 'no webhook was tried'),
    reached: (count: number) => until(() => ids.size >= count, `${count} webhooks were expected`),
    close: () => server.close(),
  }
}
