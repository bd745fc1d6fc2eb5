import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pauses, shortLimits } from './time-limit.ts'

const root = mkdtempSync(join(tmpdir(), 'time-limit-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The findings of a rule in one file. */
function found(rule: typeof shortLimits, lines: readonly string[], limits = {}, name = 'a.test.ts'): string[] {
  writeFileSync(join(root, name), lines.join('\n'))
  return rule(root, { files: [name], limits })
}

const short = (line: string) => found(shortLimits, ['', line]).length > 0

describe('a limit of a test', () => {
  test.each([
    "test('a', () => {}, 2_000)",
    "test.each([1])('a %s', () => {}, 2_000)",
    'beforeAll(start, 60 * 1_000)',
    "test.skipIf(isOld)('a', async () => {}, LIMIT); const LIMIT = 5_000",
    'expect.poll(find, { timeout: 30_000 }).toBe(1)',
    'await expect(row).toBeVisible({ timeout: 1_000 })',
    'fc.assert(property, { interruptAfterTimeLimit: 1_000 })',
    'spawnSync(program, [], { timeout: 10_000 })',
    'const READY_LIMIT_MS = 20_000',
    'const LIMIT_MS = Number(setting ?? 45_000)',
    'const DEADLINE_MS = 100 as number',
    'fetch(url, { signal: AbortSignal.timeout(5_000) })',
    'test.setTimeout(60_000)',
    "spawn('vitest', ['--testTimeout=5000'])",
    'await vi.waitFor(isDone)',
  ])('is found if it is shorter than that for hangs: %s', (line) => {
    expect(short(line)).toBe(true)
  })

  test.each([
    "test('a', () => {}, 900_000)",
    "test('a', () => {})",
    'expect.poll(find, { timeout: 600_000, interval: 20 }).toBe(1)',
    'const options = { timeout: 0 }',
    'const HOUR_MS = 5',
    'const plan = { limit: 5, name: "timeout" }',
    'sleepUntil(timeout, 5)',
  ])('is none, or long enough: %s', (line) => {
    expect(short(line)).toBe(false)
  })

  test('is named with its line, and may be listed with a reason, which must be needed', () => {
    const lines = ['', "test('a', () => {}, 2_000)"]
    expect(found(shortLimits, lines)).toEqual([
      'a.test.ts:2 test: 2000 is shorter than the limit for hangs in scripts/test/hang-limit.ts',
    ])
    expect(found(shortLimits, lines, { 'a.test.ts test: 2000': 'a reason' })).toEqual([])
    expect(found(shortLimits, [''], { 'a.test.ts test: 2000': 'a reason' })).toEqual([
      'a.test.ts test: 2000 is listed without need',
    ])
  })

  test('must be set where the default of the runner is short', () => {
    const config = ['export default { testTimeout: 900_000, hookTimeout: 900_000, connectTimeout: 900_000, poll: {} }']
    expect(found(shortLimits, config, {}, 'vitest.config.ts')).toEqual([
      'vitest.config.ts does not set teardownTimeout, whose default is short',
    ])
  })
})

describe('a pause', () => {
  const pause = "import { setTimeout as sleep } from 'node:timers/promises'"

  test.each([
    'await sleep(500)',
    'await new Promise((resolve) => setTimeout(resolve, 300))',
    'await page.waitForTimeout(300)',
    'for (let kill = 1; kill < 3; kill++) await sleep(5)',
  ])('is found: %s', (line) => {
    expect(found(pauses, [pause, line])).toEqual([expect.stringMatching(/^a\.test\.ts:2 pauses: /)])
    expect(found(pauses, [pause, line], { 'a.test.ts': 'a reason' })).toEqual([])
  })

  test.each([
    'while (!(await isDone())) await sleep(20)',
    'for (;;) { if (await isDone()) break; await sleep(20) }',
    'vi.useFakeTimers({ toFake: ["setTimeout"] })',
  ])('is none: %s', (line) => {
    expect(found(pauses, [pause, line])).toEqual([])
  })
})
