import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as savedReport from '@simwright/contract/insight/report'
import * as view from '@simwright/contract/insight/view'
import * as move from '@simwright/contract/people/move'
import * as team from '@simwright/contract/people/team'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { plainStyle } from '@simwright/qr'
import { generateKey } from 'openpgp'
import { DEMO_EMAIL } from '../../apps/server/src/demo/enterprise.ts'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import type { OpenServer } from '../../apps/server/src/server.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { configured } from '../../apps/server/src/testing/generated.ts'
import { type Running, startServer, withServer } from '../../apps/server/src/testing/killed-server.ts'
import { freePort } from '../free-port.ts'
import { type Comparison, compareTables, digestTables, keysOf, type TableDigest } from './export-tables.ts'
import { downloadAll, ROOT, runCommand, stopPortal } from './portal.ts'
import type { Scene } from './scene-process.ts'

type Settings = Record<string, string>

const OWNER = 'arrived@example.com'

const report = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

type Place = {
  folder: string
  first: Settings
  second: Settings
  publicKey: string
  privateKey: string
  wrongKey: string
}

/**
 * The demo's enterprise account moves from one installation to another: exported by the portal, with a kill, and by the
 * command line; imported, with a kill; compared table by table; a phone downloads from the second one. Faulty archives are
 * refused.
 */
export async function proveExport(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-export-'))
  try {
    const place = await prepare(folder)
    await makeDemo(place.first)
    const account = await withServer(place.first, signInOwner)
    const profileId = await addFurther(place, account)
    const byPortal = await isExportedByPortal(place, account)
    const byCommand = await isExportedByCommand(place, account)
    const refused = await areFaultyRefused(place, byCommand.signer)
    const arrived = await isImported(place, { ...account, signer: byCommand.signer })
    const compared = await isEqual(place, account)
    const downloaded = await isDownloaded(place, { ...account, profileId })
    return [byPortal, byCommand.holds, refused, arrived, compared, downloaded].every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepare(folder: string): Promise<Place> {
  const newKey = (name: string) => generateKey({ type: 'ecc', userIDs: [{ name }], format: 'armored' })
  const [right, wrong] = [await newKey('Second installation'), await newKey('Somebody else')]
  const fileOf = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  return {
    folder,
    first: { DATA_DIR: join(folder, 'first') },
    second: { DATA_DIR: join(folder, 'second'), SMDP_PORT: String(await freePort()) },
    publicKey: fileOf('public.asc', right.publicKey),
    privateKey: fileOf('private.asc', right.privateKey),
    wrongKey: fileOf('wrong.asc', wrong.privateKey),
  }
}

/** Runs the demo until its first figures, with a history. */
async function makeDemo(settings: Settings): Promise<void> {
  const begin = performance.now()
  const env = { PATH: process.env.PATH, ...FREE_PORTS, ...settings }
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/demo/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const made = Promise.withResolvers<void>()
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (/^demo: /m.test(said)) made.resolve()
  })
  child.once('exit', () => made.reject(new Error(`the demo ended: ${said.slice(-500)}`)))
  await made.promise
  child.kill('SIGTERM')
  await gone
  console.log(`     the demo made its account in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
}

type Account = { enterpriseId: string; cookies: { token: string; binding: string } }

/** The demo's account, with a session of its owner, who has a second factor. */
async function signInOwner(server: OpenServer): Promise<Account> {
  const user = await server.db.global
    .updateTable('user_account')
    .set({ second_factor: true })
    .where('email', '=', DEMO_EMAIL)
    .returning(['id', 'first_name', 'last_name', 'company_name', 'email'])
    .executeTakeFirstOrThrow()
  const { enterprise_id: enterpriseId } = await server.db.global
    .selectFrom('member_directory')
    .select('enterprise_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { enterpriseId, cookies: await sessionOf(server, { user, enterpriseId }) }
}

type User = { id: string; first_name: string; last_name: string; company_name: string; email: string }

async function sessionOf(server: OpenServer, { user, enterpriseId }: { user: User; enterpriseId: string }) {
  const { id: userId, first_name: firstName, last_name: lastName, company_name: companyName, email } = user
  const person = { userId, enterpriseId, firstName, lastName, companyName, email }
  return await openSession(server, person, { address: '127.0.0.1', userAgent: 'proof' })
}

/** Adds kinds of objects that the demo has none of, and a profile that no device has downloaded. @returns its ID */
async function addFurther(place: Place, { cookies }: Account): Promise<string> {
  const running = await startServer(place.first, cookies)
  const { client } = running
  try {
    const configurationId = await configured(client)
    const single = { configurationId, iccid: '89440123456789009998', imsi: '001010000099999', makeKeys: true }
    const { profileId } = await client.ask(batch.single, single)
    const { id: groupId } = await client.ask(group.add, { fields: { name: 'Moving group' } })
    await client.ask(groupRule.add, { fields: { mark: 'ICCID', value: '8900000', groupId } })
    await client.ask(team.addRole, { name: 'Moving role', permissions: ['Fleet_View'] })
    await client.ask(view.share, { module: 'fleet', fields: { name: 'Moving view', filter: 'q=8944' } })
    await client.ask(savedReport.add, { fields: { name: 'Moving report', parameters: {}, isShared: true } })
    await client.ask(delivery.addPreset, { fields: { name: 'Moving look', style: plainStyle } })
    return profileId
  } finally {
    await stopPortal(running)
  }
}

const processOf = async (client: Client, id: string) =>
  (await client.ask(move.overview, {})).items.find((one) => one.id === id)

async function completed(client: Client, id: string): Promise<move.MoveArchive> {
  for (;;) {
    const one = await processOf(client, id)
    if (one && one.process !== 'PROCESSING') return one
    await sleep(100)
  }
}

/** Through the portal, whose server is killed while it writes. */
async function isExportedByPortal(place: Place, { cookies }: Account): Promise<boolean> {
  let running: Running = await startServer(place.first, cookies)
  try {
    const { id } = await running.client.ask(move.start, { key: readFileSync(place.publicKey, 'utf8') })
    while (((await processOf(running.client, id))?.total ?? 0) === 0) await sleep(10)
    const before = await processOf(running.client, id)
    running.child.kill('SIGKILL')
    await running.gone
    running = await startServer(place.first, cookies)
    const archive = await completed(running.client, id)
    const content = Buffer.from(await (await running.client.send(move.content, { id })).arrayBuffer())
    const path = join(place.folder, 'portal.tar')
    writeFileSync(path, content)
    const inspected = await admin(place.second, ['import-enterprise', path])
    return [
      report(
        before?.process === 'PROCESSING' && archive.process === 'COMPLETE' && archive.written === archive.total,
        `exported by the portal, whose server was killed after ${before?.written} of ${before?.total} rows: ${archive.written} rows, ${content.length} bytes`,
      ),
      report(inspected.isDone, `the second installation reads it: ${inspected.output.split('\n')[0]}`),
    ].every(Boolean)
  } finally {
    await stopPortal(running)
  }
}

const admin = (settings: Settings, words: readonly string[]) =>
  runCommand(['admin/main.ts', ...words], { ...FREE_PORTS, ...settings })

/** Starts a command and kills it when it has reported progress, or `when` holds. */
async function killed(settings: Settings, words: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...FREE_PORTS, ...settings }
  const args = [join(ROOT, 'apps/server/src/admin/main.ts'), ...words]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  let said = ''
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      said += chunk
      if (/ of .* rows/.test(said)) resolve()
    })
    child.once('exit', () => resolve())
  })
  child.kill('SIGKILL')
  await gone
  return said.trim().split('\n').at(-1) ?? ''
}

async function isExportedByCommand(
  place: Place,
  { enterpriseId }: Account,
): Promise<{ holds: boolean; signer: string }> {
  const path = archiveOf(place)
  const words = ['export-enterprise', enterpriseId, path, '--pgp-key', place.publicKey]
  const at = await killed(place.first, words)
  const leftNothing = !existsSync(path)
  rmSync(`${path}.partial`, { force: true })
  const done = await admin(place.first, words)
  const signer = /([0-9A-F]{4} ){15}[0-9A-F]{4}/.exec(done.output)?.[0] ?? ''
  const holds = [
    report(leftNothing, `a command that was killed at ${at} left no archive`),
    report(done.isDone, `exported by the command: ${done.output.split('\n').find((line) => line.includes('bytes'))}`),
  ]
  return { holds: holds.every(Boolean), signer }
}

const archiveOf = ({ folder }: Place) => join(folder, 'account.tar')

const importWords = (place: Place, signer: string, { path = archiveOf(place), key = place.privateKey } = {}) => [
  ...['import-enterprise', path, '--signer', signer, '--pgp-key', key, '--owner', OWNER],
  ...['--report', join(place.folder, 'report.txt')],
]

async function areFaultyRefused(place: Place, signer: string): Promise<boolean> {
  const bytes = readFileSync(archiveOf(place))
  const written = (name: string, content: Uint8Array) => {
    writeFileSync(join(place.folder, name), content)
    return join(place.folder, name)
  }
  const changed = Buffer.from(bytes)
  const middle = changed.indexOf('tables/profile/') + 600
  changed[middle] = changed[middle]! ^ 1
  const faulty = [
    {
      what: 'a changed byte',
      words: importWords(place, signer, { path: written('changed.tar', changed) }),
      says: 'changed',
    },
    {
      what: 'the last tenth missing',
      words: importWords(place, signer, { path: written('short.tar', bytes.subarray(0, bytes.length * 0.9)) }),
      says: 'not complete',
    },
    {
      what: 'another OpenPGP key',
      words: importWords(place, signer, { key: place.wrongKey }),
      says: 'another OpenPGP key',
    },
    { what: 'another fingerprint', words: importWords(place, signer.replaceAll('A', 'B')), says: 'is signed by' },
    {
      what: 'no such file',
      words: importWords(place, signer, { path: join(place.folder, 'none.tar') }),
      says: 'does not exist',
    },
  ]
  const results: boolean[] = []
  for (const { what, words, says } of faulty) {
    const { isDone, output } = await admin(place.second, words)
    const line = output.split('\n').find((one) => one.includes(says)) ?? output.slice(0, 200)
    results.push(report(!isDone && output.includes(says), `${what} is refused: ${line}`))
  }
  return results.every(Boolean)
}

async function isImported(
  place: Place,
  { enterpriseId, signer }: { enterpriseId: string; signer: string },
): Promise<boolean> {
  const at = await killed(place.second, importWords(place, signer))
  const left = await withServer(place.second, (server) => digestTables(server, enterpriseId))
  const rows = left.reduce((sum, one) => sum + one.rows, 0)
  const begin = performance.now()
  const done = await admin(place.second, importWords(place, signer))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const again = await admin(place.second, importWords(place, signer))
  if (done.isDone) console.log(readFileSync(join(place.folder, 'report.txt'), 'utf8').split('\nRows')[0])
  return [
    report(rows === 0, `an import that was killed at ${at} left ${rows} rows`),
    report(
      done.isDone,
      `imported in ${seconds} s, ${statSync(archiveOf(place)).size} bytes${done.isDone ? '' : `: ${done.output}`}`,
    ),
    report(
      !again.isDone && again.output.includes('exists here already'),
      `a second import is refused: ${again.output.split('\n')[0]}`,
    ),
  ].every(Boolean)
}

async function isEqual(place: Place, { enterpriseId }: Account): Promise<boolean> {
  const read = (settings: Settings) =>
    withServer(
      settings,
      async (server): Promise<{ tables: TableDigest[]; keys: string[] }> => ({
        tables: await digestTables(server, enterpriseId),
        keys: await keysOf(server, enterpriseId),
      }),
    )
  const [first, second] = [await read(place.first), await read(place.second)]
  const compared: Comparison = compareTables(first.tables, second.tables)
  for (const line of compared.lines) console.log(`     ${line}`)
  return [
    report(
      compared.differing.length === 0,
      `${compared.equal} tables are equal, ${compared.rows} rows; ${compared.changed} differ as they must`,
    ),
    report(
      first.keys.length > 0 && JSON.stringify(first.keys) === JSON.stringify(second.keys),
      `the card keys of ${first.keys.length} profiles are equal`,
    ),
  ].every(Boolean)
}

async function isDownloaded(
  place: Place,
  { enterpriseId, profileId }: Account & { profileId: string },
): Promise<boolean> {
  const plan = await admin(place.second, ['plan', enterpriseId, 'LAB', '2099-12-31'])
  const { cookies, scene } = await withServer(place.second, async (server) => {
    const user = await server.db.global
      .selectFrom('user_account')
      .select(['id', 'first_name', 'last_name', 'company_name', 'email'])
      .where('email', '=', OWNER)
      .executeTakeFirstOrThrow()
    const cookies = await sessionOf(server, { user, enterpriseId })
    const scene = { cookies, issuer: await openTestIssuer(server) } as Scene
    return { cookies, scene }
  })
  const portal = await startServer(place.second, cookies)
  try {
    const { iccid, activationCode } = await portal.client.ask(fleet.detail, { id: profileId })
    const smdpPort = Number(place.second.SMDP_PORT)
    const codes = await downloadAll({ scene, smdpPort, codes: [activationCode], atOnce: 1, firstSerial: 90_000 })
    const { status } = await portal.client.ask(fleet.detail, { id: profileId })
    return report(
      plan.isDone && codes.length === 1 && status === 'INSTALLED',
      `a phone downloads ${iccid} from the second installation with ${activationCode}: ${status}`,
    )
  } finally {
    await stopPortal(portal)
  }
}
