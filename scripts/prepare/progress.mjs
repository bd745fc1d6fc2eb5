import { spawn } from 'node:child_process'

const CLEAR_LINE = '\r\x1b[K'
const TERMINAL_EACH_MS = 500
const LOG_EACH_MS = 10_000

/**
 * Runs a program and shows what it is for and for how long it has run: on a terminal as one line that changes, in a log as
 * a new line each ten seconds. Its output goes to stderr.
 * @param {{ file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv }} program
 * @param {{ title: string, detail?: () => string }} shown `detail` says how far it is
 * @returns {Promise<{ code: number | null, error?: Error }>}
 */
export async function runWithProgress({ file, args, cwd, env }, { title, detail }) {
  const begin = performance.now()
  const isTerminal = process.stderr.isTTY === true
  const say = (text) => process.stderr.write(isTerminal ? `${CLEAR_LINE}${text}` : `${text}\n`)
  const elapsed = () => `${Math.round((performance.now() - begin) / 1000)} s`
  const state = () => [elapsed(), ...(detail ? [detail()] : [])].join(', ')
  say(`${title} ...`)
  const report = () => say(isTerminal ? `${title} ... ${state()}` : `  ${state()} so far`)
  const timer = setInterval(report, isTerminal ? TERMINAL_EACH_MS : LOG_EACH_MS)
  const done = await new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', process.stderr, process.stderr] })
    child.once('error', (error) => resolve({ code: null, error }))
    child.once('exit', (code) => resolve({ code }))
  })
  clearInterval(timer)
  if (done.code === 0) say(isTerminal ? `${title}: ${state()}.\n` : `  done after ${state()}`)
  else if (isTerminal) process.stderr.write('\n')
  return done
}
