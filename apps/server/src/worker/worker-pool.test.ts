import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { programOf, TEST_TASKS } from '../testing/program.ts'
import type { Task } from './task.ts'
import { WorkerPool } from './worker-pool.ts'

const workers = new WorkerPool({ programOf })

/** A task whose code is a text. */
const task = (code: string, limits: Partial<Task<never, never>> = {}): Task<unknown, unknown, number> => ({
  name: 'test',
  file: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  length: 'short',
  cpuMs: 20_000,
  memoryMiB: 200,
  ...limits,
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

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

test('a task gets the answers to its questions, in order, also after messages and in a kept process', async () => {
  const asking = task(`export const run = async (first, send, ask) => {
    for (let at = 0; at < 6; at++) send({ note: at })
    const { answer } = await ask({ question: first })
    send({ note: 6 })
    return [process.pid, answer, (await ask({ question: answer })).answer]
  }`)
  const notes: number[] = []
  const onMessage = async (message: unknown): Promise<unknown> => {
    const { note, question } = message as { note?: number; question?: number }
    if (question !== undefined) return { answer: question * 2 }
    notes.push(note!)
    return undefined
  }
  const run = (input: number) => workers.run(asking, { tenant: 'asking', input, onMessage: onMessage as never })
  const [pid, ...answers] = (await run(1)) as number[]
  expect(answers).toEqual([2, 4])
  expect(notes).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(await run(5)).toEqual([pid, 10, 20])
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
  // a slow processor must not end the time of what is ended for its memory
  const cpuMs = reason === 'time' ? 1_000 : 60_000
  await expect(run(`export const run = () => { ${code} }`, { cpuMs, memoryMiB: 150 })).rejects.toMatchObject({
    reason,
  })
  expect(await run('export const run = () => "next"')).toBe('next')
})

describe('a process', () => {
  const counting = task('let count = 0; export const run = () => [process.pid, ++count]')
  const countFor = (tenant: string) => workers.run(counting, { tenant, input: undefined })

  test('does the next task of the same kind and tenant, but none of another tenant', async () => {
    const patient = new WorkerPool(TEST_TASKS)
    const countNext = (tenant: string) => patient.run(counting, { tenant, input: undefined })
    const [pid] = (await countNext('first')) as number[]
    expect(await countNext('first')).toEqual([pid, 2])
    const [other, count] = (await countNext('second')) as number[]
    expect(count).toBe(1)
    expect(other).not.toBe(pid)
    patient.close()
  })

  test('sends messages in the context of the call, not of the one that started it', async () => {
    const caller = new AsyncLocalStorage<string>()
    const sending = task('export const run = (_, send) => send(1)')
    const callersOf = async () => {
      const seen: unknown[] = []
      const onMessage = async () => void seen.push(caller.getStore())
      await workers.run(sending, { tenant: 'contexts', input: undefined, onMessage })
      return seen
    }
    expect(await caller.run('limited member', callersOf)).toEqual(['limited member'])
    expect(await caller.run('owner', callersOf)).toEqual(['owner'])
  })

  test('that waits ends when its place is needed', async () => {
    const places = new WorkerPool({ programOf, idleMs: 60_000 })
    const gate = Promise.withResolvers<void>()
    const sending = task('export const run = (_, send) => send(1)')
    for (const tenant of ['first', 'second']) await places.run(sending, { tenant, input: undefined })
    let running = 0
    const onMessage = async () => {
      running += 1
      await gate.promise
    }
    const hold = (tenant: string) => places.run(sending, { tenant, input: undefined, onMessage })
    const held = ['third', 'fourth', 'fifth'].map(hold)
    await expect.poll(() => running).toBe(3)
    expect(places.processes).toBe(3)
    gate.resolve()
    await Promise.all(held)
    places.close()
  })

  test('that gets no task ends, with what it has read', async () => {
    const [pid] = (await countFor('waiting')) as number[]
    await expect.poll(() => isAlive(pid!)).toBe(false)
  })

  test('that had what must not stay in memory ends at once', async () => {
    const once = new WorkerPool({ programOf })
    await once.run(counting, { tenant: 'keys', input: undefined, isLast: true })
    expect(once.processes).toBe(0)
    once.close()
  })

  test('that is killed while it waits disturbs nobody', async () => {
    const [pid] = (await countFor('killed')) as number[]
    process.kill(pid!, 'SIGKILL')
    await expect.poll(() => isAlive(pid!)).toBe(false)
    const [next, count] = (await countFor('killed')) as number[]
    expect(next).not.toBe(pid)
    expect(count).toBe(1)
  })

  test('that was just killed while it waited has no effect on the next task', async () => {
    const [pid] = (await countFor('hit')) as number[]
    process.kill(pid!, 'SIGKILL')
    expect(await countFor('hit')).toEqual([expect.any(Number), 1])
  })

  test('that has used much memory ends after its task', async () => {
    const code = 'let all; export const run = (mib) => { all = Buffer.alloc(mib << 20, 1); return process.pid }'
    const filling = task(code, { memoryMiB: 500 })
    const pidFor = (input: number) => workers.run(filling, { tenant: 'filling', input })
    const small = await pidFor(1)
    expect(await pidFor(250)).toBe(small)
    expect(await pidFor(1)).not.toBe(small)
  })

  test('has the processor time of each task', async () => {
    const used = 'const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }'
    const loop = 'const end = used() + ms; while (used() < end); return process.pid'
    const code = `${used}; export const run = (ms, send) => { send(ms); ${loop} }`
    const computing = task(code, { cpuMs: 1_500 })
    const begun: number[] = []
    const onMessage = async (ms: number) => void begun.push(ms)
    const pidFor = (input: number) => workers.run(computing, { tenant: 'computing', input, onMessage })
    const first = await pidFor(400)
    for (let at = 0; at < 4; at++) expect(await pidFor(400)).toBe(first)
    await expect(pidFor(20_000)).rejects.toMatchObject({ reason: 'time' })
    // and is not repeated by another process
    expect(begun).toEqual([400, 400, 400, 400, 400, 20_000])
  })
})

test('a process ends when the server is killed', async () => {
  const listening = `import { createServer } from 'node:net'
    export const run = () => new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server.address().port))
    })`
  const server = `import { WorkerPool } from '${new URL('./worker-pool.ts', import.meta.url)}'
    const task = { ...${JSON.stringify(task(listening))}, file: new URL(${JSON.stringify(task(listening).file)}) }
    process.send(await new WorkerPool().run(task, { tenant: 'one', input: undefined }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  const connects = () => {
    const socket = connect(port, '127.0.0.1')
    return once(socket, 'connect').then(
      () => socket.destroy(),
      () => undefined,
    )
  }
  expect(await connects()).toBeDefined()
  child.kill('SIGKILL')
  await expect.poll(connects).toBeUndefined()
})

test('a closed pool starts nothing', async () => {
  const closed = new WorkerPool()
  closed.close()
  await expect(closed.run(task('export const run = () => 1'), { tenant: 'one', input: 1 })).rejects.toThrow()
})
