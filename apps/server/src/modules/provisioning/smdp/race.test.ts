import { digestConfirmationCode, hashConfirmationCode } from '@simwright/rsp'
import { expect, test } from 'vitest'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const { device, order, shown } = await smdpScene()

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

test('of two concurrent devices exactly one gets the profile, and may retry', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { matchingId, profileId } = await order()
    const devices = [device(), device()]
    const offers = await times(2, (index) => devices[index]!.offered(matchingId))
    const said = await times(2, (index) => devices[index]!.prepare(offers[index]!))
    const verdicts = said.map(({ verdict }) => verdict)
    expect(verdicts.toSorted()).toEqual(['8.2/3.7', SUCCESS])
    const winner = verdicts.indexOf(SUCCESS)
    expect((await shown(profileId)).eid).toBe(devices[winner]!.eid)
    expect((await devices[1 - winner]!.ask(matchingId)).verdict).toBe('8.1.1/3.8')
    expect((await devices[winner]!.ask(matchingId)).verdict).toBe(SUCCESS)
  }
})

test('of fifty concurrent wrong confirmation codes at most four can be corrected; then even the right code is refused', async () => {
  const { matchingId, profileId } = await order({ confirmationCode: '4711' })
  const devices = Array.from({ length: 5 }, () => device())
  const offers = await times(5, (index) => devices[index]!.offered(matchingId))
  const said = await times(50, (index) => {
    const offer = offers[index % 5]!
    const hashCc = hashConfirmationCode(digestConfirmationCode(String(5000 + index)), offer.transactionId)
    return devices[index % 5]!.prepare(offer, { hashCc })
  })
  const count = (wanted: string) => said.filter(({ verdict }) => verdict === wanted).length
  expect(count(SUCCESS)).toBe(0)
  expect(count('8.2.7/3.8')).toBeLessThanOrEqual(4)
  expect(count('8.2.7/6.4')).toBeGreaterThanOrEqual(1)
  expect(await shown(profileId)).toMatchObject({ status: 'ERROR', orderState: 'Error' })
  expect((await shown(profileId)).confirmationFailures).toBeGreaterThanOrEqual(5)
  const offer = offers[0]!
  const hashCc = hashConfirmationCode(digestConfirmationCode('4711'), offer.transactionId)
  expect((await devices[0]!.prepare(offer, { hashCc })).verdict).not.toBe(SUCCESS)
})

test('of concurrent calls of the same step exactly one succeeds', async () => {
  const { matchingId, profileId } = await order()
  const one = device()
  const opened = await one.open()
  const authenticated = await times(6, () => one.authenticate(opened, { matchingId }))
  expect(authenticated.filter(({ verdict }) => verdict === SUCCESS)).toHaveLength(1)
  expect(new Set(authenticated.map(({ verdict }) => verdict))).toEqual(new Set([SUCCESS, '8.10.1/3.9']))
  expect((await shown(profileId)).attempts).toBe(1)
  const offer = await one.offered(matchingId)
  const delivered = await times(6, () => one.prepare(offer))
  expect(delivered.filter(({ verdict }) => verdict === SUCCESS)).toHaveLength(1)
  expect((await shown(profileId)).downloads).toBe(1)
})
