import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as source from '@simwright/contract/profiles/source'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { configured } from '../../apps/server/src/testing/generated.ts'
import { freePort } from '../free-port.ts'
import { readGuide } from '../guide/contents.ts'
import type { Page, Sample } from '../guide/page.ts'
import { createScene, ROOT, startPortal, stopPortal } from './portal.ts'

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
    for (const sample of page.samples.filter(({ proof }) => proof === 'import'))
      results.push(await proveImport(page, sample))
  }
  return results.length > 0 && results.every(Boolean)
}

/** Runs the commands of a page in order, in a new data directory. A page that starts no server gets one. */
async function provePage({ slug, samples }: Page): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-docs-'))
  const port = await freePort()
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, ...FREE_PORTS, PORT: String(port), DATA_DIR: join(folder, 'data') }
  const run = (command: string) =>
    spawn('bash', ['-ec', command.replace(WRITTEN_PORT, `localhost:${port}`)], {
      cwd: ROOT,
      env,
      // a process group, so that the signal reaches the server that the command starts
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
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

async function succeeds(child: ChildProcess): Promise<boolean> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  if (code !== 0) console.log(`${stdout}${stderr}`)
  return code === 0
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

/** Uploads the sample as a member would; no row may have a fault. */
async function proveImport({ slug }: Page, { text: content }: Sample): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-docs-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  try {
    const portal = await startPortal(settings, await createScene(settings))
    try {
      const configurationId = await configured(portal.client)
      const file = { name: 'subscribers.csv', content: `${content}\n` }
      const staged = await portal.client.upload(source.upload, { configurationId }, file)
      const rows = content.trim().split('\n').length - 1
      return report(staged.total === rows && staged.faulty === 0, `${slug}: a file of ${rows} rows is imported`)
    } finally {
      await stopPortal(portal)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
