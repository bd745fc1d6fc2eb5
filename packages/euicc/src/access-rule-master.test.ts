/** ARA-M on the card: installed with rules, read as Android reads them, changed over the air. */
import { fromHex, toHex } from '@simwright/asn1'
import { type CarrierRule, encodeCarrierRule } from '@simwright/saip'
import { describe, expect, it } from 'vitest'
import { hasCarrierPrivileges, readCarrierRules } from './carrier-privilege.ts'
import { parseEuiccState, serializeEuiccState } from './euicc-state.ts'
import { disableProfile } from './lpa.ts'
import type { OtaKey } from './ota-algorithm.ts'
import { accessRuleMaster, withApplets } from './testing/applet.ts'
import {
  ACTIVATION_CODE,
  type Bench,
  bench,
  cardWith,
  download,
  euiccFor,
  exchange,
  MATCHING_ID,
} from './testing/bench.ts'
import { commandPacket, envelopeOf, plainResponse } from './testing/ota.ts'
import { ICCID, offerOf, profilePackage } from './testing/profile.ts'

const SELECT = '00a4040009a00000015141434c00'
const RULE: CarrierRule = {
  certificateHash: fromHex('4c36af4a5bdad97c1f3d8b283416d244496c2ab5'),
  packageName: 'com.acme.carrier',
  permissions: fromHex('0000000000000001'),
}
const OTHER: CarrierRule = { ...RULE, certificateHash: fromHex('ac'.repeat(32)), packageName: undefined }
const OTA = {
  kic: fromHex(`${'11'.repeat(15)}12`),
  kid: fromHex(`${'21'.repeat(15)}22`),
  kik: fromHex(`${'31'.repeat(15)}32`),
}
const otaKey = (identifier: 1 | 2): OtaKey => ({
  version: 1,
  identifier,
  type: 0x88,
  value: identifier === 1 ? OTA.kic : OTA.kid,
  checksumBytes: 8,
})

/** A card with an ARA-M, as the builder makes it from a configuration. Without rules it has no such configuration. */
function cardWithRules(rules: readonly CarrierRule[]): Promise<Bench> {
  if (rules.length === 0) return cardWith(withApplets(profilePackage(ICCID, {}, { ota: OTA }), accessRuleMaster()))
  const texts = rules.map(({ certificateHash, packageName, permissions }) => ({
    certificateHash: toHex(certificateHash),
    packageName,
    ...(permissions ? { permissions: toHex(permissions) } : {}),
  }))
  return cardWith(profilePackage(ICCID, { applets: { ara: { rules: texts } } }, { ota: OTA }))
}

const rulesOn = ({ card }: Bench) => readCarrierRules((apdu) => card.euicc.transmit(apdu))

/** Runs commands of the MNO-SD over the air. Returns number of commands, last status word and data. */
let counter = 0
async function overTheAir(card: Bench, script: string): Promise<string> {
  counter += 1
  const packet = commandPacket({ spi: '1601', tar: 'b20100', counter, kic: otaKey(1), kid: otaKey(2), script })
  return plainResponse(await exchange(card, envelopeOf(packet))).data
}
/** INSTALL for personalisation of ARA-M. */
const PERSONALISE = '80e620000f000009a00000015141434c00000000'
const storeData = (hex: string) => `80e29000${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`

describe('ARA-M', () => {
  it('returns the rules of the package to an Android phone', async () => {
    const card = await cardWithRules([RULE, OTHER])
    expect(await rulesOn(card)).toEqual([RULE, OTHER])
    expect(await rulesOn(await cardWith(profilePackage()))).toBeUndefined()
    const answer = `${toHex(encodeCarrierRule(RULE))}${toHex(encodeCarrierRule(OTHER))}`
    expect(await exchange(card, SELECT)).toBe('6f0d8409a00000015141434c00a5009000')
    expect(await exchange(card, '80caff4000')).toBe(`ff40${(answer.length / 2).toString(16)}${answer}9000`)
  })

  it('returns many rules in blocks of 256 bytes', async () => {
    const rules = Array.from({ length: 12 }, (_, at) => ({
      ...OTHER,
      certificateHash: new Uint8Array(32).fill(at + 1),
    }))
    const card = await cardWithRules(rules)
    expect(await rulesOn(card)).toEqual(rules)
    await exchange(card, SELECT)
    expect(await exchange(card, '80caff6000')).toBe('6985')
    expect(await exchange(card, '80caff4000')).toMatch(/^ff4082.{506}9000$/)
    expect(await exchange(card, '80caff6000')).toMatch(/^.{512}9000$/)
  })

  it('returns the rule of one application, and the refresh tag', async () => {
    const card = await cardWithRules([RULE, OTHER])
    await exchange(card, SELECT)
    const reference = `e122c120${'ac'.repeat(32)}`
    expect(await exchange(card, `80caff5024${reference}00`)).toBe('ff500ce30adb0800000000000000019000')
    expect(await exchange(card, `80caff5024${reference.replace('acac', 'adad')}00`)).toBe('ff50009000')
    expect(await exchange(card, '80caff5002e20000')).toBe('6a80')
    expect(await exchange(card, '80cadf2000')).toMatch(/^df2008[0-9a-f]{16}9000$/)
    expect(await exchange(card, '80cadf2100')).toBe('6a88')
    expect(await exchange(card, '00caff4000')).toBe('6e00')
    expect(await exchange(card, '80b0000000')).toBe('6d00')
  })

  it('accepts rules only from its security domain, and changes its refresh tag with them', async () => {
    const card = await cardWithRules([RULE])
    await exchange(card, SELECT)
    const before = await exchange(card, '80cadf2000')
    const store = toHex(encodeCarrierRule(OTHER))
    expect(await exchange(card, storeData(`f0${(store.length / 2).toString(16)}${store}`))).toBe('6982')
    expect(await rulesOn(card)).toEqual([RULE])
    expect(await exchange(card, '80cadf2000')).toBe(before)

    const command = storeData(`f0${(store.length / 2).toString(16)}${store}`)
    expect(await overTheAir(card, command)).toBe('016985')
    expect(await overTheAir(card, PERSONALISE + command)).toBe('029000')
    expect(await rulesOn(card)).toEqual([RULE, OTHER])
    expect(await exchange(card, '80cadf2000')).not.toBe(before)
    expect(await overTheAir(card, PERSONALISE + command)).toBe('026381')
    expect(await rulesOn(card)).toEqual([RULE, OTHER])
  })

  it('deletes one rule, the rules of a reference, or all', async () => {
    const card = await cardWithRules([RULE, OTHER])
    const rule = toHex(encodeCarrierRule(RULE))
    const reference = `e122c120${'ac'.repeat(32)}`
    expect(await overTheAir(card, PERSONALISE + storeData(`f124${reference}`))).toBe('029000')
    expect(await rulesOn(card)).toEqual([RULE])
    expect(await overTheAir(card, PERSONALISE + storeData(`f124${reference}`))).toBe('026a88')
    expect(await overTheAir(card, PERSONALISE + storeData(`f1${(rule.length / 2).toString(16)}${rule}`))).toBe('029000')
    expect(await rulesOn(card)).toEqual([])
    expect(await overTheAir(card, PERSONALISE + storeData('f100'))).toBe('029000')
    expect(await overTheAir(card, PERSONALISE + storeData('f200'))).toBe('029000')
  })

  it('refuses malformed commands, and the security domain refuses unknown applets', async () => {
    const card = await cardWithRules([RULE])
    expect(await overTheAir(card, PERSONALISE + storeData('f005e203e10100'))).toBe('026a80')
    expect(await overTheAir(card, PERSONALISE + storeData('f002e200'))).toBe('026a80')
    expect(await overTheAir(card, PERSONALISE + storeData('f400'))).toBe('026981')
    expect(await overTheAir(card, PERSONALISE.replace('4c00', '4c01') + storeData('f200'))).toBe('016a88')
    expect(await overTheAir(card, PERSONALISE.replace('e620', 'e60c'))).toBe('016a86')
    expect(await rulesOn(card)).toEqual([RULE])
  })

  it('takes a command in several blocks', async () => {
    const card = await cardWithRules([])
    const store = toHex(encodeCarrierRule(OTHER))
    const command = `f0${(store.length / 2).toString(16)}${store}`
    const first = `80e2100014${command.slice(0, 40)}`
    const last = `80e29001${((command.length - 40) / 2).toString(16)}${command.slice(40)}`
    expect(await overTheAir(card, PERSONALISE + first + last)).toBe('039000')
    expect(await rulesOn(card)).toEqual([OTHER])
    expect(await overTheAir(card, PERSONALISE + last)).toBe('026a86')
  })

  it('makes the installation fail if the package has a malformed rule', async () => {
    const device = bench()
    const profile = withApplets(profilePackage(), accessRuleMaster([fromHex('80e2900004f002e200')]))
    device.smdp.offers.set(MATCHING_ID, offerOf({ profilePackage: profile }))
    expect(await download(device, { activationCode: ACTIVATION_CODE })).toMatchObject({
      outcome: 'installation-failed',
      result: { errorReason: 'installFailedDueToPEProcessingError' },
    })
    expect(device.card.euicc.state.profiles).toEqual([])
  })

  it('is retained when the card is stored, and not selectable while its profile is disabled', async () => {
    const card = await cardWithRules([RULE])
    const state = parseEuiccState(serializeEuiccState(card.card.euicc.state))
    const loaded = { ...card, card: euiccFor(card.smdp, { identity: card.card.identity, state }) }
    expect(await rulesOn(loaded)).toEqual([RULE])
    await exchange(loaded, SELECT)
    await disableProfile({ euicc: loaded.card.euicc, transport: card.smdp.transport }, ICCID)
    expect(await exchange(loaded, '80caff4000')).toBe('6985')
    expect(await exchange(loaded, SELECT)).toBe('6a82')
    expect(await rulesOn(loaded)).toBeUndefined()
  })
})

describe('carrier privileges', () => {
  const application = { certificateHashes: [RULE.certificateHash], packageName: 'com.acme.carrier' }

  it('belong to applications with the certificate, and the package name if the rule has one', () => {
    expect(hasCarrierPrivileges([RULE], application)).toBe(true)
    expect(hasCarrierPrivileges([RULE], { ...application, packageName: 'com.acme.other' })).toBe(false)
    expect(hasCarrierPrivileges([OTHER], application)).toBe(false)
    const both = { ...application, certificateHashes: [RULE.certificateHash, OTHER.certificateHash] }
    expect(hasCarrierPrivileges([OTHER], { ...both, packageName: 'any' })).toBe(true)
    expect(hasCarrierPrivileges([], both)).toBe(false)
  })
})

describe('an applet without logic on the card', () => {
  it('is listed and selectable, but its code does not run', async () => {
    const card = await cardWith(
      withApplets(profilePackage(ICCID, {}, { ota: OTA }), { instanceAID: fromHex('a000000999010203') }),
    )
    counter = 0
    expect(await overTheAir(card, '80f24002034f01a0' + '00')).toContain('4f08a000000999010203')
    expect(await exchange(card, '00a4040c05a000000999')).toBe('9000')
    expect(await exchange(card, '80caff4000')).toBe('6d00')
    expect(await overTheAir(card, `80e620000e000008a000000999010203000000${storeData('f200')}`)).toBe('026985')
  })
})
