import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changesOf } from './change.ts'
import { claimThatNotices } from './claim.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FILE = 'apps/server/src/modules/profiles/source/queries.ts'

test('a claim notices each query that no longer names its enterprise, and no other change', () => {
  const source = readFileSync(join(ROOT, FILE), 'utf8')
  const changes = changesOf(FILE, source).filter(({ kind }) => kind === 'where clause dropped')
  const drops = changes.map((change) => ({
    dropped: source.slice(change.start, change.end),
    isNoticed: claimThatNotices(ROOT, change) !== undefined,
  }))
  const named = drops.filter(({ dropped }) => dropped === ".where('enterprise_id', '=', db.enterpriseId)")
  expect(named.length).toBeGreaterThan(10)
  expect(named.every(({ isNoticed }) => isNoticed)).toBe(true)
  expect(drops.filter(({ dropped }) => !dropped.includes('enterprise_id')).some(({ isNoticed }) => isNoticed)).toBe(
    false,
  )
})
