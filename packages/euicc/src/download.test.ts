import { concat, fromHex, toHex } from '@simwright/asn1'
import { issueTestEuicc } from '@simwright/x509'
import { describe, expect, it } from 'vitest'
import { buildAutn, joinSqn } from './aka.ts'
import {
  deleteProfile,
  disableProfile,
  enableProfile,
  listProfiles,
  readEid,
  sendNotifications,
  setDefaultDpAddress,
} from './lpa.ts'
import { testEid } from './test-euicc.ts'
import { type Bench, bench, download, downloadWithSteps, MATCHING_ID } from './testing/bench.ts'
import { ICCID, offerOf, TEST_SET_1 } from './testing/profile.ts'
import { random, SMDP_HOST, sources, TestSmdp, testPki } from './testing/smdp.ts'

const USIM_AID = 'a0000000871002'
const lpaOf = ({ card, smdp }: Bench) => ({ euicc: card.euicc, transport: smdp.transport })

async function installed(): Promise<Bench> {
  const device = bench()
  device.smdp.offers.set(MATCHING_ID, offerOf())
  expect((await download(device)).outcome).toBe('installed')
  return device
}

describe('a download', () => {
  it('installs the profile and sends the server a notification with a valid signature', async () => {
    const device = bench()
    device.smdp.offers.set(MATCHING_ID, offerOf())
    const { result, names } = await downloadWithSteps(device)
    expect(result).toMatchObject({ outcome: 'installed', iccid: ICCID })
    expect(names).toEqual([
      'initiated',
      'server-authenticated',
      'client-authenticated',
      'download-prepared',
      'package-received',
      'installed',
      'notified',
    ])
    expect(device.smdp.events).toEqual([`installed ${ICCID}`])
    expect(device.card.euicc.state.notifications).toEqual([])
    expect(device.card.euicc.state.oneTimeKeys).toEqual([])
    const [profile] = await listProfiles(lpaOf(device))
    expect(profile).toMatchObject({ iccid: ICCID, profileState: 'disabled', profileName: 'Fleet plan' })
  })

  it('succeeds with protection keys and a confirmation code', async () => {
    const device = bench()
    const protectionKeys = { initialMacChainingValue: random(16), encryptionKey: random(16), macKey: random(16) }
    device.smdp.offers.set(MATCHING_ID, offerOf({ protectionKeys, confirmationCode: '4711' }))
    expect((await download(device, { confirmationCode: '4711' })).outcome).toBe('installed')
  })

  it('without an activation code uses the default SM-DP+', async () => {
    const device = bench()
    device.smdp.offers.set('', offerOf())
    const activationCode = undefined
    await expect(download(device, { activationCode })).rejects.toThrow(/default SM-DP\+/)
    await setDefaultDpAddress(lpaOf(device), SMDP_HOST)
    expect((await download(device, { activationCode })).outcome).toBe('installed')
  })

  it('succeeds with the Brainpool curve', async () => {
    const smdp = new TestSmdp(testPki('brainpoolP256r1'))
    const identity = issueTestEuicc({ ...sources, eum: smdp.pki.eum, eid: testEid(1), curve: 'brainpoolP256r1' })
    const device = bench({ identity }, smdp)
    smdp.offers.set(MATCHING_ID, offerOf())
    expect((await download(device)).outcome).toBe('installed')
    expect(smdp.events).toEqual([`installed ${ICCID}`])
  })
})

describe('the enabled profile', () => {
  it('answers AUTHENTICATE with RES, CK and IK of TS 35.208 test set 1', async () => {
    const device = await installed()
    expect(device.send(`00a404000${USIM_AID.length / 2}${USIM_AID}`)).toBe('6a82')
    const { delivered } = await enableProfile(lpaOf(device), ICCID)
    expect(delivered).toHaveLength(1)
    expect(device.send(`00a4040c0${USIM_AID.length / 2}${USIM_AID}`)).toBe('9000')
    expect(device.send('002000010834373131ffffffff')).toBe('9000')
    const key = { algorithm: 'milenage', k: TEST_SET_1.ki, opc: TEST_SET_1.opc } as const
    const autn = buildAutn(key, { rand: TEST_SET_1.rand, sqn: joinSqn(1, 0), amf: fromHex('8000') })
    const data = toHex(concat(Uint8Array.of(16), TEST_SET_1.rand, Uint8Array.of(16), autn))
    expect(device.send(`0088008122${data}00`)).toMatch(/^61/)
    expect(device.send('00c0000000')).toMatch(
      /^db08a54211d5e3ba50bf10b40ba9a3c58b2a05bbf0d987b21bf8cb10f769bcd751044604127672711c6d3441/,
    )
  })

  it('lets its ICCID and IMSI be read', async () => {
    const device = await installed()
    await enableProfile(lpaOf(device), ICCID)
    device.send('00a4000c022fe2')
    expect(device.send('00b000000a')).toBe('988812010000001032649000')
    device.send(`00a4040c0${USIM_AID.length / 2}${USIM_AID}`)
    device.send('00a4000c026f07')
    expect(device.send('00b0000009')).toBe('6982')
    device.send('002000010834373131ffffffff')
    expect(device.send('00b0000009')).toBe('0899100700000010329000')
  })
})

describe('switching and deleting', () => {
  it('sends the server a notification each time, in order, with valid signatures', async () => {
    const device = await installed()
    const eid = await readEid(lpaOf(device))
    await enableProfile(lpaOf(device), ICCID)
    await disableProfile(lpaOf(device), ICCID)
    await deleteProfile(lpaOf(device), ICCID)
    expect(device.smdp.events).toEqual([
      `installed ${ICCID}`,
      `enable ${ICCID} ${eid}`,
      `disable ${ICCID} ${eid}`,
      `delete ${ICCID} ${eid}`,
    ])
    expect(await listProfiles(lpaOf(device))).toEqual([])
  })

  it('is refused in the wrong state or for an unknown profile', async () => {
    const device = await installed()
    const lpa = lpaOf(device)
    await expect(disableProfile(lpa, ICCID)).rejects.toMatchObject({ result: 'profileNotInEnabledState' })
    await enableProfile(lpa, ICCID)
    await expect(enableProfile(lpa, ICCID)).rejects.toMatchObject({ result: 'profileNotInDisabledState' })
    await expect(deleteProfile(lpa, ICCID)).rejects.toMatchObject({ result: 'profileNotInDisabledState' })
    await expect(deleteProfile(lpa, '8988211000000009999')).rejects.toMatchObject({ result: 'iccidOrAidNotFound' })
  })

  it('stores notifications while the server is unreachable and delivers them later', async () => {
    const device = await installed()
    device.smdp.isReachable = false
    const { undelivered } = await enableProfile(lpaOf(device), ICCID)
    expect(undelivered).toHaveLength(1)
    device.smdp.isReachable = true
    expect((await sendNotifications(lpaOf(device))).delivered).toHaveLength(1)
    expect(await sendNotifications(lpaOf(device))).toEqual({ delivered: [], undelivered: [] })
  })
})
