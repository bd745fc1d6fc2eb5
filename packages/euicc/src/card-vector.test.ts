/** Test data of 3GPP through the card: a package is built, downloaded and enabled, then asked over the card interface. */
import { fromHex, toHex } from '@simwright/asn1'
import { parseImsi, parsePlmn, plmnToBytes } from '@simwright/ids'
import type { ElementOf, ProfileConfig, ProfileKeys } from '@simwright/saip'
import { describe, expect, it } from 'vitest'
import { type AkaKey, buildAutn } from './aka.ts'
import { milenageKeys } from './milenage.ts'
import { MILENAGE_TEST_SETS, SUCI_TEST_DATA, TUAK_TEST_SETS } from './testing/algorithm-vector.ts'
import { type Bench, bench, cardWith, exchange } from './testing/bench.ts'
import { changePackage, ICCID, metadataOf, profilePackage } from './testing/profile.ts'

const USIM = 'a0000000871002ffffffff8900000100'
const VERIFY_PIN1 = '0020000108' + '34373131ffffffff'

/** A value with its length in one byte before it. */
const withLength = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0') + hex
const xor = (a: string, b: string) => toHex(fromHex(a).map((byte, at) => byte ^ fromHex(b)[at]!))

type AlgoParameter = Extract<
  ElementOf<'akaParameter'>['value']['algoConfiguration'],
  { kind: 'algoParameter' }
>['value']

/**
 * A card whose USIM has these authentication parameters. The sequence numbers of the test data are too large for the
 * default limit of jumps, so there is none.
 */
function cardWithAlgorithm(
  config: Partial<ProfileConfig>,
  keys: Partial<ProfileKeys>,
  parameters: Partial<AlgoParameter> = {},
): Promise<Bench> {
  const upp = changePackage(profilePackage(ICCID, config, keys), (element) => {
    if (element.kind !== 'akaParameter' || element.value.algoConfiguration.kind !== 'algoParameter') return undefined
    const { algoConfiguration } = element.value
    const value = { ...algoConfiguration.value, ...parameters }
    return {
      ...element,
      value: { ...element.value, sqnOptions: fromHex('00'), algoConfiguration: { kind: 'algoParameter', value } },
    }
  })
  return cardWith(upp)
}

async function selectUsim(card: Bench): Promise<void> {
  expect(await exchange(card, `00a4040c10${USIM}`)).toBe('9000')
  expect(await exchange(card, VERIFY_PIN1)).toBe('9000')
}

/** AUTHENTICATE in the 3G context. */
function authenticate(card: Bench, rand: string, autn: string): Promise<string> {
  return exchange(card, `00880081${withLength(withLength(rand) + withLength(autn))}00`)
}

/** AUTN of a test set: SQN xor AK, AMF, MAC-A (TS 33.102 6.3.2). */
const autnOf = (set: { sqn: string; f5: string; amf: string; f1: string }) => xor(set.sqn, set.f5) + set.amf + set.f1

describe('a USIM with the keys of TS 35.208', () => {
  it.each(MILENAGE_TEST_SETS)('answers test set $number in the 3G, EPS and GSM contexts', async (set) => {
    // The first half of the cards gets OPc, the other one OP, from which the builder derives OPc.
    const operator = set.number <= 10 ? { opc: fromHex(set.opc) } : { op: fromHex(set.op), opc: undefined }
    const card = await cardWithAlgorithm({ algorithm: 'MILENAGE' }, { ki: fromHex(set.k), ...operator })
    await selectUsim(card)
    const keys = withLength(set.f2) + withLength(set.f3) + withLength(set.f4)
    const answer = await authenticate(card, set.rand, autnOf(set))
    expect(answer.slice(0, 2 + keys.length)).toBe(`db${keys}`)
    if (set.kc !== '') {
      expect(answer.slice(2 + keys.length)).toBe(`${withLength(set.kc)}9000`)
      const gsm = await exchange(card, `0088008011${withLength(set.rand)}00`)
      expect(gsm).toBe(`${withLength(set.sres)}${withLength(set.kc)}9000`)
    }
    // The same SQN again: AUTS has it, concealed with f5*.
    const refused = await authenticate(card, set.rand, autnOf(set))
    expect(refused.slice(0, 16)).toBe(`dc0e${xor(set.sqn, set.f5star)}`)
  })

  it('uses the constants r and c of the package', async () => {
    const [set] = MILENAGE_TEST_SETS
    const key = { k: fromHex(set!.k), opc: fromHex(set!.opc) }
    const rotationConstants = fromHex('4000205060')
    const xoringConstants = Uint8Array.from({ length: 80 }, (_, at) => (at < 16 ? 0 : at))
    const card = await cardWithAlgorithm(
      { algorithm: 'MILENAGE' },
      { ki: key.k, opc: key.opc },
      { rotationConstants, xoringConstants },
    )
    await selectUsim(card)
    const xors = [0, 16, 32, 48, 64].map((at) => xoringConstants.slice(at, at + 16))
    const own = milenageKeys({ ...key, constants: { rotationsBits: [...rotationConstants], xors } }, fromHex(set!.rand))
    expect(toHex(own.ck)).not.toBe(set!.f3)
    const answer = await authenticate(card, set!.rand, autnOf({ ...set!, f5: toHex(own.ak) }))
    expect(answer).toContain(`db${[own.res, own.ck, own.ik].map((value) => withLength(toHex(value))).join('')}`)
  })
})

describe('a USIM with the keys of TS 35.233', () => {
  const size = (hex: string) => hex.length / 2

  it.each(TUAK_TEST_SETS)('answers test set $number', async (set) => {
    // The first half of the cards gets TOPc, the other one TOP, from which the builder derives TOPc.
    const operator = set.number <= 3 ? { opc: fromHex(set.topc) } : { op: fromHex(set.top), opc: undefined }
    const tuak = { keccakIterations: Number(set.iterations), resBits: 8 * size(set.f2) }
    const kiBytes = size(set.k) as 16 | 32
    const card = await cardWithAlgorithm({ algorithm: 'TUAK', kiBytes, tuak }, { ki: fromHex(set.k), ...operator })
    // A package cannot say lengths of MAC, CK and IK that differ from those of UMTS, so they are set on the card.
    const aka = card.card.euicc.state.profiles[0]!.networkAccess[0]!.aka
    const lengths = { macBytes: size(set.f1), ckBytes: size(set.f3), ikBytes: size(set.f4) } as AkaKey['lengths']
    Object.assign(aka, { lengths })
    await selectUsim(card)
    const keys = withLength(set.f2) + withLength(set.f3) + withLength(set.f4)
    expect((await authenticate(card, set.rand, autnOf(set))).slice(0, 2 + keys.length)).toBe(`db${keys}`)
    const refused = await authenticate(card, set.rand, autnOf(set))
    expect(refused).toBe(`dc${withLength(xor(set.sqn, set.f5star) + refused.slice(16, -4))}9000`)
    expect(refused.slice(16, -4)).toHaveLength(set.f1star.length)
  })
})

describe('a USIM with the test algorithm', () => {
  it('answers K xor RAND, rotated for CK and IK (TS 34.108 8.1.2)', async () => {
    const card = await cardWithAlgorithm({ algorithm: 'XOR' }, { ki: fromHex('000102030405060708090a0b0c0d0e0f') })
    await selectUsim(card)
    const rand = 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'
    const xdout = 'f0'.repeat(16)
    const answer = await authenticate(card, rand, `${xor('000000000020', 'f0'.repeat(6))}8000${'f0'.repeat(5)}d070f0`)
    expect(answer.slice(0, 2 + 3 * 34)).toBe(`db${withLength(xdout).repeat(3)}`)
  })
})

describe('an ISIM', () => {
  const ISIM = 'a0000000871004ffffffff8900000100'
  const header = { identification: 90 }
  const filled = (hex: string) => ({ kind: 'fillFileContent', value: fromHex(hex) }) as const
  const described = (fcp: Record<string, Uint8Array>) =>
    ({ kind: 'fileDescriptor', value: { lcsi: fromHex('05'), ...fcp } }) as const

  /** Adds an ISIM that uses the keys of the USIM. */
  const withIsim = (upp: Uint8Array) =>
    changePackage(upp, (element) => {
      if (element.kind !== 'akaParameter') return undefined
      const isim: ElementOf<'isim'>['value'] = {
        header,
        templateID: '2.23.143.1.2.8',
        'adf-isim': [
          described({ fileID: fromHex('7ff1'), dfName: fromHex(ISIM), pinStatusTemplateDO: fromHex('010a') }),
        ],
        'ef-impi': [described({ efFileSize: fromHex('04') }), filled('80026162')],
        'ef-impu': [described({ fileDescriptor: fromHex('42210004'), efFileSize: fromHex('04') }), filled('80026162')],
        'ef-domain': [described({ efFileSize: fromHex('04') }), filled('80026162')],
        'ef-ist': [filled('00'.repeat(14))],
        'ef-arr': [described({ linkPath: fromHex('2f06') })],
      }
      const value = { mappingOptions: fromHex('00'), mappingSource: fromHex(USIM) }
      return [
        { ...element, value: { ...element.value, sqnOptions: fromHex('00') } },
        { kind: 'isim', value: isim },
        { ...element, value: { ...element.value, header, algoConfiguration: { kind: 'mappingParameter', value } } },
      ]
    })

  it('answers an IMS challenge without Kc, with sequence numbers of its own, and has no GSM context', async () => {
    const [set] = MILENAGE_TEST_SETS
    const keys = { ki: fromHex(set!.k), opc: fromHex(set!.opc) }
    const card = await cardWith(withIsim(profilePackage(ICCID, {}, keys)))
    await selectUsim(card)
    expect(await exchange(card, `00a4040c10${ISIM}`)).toBe('9000')
    const expected = `db${withLength(set!.f2)}${withLength(set!.f3)}${withLength(set!.f4)}`
    // The MAC over another SQN, so that it is within the default limit of the ISIM.
    const rand = fromHex(set!.rand)
    const sqn = fromHex('000000000020')
    const near = toHex(
      buildAutn({ algorithm: 'milenage', k: keys.ki, opc: keys.opc }, { rand, sqn, amf: fromHex('8000') }),
    )
    expect(await authenticate(card, set!.rand, near)).toBe(`${expected}9000`)
    expect(await authenticate(card, set!.rand, near)).toMatch(/^dc0e/)
    expect(await exchange(card, `0088008011${withLength(set!.rand)}00`)).toBe('9864')
    await selectUsim(card)
    expect((await authenticate(card, set!.rand, near)).slice(0, expected.length)).toBe(expected)
  })
})

describe('a USIM with the keys of TS 33.501 annex C', () => {
  const PLMN = '722410'

  /** A card that calculates the SUCI of the subscriber 274 012 001002086. EF.AD says that the MNC has 3 digits. */
  async function suciCard(scheme: 'null' | 'A' | 'B', ephemeral?: Uint8Array): Promise<Bench> {
    const homeNetworkPublicKey = scheme === 'null' ? undefined : toHex(SUCI_TEST_DATA[scheme].homeNetworkPublicKey)
    const fiveG = {
      routingIndicator: '17',
      protectionScheme: scheme,
      homeNetworkPublicKey,
      homeNetworkPublicKeyId: 27,
      suciCalculation: 'USIM',
    } as const
    const upp = changePackage(
      profilePackage(ICCID, { fiveG }, { imsi: parseImsi(`274012${SUCI_TEST_DATA.msin}`) }),
      (element) =>
        element.kind === 'usim'
          ? {
              ...element,
              value: { ...element.value, 'ef-ad': [{ kind: 'fillFileContent', value: fromHex('00000003') }] },
            }
          : undefined,
    )
    const metadata = metadataOf(ICCID, { profileOwner: { mccMnc: plmnToBytes(parsePlmn('274012')) } })
    const random = (length: number) => ephemeral?.slice(0, length) ?? new Uint8Array(length)
    return cardWith(upp, { metadata }, bench(ephemeral ? { options: { random } } : {}))
  }

  it.each(['A', 'B'] as const)('answers the scheme output of profile %s', async (scheme) => {
    const data = SUCI_TEST_DATA[scheme]
    const card = await suciCard(scheme, data.ephemeralPrivateKey)
    await selectUsim(card)
    const id = { A: '01', B: '02' }[scheme]
    const output = data.ephemeralPublicKey + data.ciphertext + data.tag
    expect(await exchange(card, '8078000100')).toBe(`a1${withLength(`01${PLMN}71ff${id}1b${output}`)}9000`)
  })

  it('is refused without the PIN, for another context and if the device calculates the SUCI', async () => {
    const card = await suciCard('null')
    expect(await exchange(card, '8078000100')).toBe('6985')
    expect(await exchange(card, `00a4040c10${USIM}`)).toBe('9000')
    expect(await exchange(card, '8078000100')).toBe('6982')
    await selectUsim(card)
    expect(await exchange(card, '8078000200')).toBe('6a86')
    expect(await exchange(card, '0078000100')).toBe('6e00')
    const byDevice = { routingIndicator: '17', protectionScheme: 'null', suciCalculation: 'ME' } as const
    const other = await cardWith(profilePackage(ICCID, { fiveG: byDevice }))
    await selectUsim(other)
    expect(await exchange(other, '8078000100')).toBe('6985')
  })

  it('has a new ephemeral key in each answer', async () => {
    const card = await suciCard('B')
    await selectUsim(card)
    const first = await exchange(card, '8078000100')
    expect(first).toMatch(/^a136.*9000$/)
    expect(await exchange(card, '8078000100')).not.toBe(first)
  })

  it('answers the MSIN in clear with the null scheme', async () => {
    const card = await suciCard('null')
    await selectUsim(card)
    expect(await exchange(card, '8078008100')).toBe(`a1${withLength(`01${PLMN}71ff000000012080f6`)}9000`)
  })
})
