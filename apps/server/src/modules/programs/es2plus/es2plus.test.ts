import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientCertificate } from '../../../testing/client-certificate.ts'
import { Es2plusClient } from '../../../testing/es2plus-client.ts'
import { es2plusScene, SUCCESS } from '../../../testing/es2plus-scene.ts'

const scene = await es2plusScene()
const { stocked, profileType, phones, shown, timeline, port } = scene
const own = await scene.operator()
const { client } = own
const other = await scene.operator((await scene.another()).owner)

const ask = async (name: string, members: object, header?: object) => (await client.call(name, members, header)).verdict
const states = async (profileId: string) => {
  const { status, orderState } = await shown(profileId)
  return `${status} ${orderState}`
}
const newMatchingId = () => `OP-${randomUUID().toUpperCase()}`
const codeOf = (matchingId: string) => `LPA:1$${scene.server.smdp.address}$${matchingId}`

async function ordered(more: object = {}) {
  const profile = await stocked()
  await own.expect('downloadOrder', { iccid: profile.iccid, ...more })
  return profile
}

async function confirmed(more: object = {}, order: object = {}) {
  const profile = await ordered(order)
  const matchingId = newMatchingId()
  await own.expect('confirmOrder', { iccid: profile.iccid, releaseFlag: true, matchingId, ...more })
  return { ...profile, matchingId }
}

describe('the client certificate', () => {
  test('a client without a registered certificate is refused with HTTP 403', async () => {
    const { iccid } = await stocked()
    const stranger = clientCertificate('Stranger', { oid: own.oid })
    for (const identity of [{}, { cert: stranger.pem, key: stranger.key }]) {
      const wrong = new Es2plusClient({ port, requester: own.oid, ...identity })
      expect(await wrong.call('downloadOrder', { iccid })).toMatchObject({ http: 403, verdict: '1.1/1.1' })
      wrong.close()
    }
  })

  test('the functionRequesterIdentifier must be that of the certificate', async () => {
    const { iccid } = await stocked()
    expect(await ask('downloadOrder', { iccid }, { functionRequesterIdentifier: other.oid })).toBe('1.1/1.2')
    expect(await ask('downloadOrder', { iccid }, { functionRequesterIdentifier: undefined })).toBe('1.1/1.2')
    expect(await ask('downloadOrder', { iccid }, { functionCallIdentifier: undefined })).toBe('1.3.1/2.1')
  })
})

describe('downloadOrder', () => {
  test('orders a profile by its ICCID', async () => {
    const { iccid, profileId } = await stocked()
    expect(await states(profileId)).toBe('AVAILABLE Available')
    const answer = await client.call('downloadOrder', { iccid })
    expect(answer).toMatchObject({ http: 200, verdict: SUCCESS, body: { iccid } })
    expect(answer.headers['x-admin-protocol']).toMatch(/^gsma\/rsp\/v2\./)
    expect(await states(profileId)).toBe('AVAILABLE Allocated')
    expect((await timeline(profileId))[0]).toMatchObject({ type: 'ORDERED', actor: 'user', actorName: own.name })
  })

  test.each([
    ['19 digits', '8944500000000930004', '8944500000000930004'],
    ['19 digits and F', '8944500000000930012F', '8944500000000930012f'],
    ['swapped digits', '8944500000000930020F', '984405000000900320F0'],
    ['20 digits for a card with 19', '8944500000000930038F', '89445000000009300386'],
    ['blanks', '8944500000000930046F', '8944 5000 0000 0930 046F'],
  ])('finds a profile by %s, and answers with F', async (_what, card, iccid) => {
    await stocked(card)
    const { verdict, body } = await client.call('downloadOrder', { iccid })
    expect([verdict, body.iccid]).toEqual([SUCCESS, card.padEnd(20, 'F')])
    const matchingId = newMatchingId()
    expect(await ask('confirmOrder', { iccid: body.iccid, releaseFlag: true, matchingId })).toBe(SUCCESS)
    const phone = phones.phone()
    expect(await phone.download(codeOf(matchingId))).toMatchObject({ outcome: 'installed', iccid: card.slice(0, 19) })
  })

  test('orders a profile by the name of its configuration, and links it to an EID', async () => {
    await stocked()
    const eid = scene.nextEid()
    const { body, verdict } = await client.call('downloadOrder', { profileType, eid })
    expect(verdict).toBe(SUCCESS)
    expect(body.iccid).toMatch(/^\d{20}$/)
    expect(await ask('confirmOrder', { iccid: body.iccid, releaseFlag: true, matchingId: '' })).toBe(SUCCESS)
  })

  test('an ICCID that is ordered already is refused, but the same call again succeeds', async () => {
    const { iccid } = await ordered()
    expect(await ask('downloadOrder', { iccid })).toBe(SUCCESS)
    expect(await ask('downloadOrder', { iccid, eid: scene.nextEid() })).toBe('8.2.1/3.3')
    expect((await other.client.call('downloadOrder', { iccid })).verdict).toBe('8.2.1/1.2')
  })

  test('an unknown ICCID is refused', async () => {
    expect(await ask('downloadOrder', { iccid: '8999999999999999990' })).toBe('8.2.1/3.9')
  })

  test('the same functionCallIdentifier gets the same profile', async () => {
    await stocked()
    await stocked()
    const header = { functionCallIdentifier: randomUUID() }
    const first = await client.call('downloadOrder', { profileType }, header)
    const again = await client.call('downloadOrder', { profileType }, header)
    const next = await client.call('downloadOrder', { profileType })
    expect(again.body).toEqual(first.body)
    expect(next.body.iccid).not.toBe(first.body.iccid)
  })

  test('a functionCallIdentifier can be any text', async () => {
    for (const functionCallIdentifier of ['1', 'call 7/é', 'TX'.repeat(100)]) {
      const { iccid } = await stocked()
      expect(await ask('downloadOrder', { iccid }, { functionCallIdentifier })).toBe(SUCCESS)
    }
  })

  test('a profile type must exist, be ordered by operators, have a profile left, and be that of the ICCID', async () => {
    const plain = await scene.order()
    await scene.configured({ name: 'Empty type', orderedBy: 'operator' })
    const { iccid } = await stocked()
    expect(await ask('downloadOrder', { profileType: 'No such type' })).toBe('8.2.5/3.9')
    expect(await ask('downloadOrder', { profileType: 'Empty type' })).toBe('8.2.5/3.7')
    expect(await ask('downloadOrder', { iccid, profileType: 'Empty type' })).toBe('8.2.5/3.8')
    expect(await ask('downloadOrder', { iccid: plain.iccid })).toBe('8.2.1/3.3')
    const { configurationName } = await shown(plain.profileId)
    expect(await ask('downloadOrder', { profileType: configurationName })).toBe('8.2.5/1.2')
    expect(await ask('downloadOrder', {})).toBe('8.2.1/2.2')
  })

  test('two calls at the same time get two profiles', async () => {
    const before = await Promise.all([stocked(), stocked()])
    expect(before).toHaveLength(2)
    const answers = await Promise.all([1, 2].map(() => client.call('downloadOrder', { profileType })))
    expect(new Set(answers.map(({ body }) => body.iccid)).size).toBe(2)
  })
})

describe('confirmOrder', () => {
  test('answers the MatchingID that it generated, and the address', async () => {
    const { iccid, profileId } = await ordered()
    const { body, verdict } = await client.call('confirmOrder', { iccid, releaseFlag: false })
    expect(verdict).toBe(SUCCESS)
    expect(body.matchingId).toMatch(/^[0-9A-F]{32}$/)
    expect(body.smdpAddress).toBe(scene.server.smdp.address)
    expect(await states(profileId)).toBe('AVAILABLE Confirmed')
  })

  test('an order that is not released cannot be downloaded until releaseProfile', async () => {
    const { iccid, profileId, matchingId } = await confirmed({ releaseFlag: false })
    const device = scene.device()
    expect((await device.ask(matchingId)).verdict).toBe('8.2/1.2')
    expect(await ask('releaseProfile', { iccid })).toBe(SUCCESS)
    expect(await states(profileId)).toBe('AVAILABLE Released')
    expect((await device.ask(matchingId)).verdict).toBe(SUCCESS)
  })

  test('an unknown profile is refused', async () => {
    expect(await ask('confirmOrder', { iccid: '8999999999999999990', releaseFlag: true })).toBe('8.2.1/3.9')
  })

  test('a profile that is not ordered is refused', async () => {
    const { iccid } = await stocked()
    expect(await ask('confirmOrder', { iccid, releaseFlag: true })).toBe('8.2.1/3.5')
  })

  test('a MatchingID that is in use is refused, in any enterprise account', async () => {
    const { matchingId } = await confirmed()
    const { iccid, profileId } = await ordered()
    expect(await ask('confirmOrder', { iccid, releaseFlag: true, matchingId })).toBe('8.2.6/3.3')
    expect(await states(profileId)).toBe('AVAILABLE Allocated')
    expect(await ask('confirmOrder', { iccid, releaseFlag: true, matchingId: 'lower case' })).toBe('8.2.6/2.1')
    expect(await ask('confirmOrder', { iccid, releaseFlag: true, matchingId: newMatchingId() })).toBe(SUCCESS)
  })

  test('the same call again gets the same answer; another one is refused', async () => {
    const { iccid, matchingId } = await confirmed()
    const members = { iccid, releaseFlag: true, matchingId }
    expect(await ask('confirmOrder', members)).toBe(SUCCESS)
    expect(await ask('confirmOrder', { ...members, matchingId: newMatchingId() })).toBe('8.2.1/3.5')
  })

  test('an SM-DS address that is not ours is refused, and the order is not released', async () => {
    const { iccid, profileId } = await ordered({ eid: scene.nextEid() })
    const members = { iccid, releaseFlag: true, smdsAddress: 'smds.invalid' }
    expect(await ask('confirmOrder', members)).toBe('8.9/5.1')
    expect(await states(profileId)).toBe('AVAILABLE Linked')
  })

  test('an EID is needed for an empty MatchingID', async () => {
    const { iccid } = await ordered()
    expect(await ask('confirmOrder', { iccid, releaseFlag: true, matchingId: '' })).toBe('8.1.1/2.2')
    const smdsAddress = scene.server.smds.address
    expect(await ask('confirmOrder', { iccid, releaseFlag: true, smdsAddress })).toBe('8.1.1/2.2')
  })

  test('another EID than that of the order is refused', async () => {
    const { iccid } = await ordered({ eid: scene.nextEid() })
    expect(await ask('confirmOrder', { iccid, releaseFlag: true, eid: scene.nextEid() })).toBe('8.1.1/3.10')
  })

  test('a confirmation code is asked for by the SM-DP+', async () => {
    const { matchingId, profileId } = await confirmed({ confirmationCode: 'Zebra-7' })
    expect((await scene.device().offered(matchingId)).ccRequired).toBe(true)
    const result = await phones.phone().download(codeOf(matchingId), { confirmationCode: 'Zebra-7' })
    expect(result.outcome).toBe('installed')
    expect(await states(profileId)).toBe('INSTALLED Installed')
  })
})

describe('a download', () => {
  test('an operator orders, confirms with its own MatchingID, and a device downloads', async () => {
    const { profileId, matchingId, iccid } = await confirmed()
    expect(await states(profileId)).toBe('AVAILABLE Released')
    expect(await phones.phone().download(codeOf(matchingId))).toMatchObject({ outcome: 'installed', iccid })
    expect(await states(profileId)).toBe('INSTALLED Installed')
    const types = (await timeline(profileId)).map(({ type }) => type).toReversed()
    expect(types).toEqual(['GENERATED', 'ORDERED', 'ORDER_CONFIRMED', 'AUTHENTICATED', 'DOWNLOADED', 'INSTALLED'])
  })

  test('only the linked EID can download, without any MatchingID', async () => {
    const device = scene.device()
    const profile = await ordered({ eid: device.eid })
    const { body } = await client.call('confirmOrder', { iccid: profile.iccid, releaseFlag: true, matchingId: '' })
    expect(body).toMatchObject({ matchingId: '', eid: device.eid })
    expect((await scene.device().ask('')).verdict).toBe('8.1.1/3.8')
    expect((await device.ask('')).verdict).toBe(SUCCESS)
  })

  test('a released order with an SM-DS address has an event there, until it is canceled', async () => {
    const eid = scene.nextEid()
    const smdsAddress = scene.server.smds.address
    const { iccid, matchingId } = await confirmed({ smdsAddress }, { eid })
    const events = async () =>
      await scene.server.db.global.selectFrom('smds_event').selectAll().where('eid', '=', eid).execute()
    expect(await events()).toMatchObject([{ event_id: matchingId, owner: '' }])
    await own.expect('cancelOrder', { iccid, eid, matchingId, finalProfileStatusIndicator: 'Available' })
    expect(await events()).toEqual([])
  })
})

describe('cancelOrder', () => {
  test('with Available, the profile can be ordered again', async () => {
    const { iccid, profileId, matchingId } = await confirmed()
    expect(await ask('cancelOrder', { iccid, matchingId, finalProfileStatusIndicator: 'Available' })).toBe(SUCCESS)
    expect(await states(profileId)).toBe('AVAILABLE Available')
    expect((await scene.device().ask(matchingId)).verdict).toBe('8.2.6/3.8')
    expect(await ask('downloadOrder', { iccid })).toBe(SUCCESS)
  })

  test('with Unavailable, the profile is CANCELED and can never be ordered again', async () => {
    const { iccid, profileId, matchingId } = await confirmed()
    expect(await ask('cancelOrder', { iccid, matchingId, finalProfileStatusIndicator: 'Unavailable' })).toBe(SUCCESS)
    expect(await states(profileId)).toBe('CANCELED Unavailable')
    expect((await timeline(profileId))[0]).toMatchObject({ type: 'ORDER_CANCELED', actorName: own.name })
    expect(await ask('downloadOrder', { iccid })).toBe('8.2.1/3.3')
    expect(await ask('cancelOrder', { iccid, matchingId, finalProfileStatusIndicator: 'Available' })).toBe('8.2.1/3.3')
  })

  test('an unknown ICCID is not canceled', async () => {
    const finalProfileStatusIndicator = 'Available'
    expect(await ask('cancelOrder', { iccid: '8999999999999999990', finalProfileStatusIndicator })).toBe('8.2.1/3.9')
    expect(await ask('cancelOrder', { finalProfileStatusIndicator })).toBe('8.2.1/2.2')
    expect(await ask('cancelOrder', { iccid: (await ordered()).iccid })).toBe('8.2.1/2.2')
  })

  test('the EID of the order is needed', async () => {
    const { iccid } = await ordered({ eid: scene.nextEid() })
    const finalProfileStatusIndicator = 'Available'
    expect(await ask('cancelOrder', { iccid, finalProfileStatusIndicator })).toBe('8.1.1/2.2')
    expect(await ask('cancelOrder', { iccid, finalProfileStatusIndicator, eid: scene.nextEid() })).toBe('8.2.1/3.10')
  })

  test('the MatchingID of the order is needed', async () => {
    const { iccid } = await confirmed()
    const finalProfileStatusIndicator = 'Available'
    expect(await ask('cancelOrder', { iccid, finalProfileStatusIndicator })).toBe('8.2.6/2.2')
    expect(await ask('cancelOrder', { iccid, finalProfileStatusIndicator, matchingId: 'WRONG' })).toBe('8.2.6/3.10')
  })

  test('a profile that is not ordered, or is downloaded, is refused', async () => {
    const { iccid } = await stocked()
    const finalProfileStatusIndicator = 'Available'
    expect(await ask('cancelOrder', { iccid, finalProfileStatusIndicator })).toBe('8.2.1/3.3')
    const { iccid: taken, matchingId } = await confirmed()
    await phones.phone().download(codeOf(matchingId))
    expect(await ask('cancelOrder', { iccid: taken, matchingId, finalProfileStatusIndicator })).toBe('8.2.1/3.3')
  })
})

describe('releaseProfile', () => {
  test('is refused in every state but Confirmed', async () => {
    const inStock = await stocked()
    const allocated = await ordered()
    const released = await confirmed()
    const canceled = await confirmed()
    const { iccid, matchingId } = canceled
    await own.expect('cancelOrder', { iccid, matchingId, finalProfileStatusIndicator: 'Unavailable' })
    for (const one of [inStock, allocated, released, canceled])
      expect(await ask('releaseProfile', { iccid: one.iccid })).toBe('8.2.1/3.5')
    expect(await ask('releaseProfile', { iccid: '8999999999999999990' })).toBe('8.2.1/3.9')
  })
})

describe('expiredOrder', () => {
  test('ends a released order: no device can download, and the operator can cancel it', async () => {
    const { iccid, profileId, matchingId } = await confirmed()
    expect(await ask('expiredOrder', { iccid, matchingId })).toBe(SUCCESS)
    expect(await states(profileId)).toBe('EXPIRED Error')
    expect((await scene.device().ask(matchingId)).verdict).toBe('8.2/1.2')
    expect(await ask('expiredOrder', { iccid })).toBe('8.2.1/3.5')
    expect(await ask('cancelOrder', { iccid, matchingId, finalProfileStatusIndicator: 'Available' })).toBe(SUCCESS)
    expect(await states(profileId)).toBe('AVAILABLE Available')
  })
})

describe("another operator's client", () => {
  const calls = ['downloadOrder', 'confirmOrder', 'cancelOrder', 'releaseProfile', 'expiredOrder']

  test.each(calls)('%s is refused in every state, and learns nothing', async (name) => {
    const sibling = await scene.operator()
    const profiles = [await ordered(), await confirmed({ releaseFlag: false }), await confirmed()]
    for (const { iccid, profileId } of [...profiles, await stocked()]) {
      const members = { iccid, releaseFlag: true, finalProfileStatusIndicator: 'Available' }
      const before = [await states(profileId), (await timeline(profileId)).length]
      const strangers = (await states(profileId)).endsWith(' Available') ? [other] : [other, sibling]
      for (const { client: stranger } of strangers) {
        const { verdict, body } = await stranger.call(name, members)
        expect([verdict, Object.keys(body)]).toEqual(['8.2.1/1.2', ['header']])
      }
      expect([await states(profileId), (await timeline(profileId)).length]).toEqual(before)
    }
  })
})

describe('bad input', () => {
  test.each([
    ['no JSON', 'x', 400, '1.3.1/2.1'],
    ['a list', '[]', 200, '1.3.1/2.1'],
    ['a number for a text', '{"header":{},"iccid":89}', 200, '1.3.1/2.1'],
    ['a header that is a text', '{"header":"x"}', 200, '1.3.1/2.1'],
    ['deep nesting', `${'['.repeat(100)}${']'.repeat(100)}`, 200, '1.3.1/2.1'],
  ])('%s is refused', async (_, text, http, verdict) => {
    expect(await client.send('downloadOrder', text)).toMatchObject({ http, verdict })
  })
})
