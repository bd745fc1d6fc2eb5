import * as push from '@simwright/contract/provisioning/push'
import { describe, expect, test } from 'vitest'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { smdsPhones } from '../../../testing/smds-scene.ts'

const scene = await smdpScene({ isOwn: true })
const { enterprise, hand, phones, order, shown, nextEid } = scene
const smds = await smdsPhones(scene, phones)

/** An order whose event is registered at the SM-DS for this EID. */
async function registered(eid: string) {
  const ordered = await order()
  await enterprise.owner.ask(push.add, { iccid: ordered.iccid, eid })
  return ordered
}

describe('an order through an SM-DS', () => {
  test('is discovered by its eUICC, and offered with the MatchingID of the event', async () => {
    const phone = phones.phone()
    const { matchingId, profileId } = await registered(phone.eid)
    expect(await smds.discover(phone)).toMatchObject({ events: [{ eventId: matchingId }] })
    const one = hand.device(phone.eid, phone.identity)
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
    expect(await shown(profileId)).toMatchObject({ eid: phone.eid, orderState: 'Released' })
  })

  test.each([
    ['no', undefined],
    ['an empty', ''],
  ])('is offered to its eUICC with %s MatchingID', async (_, matchingId) => {
    const one = hand.device(nextEid())
    const { profileId } = await registered(one.eid)
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
    expect(await shown(profileId)).toMatchObject({ eid: one.eid, orderState: 'Released', attempts: 1 })
  })

  test('is refused to another eUICC, with its MatchingID or without', async () => {
    const eid = nextEid()
    const { matchingId, profileId } = await registered(eid)
    const other = hand.device(nextEid())
    for (const asked of [matchingId, undefined, '']) expect((await other.ask(asked)).verdict).toBe('8.1.1/3.8')
    expect(await shown(profileId)).toMatchObject({ eid, orderState: 'Released', attempts: 0 })
  })
})
