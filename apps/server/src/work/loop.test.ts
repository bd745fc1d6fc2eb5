import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../runtime/log.ts'
import { LOOP_FAILED, LOOP_RUN, openMetrics } from '../runtime/metrics.ts'
import { type Loop, type LoopWork, loop, type Timer } from './loop.ts'

/** Timers that end only when the test moves the time. */
function openTime() {
  let nowMs = 0
  let timers: { atMs: number; onEnd: () => void }[] = []
  const timer: Timer = (ms, onEnd) => {
    const one = { atMs: nowMs + ms, onEnd }
    timers.push(one)
    return () => {
      timers = timers.filter((other) => other !== one)
    }
  }
  return {
    timer,
    now: () => nowMs,
    waiting: () => timers.length,
    /** Moves the time in steps of 100 ms, and lets what has ended run. */
    async passMs(ms: number): Promise<void> {
      await settled()
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += 100
        const ended = timers.filter(({ atMs }) => atMs <= nowMs)
        timers = timers.filter(({ atMs }) => atMs > nowMs)
        for (const { onEnd } of ended) onEnd()
        await settled()
      }
    },
  }
}

const settled = async () => {
  for (let n = 0; n < 3; n += 1) await setImmediate()
}

type Scene = ReturnType<typeof openScene>

function openScene() {
  const time = openTime()
  const metrics = openMetrics()
  const lines: Record<string, unknown>[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const begin = (work: Partial<LoopWork> & Pick<LoopWork, 'run'>): Loop => {
    const started = loop({ name: 'sample', everyMs: 10_000, ...work }, { log, metrics, timer: time.timer })
    open.push(started)
    return started
  }
  return { time, metrics, lines, begin }
}

const open: Loop[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()))
})

/** A run that records when it began, and fails as long as `failing`. */
function recorded({ time }: Scene) {
  const record = { atMs: [] as number[], failing: undefined as Error | undefined }
  const run = async () => {
    record.atMs.push(time.now())
    if (record.failing) throw record.failing
  }
  return { record, run }
}

test('a loop runs at once, and then after each pause', async () => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  scene.begin({ run })
  await scene.time.passMs(25_000)
  expect(record.atMs).toEqual([0, 10_000, 20_000])
  expect(scene.metrics.timer(LOOP_RUN, { loop: 'sample' }).count).toBe(3)
})

test('a loop whose first run is later waits first', async () => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  scene.begin({ run, firstMs: 4_000 })
  await scene.time.passMs(15_000)
  expect(record.atMs).toEqual([4_000, 14_000])
})

test('a loop that is woken runs at once, and again only after its rest', async () => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  const { wake } = scene.begin({ run, restMs: 2_000 })
  await scene.time.passMs(3_000)
  wake()
  await scene.time.passMs(1_000)
  wake()
  wake()
  await scene.time.passMs(20_000)
  expect(record.atMs).toEqual([0, 3_000, 5_000, 15_000])
})

test('a loop that is woken during a run runs again', async () => {
  const scene = openScene()
  const runs: (() => void)[] = []
  const { wake } = scene.begin({ run: () => new Promise<void>((resolve) => void runs.push(resolve)) })
  await scene.time.passMs(100)
  wake()
  await scene.time.passMs(60_000)
  expect(runs).toHaveLength(1)
  runs[0]!()
  await scene.time.passMs(100)
  expect(runs).toHaveLength(2)
  runs[1]!()
})

test('a run that hangs is not begun again, and holds up no other loop', async () => {
  const scene = openScene()
  let begun = 0
  const end = Promise.withResolvers<void>()
  scene.begin({
    name: 'hanging',
    run: () => {
      begun += 1
      return end.promise
    },
  })
  const { record, run } = recorded(scene)
  scene.begin({ name: 'other', run })
  await scene.time.passMs(60_000)
  expect(begun).toBe(1)
  expect(record.atMs).toHaveLength(7)
  end.resolve()
})

test('after failures in a row the pause doubles up to 30 s, and nothing shortens it', async () => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  record.failing = new Error('no such row')
  const { wake } = scene.begin({ run })
  for (let second = 0; second < 100; second += 1) {
    wake()
    await scene.time.passMs(1_000)
  }
  expect(record.atMs).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000])
  expect(scene.metrics.counter(LOOP_FAILED, { loop: 'sample' }).count).toBe(8)
  expect(scene.lines.slice(0, 2)).toMatchObject([
    { level: 'warn', msg: 'background work failed', loop: 'sample', failed: 1, retryMs: 1_000 },
    { failed: 2, retryMs: 2_000, err: { message: 'no such row', stack: expect.stringContaining('loop.test.ts') } },
  ])
  record.failing = undefined
  await scene.time.passMs(30_000)
  wake()
  await scene.time.passMs(100)
  expect(record.atMs.slice(8)).toEqual([121_000, 130_000])
})

test('while the database is unreachable the pause is at most 5 s', async () => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  record.failing = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  scene.begin({ run })
  await scene.time.passMs(18_000)
  expect(record.atMs).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000])
})

test.each([
  ['a statement that reached its limit', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a lock that was not free in time', Object.assign(new Error('canceling statement'), { code: '55P03' })],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  ['what a time-out caused', new Error('not deleted', { cause: new Error('timeout expired') })],
  ['a signal with a limit', new DOMException('The operation timed out', 'TimeoutError')],
])('a time-out is one line in the log, without a stack: %s', async (_, failing) => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  record.failing = failing as Error
  scene.begin({ run })
  await scene.time.passMs(100)
  expect(scene.lines).toHaveLength(1)
  expect(scene.lines[0]).toMatchObject({ loop: 'sample', err: { message: failing.message } })
  expect(scene.lines[0]!.err).not.toHaveProperty('stack')
})

test('stop ends a pause at once, and waits for the current run, whose end is no failure', async () => {
  const scene = openScene()
  const { record, run } = recorded(scene)
  await scene.begin({ run, everyMs: 3_600_000 }).stop()
  expect(record.atMs).toEqual([0])
  expect(scene.time.waiting()).toBe(0)

  let isOver = false
  const working = scene.begin({
    run: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isOver = true
          reject(new Error('stopped'))
        })
      }),
  })
  await scene.time.passMs(100)
  await working.stop()
  expect(isOver).toBe(true)
  await scene.time.passMs(60_000)
  expect(record.atMs).toEqual([0])
  expect(scene.lines).toEqual([])
})
