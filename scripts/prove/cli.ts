import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PermissionId } from '@simwright/contract'
import * as apiKey from '@simwright/contract/programs/keys'
import { scopeIds } from '@simwright/contract/programs/scope'
import * as webhook from '@simwright/contract/programs/webhook'
import { testEid } from '@simwright/euicc'
import type { Running } from '../../apps/server/src/testing/killed-server.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { openChromium } from '../test/chromium.ts'
import { createScene, downloadAll, ROOT, startPortal, stopPortal } from './portal.ts'
import type { Scene } from './scene-process.ts'

const PROFILES = 25

/** Serial number of the first device after those that download the profiles. */
const FIRST_PUSHED = 1_000

const RULE = `name: Installed
when: { events: [INSTALLED] }
actions: [{ kind: NOTIFY }]
`

const CONFIGURATION = `name: Harbour
type: Regular
profileName: Harbour data
serviceProviderName: Nordtel
algorithm: MILENAGE
hplmn:
  - { plmn: '99970', access: [ 'E-UTRAN' ] }
confirmationCode:
  mode: none
`

const report = (holds: boolean, line: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${line}`)
  return holds
}

/** The tarballs of command line and client library, by name. */
export type Programs = ReadonlyMap<string, Uint8Array>

const PROGRAM_NAMES = ['simwright-cli.tgz', 'simwright-client.tgz']

/** The main job with the programs that the portal serves. */
export async function proveCli(): Promise<boolean> {
  return await provePrograms(servedPrograms)
}

async function servedPrograms({ client }: Running): Promise<Programs> {
  const programs = new Map<string, Uint8Array>()
  for (const name of PROGRAM_NAMES) {
    const answer = await fetch(`${client.url}/docs/download/${name}`)
    if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`)
    programs.set(name, new Uint8Array(await answer.arrayBuffer()))
  }
  return programs
}

/**
 * The main job with the command line as a user has it: installed from its tarball in an empty folder, under the oldest Node
 * that it names. Then the client library in a browser, from the same origin.
 */
export async function provePrograms(programsFor: (portal: Running) => Promise<Programs>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-cli-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  try {
    const scene = await createScene(settings)
    const portal = await startPortal(settings, scene)
    try {
      const node = oldNode()
      const key = await keyOf(portal, [...scopeIds])
      const user = install(join(folder, 'empty'), { programs: await programsFor(portal), node })
      const results = [
        ...(await mainJob(user, { portal, scene, key })),
        await inBrowser(portal, { folder: user.cwd, key }),
      ]
      return results.every(Boolean)
    } finally {
      await stopPortal(portal)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The Node of the machine, outside the packages; `OLD_NODE` names another one. */
function oldNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const found = process.env.OLD_NODE ?? folders.map((folder) => join(folder, 'node')).find(existsSync)
  if (found === undefined) throw new Error('no Node outside the packages: set OLD_NODE')
  return found
}

async function keyOf({ client }: Running, scopes: PermissionId[]): Promise<string> {
  const fields = { name: crypto.randomUUID(), scopes, addresses: [] }
  return (await client.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields })).key
}

type User = { cwd: string; node: string; version: string; env: Record<string, string> }

/** Installs both tarballs, without a registry. */
function install(cwd: string, { programs, node }: { programs: Programs; node: string }): User {
  mkdirSync(cwd)
  const env = { PATH: join(node, '..'), HOME: cwd, npm_config_registry: 'http://127.0.0.1:9/' }
  for (const [name, content] of programs) writeFileSync(join(cwd, name), content)
  const tarballs = [...programs.keys()].map((name) => `./${name}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd, env, stdio: 'pipe' })
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`installed under Node ${version}, without a registry`)
  return { cwd, node, version, env }
}

type Ended = { code: number; output: string; notes: string }

function spawnCommand({ cwd, node, env }: User, words: readonly string[]): ChildProcess {
  const script = join(cwd, 'node_modules', '@simwright', 'cli', 'dist', 'simwright.js')
  return spawn(node, [script, ...words], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
}

async function run(user: User, words: readonly string[], input = ''): Promise<Ended> {
  const child = spawnCommand(user, words)
  child.stdin!.end(input)
  const [output, notes, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { code: code as number, output, notes }
}

/** The names of the commands in the help of a command line, for example `campaign start`. */
const commandsIn = (help: string) => [...help.matchAll(/^ {2}([a-z]+(?: [a-z]+)*)/gm)].map(([, name]) => name!)

/** Whether the words are a command of this checkout that programs with this help do not have yet. */
function isNewer(words: string, help: string): boolean {
  const current = execFileSync(process.execPath, [join(ROOT, 'packages/cli/src/main.ts'), '--help'], {
    encoding: 'utf8',
  })
  const name = commandsIn(current).find((one) => `${words} `.startsWith(`${one} `))
  return name !== undefined && !commandsIn(help).includes(name)
}

type Job = { portal: Running; scene: Scene; key: string }

async function mainJob(user: User, { portal, scene, key }: Job): Promise<boolean[]> {
  const results: boolean[] = []
  let everything = ''
  const help = (await run(user, ['--help'])).output
  const step = async (words: string, exit: number, expected: RegExp, input?: string) => {
    if (isNewer(words, help)) {
      console.log(`--   simwright ${words}: the command is newer than these programs`)
      return ''
    }
    const { code, output, notes } = await run(user, words.split(' '), input)
    everything += output + notes
    const holds = code === exit && expected.test(output + notes)
    if (!holds) console.log(`exit ${code}\n${output}${notes}`)
    results.push(report(holds, `simwright ${words}: exit ${exit}`))
    return output
  }
  writeFileSync(join(user.cwd, 'harbour.yaml'), CONFIGURATION)
  writeFileSync(join(user.cwd, 'subscribers.csv'), subscriberCsv(subscribers(PROFILES)))
  const { url } = portal.client
  await step('whoami', 3, /Sign in first/)
  await step(
    `login ${url} --with-key`,
    3,
    /Request [0-9a-f-]{36}, code 17001/,
    `sw_${'0'.repeat(32)}.${'a'.repeat(43)}\n`,
  )
  await step(`login ${url} --with-key`, 0, /Signed in to Harbour/, `${key}\n`)
  const file = join(user.cwd, '.config', 'simwright', 'credentials.json')
  results.push(report((statSync(file).mode & 0o777) === 0o600, 'the file with the key has the mode 0600'))
  await step('whoami', 0, /Harbour/)
  await step('plan harbour.yaml --check', 5, /1 to create, 0 to change, 0 unchanged/)
  await step('apply harbour.yaml', 2, /No terminal to ask/)
  await step('apply harbour.yaml --yes', 0, /1 to create/)
  await step('apply harbour.yaml --yes', 0, /0 to create, 0 to change, 1 unchanged/)
  await step('plan harbour.yaml --check', 0, /1 unchanged/)
  const changed = CONFIGURATION.replace('Nordtel', 'Südtel')
  writeFileSync(join(user.cwd, 'harbour.yaml'), changed)
  await step('apply harbour.yaml --yes', 0, /serviceProviderName: Nordtel -> Südtel/)
  await step('apply harbour.yaml --yes', 0, /1 unchanged/)
  await step('import subscribers.csv -c harbour --dry-run', 0, /Rows +25/)
  await step('import subscribers.csv -c harbour -o result.csv', 0, /Succeeded +25/)
  await step('import subscribers.csv -c harbour -o result.csv', 2, /result.csv exists/)
  const rows = readFileSync(join(user.cwd, 'result.csv'), 'utf8').trim().split('\n')
  results.push(report(rows.length === PROFILES + 1, `the result file has ${rows.length - 1} rows`))
  const listed = await step('list --all --json', 0, /LPA:1\$/)
  const codes = listed
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { activationCode: string }).activationCode)
  const hook = await openHook(portal)
  const forwarding = run(user, ['webhook', 'listen', '--forward', hook.url, '--count', `${2 * PROFILES}`, '--json'])
  const watching = run(user, ['watch', '--count', '5', '--json'])
  // so that the first downloads are not before them
  await sleep(3_000)
  const installed = await downloadAll({ scene, smdpPort: portal.smdpPort, codes, atOnce: 2 })
  results.push(
    report(installed.length === PROFILES, `${installed.length} devices downloaded and installed the profiles`),
  )
  const { code, output } = await watching
  results.push(
    report(code === 0 && output.trim().split('\n').length === 5, 'simwright watch printed events as they happened'),
  )
  const forwarded = await forwarding
  hook.server.close()
  everything += forwarded.output + forwarded.notes
  results.push(
    report(
      forwarded.code === 0 && hook.sequences.join() === Array.from({ length: 2 * PROFILES }, (_, at) => at + 1).join(),
      `simwright webhook listen forwarded ${hook.sequences.length} events with valid signatures, in order, none missing`,
    ),
  )
  const left = await step('list -q status:installed --all --json', 0, /INSTALLED/)
  results.push(report(left.trim().split('\n').length === PROFILES, 'simwright list shows all of them as INSTALLED'))
  await step('export --codes -o codes.csv', 0, /Saved codes.csv/)
  const range = '--iccid 8944500000000009000 --nineteen-digits missing --imsi 999700000009000 --count 3'
  await step(`generate -c Harbour ${range}`, 0, /Succeeded +3/)
  const made = await step('list -q status:available --all --json', 0, /8944500000000009/)
  results.push(...(await pushAndCampaign(user, { portal, scene, iccid: JSON.parse(made.split('\n')[0]!).iccid, step })))
  await step('nonsense', 2, /Unknown command/)
  await step('logout', 0, /deleted here/)
  await step('whoami', 3, /Sign in first/)
  results.push(report(!everything.includes(key.split('.')[1]!), 'no output has the secret of the key'))
  return results
}

type Step = (words: string, exit: number, expected: RegExp, input?: string) => Promise<string>
type Pushed = Omit<Job, 'key'> & { iccid: string; step: Step }

/** Pushes one of three available profiles to a device, and gives the other two to a campaign. */
async function pushAndCampaign(user: User, { portal, scene, iccid, step }: Pushed): Promise<boolean[]> {
  const downloads = { scene, smdpPort: portal.smdpPort, atOnce: 1 }
  const found = await step(`list -q iccid:${iccid} --json`, 0, /LPA:1/)
  const { activationCode } = JSON.parse(found) as { activationCode: string }
  const pushing = run(user, ['push', iccid, testEid(FIRST_PUSHED), '--wait', '--json'])
  await sleep(2_000)
  await downloadAll({ ...downloads, codes: [activationCode], firstSerial: FIRST_PUSHED })
  const pushed = await pushing
  const results = [
    report(
      pushed.code === 0 && /"state":"DOWNLOADED"/.test(pushed.output),
      `simwright push ${iccid} EID --wait ended when the device had the profile`,
    ),
  ]
  writeFileSync(join(user.cwd, 'summer.yaml'), 'name: Summer\nconfiguration: Harbour\n')
  await step('campaign add summer.yaml', 0, /Summer is a draft/)
  await step('campaign fill Summer status:available', 0, /added +2/i)
  await step('campaign start Summer', 0, /Summer: /)
  const shown = await step('campaign show Summer --json', 0, /LPA:1/)
  const { activationCode: code } = JSON.parse(shown) as { activationCode: string }
  const watching = spawnCommand(user, ['watch', 'campaign', 'Summer'])
  const counters = text(watching.stdout!)
  await sleep(3_000)
  await downloadAll({ ...downloads, codes: [code, code], firstSerial: FIRST_PUSHED + 1 })
  await sleep(3_000)
  watching.kill('SIGINT')
  const [exit] = await once(watching, 'close')
  results.push(
    report(
      exit === 130 && /installed 0.*installed 2/s.test(await counters),
      'simwright watch campaign printed the counters of two downloads, until Ctrl-C: exit 130',
    ),
  )
  await step('campaign pause Summer', 0, /Summer: PAUSED/)
  await step('campaign resume Summer', 0, /Summer: /)
  const rows = join(user.cwd, 'deliveries.csv')
  writeFileSync(rows, `EMAIL,ICCID,AT\nada@example.com,${iccid},\nada@example,,\n`)
  await step(`delivery plan deliveries.csv --at 2020-01-01T09:00 --zone UTC`, 0, /This time is in the past/)
  await step('list deliveries', 0, /RECIPIENT/)
  await step('comment add campaign Summer Posters', 0, /Commented on Summer: [0-9a-f-]{36}/)
  const [written] = (await step('comment list campaign Summer --json', 0, /Posters/)).trim().split('\n')
  const { id: commentId } = JSON.parse(written!) as { id: string }
  await step(`comment edit ${commentId} Leaflets`, 0, /Changed the comment/)
  await step(`comment delete ${commentId}`, 0, /Deleted the comment/)
  await step('comment list campaign Summer', 0, /deleted by/)
  await step('voucher add Summer Cards 3', 0, /Cards: 3 vouchers/)
  await step('voucher codes Cards -o -', 0, /3,[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4},http/)
  await step('voucher revoke Cards 2', 0, /Voucher 2 was revoked/)
  await step('voucher revoke Cards 2', 1, /Request [0-9a-f-]{36}, code /)
  await step('voucher report Cards -o -', 0, /2,REVOKED/)
  await step('voucher revoke Cards', 0, /2 vouchers were revoked/)
  await step('voucher show Cards', 0, /REVOKED/)
  writeFileSync(join(user.cwd, 'rule.yaml'), RULE)
  await step('rule try rule.yaml', 0, /When a profile is installed, then notify the members/)
  await step('rule add rule.yaml', 0, /Installed: saved/)
  await step('rule pause Installed', 0, /Installed: paused/)
  await step('rule resume Installed', 0, /Installed: active/)
  await step('rule show Installed', 0, /ACTIVE/)
  await step('rule log Installed', 0, /Nothing matched yet/)
  await step('rule remove Installed', 0, /Installed: deleted/)
  await step('campaign end Summer', 0, /Summer: ENDED/)
  await step('campaign end Summer', 1, /Request [0-9a-f-]{36}, code /)
  return results
}

type Hook = { url: string; server: Server; sequences: number[] }

/** A webhook with its receiver in the portal, and a local program that checks the signatures of what it gets. */
async function openHook({ client }: Running): Promise<Hook> {
  const fields = { name: 'Terminal', url: null, kinds: ['DOWNLOADED' as const, 'INSTALLED' as const] }
  const { secret } = await client.ask(webhook.add, { fields })
  const sequences: number[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    if (signature === `v1,${expected}`) sequences.push((JSON.parse(body) as { sequence: number }).sequence)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server, sequences }
}

/** The library of the tarball in a page of the portal, which loads it from the same origin. */
async function inBrowser({ client }: Running, { folder, key }: { folder: string; key: string }): Promise<boolean> {
  const library = readFileSync(join(folder, 'node_modules', '@simwright', 'client', 'dist', 'index.js'), 'utf8')
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.route('**/assets/simwright-client.js', (route) =>
      route.fulfill({ body: library, contentType: 'text/javascript' }),
    )
    await page.goto(`${client.url}/login`)
    const counted = await page.evaluate(
      async ({ apiKey, url }) => {
        const path = '/assets/simwright-client.js'
        const { SimwrightClient } = (await import(path)) as typeof import('@simwright/client')
        const portal = new SimwrightClient({ url, key: apiKey })
        let count = 0
        for await (const profile of portal.items('/fleet/list', { limit: 10 })) if (profile.iccid) count += 1
        return count
      },
      { apiKey: key, url: client.url },
    )
    return report(
      counted === PROFILES + 3,
      `the client library lists ${counted} profiles in Chromium, from the same origin`,
    )
  } finally {
    await browser.close()
  }
}
