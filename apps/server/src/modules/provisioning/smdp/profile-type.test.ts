import { fromHex } from '@simwright/asn1'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import { buildAutn, enableProfile, joinSqn } from '@simwright/euicc'
import { expect, test } from 'vitest'
import { cardReader } from '../../../testing/card-reader.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const scene = await smdpScene()

/** Generates a profile of this configuration, installs it on a new virtual eUICC, and enables it. */
async function installed(configuration: Partial<ConfigurationInput>, row: object = {}) {
  const configurationId = await scene.configured(configuration)
  const { iccid, activationCode, subscriber } = await scene.order(row, configurationId)
  const phone = scene.phones.phone()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed', iccid })
  await enableProfile(phone, iccid)
  return { card: cardReader(phone), subscriber, phone }
}

/** Test set 1 of 3GPP TS 35.208. */
const published = { ki: '465b5ce8b199b49faa5f0a2ee238a6bc', opc: 'cd63cb71954a9f4e48a5994e37a02baf' }
const rand = fromHex('23553cbe9637a89d218ae64dae47bf35')
const challenge = { rand, sqn: joinSqn(1, 1), amf: fromHex('b9b9') }

test('a private network: its 4G and 5G network is on the card', async () => {
  const { card } = await installed({
    name: 'Private',
    type: 'Private_LTE',
    algorithm: undefined,
    hplmn: [{ plmn: '99970', access: ['E-UTRAN', 'NG-RAN'] }],
    fiveG: { routingIndicator: '17', protectionScheme: 'null', suciCalculation: 'ME' },
  })
  expect(card.binary('usim', '6f62')).toBe('99f9074800')
  expect(card.binary('usim', '5fc04f0a')).toBe('71ffffff')
})

test('a conformance test with the keys of a published test set authenticates as that set says', async () => {
  const { card } = await installed({ name: 'Conformance', type: 'Conformance_Test' }, published)
  const key = { algorithm: 'milenage', k: fromHex(published.ki), opc: fromHex(published.opc) } as const
  // tag, length and RES of the test set
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(/^db08a54211d5e3ba50bf/)
})
