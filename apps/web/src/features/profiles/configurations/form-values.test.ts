import { describe, expect, test } from 'vitest'
import {
  ConfigurationForm,
  type ConfigurationValues,
  fieldsOf,
  newConfiguration,
  newFiveG,
  valuesOf,
} from './form-values.ts'

const filled: ConfigurationValues = {
  ...newConfiguration,
  name: 'Retail EU',
  profileName: 'Nordlicht',
  serviceProviderName: 'Nordlicht',
  hplmn: [{ plmn: '26201', access: ['E-UTRAN'] }],
}

const faultsOf = (values: ConfigurationValues) => {
  const read = ConfigurationForm.safeParse(values)
  return read.success ? [] : read.error.issues.map((issue) => [issue.path.join('.'), issue.message])
}

describe('what the inputs hold', () => {
  test('empty inputs stand for absent values', () => {
    const fields = ConfigurationForm.parse(filled)
    expect(fields.rplmn).toBeUndefined()
    expect(fields.acLifetimeDays).toBeUndefined()
    expect(fields.pnn).toBeUndefined()
    expect(fields.confirmationCode).toEqual({ mode: 'none' })
  })

  test('an emptied number that is needed is a fault, and not the default', () => {
    expect(faultsOf({ ...filled, maxDownloadAttempts: '' })).toEqual([['maxDownloadAttempts', 'A whole number.']])
  })

  test('faults bear the path of their input', () => {
    const values = { ...filled, name: ' ', hplmn: [{ plmn: '2620', access: [] }] }
    expect(faultsOf(values)).toEqual([
      ['name', 'Required'],
      ['hplmn.0.plmn', 'Invalid PLMN. MCC and MNC together are 5 or 6 digits.'],
      ['hplmn.0.access', 'Required'],
    ])
  })

  test('the key of a scheme that conceals nothing is not sent', () => {
    const fiveG = { ...newFiveG, homeNetworkPublicKey: 'AB', homeNetworkPublicKeyId: 3 }
    expect(fieldsOf({ ...filled, fiveG }).fiveG?.homeNetworkPublicKey).toBeUndefined()
    expect(faultsOf({ ...filled, fiveG: { ...fiveG, protectionScheme: 'A' } })).toEqual([
      ['fiveG.homeNetworkPublicKey', 'Length is 64 characters.'],
    ])
  })

  test('a code typed for the fixed mode is not sent in another mode', () => {
    expect(
      fieldsOf({ ...filled, confirmationCode: { mode: 'random', code: '1234' } }).confirmationCode.code,
    ).toBeUndefined()
  })

  test('stored fields come back as they were', () => {
    const fields = ConfigurationForm.parse({ ...filled, acLifetimeDays: 30, fiveG: newFiveG })
    expect(ConfigurationForm.parse(valuesOf({ fields }))).toEqual(fields)
  })
})
