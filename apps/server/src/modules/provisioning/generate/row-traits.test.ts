import * as attribute from '@simwright/contract/profiles/attribute'
import * as source from '@simwright/contract/profiles/source'
import * as tag from '@simwright/contract/profiles/tag'
import * as credential from '@simwright/contract/programs/credential'
import * as batch from '@simwright/contract/provisioning/batch'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, profileOf } from '../../../testing/generated.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  configurationId = await configured(enterprise.owner)
  const fields: (typeof attribute.add.input._input.fields)[] = [
    { word: 'contract', name: 'Contract', kind: 'text' },
    { word: 'seats', name: 'Seats', kind: 'number' },
    { word: 'ends', name: 'Ends', kind: 'date' },
    { word: 'tier', name: 'Tier', kind: 'choice', choices: ['Gold', 'Silver'] },
  ]
  for (const one of fields) await enterprise.owner.ask(attribute.add, { fields: one })
})

type Row = Subscriber & Record<string, string>

const csvOf = (rows: readonly Row[]) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (text = '') => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns.join(','), ...rows.map((row) => columns.map((column) => cell(row[column])).join(','))].join('\n')
}

const uploaded = async (rows: readonly Row[]) =>
  await enterprise.owner.upload(source.upload, { configurationId }, { name: 'rows.csv', content: csvOf(rows) })

const started = async (sourceId: string) => {
  const { batchId } = await enterprise.owner.ask(batch.start, { sourceId })
  for await (const _ of enterprise.owner.events(batch.progress, { id: batchId }));
  return await enterprise.owner.ask(batch.get, { id: batchId })
}

describe('a file', () => {
  test('with tags and attributes gives them to its profiles, and creates missing tags', async () => {
    const [first, second] = newSubscribers(2) as [Subscriber, Subscriber]
    await enterprise.owner.ask(tag.add, { fields: { name: 'Pilot', color: 'teal' } })
    const { id, faulty } = await uploaded([
      { ...first, TAGS: 'pilot, New line;pilot', 'ATTR.CONTRACT': 'C-1', 'ATTR.SEATS': '12.50', 'ATTR.TIER': 'gold' },
      { ...second, TAGS: '', 'ATTR.CONTRACT': '' },
    ])
    expect(faulty).toBe(0)
    expect(await started(id)).toMatchObject({ succeeded: 2, failed: 0 })
    const one = await profileOf(enterprise.owner, first.ICCID)
    expect(one.tags.map(({ name, color }) => [name, color])).toEqual([
      ['New line', 'gray'],
      ['Pilot', 'teal'],
    ])
    expect(one.attributes).toEqual({ contract: 'C-1', seats: '12.5', tier: 'Gold' })
    expect(await profileOf(enterprise.owner, second.ICCID)).toMatchObject({ tags: [], attributes: {} })
  })

  test.each([
    ['TAGS', Array.from({ length: 21 }, (_, index) => `t${index}`).join(';'), /Up to 20 tags\./],
    ['TAGS', 'x'.repeat(41), /Up to 40 characters\./],
    ['TAGS', 'none', /"none" is reserved/],
    ['ATTR.SEATS', 'many', /A number such as 12 or -3\.5/],
    ['ATTR.ENDS', '31.12.2026', /A day such as 2026-01-31\./],
    ['ATTR.TIER', 'Bronze', /One of: Gold, Silver\./],
    ['ATTR.CONTRACT', 'x'.repeat(201), /Up to 200 characters\./],
  ])('with a wrong %s names the row and the rule', async (column, cell, text) => {
    const [good, bad] = newSubscribers(2) as [Subscriber, Subscriber]
    const { id, faulty } = await uploaded([
      { ...good, [column]: '' },
      { ...bad, [column]: cell },
    ])
    expect(faulty).toBe(1)
    const { items } = await enterprise.owner.ask(source.rows, { id, only: 'faulty' })
    expect(items).toMatchObject([{ line: 3, faults: [{ column, text: expect.stringMatching(text) }] }])
  })

  test('with a column of no attribute is refused by its name', async () => {
    const [row] = newSubscribers(1) as [Subscriber]
    await expect(uploaded([{ ...row, 'ATTR.NOTHING': '1' }])).rejects.toThrow(/ATTR\.NOTHING/)
  })

  test('is refused at the start if an attribute was deleted since it was read, and nothing is generated', async () => {
    const { id: attributeId } = await enterprise.owner.ask(attribute.add, {
      fields: { word: 'passing', name: 'Passing', kind: 'text' },
    })
    const [row] = newSubscribers(1) as [Subscriber]
    const { id: sourceId } = await uploaded([{ ...row, 'ATTR.PASSING': 'x' }])
    await enterprise.owner.ask(attribute.remove, { id: attributeId, version: 1 })
    const refused = await enterprise.owner.refusal(batch.start, { sourceId })
    expect(refused.code).not.toBe('0')
    expect(refused.message).toMatch(/again/)
  })
})

describe('a single code', () => {
  const single = (more: Record<string, unknown>) => {
    const [{ ICCID: iccid, IMSI: imsi }] = newSubscribers(1) as [Required<Subscriber>]
    return { configurationId, iccid, imsi, makeKeys: true, ...more }
  }

  test('has tags and attributes', async () => {
    const { iccid } = await enterprise.owner.ask(
      batch.single,
      single({ tags: ['Pilot'], attributes: { contract: 'C-9', ends: '2027-01-01' } }),
    )
    const made = await profileOf(enterprise.owner, iccid)
    expect(made.tags).toMatchObject([{ name: 'Pilot' }])
    expect(made.attributes).toEqual({ contract: 'C-9', ends: '2027-01-01' })
  })

  test('is refused for a wrong value, at its field', async () => {
    const { obj } = await enterprise.owner.refusal(batch.single, single({ attributes: { seats: 'x', nothing: '1' } }))
    expect(obj.faults).toMatchObject([
      { path: 'attributes.seats', text: expect.stringContaining('A number') },
      { path: 'attributes.nothing', text: 'There is no attribute with this name.' },
    ])
  })

  test('must have what is required', async () => {
    const { id } = await enterprise.owner.ask(attribute.add, {
      fields: { word: 'site', name: 'Site', kind: 'text', required: true },
    })
    const { obj } = await enterprise.owner.refusal(batch.single, single({}))
    expect(obj.faults).toMatchObject([{ path: 'attributes.site' }])
    await enterprise.owner.ask(batch.single, single({ attributes: { site: 'Oslo' } }))
    const [row] = newSubscribers(1) as [Subscriber]
    await expect(uploaded([row as Row])).rejects.toThrow(/ATTR\.SITE/)
    await enterprise.owner.ask(attribute.remove, { id, version: 1 })
  })
})

describe('a range', () => {
  const range = (more: Record<string, unknown> = {}) => {
    const [{ ICCID: firstIccid, IMSI: firstImsi }] = newSubscribers(3) as [Required<Subscriber>]
    return { configurationId, firstIccid, firstImsi, count: 3, ...more }
  }

  test('gives its tags and attributes to all its profiles', async () => {
    const input = range({ tags: ['Pilot', 'of a range'], attributes: { tier: 'silver', seats: '7' } })
    const { batchId } = await enterprise.owner.ask(batch.startRange, input)
    for await (const _ of enterprise.owner.events(batch.progress, { id: batchId }));
    const { items } = await enterprise.owner.ask(batch.rows, { id: batchId })
    expect(items).toHaveLength(3)
    for (const { iccid } of items) {
      const made = await profileOf(enterprise.owner, iccid)
      expect(made.tags.map(({ name }) => name)).toEqual(['of a range', 'Pilot'])
      expect(made.attributes).toEqual({ tier: 'Silver', seats: '7' })
    }
  })

  test('without a required attribute, or with a wrong value, is refused at the field, in the preview too', async () => {
    const { id } = await enterprise.owner.ask(attribute.add, {
      fields: { word: 'plant', name: 'Plant', kind: 'text', required: true },
    })
    const input = range({ tags: ['none'], attributes: { seats: 'x' } })
    for (const call of [batch.previewRange, batch.startRange]) {
      const { obj } = await enterprise.owner.refusal(call, input)
      expect((obj.faults as { path: string }[]).map(({ path }) => path).sort()).toEqual([
        'attributes.plant',
        'attributes.seats',
        'tags',
      ])
    }
    await enterprise.owner.ask(batch.previewRange, range({ attributes: { plant: 'Oslo' } }))
    await enterprise.owner.ask(attribute.remove, { id, version: 1 })
  })
})

test('the open API takes tags and attributes, and refuses a code without a required one by its name', async () => {
  const { owner } = enterprise
  const client = new OpenApiClient(t.url, await owner.ask(credential.create, { name: 'Traits' }))
  const { id } = await owner.ask(attribute.add, {
    fields: { word: 'depot', name: 'Depot', kind: 'text', required: true },
  })
  const [row] = newSubscribers(1) as [Required<Subscriber>]
  const sent = { configName: 'Test network', iccid: row.ICCID, imsi: row.IMSI, ki: row.KI, opc: row.OPC }
  const refused = await client.call('/ac/generate', sent)
  expect(JSON.stringify(refused)).toContain('attributes.depot')
  const made = await client.call('/ac/generate', {
    ...sent,
    tags: 'Pilot, by program',
    attributes: { depot: 'Oslo', seats: 3, contract: null },
  })
  expect(made).toMatchObject({ code: '00000' })
  const profile = await profileOf(owner, row.ICCID)
  expect(profile.tags.map(({ name }) => name)).toEqual(['by program', 'Pilot'])
  expect(profile.attributes).toEqual({ depot: 'Oslo', seats: '3' })
  await owner.ask(attribute.remove, { id, version: 1 })
})
