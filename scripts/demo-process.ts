import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FREE_PORTS } from '../apps/server/src/free-ports.ts'

const ROOT = join(import.meta.dirname, '..')
/** The demo makes its history and then plays for about a minute. */
const DEMO_LIMIT_MS = 900_000
const LOOK_MS = 500

export type DemoSignIn = {
  url: string
  email: string
  password: string
  /** A member of the platform's staff, without a second factor yet. */
  staff: { email: string; password: string }
  /** URL of the development mailbox, with its token. */
  mailbox: string
}

export type RunningDemo = DemoSignIn & {
  /** Stops the demo and deletes its data. */
  stop(): Promise<void>
}

/** Runs the demo in a temporary folder, and waits until its guided run has ended. */
export async function startDemo(): Promise<RunningDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-demo-'))
  const env = { PATH: process.env.PATH, ...FREE_PORTS, DATA_DIR: join(folder, 'data') }
  const main = join(ROOT, 'apps', 'server', 'src', 'demo', 'main.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ''
  child.stdout.on('data', (piece) => (said += piece))
  const end = Date.now() + DEMO_LIMIT_MS
  while (!/\ndemo: .*\n/.test(said)) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error(`the demo did not end its play: ${said}`)
    }
    await sleep(LOOK_MS)
  }
  const fact = (name: string) => new RegExp(`${name} +(\\S+)`).exec(said)![1]!
  const [, email, password] = /Staff +(\S+), password (\S+);/.exec(said)!
  return {
    url: new URL(fact('Portal')).origin,
    email: fact('E-mail'),
    password: fact('Password'),
    staff: { email: email!, password: password! },
    mailbox: fact('Mailbox'),
    stop,
  }
}
