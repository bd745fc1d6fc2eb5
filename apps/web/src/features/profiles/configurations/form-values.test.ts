import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { describe, expect, test } from 'vitest'
import {
  ConfigurationForm,
  type ConfigurationValues,
  NewConfigurationForm,
  newConfiguration,
  newValues,
  valuesOf,
} from './form-values.ts'

const newFiveG = newValues(configurationFields.fiveG.fields)

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

describe('form values', () => {
  test('empty inputs are absent values', () => {
    const fields = ConfigurationForm.parse(filled)
    expect(fields.rplmn).toBeUndefined()
    expect(fields.acLifetimeDays).toBeUndefined()
    expect(fields.pnn).toBeUndefined()
    expect(fields.confirmationCode).toEqual({ mode: 'none' })
  })

  test('empty inputs of an entry are absent values, and those that it needs are errors', () => {
    const name = { ...newValues(configurationFields.networkNames.fields), fullName: 'Borealis', networks: ['24001'] }
    const { networkNames } = ConfigurationForm.parse({ ...filled, networkNames: [name] })
    expect(networkNames).toEqual([{ fullName: 'Borealis', shortName: '', networks: ['24001'] }])
    expect(faultsOf({ ...filled, networkNames: [{ ...name, fullName: ' ', lastArea: 5 }] })).toEqual([
      ['networkNames.0.fullName', 'Required'],
    ])
    expect(faultsOf({ ...filled, networkNames: [{ ...name, lastArea: 5 }] })).toEqual([
      ['networkNames.0.firstArea', 'Required'],
    ])
  })

  test('a required number that is cleared is an error, and does not become the default', () => {
    expect(faultsOf({ ...filled, maxDownloadAttempts: '' })).toEqual([['maxDownloadAttempts', 'A whole number.']])
  })

  test('errors have the path of their input', () => {
    const values = { ...filled, name: ' ', hplmn: [{ plmn: '2620', access: [] }] }
    expect(faultsOf(values)).toEqual([
      ['name', 'Required'],
      ['hplmn.0.plmn', 'Invalid PLMN. MCC and MNC together are 5 or 6 digits.'],
      ['hplmn.0.access', 'Required'],
    ])
  })

  test('hidden inputs are not sent', () => {
    const fiveG = { ...newFiveG, homeNetworkPublicKey: 'AB', homeNetworkPublicKeyId: 3 }
    const confirmationCode = { mode: 'random', code: '1234' } as const
    const fields = ConfigurationForm.parse({ ...filled, fiveG, confirmationCode })
    expect(fields.fiveG).toEqual({ protectionScheme: 'null', routingIndicator: '0', suciCalculation: 'ME' })
    expect(fields.confirmationCode).toEqual({ mode: 'random' })
    expect(faultsOf({ ...filled, fiveG: { ...fiveG, protectionScheme: 'A' } })).toEqual([
      ['fiveG.homeNetworkPublicKey', 'Length is 64 characters.'],
    ])
  })

  test('a key is required once it is shown, with its id', () => {
    expect(faultsOf({ ...filled, fiveG: { ...newFiveG, protectionScheme: 'B' } })).toEqual([
      ['fiveG.homeNetworkPublicKey', 'Required'],
      ['fiveG.homeNetworkPublicKeyId', 'Required'],
    ])
  })

  test('a fixed code is required unless one is stored', () => {
    const values = { ...filled, confirmationCode: { mode: 'fixed', code: '' } } as const
    expect(NewConfigurationForm.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'confirmationCode.code',
    ])
    expect(faultsOf(values)).toEqual([])
  })

  test('stored fields survive a round trip through the form', () => {
    const homeNetworkPublicKey = '0272da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd1'
    const fiveG = { ...newFiveG, protectionScheme: 'B', homeNetworkPublicKey, homeNetworkPublicKeyId: 1 } as const
    const pnn = { fullName: 'Nordlicht', shortName: '' }
    const fields = ConfigurationForm.parse({ ...filled, acLifetimeDays: 30, issuer: 'BRP', fiveG, pnn })
    expect(ConfigurationForm.parse(valuesOf({ fields }))).toEqual(fields)
    expect(ConfigurationForm.parse(valuesOf({ fields: ConfigurationForm.parse(filled) }))).toEqual(
      ConfigurationForm.parse(filled),
    )
  })
})
