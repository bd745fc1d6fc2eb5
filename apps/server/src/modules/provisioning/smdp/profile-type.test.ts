import { randomBytes } from 'node:crypto'
import { fromHex, toHex } from '@simwright/asn1'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import { type AkaKey, answerChallenge, buildAutn, enableProfile, joinSqn } from '@simwright/euicc'
import { deriveOpc, deriveTopc } from '@simwright/saip'
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
const random = (bytes: number) => randomBytes(bytes).toString('hex')
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

/** RES that a network with this key expects. */
function expectedRes(key: AkaKey): string {
  const network = { ...key, checks: {}, seqByIndex: Array.from({ length: 32 }, () => 0) }
  const answer = answerChallenge(network, rand, buildAutn(key, challenge))
  return answer.kind === 'accepted' ? toHex(answer.res) : answer.kind
}

test('TUAK with keys of 256 bits, TOP and seven iterations: card and network agree', async () => {
  const [ki, top] = [random(32), random(32)]
  const { card } = await installed(
    { name: 'TUAK', algorithm: 'TUAK', kiLength: '256', tuak: { keccakIterations: 7, resBits: '128' } },
    { ki, opc: undefined, top },
  )
  const opc = deriveTopc(fromHex(ki), fromHex(top), 7)
  const key = { algorithm: 'tuak', k: fromHex(ki), opc, keccakIterations: 7, resBytes: 16 } as const
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db10${expectedRes(key)}`))
})

test('MILENAGE with OP and own constants: card and network agree', async () => {
  const [ki, op] = [random(16), random(16)]
  const constants = [0, 1, 2, 7, 8].map((last) => String(last).padStart(32, '0'))
  const rotations = [64, 3, 32, 64, 96]
  const { card } = await installed(
    { name: 'Constants', milenage: { rotations: rotations.join(' '), constants: constants.join('\n') } },
    { ki, opc: undefined, op },
  )
  const opc = deriveOpc(fromHex(ki), fromHex(op))
  const own = { rotationsBits: rotations, xors: constants.map(fromHex) }
  const key = { algorithm: 'milenage', k: fromHex(ki), opc, constants: own } as const
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db08${expectedRes(key)}`))
})

test('the test algorithm needs only Ki', async () => {
  const ki = random(16)
  const { card } = await installed(
    { name: 'XOR', type: 'Conformance_Test', algorithm: 'XOR', xor: { resBits: '64' } },
    { ki, opc: undefined },
  )
  const key = { algorithm: 'usim-test-algorithm', k: fromHex(ki), opc: new Uint8Array(16), resBytes: 8 } as const
  expect(card.authenticate('usim', rand, buildAutn(key, challenge))).toMatch(new RegExp(`^db08${expectedRes(key)}`))
})

test.each([
  ['TUAK, 256 bits', { algorithm: 'TUAK', kiLength: '256' }],
  ['TUAK, 128 bits', { algorithm: 'TUAK' }],
  ['XOR', { type: 'Conformance_Test', algorithm: 'XOR' }],
] as const)('keys that the portal generates fit the algorithm: %s', async (name, fields) => {
  const { card } = await installed(
    { name: `Generated ${name}`, ...fields },
    { ki: undefined, opc: undefined, makeKeys: true },
  )
  expect(card.binary('usim', '6f07')).toMatch(/^0899/)
})
