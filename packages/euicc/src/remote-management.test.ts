/** Remote management through the card interface: ENVELOPE with secured packets (TS 102 225, TS 102 226). */
import { fromHex, toHex } from '@simwright/asn1'
import type { ProfileConfig } from '@simwright/saip'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseEuiccState, serializeEuiccState } from './euicc-state.ts'
import type { OtaKey } from './ota-algorithm.ts'
import { PACKET_STATUS } from './secured-packet.ts'
import { type Bench, bench, cardWith, euiccFor, exchange } from './testing/bench.ts'
import { type Command, commandPacket, envelopeOf, envelopesOf, plainResponse } from './testing/ota.ts'
import { changePackage, ICCID, profilePackage } from './testing/profile.ts'

const USIM = 'a0000000871002ffffffff8900000100'
const ISIM = 'a0000000871004ffffffff8900000100'
const TAR = { mnoSd: 'b20100', mf: 'b00000', usim: 'b00020', isim: 'b00025' } as const
const OTA = {
  kic: fromHex('d92c4f0e7ba3156a88c1f29e0473bd5a'),
  kid: fromHex('1f6e93ad04c8527bb0d2e9473c8a61f5'),
  kik: fromHex('a7350be2916fc84d2b90d36e7f14c58a'),
}
const otaKey = (identifier: 1 | 2, type = 0x88): OtaKey => ({
  version: 1,
  identifier,
  type,
  value: identifier === 1 ? OTA.kic : OTA.kid,
  checksumBytes: 8,
})

/** Selects EF.FPLMN and writes it. */
const FPLMN = '62f21062f220ffffffffffff'
const WRITE_FPLMN = `00a40000026f7b00d600000c${FPLMN}`

let card: Bench

const install = (config: Partial<ProfileConfig> = {}) => cardWith(profilePackage(ICCID, config, { ota: OTA }))

/** Sends a packet with a checksum, ciphered and with a counter, and returns its response in clear. */
async function send(more: Partial<Command> & Pick<Command, 'counter' | 'script'>) {
  const packet = commandPacket({
    spi: '1601',
    tar: TAR.usim,
    kic: otaKey(1),
    kid: otaKey(2),
    ...more,
  })
  return plainResponse(await exchange(card, envelopeOf(packet)))
}

async function readFplmn(): Promise<string> {
  await exchange(card, `00a4040c10${USIM}`)
  await exchange(card, '0020000108' + '34373131ffffffff')
  await exchange(card, '00a4000c026f7b')
  return exchange(card, '00b0000000')
}

beforeEach(async () => {
  card = await install({ pin1: 'disabled' })
})

describe('remote file management', () => {
  it('changes EF.FPLMN with a packet that has the right keys', async () => {
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
    const response = await send({ counter: 1, script: WRITE_FPLMN })
    expect(response).toEqual({ status: PACKET_STATUS.ok, counter: 1, data: '029000' })
    expect(await readFplmn()).toBe(`${FPLMN}9000`)
  })

  it('changes EF.DOMAIN of the ISIM if the profile allows it', async () => {
    const script = '00a40000026f03' + '00d6000003800161'
    card = await install({ pin1: 'disabled', ims: {} })
    expect(await send({ counter: 1, tar: TAR.isim, script })).toMatchObject({ status: PACKET_STATUS.unknownTar })
    card = await install({ pin1: 'disabled', ims: { isRemotelyManaged: true } })
    expect(await send({ counter: 1, tar: TAR.isim, script })).toEqual({
      status: PACKET_STATUS.ok,
      counter: 1,
      data: '029000',
    })
    await exchange(card, `00a4040c10${ISIM}`)
    await exchange(card, '00a4000c026f03')
    expect(await exchange(card, '00b0000003')).toBe('8001619000')
  })

  it('changes EF.FPLMN with keys of triple DES', async () => {
    const upp = changePackage(profilePackage(ICCID, { pin1: 'disabled' }, { ota: OTA }), (element) => {
      if (element.kind !== 'securityDomain') return undefined
      const keyList = element.value.keyList!.map((key) => ({
        ...key,
        keyComponents: key.keyComponents.map((component) => ({ ...component, keyType: Uint8Array.of(0x80) })),
      }))
      return { ...element, value: { ...element.value, keyList } }
    })
    card = await cardWith(upp)
    const keys = { kic: otaKey(1, 0x80), kid: otaKey(2, 0x80), algorithm: 0x5 }
    expect(await send({ counter: 1, script: WRITE_FPLMN, ...keys })).toMatchObject({ status: PACKET_STATUS.ok })
    expect(await readFplmn()).toBe(`${FPLMN}9000`)
    expect(await send({ counter: 2, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.securityError })
  })

  it('refuses a wrong checksum, and nothing changes', async () => {
    const wrong = { ...otaKey(2), value: OTA.kik }
    expect(await send({ counter: 1, script: WRITE_FPLMN, kid: wrong })).toEqual({
      status: PACKET_STATUS.wrongChecksum,
      counter: 0,
      data: '',
    })
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
    expect(await send({ counter: 1, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.ok })
  })

  it('refuses a counter that it has accepted, and a lower one', async () => {
    expect(await send({ counter: 5, script: '00a40000026f7b' })).toMatchObject({ status: PACKET_STATUS.ok })
    expect(await send({ counter: 5, script: WRITE_FPLMN })).toMatchObject({
      status: PACKET_STATUS.counterLow,
      data: '',
    })
    expect(await send({ counter: 4, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.counterLow })
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
    expect(await send({ counter: 7, spi: '1e01', script: WRITE_FPLMN })).toMatchObject({
      status: PACKET_STATUS.counterHigh,
    })
    expect(await send({ counter: 6, spi: '1e01', script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.ok })
    expect(await send({ counter: 2 ** 40 - 1, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.ok })
    expect(await send({ counter: 1, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.counterBlocked })
  })

  it('retains the counter when the card is stored and loaded', async () => {
    expect(await send({ counter: 5, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.ok })
    const { smdp, card: first } = card
    const state = parseEuiccState(serializeEuiccState(first.euicc.state))
    const loaded = euiccFor(smdp, { identity: first.identity, state })
    card = { ...bench({}, smdp), card: loaded }
    expect(await send({ counter: 5, script: WRITE_FPLMN })).toMatchObject({ status: PACKET_STATUS.counterLow })
  })

  it('refuses an unknown TAR, and less security than the application requires', async () => {
    expect(await send({ counter: 1, tar: 'b00099', script: WRITE_FPLMN })).toMatchObject({
      status: PACKET_STATUS.unknownTar,
    })
    for (const spi of ['1201', '1401', '0601']) {
      expect(await send({ counter: 1, spi, script: WRITE_FPLMN })).toMatchObject({
        status: PACKET_STATUS.insufficientSecurity,
      })
    }
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
  })

  it('answers only if the packet asks for it, with a checksum and ciphered if it asks for that', async () => {
    const packet = (spi: string, counter: number) =>
      envelopeOf(commandPacket({ spi, tar: TAR.usim, counter, kic: otaKey(1), kid: otaKey(2), script: WRITE_FPLMN }))
    expect(await exchange(card, packet('1600', 1))).toBe('9000')
    expect(await exchange(card, packet('1602', 2))).toBe('9000')
    expect(plainResponse(await exchange(card, packet('1602', 2)))).toMatchObject({ status: PACKET_STATUS.counterLow })
    expect(await exchange(card, packet('1609', 3))).toMatch(/^027100001612b0002000000000030000[0-9a-f]{16}0290009000$/)
    expect(await exchange(card, packet('1619', 4))).toMatch(/^027100002412b00020[0-9a-f]{64}9000$/)
    expect(await exchange(card, packet('1621', 5))).toBe('9000')
  })

  it('has the rights of its access domain, not those of PINs that the user verified', async () => {
    card = await install({ pin1: 'enabled' })
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
    expect(await send({ counter: 1, script: WRITE_FPLMN })).toMatchObject({ data: '026982' })
    // EF.SPN is updated with ADM1, which the access domain of the USIM's file manager has.
    expect(await send({ counter: 2, script: '00a40000026f4600d600000102' })).toMatchObject({ data: '029000' })
    // The file manager of the MF has full access: EF.ICCID may not be updated by anyone, EF.PL with PIN1.
    expect(await send({ counter: 3, tar: TAR.mf, script: '00a40000022fe200d600000102' })).toMatchObject({
      data: '026982',
    })
    expect(await send({ counter: 4, tar: TAR.mf, script: '00a40000022f0500d6000002656e' })).toMatchObject({
      data: '029000',
    })
  })

  it('stops at the first command that fails, and returns the answer of the last one', async () => {
    const read = await send({ counter: 1, script: '00a40000026f7b00b000000c' })
    expect(read.data).toBe(`029000${'ff'.repeat(12)}`)
    expect(await send({ counter: 2, script: `00a4000002ffff${WRITE_FPLMN}` })).toMatchObject({ data: '016a82' })
    expect(await send({ counter: 3, script: '00a40000026f7b' })).toMatchObject({ data: expect.stringMatching(/^0161/) })
    const collected = await send({ counter: 4, script: '00a40000026f7b00c0000000' })
    expect(collected.data).toMatch(/^02900062/)
    expect(await send({ counter: 5, script: '0088008100' })).toMatchObject({ data: '016d00' })
    expect(await send({ counter: 6, script: '00d6000010aa' })).toMatchObject({ data: '006700' })
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
  })

  it('runs an expanded script and returns the answer to each command', async () => {
    const script = `aa1b220700a40000026f7b221000d600000b${FPLMN.slice(0, 22)}`
    const response = await send({ counter: 1, script })
    expect(response.data).toMatch(/^ab..80010223/)
    expect(response.data.endsWith('23029000')).toBe(true)
    expect(await readFplmn()).toBe(`${FPLMN.slice(0, 22)}ff9000`)
  })
})

describe('the security domain of the operator', () => {
  it('lists security domains and applications', async () => {
    const domains = await send({ counter: 1, tar: TAR.mnoSd, script: '80f28002024f0000' })
    expect(domains.data).toBe(`019000e3134f08a0000001510000009f70010fc50382dc00`)
    const applications = await send({ counter: 2, tar: TAR.mnoSd, script: '80f24002024f0000' })
    expect(applications.data).toContain('4f09a00000055910100001')
    expect(applications.data).toContain('4f09a00000055910100002')
    expect(await send({ counter: 3, tar: TAR.mnoSd, script: '80f24002034f01b100' })).toMatchObject({ data: '016a88' })
    expect(await send({ counter: 4, tar: TAR.mnoSd, script: '80f21002024f0000' })).toMatchObject({ data: '016a86' })
    expect(await send({ counter: 5, tar: TAR.mnoSd, script: '80f24002015000' })).toMatchObject({ data: '016a80' })
    expect(await send({ counter: 6, tar: TAR.mnoSd, script: '80e4000000' })).toMatchObject({ data: '016d00' })
  })
})

describe('ENVELOPE', () => {
  const long = (counter: number) => {
    const script = `00a40000026f7b${`00d600000c${'11'.repeat(12)}`.repeat(8)}00d600000c${FPLMN}`
    return commandPacket({ spi: '1601', tar: TAR.usim, counter, kic: otaKey(1), kid: otaKey(2), script })
  }

  it('collects a packet from several messages, in any order and between those of another packet', async () => {
    const first = envelopesOf(long(1))
    const second = envelopesOf(long(2), { reference: 8 })
    expect(first.length).toBeGreaterThan(3)
    for (const message of first.slice(1).reverse()) expect(await exchange(card, message)).toBe('9000')
    expect(await exchange(card, second[0]!)).toBe('9000')
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
    expect(plainResponse(await exchange(card, first[0]!))).toMatchObject({ counter: 1, data: '0a9000' })
    expect(await readFplmn()).toBe(`${FPLMN}9000`)
    const answers: string[] = []
    for (const message of second.slice(1)) answers.push(await exchange(card, message))
    expect(plainResponse(answers.at(-1)!)).toMatchObject({ counter: 2, data: '0a9000' })
  })

  it('forgets an incomplete packet at power-off', async () => {
    const messages = envelopesOf(long(1))
    for (const message of messages.slice(1)) await exchange(card, message)
    card.card.euicc.reset()
    expect(await exchange(card, messages[0]!)).toBe('9000')
    expect(await readFplmn()).toBe(`${'ff'.repeat(12)}9000`)
  })

  it('is refused if the numbers of its messages or its header are wrong', async () => {
    const [message] = envelopesOf(long(1))
    const position = `0003${'07'}`
    expect(await exchange(card, message!.replace(new RegExp(`${position}(..)01`), `${position}$100`))).toBe('6985')
    expect(await exchange(card, message!.replace(new RegExp(`${position}(..)01`), `${position}$1ff`))).toBe('6985')
    expect(await exchange(card, message!.replace(`07${position}`, `07ff03${'07'}`))).toBe('6a80')
    expect(await exchange(card, message!.replace(`07${position}`, `070099${'07'}`))).toBe('6985')
  })

  it('is refused if it has no secured packet', async () => {
    const packet = commandPacket({
      spi: '1601',
      tar: TAR.usim,
      counter: 1,
      kic: otaKey(1),
      kid: otaKey(2),
      script: WRITE_FPLMN,
    })
    const good = envelopeOf(packet)
    expect(await exchange(card, good.replace('027000', '027100'))).toBe('6985')
    expect(await exchange(card, good.replace('8b', '8c'))).toBe('6a80')
    expect(await exchange(card, '80c2000003d6010000')).toBe('6a81')
    expect(await exchange(card, '80c2000002d10500')).toBe('6a80')
    expect(await exchange(card, good.replace(/^80/, '00'))).toBe('6e00')
    expect(await exchange(card, good.replace(toHex(packet.subarray(0, 2)), '0011'))).toBe('6a80')
  })

  it('is refused while no profile is enabled', async () => {
    expect(await exchange(bench(), '80c2000002d10000')).toBe('6985')
  })
})
