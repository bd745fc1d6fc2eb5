import { concat, fromHex, readTlv, toHex, writeTlv } from '@simwright/asn1'
import { eidToBytes } from '@simwright/ids'
import {
  cancelSessionResponse,
  euiccInfo1,
  euiccInfo2,
  euiccMemoryResetResponse,
  listNotificationResponse,
  notificationSentResponse,
  profileInfoListResponse,
  readCardResources,
  setNicknameResponse,
} from '@simwright/rsp'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseEuiccState, serializeEuiccState } from './euicc-state.ts'
import { disableProfile, enableProfile, listProfiles, readEid, setNickname } from './lpa.ts'
import { type Bench, bench, download, euiccFor, MATCHING_ID } from './testing/bench.ts'
import { ICCID, metadataOf, OTHER_ICCID, offerOf, profilePackage } from './testing/profile.ts'

const ISDR = 'a0000005591010ffffffff8900000100'

let device: Bench

beforeEach(() => {
  device = bench()
  device.smdp.offers.set(MATCHING_ID, offerOf())
})

const selectIsdr = () => device.send(`00a4040010${ISDR}00`)

/** STORE DATA in one block on the basic channel, with GET RESPONSE. */
function es10(command: Uint8Array | string): Uint8Array {
  const bytes = typeof command === 'string' ? fromHex(command) : command
  let answer = fromHex(device.send(`80e29100${toHex(Uint8Array.of(bytes.length))}${toHex(bytes)}`))
  const chunks: Uint8Array[] = []
  while (answer.at(-2) === 0x61) {
    answer = fromHex(device.send(`00c00000${toHex(answer.slice(-1))}`))
    chunks.push(answer.slice(0, -2))
  }
  expect(toHex(answer.slice(-2))).toBe('9000')
  return concat(...chunks)
}

describe('the card', () => {
  it('returns the version of the ISD-R when it is selected', () => {
    expect(selectIsdr()).toBe('6121')
    expect(device.send('00c0000021')).toBe(`6f1f8410${ISDR}a5049f6501ffe00582030203009000`)
  })

  it('opens up to 19 logical channels and closes them', () => {
    expect(device.send('0070000001')).toBe('019000')
    expect(device.send('0070000001')).toBe('029000')
    for (let number = 3; number < 20; number++) expect(device.send('0070000001')).toMatch(/9000$/)
    expect(device.send('0070000001')).toBe('6a81')
    expect(device.send('00708002')).toBe('9000')
    expect(device.send('0070000001')).toBe('029000')
    expect(device.send('00708014')).toBe('6881')
  })

  it('has an independent selection on each channel', () => {
    device.send('0070000001')
    expect(device.send(`01a4040c10${ISDR}`)).toBe('9000')
    expect(device.send('81e2910003bf2e00')).toMatch(/^61/)
    expect(device.send('80e2910003bf2e00')).toBe('6985')
    expect(device.send('83e2910003bf2e00')).toBe('6881')
  })

  it('has no files before a profile is enabled', () => {
    expect(device.send('00a4000c023f00')).toBe('6a82')
    expect(device.send('00b0000001')).toBe('6985')
    expect(device.send('00a4040c05a000000099')).toBe('6a82')
  })

  it('accepts TERMINAL PROFILE and TERMINAL CAPABILITY', () => {
    expect(device.send('80100000021fff')).toBe('9000')
    expect(device.send('80aa000005a903830107')).toBe('9000')
  })
})

describe('STORE DATA', () => {
  beforeEach(() => {
    selectIsdr()
  })

  it('collects its blocks in order', () => {
    expect(device.send('80e2110002bf3e')).toBe('9000')
    expect(device.send('80e2910104035c015a')).toBe('6115')
    expect(device.send('00c0000015')).toBe(`bf3e125a10${toHex(eidToBytes(device.card.eid))}9000`)
  })

  it('refuses a block out of order, another class, another P1', () => {
    expect(device.send('80e2110002bf3e')).toBe('9000')
    expect(device.send('80e2910204035c015a')).toBe('6a86')
    expect(device.send('80e2910104035c015a')).toBe('6a86')
    expect(device.send('00e2910003bf2e00')).toBe('6e00')
    expect(device.send('80e2000003bf2e00')).toBe('6a86')
  })

  it('refuses unknown functions and malformed data', () => {
    expect(device.send('80e2910003bf7f00')).toBe('6a88')
    expect(device.send('80e2910004bf2e0101')).toBe('6a80')
    expect(device.send('80e2910003bf3100')).toBe('6a80')
    expect(device.send('80e2910006bf3e035c015b')).toBe('6a80')
    expect(device.send('80e2910002a000')).toBe('6985')
    expect(device.send('80f2000000')).toBe('6d00')
  })

  it('returns long answers in several GET RESPONSE', () => {
    const info = es10('bf2200')
    expect(readTlv(info).raw).toHaveLength(info.length)
    expect(device.send('00c0000000')).toBe('6985')
  })
})

describe('information about the eUICC', () => {
  beforeEach(() => {
    selectIsdr()
  })

  it('contains its CIs, version and free memory', async () => {
    const { euiccCiPKIdListForSigning, svn } = euiccInfo1.decode(es10('bf2000'))
    expect(euiccCiPKIdListForSigning).toEqual([device.smdp.credentials.ciKeyId])
    expect(svn).toBe('2.3.0')
    const before = readCardResources(euiccInfo2.decode(es10('bf2200')).extCardResource)
    expect(before).toMatchObject({ installedApplications: 0, freeNonVolatileBytes: 512 * 1024 })
    await download(device)
    const after = readCardResources(euiccInfo2.decode(es10('bf2200')).extCardResource)
    expect(after.freeNonVolatileBytes).toBe(512 * 1024 - device.card.euicc.state.profiles[0]!.bytes)
  })

  it('contains the configured addresses', () => {
    const root = toHex(new TextEncoder().encode('lpa.ds.gsma.com'))
    expect(toHex(es10('bf3c00'))).toBe(`bf3c11810f${root}`)
    es10(writeTlv(0xbf3f, writeTlv(0x80, new TextEncoder().encode('rsp.example.com'))))
    expect(device.card.euicc.state.defaultDpAddress).toBe('rsp.example.com')
    es10('bf3f028000')
    expect(device.card.euicc.state.defaultDpAddress).toBeUndefined()
  })

  it('contains the Rules Authorisation Table', () => {
    expect(toHex(es10('bf4300'))).toBe('bf4315a013301180020560a10730058003eeeeee82020780')
  })

  it('is an error if a session to cancel does not exist', () => {
    expect(cancelSessionResponse.decode(es10('bf4106800101810100'))).toEqual({
      kind: 'error',
      value: 'invalidTransactionId',
    })
  })
})

describe('installed profiles', () => {
  beforeEach(async () => {
    await download(device)
    selectIsdr()
  })

  const list = (request: string) => {
    const answer = profileInfoListResponse.decode(es10(request))
    if (answer.kind !== 'profileInfoListOk') throw new TypeError('expected a list')
    return answer.value
  }

  it('are listed with only the requested tags', () => {
    expect(list('bf2d055c035a9f70')).toEqual([{ iccid: ICCID, profileState: 'disabled' }])
    expect(list('bf2d035c01b7')).toEqual([{ profileOwner: { mccMnc: Uint8Array.of(0x09, 0xf1, 0x07) } }])
    expect(Object.keys(list('bf2d00')[0]!)).toEqual([
      'iccid',
      'isdpAid',
      'profileState',
      'serviceProviderName',
      'profileName',
      'profileClass',
    ])
  })

  it('are found by ICCID, by AID and by class', () => {
    const aid = toHex(device.card.euicc.state.profiles[0]!.isdpAid)
    expect(aid).toMatch(/^a0000005591010ffffffff8900001100$/)
    expect(list(`bf2d14a0124f10${aid}`)).toHaveLength(1)
    expect(list(`bf2d14a0124f10${aid.replace('1100', '1200')}`)).toHaveLength(0)
    expect(list('bf2d05a003950102')).toHaveLength(1)
    expect(list('bf2d05a003950100')).toHaveLength(0)
  })

  it('can be given a nickname, which can be removed', async () => {
    const lpa = { euicc: device.card.euicc }
    await setNickname(lpa, ICCID, 'Truck 7')
    expect((await listProfiles(lpa))[0]).toMatchObject({ profileNickname: 'Truck 7' })
    await setNickname(lpa, ICCID, '')
    expect((await listProfiles(lpa))[0]).not.toHaveProperty('profileNickname')
    const unknown = es10('bf290f5a0a98102143658709214365900141')
    expect(setNicknameResponse.decode(unknown)).toEqual({ setNicknameResult: 'iccidNotFound' })
  })

  it('are enabled one at a time: enabling one disables the other, with a notification for each', async () => {
    device.smdp.offers.set(
      'B',
      offerOf({ metadata: metadataOf(OTHER_ICCID), profilePackage: profilePackage(OTHER_ICCID) }),
    )
    await download(device, { activationCode: 'LPA:1$rsp.example.com$B' })
    const lpa = { euicc: device.card.euicc, transport: device.smdp.transport }
    await enableProfile(lpa, ICCID)
    await enableProfile(lpa, OTHER_ICCID)
    expect((await listProfiles(lpa)).map(({ iccid, profileState }) => [iccid, profileState])).toEqual([
      [ICCID, 'disabled'],
      [OTHER_ICCID, 'enabled'],
    ])
    expect(device.smdp.events.slice(-2).map((event) => event.split(' ').slice(0, 2).join(' '))).toEqual([
      `disable ${ICCID}`,
      `enable ${OTHER_ICCID}`,
    ])
  })

  it('require the PIN again after they are switched', async () => {
    const lpa = { euicc: device.card.euicc, transport: device.smdp.transport }
    device.send('00a4040c07a0000000871002')
    await enableProfile(lpa, ICCID)
    const readImsi = () => {
      device.send('00a4040c07a0000000871002')
      device.send('00a4000c026f07')
      return device.send('00b0000009')
    }
    readImsi()
    device.send('002000010834373131ffffffff')
    expect(readImsi()).toMatch(/9000$/)
    await disableProfile(lpa, ICCID)
    await enableProfile(lpa, ICCID)
    expect(readImsi()).toBe('6982')
  })

  it('are deleted by a memory reset, with a notification of the deletion', () => {
    expect(euiccMemoryResetResponse.decode(es10('bf340482020640'))).toEqual({ resetResult: 'nothingToDelete' })
    expect(euiccMemoryResetResponse.decode(es10('bf340482020780'))).toEqual({ resetResult: 'ok' })
    expect(list('bf2d00')).toEqual([])
    expect(device.card.euicc.state.notifications).toMatchObject([{ event: 'delete', iccid: ICCID }])
    const { seqNumber } = device.card.euicc.state.notifications[0]!
    const listed = (filter: string) => listNotificationResponse.decode(es10(filter)).value
    expect(listed('bf280481020410')).toHaveLength(1)
    expect(listed('bf280481020780')).toHaveLength(0)
    const sent = `bf30038001${toHex(Uint8Array.of(seqNumber))}`
    expect(notificationSentResponse.decode(es10(sent))).toEqual({ deleteNotificationStatus: 'ok' })
    expect(notificationSentResponse.decode(es10(sent))).toEqual({ deleteNotificationStatus: 'nothingToDelete' })
  })
})

describe('a stored eUICC', () => {
  it('continues with its enabled profile, PIN counter and sequence numbers', async () => {
    await download(device)
    await enableProfile({ euicc: device.card.euicc, transport: device.smdp.transport }, ICCID)
    device.send('002000010831313131ffffffff')
    const text = serializeEuiccState(device.card.euicc.state)
    const restored = euiccFor(device.smdp, { identity: device.card.identity, state: parseEuiccState(text) })
    expect(restored.euicc.state).toEqual(device.card.euicc.state)
    expect(toHex(restored.euicc.transmit(fromHex('0020000100')))).toBe('63c2')
    expect(await readEid({ euicc: restored.euicc })).toBe(device.card.eid)
  })

  it('is not read from another format', () => {
    expect(() => parseEuiccState('{"format":2}')).toThrow(TypeError)
    expect(() => parseEuiccState('null')).toThrow(TypeError)
  })
})

describe('for arbitrary command bytes', () => {
  const answersProperly = (apdu: Uint8Array) => {
    const answer = device.card.euicc.transmit(apdu)
    expect(answer.length).toBeGreaterThanOrEqual(2)
    expect([0x6, 0x9]).toContain(answer.at(-2)! >> 4)
  }

  it('the card answers a status word', async () => {
    await download(device)
    await enableProfile({ euicc: device.card.euicc, transport: device.smdp.transport }, ICCID)
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), answersProperly))
    const ins = fc.constantFrom(0x20, 0x24, 0x2c, 0x70, 0x88, 0xa2, 0xa4, 0xb0, 0xb2, 0xc0, 0xd6, 0xdc, 0xe2, 0xf2)
    const command = fc
      .tuple(fc.constantFrom(0x00, 0x80, 0x01), ins, fc.nat(255), fc.nat(255), fc.uint8Array({ maxLength: 34 }))
      .map(([cla, code, p1, p2, data]) => Uint8Array.of(cla, code, p1, p2, data.length, ...data))
    fc.assert(fc.property(command, answersProperly))
  })

  it('the ISD-R answers a status word', () => {
    selectIsdr()
    const tag = fc.constantFrom(
      0xbf20,
      0xbf21,
      0xbf28,
      0xbf29,
      0xbf2b,
      0xbf2d,
      0xbf30,
      0xbf31,
      0xbf33,
      0xbf34,
      0xbf36,
      0xbf38,
      0xbf3f,
      0xbf41,
    )
    const storeData = fc.tuple(tag, fc.uint8Array({ maxLength: 60 })).map(([found, value]) => {
      const tlv = writeTlv(found, value)
      return concat(Uint8Array.of(0x80, 0xe2, 0x91, 0x00, tlv.length), tlv)
    })
    fc.assert(fc.property(storeData, answersProperly))
  })
})
