import { expect, test } from 'vitest'
import { changesOf } from './change.ts'
import { applyChange } from './edit.ts'

/** Each change of a source as `kind: changed line`. */
function changed(source: string): string[] {
  return changesOf('x.ts', source).map((change) => {
    const line = applyChange(source, change).split('\n')[change.line - 1] ?? ''
    return `${change.kind}: ${line.trim()}`
  })
}

test('a condition is inverted, and one that leaves is made never true', () => {
  expect(changed('function f(a: X) { if (a) return }')).toEqual([
    'condition inverted: function f(a: X) { if (!(a)) return }',
    'condition never true: function f(a: X) { if (false && (a)) return }',
  ])
})

test('each operand of a condition is dropped, and its operator changed', () => {
  expect(changed('const f = (a, b) => a && b')).toEqual([
    'operand dropped: const f = (a, b) => (a)',
    'operand dropped: const f = (a, b) => (b)',
    'operator changed: const f = (a, b) => a || b',
  ])
})

test('limits are moved by one, and comparisons by their boundary', () => {
  expect(changed('const f = (a) => a <= 64')).toEqual([
    'comparison moved: const f = (a) => a < 64',
    'limit moved: const f = (a) => a <= 63',
  ])
})

test('a comparator can only be inverted, because the order of equals does not matter', () => {
  expect(changed('list.sort((a, b) => (a < b ? -1 : 1))')).toEqual([
    'statement dropped: ;',
    'condition inverted: list.sort((a, b) => (!(a < b) ? -1 : 1))',
  ])
})

test('where clauses are dropped from queries and from statements of SQL', () => {
  expect(changed("db.selectFrom('x')\n  .where('id', '=', id)\n  .execute")).toEqual(['where clause dropped: '])
  expect(changed('const q = sql`select a from b\n  where c = $' + '{d}\n  and e`')).toEqual([
    'where clause dropped: where (true or c = $' + '{d})',
    'where clause dropped: and (true or e)`',
  ])
})

test('types, texts, indexes and log lines are left as they are', () => {
  expect(changed("type A = 1 | 2; const a = 'b' + list[0]; log.info(1 < 2)")).toEqual([])
})

test('what runs when the module is loaded is distinguished from what a function does', () => {
  expect(changesOf('x.ts', 'const a = 2\nconst f = () => 3').map(({ atLoad }) => atLoad)).toEqual([true, false])
})
