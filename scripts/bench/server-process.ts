import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_LIMIT_MS = 60_000
const ASK_EVERY_MS = 5

/** A server like that of `npm start`, with a data directory of the benchmark. */
export type ServerProcess = {
  url: string
  /** Time from the start of the process to the first successful `/readyz`. */
  readyMs: number
  stop(): Promise<void>
}

export async function startServer(dataDir: string): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...settingless(process.env),
    ...FREE_PORTS,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  const begin = performance.now()
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 2, 'ignore'] })
  const ended = once(child, 'exit')
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (performance.now() - begin > READY_LIMIT_MS) throw new Error(`not ready within ${READY_LIMIT_MS} ms`)
    await sleep(ASK_EVERY_MS)
  }
  const readyMs = performance.now() - begin
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, readyMs, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** The environment of the machine, without settings of another server. */
function settingless({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}

/** Calls `work` with a temporary folder. */
export async function withDataDir<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
