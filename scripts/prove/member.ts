import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { programPath } from '../../apps/server/src/testing/program.ts'

const MAIN = programPath(join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts'))

/** Starts a process and waits until it is ready. */
export async function startMember(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...FREE_PORTS, LOG_LEVEL: 'fatal', ...settings }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'inherit', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (chunk) => {
      said += chunk
      if (/Simwright \S+ is ready\./.test(said)) resolve()
    })
    child.once('exit', () => reject(new Error(`a process did not start: ${said}`)))
  })
  return child
}

export async function endMember(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
