import { expect, it } from 'vitest'
import { formatBytes } from './size.ts'
import { formatAgo, formatDuration } from './time.ts'

it.each([
  [0, '0 bytes'],
  [512, '512 bytes'],
  [1024, '1 KiB'],
  [1500, '1.5 KiB'],
  [32 * 1024 * 1024, '32 MiB'],
])('%i bytes are shown as "%s"', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

it.each([
  [400, '0 s'],
  [41_000, '41 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [3_720_000, '1 h 2 min'],
])('%i ms are shown as "%s"', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})

it('times are shown relative to now', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatAgo('2026-11-21T11:59:57Z', now)).toBe('just now')
  expect(formatAgo('2026-11-21T11:57:00Z', now)).toBe('3 minutes ago')
  expect(formatAgo('2026-11-20T11:00:00Z', now)).toBe('yesterday')
})
