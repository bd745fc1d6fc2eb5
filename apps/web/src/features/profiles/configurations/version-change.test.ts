import { StoredConfiguration } from '@simwright/contract/profiles/configuration'
import { describe, expect, test } from 'vitest'
import { changesBetween } from './version-change.ts'

const version = (more: object = {}) =>
  StoredConfiguration.parse({
    name: 'Retail',
    type: 'Regular',
    profileName: 'Retail plan',
    confirmationCode: { mode: 'none' },
    ...more,
  })

const rowsOf = (before: object, after: object) =>
  changesBetween(version(before), version(after)).map(({ label, before: old, after: now }) => [label, old, now])

describe('the comparison of two versions', () => {
  test('is empty for the same values, even if one has a default that the other leaves out', () => {
    expect(changesBetween(version(), version({ gid1: '', rplmn: undefined }))).toEqual([])
  })

  test('has the words of the form, in the order of the form', () => {
    const after = { acLifetimeDays: 30, rotation: true, name: 'Retail EU', confirmationCode: { mode: 'random' } }
    expect(rowsOf({}, after)).toEqual([
      ['Configuration name', ['Retail'], ['Retail EU']],
      ['Confirmation code, Confirmation code', ['Not required'], ['Random for each profile']],
      ['AC lifetime', ['Never expires'], ['30 days']],
      ['Rotation', [], ['Yes']],
    ])
  })

  test('shows of a list only the entries that one version has', () => {
    const [first, second] = [
      { plmn: '26201', access: ['E-UTRAN', 'NG-RAN'] },
      { plmn: '22801', access: ['GSM'] },
    ]
    expect(rowsOf({ oplmn: [first] }, { oplmn: [first, second], fplmn: ['23410'] })).toEqual([
      ['OPLMN', [], ['22801 (GSM)']],
      ['FPLMN', [], ['23410']],
    ])
    expect(rowsOf({ oplmn: [first, second] }, { oplmn: [second, first] })).toEqual([
      ['OPLMN', [], ['Same entries, in another order']],
    ])
  })

  test('shows a group that was turned on with its fields', () => {
    const fiveG = { protectionScheme: 'null', routingIndicator: '17', suciCalculation: 'ME' }
    expect(rowsOf({}, { fiveG })).toEqual([
      ['Use in 5G standalone networks', [], ['On']],
      ['Use in 5G standalone networks, Protection scheme', [], ['Null']],
      ['Use in 5G standalone networks, Routing indicator', [], ['17']],
      ['Use in 5G standalone networks, SUCI is computed by', [], ['Device (ME)']],
    ])
  })

  test('leaves out the fields that neither type has', () => {
    expect(rowsOf({ gid1: 'AA' }, { type: 'Private_LTE' }).map(([label]) => label)).toContain('GID1')
    expect(rowsOf({ type: 'Private_LTE', gid1: 'AA' }, { type: 'Private_LTE' })).toEqual([])
  })
})
