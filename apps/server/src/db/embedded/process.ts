import { readFileSync } from 'node:fs'

/** Whether a process with this ID runs, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !isZombie(pid)
}

/**
 * Whether the process has exited but was not reaped. Detected on Linux only: the state follows the name in parentheses.
 */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
