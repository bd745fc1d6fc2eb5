import { expect, test } from 'vitest'
import type { Task } from './task.ts'
import { WorkerPool } from './worker-pool.ts'

const workers = new WorkerPool()

/** A task whose code is a text. */
const task = (code: string, limits: Partial<Task<never, never>> = {}): Task<unknown, unknown, number> => ({
  name: 'test',
  file: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  length: 'short',
  cpuMs: 20_000,
  memoryMiB: 200,
  ...limits,
})

const run = (code: string, limits?: Partial<Task<never, never>>) =>
  workers.run(task(code, limits), { tenant: 'one', input: undefined })

test('a task gets its input, sends messages in order, and waits until they are used', async () => {
  const used: number[] = []
  const counting = task(
    'export const run = (most, send) => { for (let at = 1; at <= most; at++) send(at); return most }',
  )
  const output = await workers.run(counting, {
    tenant: 'one',
    input: 20,
    onMessage: async (message) => {
      await new Promise(setImmediate)
      used.push(message)
    },
  })
  expect(output).toBe(20)
  expect(used).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
})

test('a task that fails is an error of ours', async () => {
  await expect(run('export const run = () => { throw new TypeError("no value") }')).rejects.toThrow('no value')
})

test('a message that cannot be used ends the task', async () => {
  const sending = task('export const run = async (_, send) => { for (;;) send(1) }')
  const failing = workers.run(sending, {
    tenant: 'one',
    input: undefined,
    onMessage: () => Promise.reject(new Error('not stored')),
  })
  await expect(failing).rejects.toThrow('not stored')
})

test.each([
  ['computes without an end', 'for (;;);', 'time'],
  ['fills its heap', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length))', 'memory'],
  ['fills other memory', 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1))', 'memory'],
])('a task that %s is ended, and the next one runs', async (_, code, reason) => {
  await expect(run(`export const run = () => { ${code} }`, { cpuMs: 1_000, memoryMiB: 150 })).rejects.toMatchObject({
    reason,
  })
  expect(await run('export const run = () => "next"')).toBe('next')
})

test('a closed pool starts nothing', async () => {
  const closed = new WorkerPool()
  closed.close()
  await expect(closed.run(task('export const run = () => 1'), { tenant: 'one', input: 1 })).rejects.toThrow()
})
