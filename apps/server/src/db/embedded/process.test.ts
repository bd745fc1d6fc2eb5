import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../testing/close.ts'
import { isAlive } from './process.ts'

test.skipIf(process.platform !== 'linux')(
  'a process that has ended counts as ended before its parent knows',
  async () => {
    // the child exits after its parent was replaced by a program that never reaps its children
    const waiting = 'while [ "$(cat /proc/$$/comm)" = sh ]; do :; done'
    const parent = spawn('sh', ['-c', `(${waiting}) & echo $!; exec sleep 300`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    closeAtEnd(() => void parent.kill('SIGKILL'))
    const [line] = await once(parent.stdout, 'data')
    const child = Number(String(line))
    await expect.poll(() => readFileSync(`/proc/${child}/stat`, 'utf8')).toContain(') Z ')
    expect([isAlive(parent.pid!), isAlive(child)]).toEqual([true, false])
  },
)
