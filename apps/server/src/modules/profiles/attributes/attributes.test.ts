import * as audit from '@simwright/contract/platform/audit'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as operation from '@simwright/contract/provisioning/operation'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, generated, operated, profileOf } from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { clearAttributes } from './jobs.ts'

let t: TestServer
let enterprise: TestEnterprise
let rows: Subscriber[]
let ids: string[]

beforeAll(async () => {
  t = await testServer({ background: 'queue' })
  enterprise = await t.enterprise()
  const configurationId = await configured(enterprise.owner)
  rows = newSubscribers(6)
  await generated(enterprise.owner, { configurationId, rows })
  ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(enterprise.owner, ICCID)).id))
})

type Fields = Partial<attribute.NewAttribute> & { word: string }
const fieldsOf = (fields: Fields) => ({ name: fields.word, kind: 'text' as const, ...fields })
const add = async (fields: Fields) => (await enterprise.owner.ask(attribute.add, { fields: fieldsOf(fields) })).id
const refusedFor = async (fields: Fields) =>
  await enterprise.owner.refusal(attribute.add, { fields: fieldsOf(fields) as never })
const named = async (word: string, counts = false) =>
  (await enterprise.owner.ask(attribute.list, { counts })).items.find((one) => one.word === word)!

const changing = (index: number, attributeId: string, value: string, previous: string | null) =>
  ({ profileId: ids[index]!, operation: { kind: 'ATTRIBUTE', attributeId, value }, previous }) as const
const set = (index: number, attributeId: string, value: string, previous: string | null = null) =>
  enterprise.owner.ask(operation.change, changing(index, attributeId, value, previous))
const refusal = (index: number, attributeId: string, value: string) =>
  enterprise.owner.refusal(operation.change, changing(index, attributeId, value, null))
const valuesOf = async (index: number) => (await enterprise.owner.ask(fleet.detail, { id: ids[index]! })).attributes
const found = async (query: string) =>
  (await enterprise.owner.ask(fleet.list, { filter: { query } })).items.map(({ id }) => ids.indexOf(id)).toSorted()
const faultOf = async (query: string) => {
  const { obj } = await enterprise.owner.refusal(fleet.list, { filter: { query } })
  return (obj.faults as { text: string }[])[0]!.text
}

describe('an attribute', () => {
  test('has a name, a word, a type and a place in their order', async () => {
    const [first, second] = [
      await add({ word: 'contract', name: 'Contract' }),
      await add({ word: 'seats', kind: 'number' }),
    ]
    await enterprise.owner.ask(attribute.reorder, { ids: [second, first] })
    const { items } = await enterprise.owner.ask(attribute.list, {})
    expect(items).toMatchObject([
      { word: 'seats', kind: 'number', required: false },
      { word: 'contract', name: 'Contract', kind: 'text', profiles: null },
    ])
    expect((await enterprise.owner.refusal(attribute.reorder, { ids: [first] })).code).toBe('19412')
  })

  test.each([
    ['a word that another has', { word: 'contract' }, '14020'],
    ['a word with a capital letter', { word: 'Contract' }, '19400'],
    ['a word that begins with a digit', { word: '1st' }, '19400'],
    ['no choices', { word: 'tier', kind: 'choice' }, '19400'],
    ['a choice twice', { word: 'tier', kind: 'choice', choices: ['Gold', 'gold'] }, '19400'],
    ['a name that is too long', { word: 'long', name: 'x'.repeat(41) }, '19400'],
  ] as const)('is refused for %s', async (_name, fields, code) => {
    expect((await refusedFor(fields as never)).code).toBe(code)
  })

  test('of another enterprise account is not found, and its words are free', async () => {
    const { owner } = await t.enterprise()
    const { id, version } = await named('contract')
    expect((await owner.refusal(attribute.remove, { id, version })).code).toBe('19404')
    expect((await owner.ask(attribute.list, {})).items).toEqual([])
    await owner.ask(attribute.add, { fields: fieldsOf({ word: 'contract' }) })
  })

  test('is one of at most 30', async () => {
    const { owner } = await t.enterprise()
    for (let number = 1; number <= 30; number += 1)
      await owner.ask(attribute.add, { fields: fieldsOf({ word: `number_${number}` }) })
    expect((await owner.refusal(attribute.add, { fields: fieldsOf({ word: 'too_many' }) })).code).toBe('14021')
  })
})

describe('a value', () => {
  test('is set and cleared on a profile, with an event and an entry of the audit log', async () => {
    const { id } = await named('contract')
    await set(0, id, 'C-100')
    expect(await valuesOf(0)).toEqual({ contract: 'C-100' })
    await set(0, id, '', 'C-100')
    expect(await valuesOf(0)).toEqual({})
    const { items } = await enterprise.owner.ask(fleet.timeline, { id: ids[0]! })
    expect(items.slice(0, 2).map(({ text }) => text)).toEqual(['Contract cleared.', 'Contract set to "C-100".'])
    const log = await enterprise.owner.ask(audit.list, { filter: { action: ['profile.changed'] }, limit: 1 })
    expect(log.items).toMatchObject([{ before: { value: 'C-100' }, after: { kind: 'ATTRIBUTE', name: 'Contract' } }])
  })

  test('is refused if it was changed meanwhile', async () => {
    const { id } = await named('contract')
    await set(0, id, 'C-1')
    expect((await refusal(0, id, 'C-2')).code).toBe('19412')
  })

  test.each([
    ['number', 'twelve', 'A number such as 12 or -3.5, with up to 15 digits, 6 of them after the point.'],
    ['number', '1.2345678', 'A number such as 12 or -3.5, with up to 15 digits, 6 of them after the point.'],
    ['date', '2026-02-30', 'A day such as 2026-01-31.'],
    ['date', '31.01.2026', 'A day such as 2026-01-31.'],
    ['choice', 'Bronze', 'One of: Gold, Silver.'],
    ['link', 'ftp://example.com', 'An address that begins with https:// or http://.'],
    ['text', 'x'.repeat(201), 'Up to 200 characters.'],
  ] as const)('of the type %s is refused: %s', async (kind, value, text) => {
    const word = `a_${kind}`
    const existing = (await enterprise.owner.ask(attribute.list, {})).items.find((one) => one.word === word)
    const id = existing?.id ?? (await add({ word, kind, choices: kind === 'choice' ? ['Gold', 'Silver'] : [] }))
    const { obj } = await refusal(1, id, value)
    expect(obj.faults).toMatchObject([{ path: 'operation.value', text: `${word}: ${text}` }])
  })

  test('that is required cannot be cleared', async () => {
    const id = await add({ word: 'site', name: 'Site', required: true })
    await set(1, id, 'Oslo')
    const { obj } = await enterprise.owner.refusal(operation.change, changing(1, id, '', 'Oslo'))
    expect(obj.faults).toMatchObject([{ text: 'Site is required.' }])
  })

  test('is a column of the export', async () => {
    await set(2, (await named('contract')).id, 'C-7')
    const { text } = await enterprise.owner.file(fleet.exportCsv, { selection: { ids: [ids[2]!] } })
    const [head, line] = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(','))
    expect(line![head!.indexOf('ATTR.CONTRACT')]).toBe('C-7')
  })

  test('set by an operation is restored by undo, unless it was changed again', async () => {
    const id = await add({ word: 'depot' })
    await set(0, id, 'North')
    const what = { kind: 'ATTRIBUTE', attributeId: id, value: 'South' } as const
    const done = await operated(enterprise.owner, { operation: what, selection: { ids: ids.slice(0, 3) } })
    expect(done).toMatchObject({ given: 'depot', succeeded: 3, canUndo: true })
    await set(1, id, 'West', 'South')
    const { id: undo } = await enterprise.owner.ask(operation.undo, { id: done.id })
    for await (const _ of enterprise.owner.events(operation.progress, { id: undo }));
    const values = await Promise.all([0, 1, 2].map(async (index) => (await valuesOf(index)).depot))
    expect(values).toEqual(['North', 'West', undefined])
    const left = (await enterprise.owner.file(operation.result, { id: undo, only: 'failed' })).text
    expect(left).toContain('Changed again in the meantime.')
  })
})

describe('the filter', () => {
  beforeAll(async () => {
    const number = await add({ word: 'rank', kind: 'number' })
    const day = await add({ word: 'ends', name: 'Ends', kind: 'date' })
    for (const [index, value] of ['-2', '3', '10', '10.5'].entries()) await set(index, number, value)
    for (const [index, value] of ['2026-01-31', '2026-02-01', '2027-01-01'].entries()) await set(index, day, value)
    await set(3, (await named('contract')).id, 'Big Corp, Oslo')
  })

  test.each([
    ['attr.rank:10', [2]],
    ['attr.rank:10,-2', [0, 2]],
    ['attr.rank>3', [2, 3]],
    ['attr.rank<3', [0]],
    ['attr.rank:3..10', [1, 2]],
    ['attr.rank:any', [0, 1, 2, 3]],
    ['attr.rank:none', [4, 5]],
    ['attr.rank:3,none', [1, 4, 5]],
    ['attr.ends:2026-01-01..2026-02-28', [0, 1]],
    ['attr.ends>2026-02-01', [2]],
    ['attr.contract:"big corp, oslo"', [3]],
    ['attr.rank>3 attr.ends>2026-02-01', [2]],
    ['attr.rank:3..10 status:available', [1, 2]],
  ])('%s finds the profiles', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    const counted = await enterprise.owner.ask(fleet.count, { filter: { query }, exact: true })
    expect(counted.total).toBe(expected.length)
  })

  test.each([
    ['attr.nothing:1', 'There is no attribute named "nothing".'],
    ['attr.rank:many', expect.stringMatching(/^"many" is no value of rank\. A number/)],
    ['attr.contract>1', 'Contract has no order: write attr.contract:1.'],
    ['attr.rank:', 'A value is missing after attr.rank:'],
    ['attr.:1', 'Write attr. and the name of an attribute, such as attr.contract:C-100.'],
  ])('%s says what is wrong', async (query, text) => {
    expect(await faultOf(query)).toEqual(text)
  })
})

describe('another type', () => {
  test('says what would be lost, and keeps the values that fit, also those shown before the sweep', async () => {
    const id = await add({ word: 'floor', name: 'Floor' })
    await set(0, id, '12')
    await set(1, id, '7.50')
    await set(2, id, 'ground')
    const { version } = await named('floor')
    const preview = await enterprise.owner.ask(attribute.previewRetype, { id, version, kind: 'number' })
    expect(preview).toEqual({ kept: 2, lost: 1, examples: ['ground'] })
    await enterprise.owner.ask(attribute.retype, { id, version, kind: 'number' })
    const shown = async () => Promise.all([0, 1, 2].map(async (index) => (await valuesOf(index)).floor))
    expect(await shown()).toEqual(['12', '7.5', undefined])
    await clearAttributes(t.server)
    expect(await shown()).toEqual(['12', '7.5', undefined])
    expect(await found('attr.floor>7.4')).toEqual([0, 1])
    expect((await named('floor', true)).profiles).toBe(2)
    expect((await refusal(0, id, '1')).code).toBe('19404')
  })

  test('makes a filter with an earlier value an error that says so', async () => {
    const id = await add({ word: 'grade' })
    await set(0, id, 'high')
    expect(await found('attr.grade:high')).toEqual([0])
    await enterprise.owner.ask(attribute.retype, { id, version: 1, kind: 'number' })
    expect(await faultOf('attr.grade:high')).toMatch(/^"high" is no value of grade\./)
  })
})

describe('a choice', () => {
  test('that profiles have cannot be left out, and is found in any case', async () => {
    const id = await add({ word: 'plan', name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver'] })
    await set(4, id, 'gold')
    expect((await valuesOf(4)).plan).toBe('Gold')
    const fields = { name: 'Plan', choices: ['Silver'], required: false }
    const { obj } = await enterprise.owner.refusal(attribute.edit, { id, version: 1, fields })
    expect(obj.faults).toMatchObject([{ path: 'fields.choices', rule: 'used' }])
    await enterprise.owner.ask(attribute.edit, { id, version: 1, fields: { ...fields, choices: ['Gold'] } })
  })
})

describe('a deleted attribute', () => {
  test('is hidden at once with its values, which go in the background', async () => {
    const id = await add({ word: 'passing' })
    await set(5, id, 'here')
    await enterprise.owner.ask(attribute.remove, { id, version: 1 })
    expect(await valuesOf(5)).toEqual({})
    expect(await faultOf('attr.passing:here')).toBe('There is no attribute named "passing".')
    await clearAttributes(t.server)
    await add({ word: 'passing' })
    expect(await valuesOf(5)).toEqual({})
  })
})
