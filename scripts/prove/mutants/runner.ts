import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CACHE, ROOT } from './coverage-file.ts'
import type { Order, Outcome } from './runner-process.ts'

/** Runs orders one after the other in a process of its own, which is replaced when an order exceeds its limit. */
export type Runner = {
  /** @returns what failed first; undefined when all tests passed */
  run(order: Order, limitSeconds: number): Promise<string | undefined>
  stop(): void
}

/** `ended` rejects when the process ends by itself. */
type Started = { child: ChildProcess; ended: Promise<never> }

export function openRunner(name: string, env: NodeJS.ProcessEnv): Runner {
  let started: Started | undefined
  const stop = () => {
    if (started?.child.pid) process.kill(-started.child.pid, 'SIGKILL')
    started = undefined
  }
  return {
    stop,
    async run(order, limitSeconds) {
      started ??= await start(name, env)
      const { child, ended } = started
      child.send(order)
      const answer = once(child, 'message').then(([outcome]) => (outcome as Outcome).by)
      const limit = sleep(limitSeconds * 1000, 'limit', { ref: false })
      const first = await Promise.race([answer, ended, limit])
      if (first !== 'limit') return first
      stop()
      return `no end within ${limitSeconds} s`
    },
  }
}

async function start(name: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const log = join(CACHE, `${name}.log`)
  const output = openSync(log, 'w')
  const child = fork(join(import.meta.dirname, 'runner-process.ts'), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
    // a process group, so that the processes of tests end with it
    detached: true,
  })
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the runner of tests ended with ${code}; its output is in ${log}`)
  })
  // it is stopped at the end
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  return { child, ended }
}
