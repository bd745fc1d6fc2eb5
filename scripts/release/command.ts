import { spawnSync } from 'node:child_process'

export type Where = { cwd?: string; env?: Readonly<Record<string, string>> }

/** Runs a program and returns its standard output. @throws Error with its output if it fails */
export function run(words: readonly string[], { cwd, env }: Where = {}): string {
  const [file = '', ...args] = words
  const done = spawnSync(file, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (done.error) throw done.error
  if (done.status === 0) return done.stdout
  throw new Error(`${words.join(' ')} ended with ${done.status ?? done.signal}:\n${done.stdout}${done.stderr}`)
}
