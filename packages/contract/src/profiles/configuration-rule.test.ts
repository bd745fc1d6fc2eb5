import { describe, expect, test } from 'vitest'
import {
  ConfigurationFields,
  type ConfigurationInput,
  missingForCodes,
  StoredConfiguration,
} from './configuration-rule.ts'
import { fieldsOf, sectionsOf } from './type-field.ts'

const plain: ConfigurationInput = {
  name: 'Plain',
  type: 'Regular',
  profileName: 'Plain plan',
  algorithm: 'MILENAGE',
  confirmationCode: { mode: 'none' },
}
const faultsOf = (sent: object) =>
  ConfigurationFields.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('the rules of a configuration', () => {
  test.each<[string, Partial<ConfigurationInput>, string, string]>([
    [
      'a profile name of 102 bytes',
      { profileName: 'é'.repeat(51) },
      'profileName',
      'Takes 1 to 100 bytes: letters outside ASCII take 2 to 4 each.',
    ],
    [
      'a home network that is forbidden',
      { ehplmn: ['26201'], fplmn: ['26202', '26201'] },
      'fplmn',
      'The home network 26201 cannot be a forbidden network.',
    ],
    [
      'an icon with a script after its end',
      { icon: btoa('\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82<script>alert(1)</script>') },
      'icon',
      'The file contains text or other data in addition to the picture. Save it without metadata.',
    ],
    [
      'random confirmation codes with rotation',
      { rotation: true, confirmationCode: { mode: 'random' } },
      'rotation',
      'With rotation, choose no confirmation code or a fixed one: the profile that a device gets is not known in advance.',
    ],
  ])('refuse %s', (_what, more, path, text) => {
    expect(faultsOf({ ...plain, ...more })).toEqual([[path, text]])
  })

  test('are checked even if other fields are missing or of a wrong type', () => {
    const sent = { ...plain, name: undefined, maxRedownloads: 'many', ehplmn: ['26201'], fplmn: ['26201'] }
    expect(faultsOf(sent).map(([path]) => path)).toEqual(['name', 'maxRedownloads', 'fplmn'])
  })

  test('are not checked while a field that they read is invalid', () => {
    expect(faultsOf({ ...plain, ehplmn: ['26201'], fplmn: ['26201', 'x'] }).map(([path]) => path)).toEqual(['fplmn.1'])
    expect(ConfigurationFields.safeParse('no object').success).toBe(false)
  })

  test('do not apply to stored configurations', () => {
    expect(StoredConfiguration.safeParse({ ...plain, ehplmn: ['26201'], fplmn: ['26201'] }).success).toBe(true)
  })
})

describe('a type', () => {
  const faultsOf = (sent: object) =>
    ConfigurationFields.safeParse({ ...plain, ...sent }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ])

  test('refuses values in fields that it does not have, and accepts their defaults', () => {
    expect(faultsOf({ type: 'Private_LTE', gid1: 'A1', fplmn: ['26202'] })).toEqual([
      ['fplmn', 'Leave empty: the type Private LTE does not have this field.'],
      ['gid1', 'Leave empty: the type Private LTE does not have this field.'],
    ])
    expect(faultsOf({ type: 'Private_LTE', gid1: '', fplmn: [], algorithm: 'MILENAGE' })).toBeUndefined()
    expect(faultsOf({ type: 'Conformance_Test', gid1: 'A1', fplmn: ['26202'] })).toBeUndefined()
  })

  test('allows only its access technologies', () => {
    const hplmn = [
      { plmn: '99970', access: ['NG-RAN'] },
      { plmn: '99971', access: ['E-UTRAN', 'GSM'] },
    ]
    expect(faultsOf({ hplmn })).toBeUndefined()
    expect(faultsOf({ type: 'Private_LTE', hplmn })).toEqual([
      ['hplmn.1.access', 'The type Private LTE allows E-UTRAN, NG-RAN.'],
    ])
  })

  test('has each of its sections, and no empty one', () => {
    expect(sectionsOf('Private_LTE').map(({ id }) => id)).toEqual([
      'essentials',
      'type',
      'code',
      'download',
      'fiveG',
      'metadata',
      'sourceData',
    ])
    expect(
      sectionsOf('Regular')
        .flatMap(({ fields }) => Object.keys(fields))
        .slice(0, 4),
    ).toEqual(['name', 'profileName', 'serviceProviderName', 'hplmn'])
    expect(Object.keys(fieldsOf('Private_LTE'))).not.toContain('algorithm')
  })
})

describe('codes need', () => {
  test('a service provider name and a home network', () => {
    expect(missingForCodes(StoredConfiguration.parse(plain), true)).toEqual([
      'service provider name',
      'home network (HPLMN)',
    ])
    expect(missingForCodes({ ...plain, serviceProviderName: 'Alba', hplmn: ['26201'] }, true)).toEqual([])
  })

  test('the confirmation code in mode fixed', () => {
    const complete = { ...plain, serviceProviderName: 'Alba', hplmn: ['26201'] }
    const fixed = { ...complete, confirmationCode: { mode: 'fixed' } }
    expect(missingForCodes(fixed, false)).toEqual(['confirmation code'])
    expect(missingForCodes(fixed, true)).toEqual([])
    expect(missingForCodes(complete, false)).toEqual([])
  })
})
