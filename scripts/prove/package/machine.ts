import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const STARTED_LIMIT_MS = 120_000
const ASK_EVERY_MS = 200
const ENVIRONMENT = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LC_ALL=C.UTF-8',
]

export type Output = { code: number | null; text: string }

/** A Linux in a folder: processes, network and services of its own, on the kernel of this machine. */
export class Machine {
  readonly #nspawn: ChildProcess
  readonly #log: string
  #init = 0

  /** @param options of systemd-nspawn, with the folder and what is started */
  constructor(options: readonly string[], log: string) {
    const file = openSync(log, 'a')
    const always = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--console=pipe']
    this.#nspawn = spawn('systemd-nspawn', [...always, ...options], { stdio: ['ignore', file, file] })
    this.#log = log
  }

  /** What its first process has printed. */
  get printed(): string {
    return readFileSync(this.#log, 'utf8')
  }

  /** Waits until a condition holds, which is asked while the machine runs. @throws Error with what it printed */
  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + STARTED_LIMIT_MS
    while (!(this.#findInit() && (await holds()))) {
      if (this.#nspawn.exitCode !== null || Date.now() > end) throw new Error(`no ${what}: ${this.printed}`)
      await sleep(ASK_EVERY_MS)
    }
  }

  #findInit(): boolean {
    const { pid } = this.#nspawn
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    this.#init = Number(children.split(' ')[0])
    return this.#init > 0
  }

  /** Runs a command of a shell as root. */
  run(command: string, cwd = '/root'): Output {
    const words = ['--target', String(this.#init), '--all', 'env', '--ignore-environment', ...ENVIRONMENT]
    const shell = ['bash', '-ec', `cd ${cwd}\n${command}`]
    const done = spawnSync('nsenter', [...words, ...shell], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    return { code: done.status, text: `${done.stdout}${done.stderr}` }
  }

  /** Runs a script of this checkout in the network of the machine. @returns what it printed @throws Error if it fails */
  runScript(script: string, ...args: readonly string[]): string {
    const words = ['--target', String(this.#init), '--net', process.execPath, script, ...args]
    const done = spawnSync('nsenter', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    if (done.status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${done.status}`)
    return done.stdout
  }

  async stop(): Promise<void> {
    if (this.#nspawn.exitCode !== null) return
    const gone = once(this.#nspawn, 'exit')
    // the first process of the machine ends with all others of its namespace
    if (this.#init > 0) process.kill(this.#init, 'SIGKILL')
    else this.#nspawn.kill('SIGKILL')
    await gone
  }
}
