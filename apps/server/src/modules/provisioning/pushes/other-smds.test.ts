import * as push from '@simwright/contract/provisioning/push'
import { expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { smdsPhones } from '../../../testing/smds-scene.ts'
import { settlePushes, syncSmdsEvents } from './jobs.ts'

// the server is on both sides of ES12: the SM-DP+ that registers, and the other SM-DS
const OPERATOR_PORT = String(await freePort())
const address = `localhost:${OPERATOR_PORT}`
const scene = await smdpScene({ settings: { OPERATOR_PORT, OTHER_SMDS: address } })
const { server, enterprise, order, phones, shown } = scene
const { owner } = enterprise
const smds = await smdsPhones(scene, phones)
const newest = async () => (await owner.ask(push.list, {})).items[0]

test('when the SM-DS does not answer, the push fails, does not count, and leaves the profile unbound', async () => {
  const { iccid, profileId } = await order()
  await owner.ask(push.add, { iccid, eid: phones.phone().eid })
  expect(await newest()).toMatchObject({ state: 'FAILED', smds: address })
  expect((await newest())?.reason).toMatch(/^The SM-DS localhost:\d+ did not register it: /)
  expect(await shown(profileId)).toMatchObject({ eid: null })
  expect((await owner.ask(push.room, {})).used).toBe(0)
})

test('an event is registered over ES12, and deleted after the download', async () => {
  await server.smds.listenForServers()
  const { iccid } = await order()
  const phone = phones.phone()
  await owner.ask(push.add, { iccid, eid: phone.eid })
  expect(await owner.ask(push.room, {})).toMatchObject({ used: 1, own: false, smds: address })
  expect(await smds.fetch(phone)).toEqual(['installed'])
  expect(await newest()).toMatchObject({ state: 'DOWNLOADED' })
  await syncSmdsEvents(server)
  expect(await smds.discover(phone)).toMatchObject({ events: [] })
})

test('a sweep finishes an interrupted registration', async () => {
  const { iccid } = await order()
  const phone = phones.phone()
  await owner.ask(push.add, { iccid, eid: phone.eid })
  await server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('eid_push').set({ event: 'REGISTERING' }).where('eid', '=', phone.eid).execute(),
  )
  await syncSmdsEvents(server)
  scene.clock.moveMs(61_000)
  await syncSmdsEvents(server)
  await settlePushes(server)
  expect(await newest()).toMatchObject({ state: 'PUSHED' })
  expect(await smds.fetch(phone)).toEqual(['installed'])
})
