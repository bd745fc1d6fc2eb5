import * as fleet from '@simwright/contract/profiles/fleet'
import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const t = await smdpScene({ plan: 'DEMO', background: 'queue' })
const { owner } = t.enterprise

/** Lets the phone do something, and waits until it is done. @returns the kinds of its new messages */
async function acted(id: string, more: Omit<Parameters<typeof owner.ask<typeof phone.act>>[1], 'id'>) {
  const { messages } = await owner.ask(phone.act, { id, ...more })
  await expect.poll(async () => (await owner.ask(phone.read, {})).phone?.action).toBe(null)
  const { phone: after } = await owner.ask(phone.read, {})
  return { after: after!, kinds: after!.messages.slice(messages.length).map(({ kind }) => kind) }
}

test('a virtual phone downloads, enables, authenticates, disables and deletes a profile, and closing it undoes all', async () => {
  const made = await t.order()
  const before = await t.shown(made.profileId)
  const events = await t.timeline(made.profileId)
  const opened = await owner.ask(phone.open, { profileId: made.profileId })
  const { id } = opened
  const download = await acted(id, { action: 'DOWNLOAD' })
  expect(download.kinds).toEqual([
    'INITIATE_AUTHENTICATION',
    'SERVER_AUTHENTICATED',
    'AUTHENTICATE_CLIENT',
    'PROFILE_OFFERED',
    'DOWNLOAD_PREPARED',
    'GET_BOUND_PROFILE_PACKAGE',
    'INSTALLED',
    'HANDLE_NOTIFICATION',
  ])
  expect(download.after.profile).toMatchObject({ name: 'Consumer plan', provider: 'Alba', isEnabled: false })
  expect((await acted(id, { action: 'ENABLE' })).kinds).toEqual(['ENABLED', 'HANDLE_NOTIFICATION'])
  const check = await acted(id, { action: 'CHECK' })
  expect(check.kinds).toEqual(['IMSI_READ', 'PROVIDER_READ', 'NETWORK_AUTHENTICATED'])
  expect(check.after.card).toEqual({ imsi: made.subscriber.IMSI, provider: 'Alba', isAuthenticated: true })
  expect((await acted(id, { action: 'DISABLE' })).kinds).toEqual(['DISABLED', 'HANDLE_NOTIFICATION'])
  expect((await acted(id, { action: 'DELETE' })).kinds).toEqual(['DELETED', 'HANDLE_NOTIFICATION'])
  await owner.ask(phone.close, { id })
  expect(await t.shown(made.profileId)).toEqual(before)
  const [event, ...rest] = await t.timeline(made.profileId)
  expect(rest).toEqual(events)
  expect(event).toMatchObject({
    type: 'EDITED',
    text: 'Tried with a virtual phone: installed, enabled, authenticated, disabled, deleted. Available under the same activation code, bound to no device.',
  })
  expect((await owner.ask(phone.read, {})).phone).toBe(null)
  // the only download of the plan is not used up
  expect((await t.phones.phone().download(made.activationCode)).outcome).toBe('installed')
  expect((await owner.ask(fleet.detail, { id: made.profileId })).status).toBe('INSTALLED')
})
