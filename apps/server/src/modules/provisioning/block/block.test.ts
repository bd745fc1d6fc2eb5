import * as block from '@simwright/contract/provisioning/block'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { DEVICE_MODELS } from '@simwright/euicc'
import { expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const { enterprise, another, device, order, configured, shown, timeline, phones, clock } = await smdpScene()
const { owner } = enterprise
const SUCCESS = 'Executed-Success'
const { tac } = DEVICE_MODELS[2]!

const blocks = async () => (await owner.ask(block.list, {})).items
const hits = async (filter: object = {}) => (await owner.ask(block.hits, { filter })).items

async function removeAll() {
  const ids = (await blocks()).map(({ id }) => id)
  if (ids.length > 0) await owner.ask(block.remove, { ids })
}

const refusalOf = async (fields: object) => {
  const refused = await owner.refusal(block.add, { kind: 'EID', values: [], note: '', ...fields })
  return (refused.obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`)
}

test('a blocked EID is refused before an attempt is counted, and downloads after the rule is removed', async () => {
  const { matchingId, profileId, iccid } = await order()
  const one = device()
  await owner.ask(block.add, { kind: 'EID', values: [one.eid], note: 'Stolen' })
  const answer = await one.ask(matchingId)
  expect(answer.verdict).toBe('8.1.1/3.8')
  expect(answer.message).toMatch(/blocked/)
  expect(await shown(profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released', attempts: 0, eid: null })
  const [event] = await timeline(profileId)
  expect(event).toMatchObject({ type: 'REFUSED', subjectCode: '8.1.1', reasonCode: '3.8', eid: one.eid })
  const [rule] = await blocks()
  expect(rule).toMatchObject({ kind: 'EID', value: one.eid, note: 'Stolen', hits: 1, version: 1 })
  expect(rule!.lastHitAt).toBe(clock.now().toISOString())
  expect(await hits({ blockId: rule!.id })).toMatchObject([{ kind: 'EID', eid: one.eid, iccid, tac }])
  await removeAll()
  expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
  expect(await hits({ eid: one.eid })).toHaveLength(1)
})

test('a blocked range refuses all EIDs with its prefix and no others', async () => {
  const [inside, outside] = [device(), device()]
  const range = inside.eid.slice(0, 29)
  const others = inside.eid.slice(0, 28) + String((Number(inside.eid[28]) + 5) % 10)
  await owner.ask(block.add, { kind: 'EID_RANGE', values: [others] })
  expect((await inside.ask((await order()).matchingId)).verdict).toBe(SUCCESS)
  await owner.ask(block.add, { kind: 'EID_RANGE', values: [range] })
  expect((await inside.ask((await order()).matchingId)).verdict).toBe('8.1.1/3.8')
  await removeAll()
  expect((await outside.ask((await order()).matchingId)).verdict).toBe(SUCCESS)
})

test('a blocked TAC refuses all devices of that model', async () => {
  const { activationCode, profileId } = await order()
  await owner.ask(block.add, { kind: 'TAC', values: [tac] })
  const phone = phones.phone()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'refused-by-server' })
  expect((await timeline(profileId))[0]).toMatchObject({ type: 'REFUSED', subjectCode: '8.2.5', reasonCode: '4.3' })
  expect(await hits()).toMatchObject([{ kind: 'TAC', value: tac, eid: phone.eid }, {}, {}])
  await removeAll()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
})

test('a rule of one enterprise account does not affect another', async () => {
  const { owner: other } = await another()
  const one = device()
  await other.ask(block.add, { kind: 'EID', values: [one.eid] })
  expect((await one.ask((await order()).matchingId)).verdict).toBe(SUCCESS)
  expect(await blocks()).toEqual([])
})

test('the device that has a profile can be blocked by EID or TAC from the profile', async () => {
  const { profileId, activationCode, iccid } = await order()
  const ask = (kind: 'EID' | 'TAC') => owner.ask(block.device, { profileId, kind, note: 'Lost' })
  expect((await owner.refusal(block.device, { profileId, kind: 'EID' })).code).toBe('15001')
  const phone = phones.phone()
  await phone.download(activationCode)
  expect(await ask('EID')).toEqual({ value: phone.eid, added: 1, existing: 0 })
  const untouched = await order()
  const blocked = async () =>
    (await owner.ask(block.ofProfiles, { profileIds: [profileId, untouched.profileId] })).items
  const [rule] = await blocks()
  const { id, createdAt, createdBy } = rule!
  expect(await blocked()).toEqual([{ profileId, id, kind: 'EID', value: phone.eid, createdAt, createdBy }])
  expect(await ask('EID')).toMatchObject({ added: 0, existing: 1 })
  expect(await ask('TAC')).toEqual({ value: tac, added: 1, existing: 0 })
  await owner.ask(block.remove, { ids: [id] })
  expect(await blocked()).toMatchObject([{ profileId, kind: 'TAC', value: tac }])
  const [type] = await blocks()
  const ofType = await owner.ask(block.profiles, { id: type!.id })
  expect(ofType).toMatchObject({
    items: expect.arrayContaining([{ id: profileId, iccid, eid: phone.eid, device: expect.any(String) }]),
    more: false,
  })
  expect(ofType.items.map((one) => one.id)).not.toContain(untouched.profileId)
  expect((await device().ask((await order()).matchingId)).verdict).toBe('8.2.5/4.3')
  const range = phone.eid.slice(0, 20)
  await removeAll()
  expect(await blocked()).toEqual([])
  await owner.ask(block.add, { kind: 'EID_RANGE', values: [range] })
  expect(await blocked()).toMatchObject([{ profileId, kind: 'EID_RANGE', value: range }])
  expect((await owner.ask(block.profiles, { id: (await blocks())[0]!.id })).items).toContainEqual(
    expect.objectContaining({ id: profileId }),
  )
  await removeAll()
})

test('an invalid EID, range or TAC is refused with its position', async () => {
  const good = device().eid
  const wrong = good.slice(0, 31) + String((Number(good[31]) + 1) % 10)
  expect(await refusalOf({ values: [good, wrong] })).toEqual([
    'values.1: Invalid EID. 32 digits, of which the last two are check digits.',
  ])
  expect(await refusalOf({ kind: 'EID_RANGE', values: ['8904903', '1234567890'] })).toHaveLength(2)
  expect(await refusalOf({ kind: 'TAC', values: ['3572850', '357285091', '3572850A'] })).toHaveLength(3)
  expect(await refusalOf({ values: [] })).toEqual(['values: Required'])
  expect(await refusalOf({ values: [good], note: 'x'.repeat(201) })).toEqual(['note: Up to 200 characters.'])
  expect(await blocks()).toEqual([])
})

test('a file blocks its valid lines and reports the others', async () => {
  const [one, two] = [device().eid, device().eid]
  const content = [
    'sep=;',
    'VALUE;TYPE;NOTE',
    `${one.replace(/(.{8})/g, '$1 ')};;Stolen`,
    '="35728509"',
    '89049032;eid_range',
    '12345;;short',
    '89049032;PHONE',
    `${one};EID;twice`,
    '89049033;eid_range;gpj\u202Eexe.',
    '',
    `${two};TAC`,
  ].join('\n')
  const answer = await owner.upload(block.upload, { note: 'From a list' }, { name: 'list.csv', content })
  expect(answer).toMatchObject({ added: 3, existing: 0, faulty: 4 })
  expect(answer.faults.map(({ line }) => line)).toEqual([6, 7, 9, 11])
  const notes = Object.fromEntries((await blocks()).map(({ kind, value, note }) => [`${kind} ${value}`, note]))
  expect(notes).toEqual({
    [`EID ${one}`]: 'twice',
    'TAC 35728509': 'From a list',
    'EID_RANGE 89049032': 'From a list',
  })
  await removeAll()
})

test.each([
  ['an empty file', '', '13001'],
  ['a header alone', 'VALUE\n', '13022'],
  ['no column of values', 'EID\n8904', '13003'],
  ['a column nobody knows', 'VALUE,COLOUR\n1,2', '13004'],
  ['an open quote', 'VALUE\n"8904', '13012'],
  ['no text at all', '\u0000\u0001', '13013'],
  ['more than 1 MiB', 'VALUE\n'.repeat(200_000), '13007'],
  ['more than 10,000 lines', `VALUE\n${'35728509\n'.repeat(10_001)}`, '13006'],
])('a list that is %s is refused', async (_, content, code) => {
  await expect(owner.upload(block.upload, {}, { name: 'list.csv', content })).rejects.toMatchObject({ code })
})

test('a note is edited only at its current version; the list can be searched and paged', async () => {
  await owner.ask(block.add, { kind: 'TAC', values: ['35000001', '35000002', '86000003'], note: 'old' })
  const page = await owner.ask(block.list, {
    filter: { search: '3500' },
    sort: { by: 'value', direction: 'asc' },
    limit: 1,
  })
  expect(page).toMatchObject({ total: 2, items: [{ value: '35000001' }] })
  const [{ id }] = page.items as [block.Block]
  expect(await owner.ask(block.edit, { id, version: 1, fields: { note: 'new' } })).toEqual({ version: 2 })
  expect((await owner.refusal(block.edit, { id, version: 1, fields: { note: 'mine' } })).code).toBe('19412')
  const next = await owner.ask(block.list, {
    filter: { search: '3500' },
    sort: { by: 'value', direction: 'asc' },
    cursor: page.next!,
    limit: 1,
  })
  expect(next).toMatchObject({ next: null, items: [{ value: '35000002', note: 'old' }] })
  expect((await owner.ask(block.list, { filter: { kind: ['EID'] } })).items).toEqual([])
  await removeAll()
})

test('a device blocked after AuthenticateClient gets no package, and can start again after the rule is removed', async () => {
  const { matchingId, profileId } = await order()
  const one = device()
  const offer = await one.offered(matchingId)
  await owner.ask(block.add, { kind: 'EID', values: [one.eid] })
  expect((await one.prepare(offer)).verdict).toBe('8.1.1/3.8')
  expect(await shown(profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released', eid: null })
  expect(await hits({ eid: one.eid })).toHaveLength(1)
  await removeAll()
  expect((await one.prepare(await one.offered(matchingId))).verdict).toBe(SUCCESS)
})

test('a viewer can list rules but not change them', async () => {
  const viewer = await enterprise.member('Viewer')
  await viewer.ask(block.list, {})
  for (const one of [block.add, block.remove, block.edit, block.device] as const)
    expect((await viewer.refusal(one, {} as never)).code).toBe('19403')
})

/** Creates a code of each kind. @returns its MatchingID */
const codes = {
  single: async () => (await order()).matchingId,
  campaign: async () => {
    const configurationId = await configured({ name: 'Campaign' })
    const { iccid } = await order({}, configurationId)
    const fields = { name: 'Festival', configurationId, confirmationCode: { mode: 'none' as const } }
    const { id } = await owner.ask(campaign.add, { fields })
    await owner.ask(campaign.fill, { id, filter: { iccid } })
    const { version } = await owner.ask(campaign.get, { id })
    await owner.ask(campaign.start, { id, version })
    return (await owner.ask(campaign.get, { id })).activationCode.split('$')[2]!
  },
  rotation: async () => (await order({}, await configured({ name: 'Rotating', rotation: true }))).matchingId,
}

/** A rule of each kind that blocks a device, and the refusal it causes. */
const rules = {
  EID: ({ eid }: { eid: string }) => ({ value: eid, verdict: '8.1.1/3.8' }),
  EID_RANGE: ({ eid }: { eid: string }) => ({ value: eid.slice(0, 31), verdict: '8.1.1/3.8' }),
  TAC: () => ({ value: tac, verdict: '8.2.5/4.3' }),
}

test.each(['single', 'campaign', 'rotation'] as const)(
  'a blocked device is refused the same way for a %s code, at AuthenticateClient and at GetBoundProfilePackage',
  async (kindOfCode) => {
    const matchingId = await codes[kindOfCode]()
    for (const kind of ['EID', 'EID_RANGE', 'TAC'] as const) {
      const one = device()
      const { value, verdict } = rules[kind](one)
      await owner.ask(block.add, { kind, values: [value] })
      expect(await one.ask(matchingId)).toMatchObject({
        verdict,
        message: 'This device is blocked from downloading. Please ask the provider of your activation code.',
      })
      expect(await hits({ eid: one.eid })).toMatchObject([{ kind, value, eid: one.eid, tac }])
      expect((await blocks()).map(({ hits }) => hits)).toEqual([1])
      await removeAll()
    }
    const late = device()
    const offer = await late.offered(matchingId)
    await owner.ask(block.add, { kind: 'EID', values: [late.eid] })
    expect((await late.prepare(offer)).verdict).toBe('8.1.1/3.8')
    expect(await hits({ eid: late.eid })).toMatchObject([{ kind: 'EID' }])
    await removeAll()
    expect((await late.ask(matchingId)).verdict).toBe(SUCCESS)
  },
)
