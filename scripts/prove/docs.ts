import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as source from '@simwright/contract/profiles/source'
import * as es2plus from '@simwright/contract/programs/es2plus'
import * as apiKey from '@simwright/contract/programs/keys'
import { scopeIds } from '@simwright/contract/programs/scope'
import * as batch from '@simwright/contract/provisioning/batch'
import { writePem } from '@simwright/x509'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { configured, finished } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { freePort } from '../free-port.ts'
import { readGuide } from '../guide/contents.ts'
import type { Page, Sample } from '../guide/page.ts'
import { createScene, ROOT, startPortal, stopPortal } from './portal.ts'
import type { Scene } from './scene-process.ts'

/** The address in the guide; its port is replaced by that of the temporary server. */
const WRITTEN_PORT = /localhost:8080/g
const READY_LIMIT_MS = 300_000
const ASK_EVERY_MS = 200

const report = (holds: boolean, line: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${line}`)
  return holds
}

/** Runs every command of the guide (`sh run`, `sh serve`) on temporary servers, and imports its sample files. */
export async function proveDocs(names: readonly string[]): Promise<boolean> {
  const pages = readGuide().pages.filter(({ slug }) => names.length === 0 || names.includes(slug))
  const results: boolean[] = []
  for (const page of pages) {
    if (page.samples.some(({ proof }) => proof === 'run' || proof === 'serve')) results.push(await provePage(page))
    const withPortal = page.samples.filter(({ proof }) => proof === 'import' || proof === 'api')
    if (withPortal.length > 0) results.push(await provePortalSamples(page, withPortal))
    const ofOperators = page.samples.filter(({ proof }) => proof === 'operator')
    if (ofOperators.length > 0) results.push(await proveOperatorSamples(page, ofOperators))
  }
  return results.length > 0 && results.every(Boolean)
}

/** Runs the commands of a page in order, in a new data directory. A page that starts no server gets one. */
async function provePage({ slug, samples }: Page): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-docs-'))
  const port = await freePort()
  const env = { ...FREE_PORTS, PORT: String(port), DATA_DIR: join(folder, 'data') }
  const run = (command: string) => runShell(command, port, env)
  const results: boolean[] = []
  let server: Server | undefined
  const serve = async (command: string) => {
    await server?.stop()
    server = await startServer(run(command), port)
    return server.isReady
  }
  try {
    const proved = samples.filter(({ proof }) => proof === 'run' || proof === 'serve')
    if (proved[0]?.proof === 'run') results.push(report(await serve('npm start'), `${slug}: a server is ready`))
    for (const { proof, text: command } of proved) {
      const holds = proof === 'serve' ? await serve(command) : await succeeds(run(command))
      results.push(report(holds, `${slug}: ${command.replaceAll('\n', '; ')}`))
    }
    return results.every(Boolean)
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function runShell(
  command: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  cwd: string = ROOT,
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env
  return spawn('bash', ['-ec', command.replace(WRITTEN_PORT, `localhost:${port}`)], {
    cwd,
    env: { PATH, HOME, TMPDIR, ...settings },
    // a process group, so that the signal reaches the server that the command starts
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  const { code, output } = await ended(child)
  if (code !== 0) console.log(output)
  return code === 0
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { code, output: `${stdout}${stderr}` }
}

type Server = { isReady: boolean; stop(): Promise<void> }

async function startServer(child: ChildProcess, port: number): Promise<Server> {
  const gone = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
  const end = Date.now() + READY_LIMIT_MS
  let isReady = false
  while (!isReady && child.exitCode === null && Date.now() < end) {
    await sleep(ASK_EVERY_MS)
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  if (!isReady) console.log(output)
  const stop = async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
    await gone
  }
  return { isReady, stop }
}

type Started = { client: Client; issuer: Scene['issuer']; folder: string }

/** Runs a function with a server that has an enterprise account, and an empty folder. */
async function withPortal(
  prove: (started: Started) => Promise<boolean>,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-docs-'))
  const settings = { DATA_DIR: join(folder, 'data'), ...more }
  try {
    const scene = await createScene(settings)
    const portal = await startPortal(settings, scene)
    try {
      return await prove({ client: portal.client, issuer: scene.issuer, folder })
    } finally {
      await stopPortal(portal)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Imports the sample files as a member would, and makes the sample calls with an API key of that member. */
async function provePortalSamples({ slug }: Page, samples: readonly Sample[]): Promise<boolean> {
  return await withPortal(async ({ client }) => {
    const results: boolean[] = []
    for (const { language, proof, text: content } of samples) {
      const command = language === 'js' ? moduleCommand(content) : content
      const holds = proof === 'import' ? await imports(client, content) : await calls(client, command)
      results.push(report(holds, `${slug}: ${content.split('\n', 1)[0]}`))
    }
    return results.every(Boolean)
  })
}

/** The address of ES2+ in the guide. */
const WRITTEN_OPERATOR_PORT = 'smdp.example.com:8445'
const OPERATOR_HOST = { SMDP_HOST: 'smdp.example.com' }

/** Makes the sample calls as an operator, whose certificate the page has made, for a profile in stock. */
async function proveOperatorSamples({ slug }: Page, samples: readonly Sample[]): Promise<boolean> {
  return await withPortal(async ({ client, issuer, folder: cwd }) => {
    const [subscriber] = subscribers(1)
    const { ICCID = '', IMSI = '' } = subscriber!
    const configurationId = await configured(client, { orderedBy: 'operator' })
    const range = { configurationId, firstIccid: ICCID, firstImsi: IMSI, count: 1 }
    await finished(client, (await client.ask(batch.startRange, range)).batchId)
    writeFileSync(join(cwd, 'ci.pem'), writePem('CERTIFICATE', issuer.ci.certificate))
    const { address } = await client.ask(es2plus.list, {})
    const port = new URL(address).port
    const results: boolean[] = []
    for (const { text: written } of samples) {
      if (written.includes('"$CHALLENGE"')) {
        results.push(report(await provesKey(client, written, cwd), `${slug}: ${written.split('\n', 1)[0]}`))
        continue
      }
      const isCall = written.startsWith('curl ')
      // as if the DNS had the host of the guide: the sample checks the name in the certificate
      const command = written.replace(/^curl /, `curl --connect-to ${WRITTEN_OPERATOR_PORT}:127.0.0.1:${port} `)
      const { code, output } = await ended(runShell(command, 0, { ICCID }, cwd))
      const holds = code === 0 && (!isCall || output.includes('"Executed-Success"'))
      if (!holds) console.log(output)
      results.push(report(holds, `${slug}: ${written.split('\n', 1)[0]}`))
    }
    return results.every(Boolean)
  }, OPERATOR_HOST)
}

/** Registers the certificate that the page has made, and proves its key with what the sample prints. */
async function provesKey(client: Client, sample: string, cwd: string): Promise<boolean> {
  const certificate = readFileSync(join(cwd, 'operator.pem'), 'utf8')
  const fields = { name: 'Guide', certificate, requester: '', callbackUrl: null }
  const { id, challenge } = await client.ask(es2plus.register, fields)
  const { code, output: signature } = await ended(runShell(sample, 0, { CHALLENGE: challenge.text }, cwd))
  if (code === 0) await client.ask(es2plus.prove, { id, signature })
  const { items } = await client.ask(es2plus.list, {})
  return items.some((one) => one.id === id && one.state === 'PROVEN')
}

/** Whether no row of the file has a fault. */
async function imports(client: Client, content: string): Promise<boolean> {
  const configurationId = await configured(client)
  const file = { name: 'subscribers.csv', content: `${content}\n` }
  const staged = await client.upload(source.upload, { configurationId }, file)
  return staged.total === content.trim().split('\n').length - 1 && staged.faulty === 0
}

/** Runs a module from the checkout, whose workspaces it can import. */
const moduleCommand = (module: string) => `node --input-type=module <<'END'\n${module}\nEND`

async function calls(client: Client, command: string): Promise<boolean> {
  const fields = { name: crypto.randomUUID(), scopes: [...scopeIds], addresses: [] }
  const { key } = await client.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields })
  return await succeeds(runShell(command, Number(new URL(client.url).port), { API_KEY: key }))
}
