import { parseStored } from '@simwright/contract/profiles/configuration'
import { expect, test } from 'vitest'
import { sampleParts } from '../../profiles/configurations/service.ts'
import { readyConfiguration } from './package.ts'
import { openReadyCache } from './ready-cache.ts'

const ready = readyConfiguration(
  parseStored({ name: 'Cached', type: 'Regular', profileName: 'Cached', confirmationCode: { mode: 'none' } }),
  sampleParts,
)
const entry = { ready, files: undefined }
const bytes = ready.packages.kind === 'built' ? ready.packages.compiled.template.length : 0

/** The keys that are cached after these were added. */
function cached(keys: string, limits: { entries: number; bytes: number }): string {
  const cache = openReadyCache(limits)
  for (const key of keys) cache.add(key, entry)
  const platforms = { appletFile: () => undefined }
  return [...new Set(keys)].filter((key) => cache.find(key, { platforms })).join('')
}

test('the oldest compiled configurations are dropped beyond a number and beyond a size, but never the newest', () => {
  expect(bytes).toBeGreaterThan(1000)
  expect(cached('abc', { entries: 2, bytes: 100 * bytes })).toBe('bc')
  expect(cached('abc', { entries: 9, bytes: 2 * bytes })).toBe('bc')
  expect(cached('abab', { entries: 9, bytes: 2 * bytes })).toBe('ab')
  expect(cached('ab', { entries: 9, bytes: 1 })).toBe('b')
})
