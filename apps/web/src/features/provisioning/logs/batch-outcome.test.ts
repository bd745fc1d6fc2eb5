import type { Batch } from '@simwright/contract/provisioning/batch'
import { expect, it } from 'vitest'
import { batchOutcome, leftMs, tookMs } from './batch-outcome.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const batch = (change: Partial<Batch>): Batch =>
  ({
    process: 'COMPLETE',
    canceled: false,
    total: 100,
    processed: 100,
    succeeded: 100,
    failed: 0,
    startedAt: '2026-11-21T12:00:00Z',
    completedAt: '2026-11-21T12:00:05Z',
    ...change,
  }) as Batch

it.each([
  ['Processing', { process: 'PROCESSING', failed: 3 }],
  ['Stopping', { process: 'PROCESSING', canceled: true }],
  ['Complete', {}],
  ['Complete, with failures', { succeeded: 97, failed: 3 }],
  ['Failed', { succeeded: 0, failed: 100 }],
  ['Stopped', { canceled: true, succeeded: 10, failed: 90 }],
] as const)('a batch has the outcome %s', (label, change) => {
  expect(batchOutcome(batch(change)).label).toBe(label)
})

it('the duration of a batch ends when it is complete', () => {
  expect(tookMs(batch({}), start + 60_000)).toBe(5_000)
})

it('the time left follows from the pace so far', () => {
  const running = batch({ process: 'PROCESSING', processed: 25, completedAt: null })
  expect(leftMs(running, start + 10_000)).toBe(30_000)
})

it('the time left is undefined before the first row, before the start, and after the end', () => {
  expect(leftMs(batch({ process: 'PROCESSING', processed: 0, completedAt: null }), start + 10_000)).toBeUndefined()
  expect(leftMs(batch({ process: 'PROCESSING', startedAt: null, completedAt: null }), start)).toBeUndefined()
  expect(leftMs(batch({}), start + 10_000)).toBeUndefined()
})
