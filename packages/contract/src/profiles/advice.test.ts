import { describe, expect, test } from 'vitest'
import {
  type AdviceId,
  adviceFor,
  adviceForSubscriber,
  adviceIds,
  adviceRules,
  type SubscriberStart,
} from './advice.ts'
import type { ConfigurationInput } from './configuration-rule.ts'
import { configurationTypes } from './configuration-type.ts'

const home = (plmn: string, access = ['E-UTRAN', 'NG-RAN']) => ({ plmn, access })

const araApplet = (...hashes: string[]) => ({
  araApplet: { rules: hashes.map((certificateHash) => ({ certificateHash })) },
})

/** A configuration about which there is nothing to say. */
const sound = {
  name: 'Sound',
  type: 'Regular',
  profileName: 'Sound plan',
  serviceProviderName: 'Nordlicht',
  hplmn: [home('26201')],
  ehplmn: ['26201', '26206'],
  oplmn: [home('22801'), home('310260')],
  plmn: [home('20404')],
  fplmn: ['23410'],
  rplmn: '26201',
  smsp: '+491710760000',
  confirmationCode: { mode: 'none' },
  allowDeviceChange: true,
  maxRedownloads: 2,
} as const satisfies Partial<Record<keyof ConfigurationInput, unknown>>

const ofGermany: SubscriberStart = { imsi: '262011', iccid: '8949020' }

const idsOf = (more: object, subscribers: readonly SubscriberStart[] = [ofGermany]) =>
  adviceFor({ ...sound, ...more }, { subscribers }).map(({ id }) => id)

const fiveGFields = {
  protectionScheme: 'A',
  routingIndicator: '0',
  homeNetworkPublicKey: 'aa'.repeat(32),
  homeNetworkPublicKeyId: 1,
  suciCalculation: 'ME',
}
const fiveG = (more: object = {}) => ({ fiveG: { ...fiveGFields, ...more } })
const testKey = '5A8D38864820197C3394B92613B20B91633CBD897119273BF8E4A6F4EEC0A650'
const private70 = { hplmn: [home('99970')], ehplmn: ['99970'] }
const named = (fullName: string, ...networks: string[]) => ({ fullName, networks })
const many = (count: number) => Array.from({ length: count }, () => ({ plmn: '22801', access: ['E-UTRAN' as const] }))

const operationalTypes = ['Regular', 'Private_LTE', 'Advanced'] as const

type Example = { values: object; subscribers?: readonly SubscriberStart[] }

/** For each rule: configurations that it warns about, and configurations close to them that it says nothing about. */
const examples: Record<Exclude<AdviceId, 'long-list'>, { warns: Example[]; silent: Example[] }> = {
  'test-network': {
    warns: [
      ...operationalTypes.map((type) => ({ values: { hplmn: [home('00101')], type } })),
      { values: { ehplmn: ['26201', '001001'] } },
    ],
    silent: [
      ...configurationTypes.map((type) => ({ values: { ...private70, type } })),
      { values: { hplmn: [home('00101')], type: 'Conformance_Test' } },
    ],
  },
  'unknown-mcc': {
    warns: [{ values: { oplmn: [home('29901')] } }],
    silent: [{ values: { fplmn: ['90128', '99970', '00101'] } }],
  },
  'mnc-length': {
    warns: [{ values: { oplmn: [home('31026')] } }, { values: { fplmn: ['262001'] } }],
    silent: [{ values: { oplmn: [home('310026')] } }, { values: { fplmn: ['405799', '40401', '999700', '99970'] } }],
  },
  'no-ehplmn': {
    warns: [{ values: { ehplmn: [] } }],
    silent: [{ values: { hplmn: [], ehplmn: [] } }, { values: { ehplmn: [], type: 'Private_LTE' } }],
  },
  'ehplmn-without-home': {
    warns: [{ values: { ehplmn: ['26206'] } }],
    silent: [{ values: { ehplmn: [] } }, { values: { ehplmn: ['26206', '26201'] } }],
  },
  'home-preferred': {
    warns: [{ values: { oplmn: [home('26206')] } }, { values: { plmn: [home('26201')] } }],
    silent: [{ values: { oplmn: [home('22801')] } }],
  },
  'forbidden-preferred': {
    warns: [{ values: { fplmn: ['22801'] } }, { values: { fplmn: ['20404'] } }],
    silent: [{ values: { fplmn: ['22802'] } }],
  },
  'rplmn-forbidden': {
    warns: [{ values: { rplmn: '23410' } }],
    silent: [{ values: { rplmn: '' } }, { values: { rplmn: '23411' } }],
  },
  'network-name-hidden': {
    warns: [
      { values: { networkNames: [named('A', '24001'), named('B', '24002', '24001')] } },
      { values: { pnn: { fullName: 'A' }, networkNames: [named('B', '26206')] } },
    ],
    silent: [
      { values: { pnn: { fullName: 'A' }, networkNames: [{ ...named('B', '26206'), firstArea: 1 }] } },
      { values: { networkNames: [named('A', '24001'), named('B', '24002', '26206')] } },
    ],
  },
  'emergency-number-twice': {
    warns: [{ values: { emergencyNumbers: ['112', { number: '112', services: ['fire'] }] } }],
    silent: [{ values: { emergencyNumbers: ['112', '113'] } }],
  },
  'network-twice': {
    warns: [{ values: { oplmn: [home('22801'), home('22801')] } }, { values: { fplmn: ['23410', '23410'] } }],
    silent: [{ values: { oplmn: [home('22801'), home('22802')] } }],
  },
  'imsi-not-home': {
    warns: [{ values: {}, subscribers: [ofGermany, { imsi: '262071', iccid: '8949020' }] }],
    silent: [{ values: {}, subscribers: [] }, { values: { hplmn: [], ehplmn: [] } }],
  },
  'iccid-country': {
    warns: [{ values: {}, subscribers: [{ imsi: '262011', iccid: '8944020' }] }],
    silent: [
      { values: {}, subscribers: [{ imsi: '262011', iccid: '8988247' }] },
      { values: { hplmn: [home('310260')], ehplmn: [] }, subscribers: [{ imsi: '310260', iccid: '8901260' }] },
      { values: private70, subscribers: [{ imsi: '999701', iccid: '8944020' }] },
    ],
  },
  'spn-cut': {
    warns: [
      { values: { serviceProviderName: 'Simwright Wireless' } },
      { values: { serviceProviderName: 'Билайн Про' } },
    ],
    silent: [
      { values: { serviceProviderName: 'Simwright Wireless', type: 'UPP' } },
      { values: { serviceProviderName: 'Sixteen letters!' } },
      { values: { serviceProviderName: '' } },
    ],
  },
  'smsp-national': {
    warns: [{ values: { smsp: '01710760000' } }],
    silent: [{ values: { smsp: '' } }],
  },
  'device-change-unused': {
    warns: [{ values: { maxRedownloads: 0 } }],
    silent: [{ values: { maxRedownloads: 0, allowDeviceChange: false } }],
  },
  'suci-profile-b': {
    warns: [{ values: fiveG({ protectionScheme: 'B', homeNetworkPublicKey: `02${'aa'.repeat(32)}` }) }],
    silent: [{ values: { fiveG: undefined } }],
  },
  'suci-by-usim': {
    warns: [{ values: fiveG({ suciCalculation: 'USIM' }) }],
    silent: [{ values: { fiveG: undefined } }],
  },
  'suci-in-clear': {
    warns: [{ values: fiveG({ protectionScheme: 'null' }) }],
    silent: [{ values: { fiveG: undefined } }],
  },
  'published-key': {
    warns: [{ values: fiveG({ homeNetworkPublicKey: testKey }) }],
    silent: [{ values: fiveG({ homeNetworkPublicKey: 'bb'.repeat(32) }) }],
  },
  'mnc-length-other': {
    warns: [{ values: { mncLength: '3' } }],
    silent: [{ values: { mncLength: '2' } }, { values: { mncLength: '' } }],
  },
  'operation-mode': {
    warns: [{ values: { operationMode: 'maintenance' } }],
    silent: [
      { values: { operationMode: 'normal' } },
      { values: { operationMode: 'type-approval', type: 'Conformance_Test' } },
    ],
  },
  'ims-without-lte': {
    warns: [{ values: { type: 'Advanced', ims: {}, hplmn: [home('26201', ['GSM'])], fiveG: undefined } }],
    silent: [
      { values: { type: 'Advanced', ims: {} } },
      { values: { ims: {}, hplmn: [home('26201', ['GSM'])], fiveG: undefined } },
    ],
  },
  'no-access-rule': {
    warns: [{ values: { type: 'Advanced' } }, { values: { type: 'Advanced', araApplet: undefined, ims: {} } }],
    silent: [
      { values: { type: 'Advanced', ...araApplet('ab'.repeat(20)) } },
      { values: { type: 'Advanced', ...araApplet('') } },
      { values: { type: 'Regular' } },
      { values: { type: 'UPP' } },
    ],
  },
  'public-certificate': {
    warns: [
      {
        values: {
          type: 'Advanced',
          ...araApplet('ab'.repeat(20), '61:ED:37:7E:85:D3:86:A8:DF:EE:6B:86:4B:D8:5B:0B:FA:A5:AF:81'),
        },
      },
    ],
    silent: [{ values: { type: 'Advanced', ...araApplet('ab'.repeat(32)) } }],
  },
  'package-version': {
    warns: [{ values: fiveG() }, { values: { packageVersion: '3.1' } }],
    silent: [{ values: {} }, { values: { packageVersion: '2.1' } }],
  },
  'no-5g-access': {
    warns: [{ values: { hplmn: [home('26201', ['E-UTRAN'])], ...fiveG() } }],
    silent: [{ values: { hplmn: [home('26201', ['E-UTRAN'])] } }],
  },
}

test('the adviser names the field that raises the version of the package', () => {
  const aboutVersion = (more: object) =>
    adviceFor({ ...sound, ...more }, { subscribers: [ofGermany] }).filter(({ id }) => id === 'package-version')
  expect(aboutVersion({})).toEqual([])
  expect(aboutVersion({ packageVersion: '2.1' })).toEqual([])
  expect(aboutVersion(fiveG())).toMatchObject([{ path: 'fiveG', text: '5G raises the version of the package to 2.3.' }])
  expect(aboutVersion({ ...fiveG(), packageVersion: '3.3' })).toMatchObject([{ path: 'packageVersion' }])
})

const exampleIds = adviceIds.filter((id) => id !== 'long-list')

describe('the preflight adviser', () => {
  test('says nothing about a sound configuration', () => {
    expect(idsOf({})).toEqual([])
  })

  test('warns about lists that READ BINARY does not reach', () => {
    const find = (count: number) =>
      adviceRules['long-list'].find({ hplmn: [], plmn: [], oplmn: many(count) }, { subscribers: [] })
    expect(find(6553)).toBeUndefined()
    expect(find(6554)).toEqual({ text: 'OPLMN has 6,554 entries with access technologies.', path: 'oplmn' })
  })

  test.each(exampleIds)('%s is given where it should be, and nowhere else', (id) => {
    const { warns, silent } = examples[id]
    for (const { values, subscribers } of warns) expect(idsOf(values, subscribers)).toContain(id)
    for (const { values, subscribers } of silent) expect(idsOf(values, subscribers)).not.toContain(id)
  })

  test('says nothing while a field that a rule reads is invalid', () => {
    expect(idsOf({ ehplmn: [] })).toEqual(['no-ehplmn'])
    expect(idsOf({ ehplmn: [], hplmn: [home('2620')] })).toEqual([])
  })

  test('reads the values of a form, with empty inputs and hidden fields', () => {
    const empty = fiveG({ protectionScheme: 'null', homeNetworkPublicKey: '', homeNetworkPublicKeyId: '' })
    expect(idsOf({ ...empty, rplmn: '' })).toEqual(['suci-in-clear', 'package-version'])
    expect(idsOf(fiveG({ protectionScheme: 'null', homeNetworkPublicKey: testKey }))).toEqual([
      'suci-in-clear',
      'package-version',
    ])
  })

  test('about one subscriber has only what concerns that subscriber', () => {
    const values = { ...sound, ehplmn: [], oplmn: [home('31026')] }
    const about = (imsi: string, iccid: string) => adviceForSubscriber(values, { imsi, iccid }).map(({ text }) => text)
    expect(about('262010000000001', '8949020000000000011')).toEqual([])
    expect(about('310260000000001', '8901260000000000011')).toEqual([
      'IMSIs that begin with 310260 are of another network.',
      'ICCIDs that begin with 8901260 are of another country.',
    ])
  })

  test('names the field that is unusual, and puts warnings first', () => {
    const values = { ...sound, hplmn: [home('00101')], ehplmn: [], oplmn: [home('31026')] }
    const found = adviceFor(values, { subscribers: [] })
    expect(found.map(({ severity, path, text }) => [severity, path, text])).toEqual([
      ['warning', 'hplmn', '00101 is a test network.'],
      ['warning', 'oplmn', '310 26: the network codes (MNC) of United States have 3 digits.'],
      ['hint', 'ehplmn', 'No equivalent home network is set.'],
    ])
  })

  test.each(adviceIds)('%s has a reason and evidence', (id) => {
    const { reason, evidence } = adviceRules[id]
    expect(reason).toMatch(/[.]$/)
    for (const one of evidence) expect(Object.values(one).every((text) => text.length > 0)).toBe(true)
  })
})
