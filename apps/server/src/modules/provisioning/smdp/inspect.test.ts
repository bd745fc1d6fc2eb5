import * as fleet from '@simwright/contract/profiles/fleet'
import { expect, test } from 'vitest'
import { cardKeysOf } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { dropOldImeis } from './jobs.ts'

const scene = await smdpScene()
const { enterprise, order, phones, timeline, device } = scene
const { owner } = enterprise

test('messages of devices are decoded with the names of the standard; another enterprise account sees none', async () => {
  const { activationCode, profileId, matchingId } = await order()
  const phone = phones.phone()
  await phone.download(activationCode)
  const events = await timeline(profileId)
  const messageOf = (type: fleet.EventType) => events.find((event) => event.type === type)!.messageId!
  const asked = await owner.ask(fleet.message, { id: messageOf('AUTHENTICATED') })
  expect(asked).toMatchObject({ function: 'AuthenticateClient', outcome: 'Executed-Success' })
  const field = (name: string) => asked.parts!.find((part) => part.name === name)?.value
  expect(field('matchingId')).toBe(matchingId)
  expect(field('euiccCertificate')).toContain(phone.eid)
  expect(field('imei')).toBe(phones.device.imei)
  expect(asked.hex).toHaveLength(asked.bytes * 2)
  const installed = await owner.ask(fleet.message, { id: messageOf('INSTALLED') })
  expect(installed.parts!.map(({ name }) => name)).toContain('seqNumber')
  expect(events.at(-1)).toMatchObject({ type: 'GENERATED', messageId: null })
  const { owner: other } = await scene.another()
  for (const id of [messageOf('INSTALLED'), profileId])
    expect((await other.refusal(fleet.message, { id })).code).toBe('19404')
  expect((await other.refusal(fleet.profilePackage, { id: profileId })).code).toBe('19404')
})

test('a decoded message hides the hash of the confirmation code', async () => {
  const { matchingId, profileId } = await order({ confirmationCode: '4711' })
  const one = device()
  const hashCc = Uint8Array.from({ length: 32 }, (_, index) => 0xa0 + index)
  await one.prepare(await one.offered(matchingId), { hashCc })
  const [{ messageId }] = (await timeline(profileId)).filter(({ type }) => type === 'REFUSED') as [fleet.ProfileEvent]
  const message = await owner.ask(fleet.message, { id: messageId! })
  expect(message.parts).toContainEqual(expect.objectContaining({ name: 'hashCc', value: 'not shown' }))
  expect(message.hex).not.toContain(Buffer.from(hashCc).toString('hex').slice(0, 8))
  expect(message.hex).toContain('00'.repeat(32))
})

test('the decoded package has the content that devices get, and no key or code', async () => {
  const { iccid, profileId, subscriber } = await order({ msisdn: '491700000001' })
  const shown = await owner.ask(fleet.profilePackage, { id: profileId })
  const files = shown.elements.flatMap((element) => element.files)
  const linesOf = (name: string) => files.find((file) => file.name === name)?.lines
  expect(linesOf('EF.ICCID')).toEqual([iccid])
  expect(linesOf('EF.IMSI')).toEqual([subscriber.IMSI])
  expect(linesOf('EF.MSISDN')).toEqual(['+491700000001'])
  expect(shown.elements.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['header', 'akaParameter', 'usim', 'end']),
  )
  expect(shown.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const text = JSON.stringify(shown).toLowerCase()
  const keys = await cardKeysOf(scene, enterprise, iccid)
  for (const [name, value] of Object.entries(keys)) {
    if (value.length === 0 || name === 'smsp') continue
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    expect(text, name).not.toContain(Buffer.from(bytes).toString('hex'))
  }
})

test('the IMEI that the LPA reported is shown to members who may export profiles, and masked for others', async () => {
  const { activationCode, profileId } = await order()
  expect(await owner.ask(fleet.device, { id: profileId })).toMatchObject({ imei: null, imeiMasked: false, tac: null })
  await phones.phone().download(activationCode)
  const { imei, tac } = phones.device
  const now = scene.clock.now().toISOString()
  expect(await owner.ask(fleet.device, { id: profileId })).toEqual({
    ...{ imei, tac, imeiMasked: false },
    firstSeenAt: now,
    lastSeenAt: now,
  })
  const viewer = await enterprise.member('Viewer')
  const masked = `${imei!.slice(0, 8)}*******`
  expect(await viewer.ask(fleet.device, { id: profileId })).toMatchObject({ imei: masked, imeiMasked: true })
  const { messageId } = (await timeline(profileId)).find(({ type }) => type === 'AUTHENTICATED')!
  const message = await viewer.ask(fleet.message, { id: messageId! })
  expect(message.parts).toContainEqual(expect.objectContaining({ name: 'imei', value: 'not shown' }))
  const bytes = imei!.replace(/(.)(.)/g, '$2$1').slice(0, 14)
  expect((await owner.ask(fleet.message, { id: messageId! })).hex).toContain(bytes)
  expect(message.hex).not.toContain(bytes)
  expect((await (await scene.another()).owner.refusal(fleet.device, { id: profileId })).code).toBe('19404')
})

test('an IMEI is deleted a year after the device was last seen', async () => {
  const { activationCode, profileId } = await order()
  await phones.phone().download(activationCode)
  const seen = scene.clock.now().getTime()
  await dropOldImeis(scene.server, new Date(seen))
  expect(await owner.ask(fleet.device, { id: profileId })).toMatchObject({ imei: phones.device.imei })
  await dropOldImeis(scene.server, new Date(seen + 1))
  expect(await owner.ask(fleet.device, { id: profileId })).toMatchObject({ imei: null, tac: phones.device.tac })
})
