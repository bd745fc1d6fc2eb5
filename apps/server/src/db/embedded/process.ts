import { readFileSync } from 'node:fs'

/** Whether a process of that id runs, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !isZombie(pid)
}

/** Whether it has ended and its parent has not asked yet how. Known on Linux, by the state behind the name in brackets. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
