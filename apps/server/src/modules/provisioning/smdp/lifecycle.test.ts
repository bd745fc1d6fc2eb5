import { fromHex, toHex } from '@simwright/asn1'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as block from '@simwright/contract/provisioning/block'
import { buildAutn, deleteProfile, disableProfile, enableProfile, joinSqn, setDefaultDpAddress } from '@simwright/euicc'
import {
  boundPackageTags,
  type CancelReason,
  cancelReasons,
  cutBoundPackage,
  generateOneTimeKey,
  type InstallErrorReason,
  installErrors,
} from '@simwright/rsp'
import { describe, expect, test } from 'vitest'
import { dropExpired } from '../../../jobs/retention.ts'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { expireCodes } from './jobs.ts'

const scene = await smdpScene()
const { hand, phones, device, order, shown, timeline, server, enterprise } = scene
const DAY_MS = 24 * 60 * 60_000

const both = async (profileId: string) => {
  const { status, orderState } = await shown(profileId)
  return `${status} ${orderState}`
}
const eventsOf = async (profileId: string) => (await timeline(profileId)).map(({ type }) => type)

/** Downloads with a device of `handDevices`, without an installation result. */
async function downloaded(make: object = {}, configurationId?: string) {
  const ordered = await order(make, configurationId)
  const one = device()
  const offer = await one.offered(ordered.matchingId)
  const said = await one.prepare(offer)
  return { ...ordered, one, offer, said }
}

async function installed(make: object = {}, configurationId?: string) {
  const has = await downloaded(make, configurationId)
  expect(await hand.notify(has.one.result(has.offer, has.iccid))).toBe(204)
  expect(await both(has.profileId)).toBe('INSTALLED Installed')
  return has
}

describe('a retry by the same eUICC', () => {
  const piecesOf = (bound: Uint8Array) => {
    const [opening, ...rest] = cutBoundPackage(bound)
    return { opening: toHex(opening!), rest: rest.map(toHex) }
  }

  test('with the same one-time key gets the same segments after a new InitialiseSecureChannel; with another key the package is bound again', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const { publicKey: euiccOtpk } = generateOneTimeKey('P-256')
    const load = async (change: object) => {
      const offer = await one.offered(matchingId)
      const { answer } = await one.prepare(offer, change)
      expect((await one.cancel(offer, { reason: 'postponed' })).verdict).toBe(SUCCESS)
      return piecesOf(answer!.boundProfilePackage)
    }
    const [first, second, third] = [await load({ euiccOtpk }), await load({ euiccOtpk }), await load({})]
    expect(second.rest).toEqual(first.rest)
    expect(second.opening).not.toBe(first.opening)
    expect(third.rest).not.toEqual(first.rest)
    expect(await both(profileId)).toBe('DOWNLOADED Downloaded')
    expect(await shown(profileId)).toMatchObject({ downloads: 1, attempts: 3, eid: one.eid })
    expect(boundPackageTags.segment88).toBe(0x88)
  })
})

describe('the installation result', () => {
  test.each(Object.keys(installErrors) as InstallErrorReason[])('%s', async (reason) => {
    const { profileId, iccid, one, offer, matchingId } = await downloaded()
    const finalResult = { kind: 'error', value: { bppCommandId: 'loadProfileElements', errorReason: reason } } as const
    expect(await hand.notify(one.result(offer, iccid, { finalResult }))).toBe(204)
    const { retryAllowed } = installErrors[reason]
    expect(await both(profileId)).toBe(retryAllowed ? 'DOWNLOADED Downloaded' : 'ERROR Error')
    expect((await timeline(profileId))[0]!).toMatchObject({
      type: 'INSTALL_FAILED',
      text: expect.stringContaining(installErrors[reason].text),
    })
    expect((await one.ask(matchingId)).verdict === SUCCESS).toBe(retryAllowed)
    expect((await device().ask(matchingId)).verdict).toBe('8.1.1/3.8')
  })

  test('counts once; forged, foreign or contradicting later results change nothing', async () => {
    const { profileId, iccid, one, offer } = await downloaded()
    const other = await downloaded()
    await hand.notify(one.result(offer, iccid, { key: device().identity }))
    await hand.notify(one.result(offer, iccid, { smdpOid: '2.999.11' }))
    await hand.notify(one.result(other.offer, iccid))
    expect(await both(profileId)).toBe('DOWNLOADED Downloaded')
    expect(await both(other.profileId)).toBe('DOWNLOADED Downloaded')
    const success = one.result(offer, iccid)
    await hand.notify(success)
    await hand.notify(success)
    const finalResult = {
      kind: 'error',
      value: { bppCommandId: 'loadProfileElements', errorReason: 'invalidSignature' },
    } as const
    await hand.notify(one.result(offer, iccid, { finalResult, seqNumber: 2 }))
    expect(await both(profileId)).toBe('INSTALLED Installed')
    expect((await eventsOf(profileId)).filter((type) => type === 'INSTALLED')).toHaveLength(1)
    expect(scene.logged.filter((line) => line.includes('"security":"notification"')).length).toBeGreaterThanOrEqual(4)
  })
})

describe('notifications', () => {
  test('apply in the order of their sequence numbers, and once', async () => {
    const { profileId, iccid, one } = await installed()
    const sendNotification = (event: 'enable' | 'disable' | 'delete', seqNumber: number) =>
      hand.notify(one.notification(event, { iccid, seqNumber }))
    expect(await sendNotification('disable', 3)).toBe(204)
    expect(await sendNotification('enable', 2)).toBe(204)
    expect(await both(profileId)).toBe('DISABLED Installed')
    expect(await sendNotification('disable', 3)).toBe(204)
    expect((await eventsOf(profileId)).filter((type) => type === 'DISABLED')).toHaveLength(1)
    expect(await sendNotification('enable', 4)).toBe(204)
    expect(await both(profileId)).toBe('ENABLED Installed')
    expect(await sendNotification('delete', 6)).toBe(204)
    expect(await sendNotification('delete', 6)).toBe(204)
    expect(await sendNotification('enable', 7)).toBe(204)
    expect(await both(profileId)).toBe('DELETED Unavailable')
  })

  test('a notification of another eUICC changes nothing and is in the timeline', async () => {
    const { profileId, iccid } = await installed()
    expect(await hand.notify(device().notification('delete', { iccid, seqNumber: 9 }))).toBe(204)
    expect(await both(profileId)).toBe('INSTALLED Installed')
    expect((await eventsOf(profileId))[0]).toBe('NOTIFICATION_REFUSED')
  })

  test('a notification proves the installation when the result never arrived', async () => {
    const { profileId, iccid, one } = await downloaded()
    await hand.notify(one.notification('enable', { iccid, seqNumber: 2 }))
    expect(await both(profileId)).toBe('ENABLED Installed')
  })
})

describe('a re-download', () => {
  test('is possible for the same eUICC after a deletion, while any are left', async () => {
    const again = await scene.configured({ name: 'Once again', maxRedownloads: 1 })
    const { profileId, iccid, one, matchingId } = await installed({}, again)
    await hand.notify(one.notification('delete', { iccid, seqNumber: 2 }))
    expect(await both(profileId)).toBe('AVAILABLE Released')
    expect((await eventsOf(profileId)).slice(0, 2)).toEqual(['AVAILABLE_AGAIN', 'DELETED'])
    expect((await device().ask(matchingId)).verdict).toBe('8.1.1/3.8')
    const offer = await one.offered(matchingId)
    expect((await one.prepare(offer)).verdict).toBe(SUCCESS)
    await hand.notify(one.result(offer, iccid, { seqNumber: 3 }))
    await hand.notify(one.notification('delete', { iccid, seqNumber: 4 }))
    expect(await both(profileId)).toBe('DELETED Unavailable')
    expect((await one.ask(matchingId)).verdict).not.toBe(SUCCESS)
  })

  test('is possible for another eUICC where a change of device is allowed', async () => {
    const other = await scene.configured({ name: 'Another device', maxRedownloads: 1, allowDeviceChange: true })
    const { profileId, iccid, one, matchingId } = await installed({}, other)
    await hand.notify(one.notification('delete', { iccid, seqNumber: 2 }))
    const next = device()
    expect((await next.prepare(await next.offered(matchingId))).verdict).toBe(SUCCESS)
    expect((await shown(profileId)).eid).toBe(next.eid)
  })
})

test('a phone without a code gets the profile bound to its EID from its default SM-DP+', async () => {
  const phone = phones.phone()
  const { profileId, iccid } = await order({ eid: phone.eid })
  await setDefaultDpAddress(phone, server.smdp.address)
  expect(await phone.download(undefined)).toMatchObject({ outcome: 'installed', iccid })
  expect(await both(profileId)).toBe('INSTALLED Installed')
  expect(await phone.download(undefined)).toMatchObject({
    outcome: 'refused-by-server',
    subjectCode: '8.1.1',
    reasonCode: '3.8',
  })
})

describe.each(['before', 'after'])('a session that is canceled %s the package', (when) => {
  const reasons = [
    'endUserRejection',
    'postponed',
    'timeout',
    'pprNotAllowed',
    'metadataMismatch',
    'loadBppExecutionError',
    'undefinedReason',
  ]
  test.each(reasons as CancelReason[])('for %s', async (reason) => {
    const { matchingId, profileId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    if (when === 'after') await one.prepare(offer)
    expect((await one.cancel(offer, { reason })).verdict).toBe(SUCCESS)
    const stays = when === 'after' ? 'DOWNLOADED Downloaded' : 'AVAILABLE Released'
    expect(await both(profileId)).toBe(cancelReasons[reason].terminal ? 'ERROR Error' : stays)
    expect((await eventsOf(profileId))[0]).toBe('SESSION_CANCELED')
    expect((await one.ask(matchingId)).verdict === SUCCESS).toBe(!cancelReasons[reason].terminal)
  })
})

test('a card answers AUTHENTICATE with the RES, CK and IK of its Ki and OPc', async () => {
  const ki = '7D3E91C4A5084FB26E1A97C3D0528BF6'
  const opc = '298CBE9BC24CBAC6538E9AFBD1056A00'
  const rand = fromHex('23553cbe9637a89d218ae64dae47bf35')
  const { activationCode, iccid } = await order({ ki, opc })
  const phone = phones.phone()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
  await enableProfile(phone, iccid)
  const network = { algorithm: 'milenage', k: fromHex(ki), opc: fromHex(opc), checks: {}, seqByIndex: [] } as never
  const autn = buildAutn(network, { rand, sqn: joinSqn(1, 0), amf: fromHex('b9b9') })
  const send = async (hex: string) => toHex(await phone.euicc.transmit(fromHex(hex)))
  const selected = await send('00a4040407a0000000871002')
  expect(selected).toMatch(/(9000|61..)$/)
  const answered = await send(`0088008122${'10'}${toHex(rand)}10${toHex(autn)}00`)
  const answer = answered.startsWith('61') ? await send(`00c00000${answered.slice(2, 4)}`) : answered
  // f2, f3 and f4 of 3GPP TS 35.206, computed with OpenSSL's AES
  const [res, ck, ik] = ['7508e8c0b19ae914', 'c5cc4f0cb4f735a20cc7331018d32c72', '0eff8c2fe5fcfe6c17a9448782ff8265']
  expect(answer.startsWith(`db08${res}10${ck}10${ik}`)).toBe(true)
  await disableProfile(phone, iccid)
  await deleteProfile(phone, iccid)
})

describe('the profile of a lost device', () => {
  const free = (profileId: string) => enterprise.owner.ask(fleet.setFree, { id: profileId })

  test('is set free for any device; later notifications of the lost device change nothing', async () => {
    const again = await scene.configured({ name: 'Set free', maxRedownloads: 1 })
    const { profileId, matchingId, iccid, one } = await installed({}, again)
    expect(await free(profileId)).toEqual({ available: true })
    expect(await both(profileId)).toBe('AVAILABLE Released')
    expect(await shown(profileId)).toMatchObject({ eid: null, redownloads: 1 })
    expect((await timeline(profileId))[0]).toMatchObject({ type: 'SET_FREE', actor: 'user', eid: one.eid })
    await hand.notify(one.notification('enable', { iccid, seqNumber: 9 }))
    expect(await both(profileId)).toBe('AVAILABLE Released')
    expect((await device().ask(matchingId)).verdict).toBe(SUCCESS)
  })

  test('is deleted where no re-download is left; a profile on no device cannot be set free', async () => {
    const { profileId } = await installed()
    expect(await free(profileId)).toEqual({ available: false })
    expect(await both(profileId)).toBe('DELETED Unavailable')
    const { profileId: untouched } = await order()
    for (const id of [profileId, untouched])
      expect((await enterprise.owner.refusal(fleet.setFree, { id })).code).toBe('15204')
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.refusal(fleet.setFree, { id: profileId })).code).toBe('19403')
  })
})

describe('expiry and retention', () => {
  test('unused codes expire once with an event; a delivered package may still be installed', async () => {
    const short = await scene.configured({ name: 'A day', acLifetimeDays: 1 })
    const [unused, late, other] = [await order({}, short), await downloaded({}, short), await order()]
    await scene.wait(DAY_MS + 1)
    await Promise.all([expireCodes(server), expireCodes(server)])
    await expireCodes(server)
    expect(await both(unused.profileId)).toBe('EXPIRED Error')
    expect((await eventsOf(unused.profileId)).filter((type) => type === 'EXPIRED')).toHaveLength(1)
    expect(await both(other.profileId)).toBe('AVAILABLE Released')
    expect((await device().ask(unused.matchingId)).verdict).toBe('8.8.5/4.10')
    expect(await both(late.profileId)).toBe('DOWNLOADED Downloaded')
    await hand.notify(late.one.result(late.offer, late.iccid))
    expect(await both(late.profileId)).toBe('INSTALLED Installed')
  })

  test('sessions that ended at AuthenticateClient are deleted after a day, packages after 30, other sessions after 90, messages after a year', async () => {
    await downloaded()
    const count = async () => {
      const stored = await server.db.tenantTx(enterprise.id, async (db) => ({
        packages: await db.selectFrom('bound_package').select('order_id').execute(),
        messages: await db.selectFrom('device_message').select('id').execute(),
        hits: await db.selectFrom('block_hit').select('id').execute(),
      }))
      const sessions = await server.db.global.selectFrom('rsp_session').select('enterprise_id').execute()
      const unproven = sessions.filter(({ enterprise_id }) => enterprise_id === null).length
      const { packages, messages, hits } = stored
      const proven = sessions.length - unproven
      return { packages: packages.length, messages: messages.length, hits: hits.length, unproven, proven }
    }
    const after = async (milliseconds: number) => {
      scene.clock.moveMs(milliseconds)
      await dropExpired(server)
      return await count()
    }
    const blocked = device()
    const owner = await scene.sessionIn(enterprise.owner, enterprise.id)
    await owner.ask(block.add, { kind: 'EID', values: [blocked.eid] })
    await blocked.ask((await order()).matchingId)
    const before = await count()
    expect(Math.min(...Object.values(before))).toBeGreaterThan(0)
    expect(await after(0)).toMatchObject({ messages: before.messages, proven: before.proven })
    expect(await after(DAY_MS + 1)).toMatchObject({ unproven: 0, proven: before.proven })
    expect(await after(30 * DAY_MS)).toMatchObject({ packages: 0, proven: before.proven })
    expect(await after(60 * DAY_MS)).toMatchObject({ proven: 0, messages: before.messages, hits: 1 })
    expect(await after(365 * DAY_MS)).toMatchObject({ messages: 0, hits: 0 })
  })
})
