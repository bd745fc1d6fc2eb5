import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chromium } from '@playwright/test'
import type { PermissionId } from '@simwright/contract'
import * as apiKey from '@simwright/contract/programs/keys'
import { scopeIds } from '@simwright/contract/programs/scope'
import type { Running } from '../../apps/server/src/testing/killed-server.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { createScene, downloadAll, startPortal, stopPortal } from './portal.ts'
import type { Scene } from './scene-process.ts'

const PROFILES = 25

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

/**
 * The main job with the command line as a user has it: the tarball that the portal serves, in an empty folder, under the
 * oldest Node that it names. Then the client library in a browser, from the same origin.
 */
export async function proveCli(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-cli-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  try {
    const scene = await createScene(settings)
    const portal = await startPortal(settings, scene)
    try {
      const node = oldNode()
      const key = await keyOf(portal, [...scopeIds])
      const user = await install(join(folder, 'empty'), { portal, node })
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

/** Installs both tarballs of the portal, without a registry. */
async function install(cwd: string, { portal, node }: { portal: Running; node: string }): Promise<User> {
  mkdirSync(cwd)
  const env = { PATH: join(node, '..'), HOME: cwd, npm_config_registry: 'http://127.0.0.1:9/' }
  for (const name of ['simwright-cli.tgz', 'simwright-client.tgz']) {
    const answer = await fetch(`${portal.client.url}/docs/download/${name}`)
    if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`)
    writeFileSync(join(cwd, name), Buffer.from(await answer.arrayBuffer()))
  }
  const tarballs = ['./simwright-cli.tgz', './simwright-client.tgz']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd, env, stdio: 'pipe' })
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`installed under Node ${version}, without a registry`)
  return { cwd, node, version, env }
}

type Ended = { code: number; output: string; notes: string }

async function run({ cwd, node, env }: User, words: readonly string[], input = ''): Promise<Ended> {
  const script = join(cwd, 'node_modules', '@simwright', 'cli', 'dist', 'simwright.js')
  const child: ChildProcess = spawn(node, [script, ...words], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin!.end(input)
  const [output, notes, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { code: code as number, output, notes }
}

type Job = { portal: Running; scene: Scene; key: string }

async function mainJob(user: User, { portal, scene, key }: Job): Promise<boolean[]> {
  const results: boolean[] = []
  let everything = ''
  const step = async (words: string, exit: number, expected: RegExp, input?: string) => {
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
  const watching = run(user, ['watch', '--count', '5', '--json'])
  // so that the first downloads are not before it
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const installed = await downloadAll({ scene, smdpPort: portal.smdpPort, codes, atOnce: 2 })
  results.push(
    report(installed.length === PROFILES, `${installed.length} devices downloaded and installed the profiles`),
  )
  const { code, output } = await watching
  results.push(
    report(code === 0 && output.trim().split('\n').length === 5, 'simwright watch printed events as they happened'),
  )
  const left = await step('list -q status:installed --all --json', 0, /INSTALLED/)
  results.push(report(left.trim().split('\n').length === PROFILES, 'simwright list shows all of them as INSTALLED'))
  await step('export --codes -o codes.csv', 0, /Written/)
  await step('generate -c Harbour --iccid 8944500000000009000 --imsi 999700000009000 --count 3', 0, /Succeeded +3/)
  await step('nonsense', 2, /Unknown command/)
  await step('logout', 0, /deleted here/)
  await step('whoami', 3, /Sign in first/)
  results.push(report(!everything.includes(key.split('.')[1]!), 'no output has the secret of the key'))
  return results
}

/** The library of the tarball in a page of the portal, which loads it from the same origin. */
async function inBrowser({ client }: Running, { folder, key }: { folder: string; key: string }): Promise<boolean> {
  const library = readFileSync(join(folder, 'node_modules', '@simwright', 'client', 'dist', 'index.js'), 'utf8')
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
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
