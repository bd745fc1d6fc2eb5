import { describe, expect, test } from 'vitest'
import { withValueAt } from './form-value.ts'

describe('values with another value at a path', () => {
  const values = { name: 'a', pnn: { full: 'b', short: 'c' }, list: [{ plmn: '1' }, { plmn: '2' }] }

  test('a field, a field of a group and a field of a list entry are set', () => {
    expect(withValueAt(values, ['name'], 'x')).toEqual({ ...values, name: 'x' })
    expect(withValueAt(values, ['pnn', 'short'], 'x')).toEqual({ ...values, pnn: { full: 'b', short: 'x' } })
    expect(withValueAt(values, ['list', '1', 'plmn'], 'x')).toEqual({ ...values, list: [{ plmn: '1' }, { plmn: 'x' }] })
  })

  test('the original is unchanged, and what is not on the path is the same object', () => {
    const before = structuredClone(values)
    const after = withValueAt(values, ['list', '1', 'plmn'], 'x')
    expect(values).toEqual(before)
    expect(after).toHaveProperty('pnn', values.pnn)
    expect(Object.is(Reflect.get(Object(after), 'pnn'), values.pnn)).toBe(true)
    expect(Object.is(Reflect.get(Object(after), 'list')[0], values.list[0])).toBe(true)
  })

  test('a field of an absent group is not set', () => {
    expect(withValueAt({ pnn: undefined }, ['pnn', 'short'], 'x')).toEqual({ pnn: undefined })
  })
})
