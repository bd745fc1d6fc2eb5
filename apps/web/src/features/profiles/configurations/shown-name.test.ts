import { expect, test } from 'vitest'
import { shownAccess, shownNames } from './shown-name.ts'

const pnn = { fullName: 'Nordlicht Mobil', shortName: 'Nordl' }

test.each<[string, Parameters<typeof shownNames>[0], string, string]>([
  ['the service provider name', { serviceProviderName: ' Alba ', pnn }, 'Alba', 'Alba'],
  [
    'a name of 18 letters as it is cut on the card',
    { serviceProviderName: 'Simwright Wireless' },
    ...cut('Simwright Wirele'),
  ],
  ['a Cyrillic name as it is cut on the card', { serviceProviderName: 'Жилищное право' }, ...cut('Жилищно')],
  ['the network name without a service provider name', { serviceProviderName: '', pnn }, 'Nordlicht Mobil', 'Nordl'],
  ['no name', { serviceProviderName: '' }, '', ''],
])('a phone shows %s', (_what, fields, home, homeShort) => {
  expect(shownNames(fields, 'Other')).toMatchObject({ home, homeShort })
})

function cut(name: string): [string, string] {
  return [name, name]
}

test.each<[string, Parameters<typeof shownNames>[0], string, string]>([
  ['without a display condition', { serviceProviderName: 'Alba', pnn }, 'Alba', 'Other | Alba'],
  [
    'with the name of the network',
    { serviceProviderName: 'Alba', pnn, spnDisplay: { homeNetworkNameShown: true, hiddenAbroad: false } },
    'Nordlicht Mobil | Alba',
    'Other | Alba',
  ],
  [
    'hidden abroad',
    { serviceProviderName: 'Alba', spnDisplay: { homeNetworkNameShown: false, hiddenAbroad: true } },
    'Alba',
    'Other',
  ],
  [
    'with the name that the profile has for a network abroad',
    {
      serviceProviderName: 'Alba',
      hplmn: [{ plmn: '26201' }],
      networkNames: [
        { fullName: 'Arena', networks: ['26201'] },
        { fullName: ' Borealis ', networks: ['26201', '24001'] },
      ],
    },
    'Alba',
    'Borealis | Alba',
  ],
  ['that is empty', { serviceProviderName: '', pnn }, 'Nordlicht Mobil', 'Other'],
])('a phone shows the service provider name %s', (_what, fields, home, abroad) => {
  expect(shownNames(fields, 'Other')).toMatchObject({ home, abroad })
})

test('a phone shows the best radio access of the home networks', () => {
  expect(shownAccess([{ access: ['GSM', 'E-UTRAN'] }, { access: ['UTRAN'] }])).toBe('LTE')
  expect(shownAccess([{ access: ['NG-RAN', 'E-UTRAN'] }])).toBe('5G')
  expect(shownAccess([])).toBe('LTE')
})
