import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const COMPILE_CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node')

/**
 * Runs a script in this terminal and returns its exit code. The terminal itself sends Ctrl-C to it; other signals are
 * forwarded, and its exit is awaited, so that it can drain. Compiled modules are cached, which makes the next start a
 * quarter faster.
 */
export function runScript(node, script, args) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, PATH: path }
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env })
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** Whether the script has no such option, which the terminal then shows. Takes no time without arguments. */
export function refusesOptions(node, script, args) {
  if (args.length === 0) return false
  const check = [
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'option-process.ts'),
    script,
    ...args,
  ]
  return spawnSync(node, check, { stdio: 'inherit' }).status !== 0
}
