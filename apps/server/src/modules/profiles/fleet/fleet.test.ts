import type { InputOf } from '@simwright/contract'
import * as fleet from '@simwright/contract/profiles/fleet'
import { queryOfAddress } from '@simwright/contract/profiles/fleet-legacy'
import * as group from '@simwright/contract/profiles/group'
import type * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, generated } from '../../../testing/generated.ts'
import { deliveredTo, enabled, installed, moved, TEST_EID } from '../../../testing/moved.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { type Subscriber, subscribers } from '../../../testing/subscriber.ts'
import type { Transition } from '../lifecycle/service.ts'

let t: TestServer
let enterprise: TestEnterprise
let rows: Subscriber[]
let generatedBatch: batch.Batch

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  const configurationId = await configured(enterprise.owner)
  rows = subscribers(30)
  rows[3] = { ...rows[3], MSISDN: '447700900123', NOTES: 'spare' }
  generatedBatch = await generated(enterprise.owner, { configurationId, rows })
})

type Filter = InputOf<typeof fleet.list>['filter']

const list = (filter: Filter, more: Partial<InputOf<typeof fleet.list>> = {}) =>
  enterprise.owner.ask(fleet.list, { filter, ...more })

async function setOrderState(index: number, order_state: 'Available' | 'Confirmed' | 'Released'): Promise<void> {
  const { id } = await profileAt(index)
  await t.server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('profile').set({ order_state }).where('id', '=', id).execute(),
  )
}

const profileAt = async (index: number) => (await list({ search: rows[index]!.ICCID! })).items[0]!

async function apply(index: number, transitions: readonly Transition[], address?: string): Promise<void> {
  const { id: profileId } = await profileAt(index)
  const named = address === undefined ? {} : { address }
  await moved(t, { enterpriseId: enterprise.id, profileId, deviceEid: TEST_EID, ...named }, transitions)
}

describe('the fleet', () => {
  test('returns each profile with its code, both of its states and its origin', async () => {
    const profile = await profileAt(3)
    expect(profile).toMatchObject({
      imsi: rows[3]!.IMSI,
      msisdn: '447700900123',
      notes: 'spare',
      spn: 'Alba',
      status: 'AVAILABLE',
      orderState: 'Released',
      configurationName: 'Test network',
      batchCode: generatedBatch.code,
      protection: 'PLAIN',
      downloads: 0,
    })
    const code = { host: t.server.smdp.address, matchingId: parseMatchingId(profile.matchingId) }
    expect(profile.activationCode).toBe(formatActivationCode({ ...code, confirmationCodeRequired: false }))
  })

  test('returns every profile exactly once over all pages, in each order', async () => {
    for (const by of ['createdAt', 'iccid', 'statusAt'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await list({}, { sort: { by, direction }, limit: 7, cursor })
          expect(page).toMatchObject({ total: 30, capped: false })
          seen.push(...page.items.map(({ iccid }) => iccid))
          cursor = page.next ?? undefined
        } while (cursor)
        expect(new Set(seen).size).toBe(30)
        if (by === 'iccid') expect(seen).toEqual(direction === 'asc' ? seen.toSorted() : seen.toSorted().reverse())
      }
    }
  })

  test('refuses a cursor of another filter, and an invalid one', async () => {
    const { next } = await list({}, { limit: 5 })
    const foreign = await enterprise.owner.refusal(fleet.list, { filter: { status: ['ERROR'] }, cursor: next! })
    expect(foreign).toMatchObject({ status: 400, code: '19400', obj: { faults: [{ path: 'cursor' }] } })
    expect((await enterprise.owner.refusal(fleet.list, { cursor: 'e30' })).code).toBe('19400')
    expect((await enterprise.owner.refusal(fleet.list, { cursor: '%%%' })).code).toBe('19400')
  })

  test.each([
    ['ICCID', (p: fleet.ProfileRow) => p.iccid.slice(0, 19)],
    ['IMSI', (p: fleet.ProfileRow) => p.imsi],
    ['MSISDN', () => '4477009'],
    ['matching id, in either case', (p: fleet.ProfileRow) => p.matchingId.slice(0, 12).toLowerCase()],
  ])('is searched by a prefix of %s', async (_name, prefix) => {
    const profile = await profileAt(3)
    const { items } = await list({ search: prefix(profile) })
    expect(items.map(({ id }) => id)).toContain(profile.id)
    expect(items.length).toBeLessThan(30)
  })

  test('finds nothing for a text with which no identifier begins', async () => {
    expect((await list({ search: "1' or '1'='1" })).items).toEqual([])
    expect((await list({ search: '%' })).items).toEqual([])
    expect((await list({ search: '_' })).total).toBe(0)
  })

  test('filters by status, configuration, batch and day combined', async () => {
    await apply(5, [{ kind: 'sessionCanceled', reason: 'The user said no.', ends: true }])
    const { configurationId } = await profileAt(5)
    const today = t.clock.now().toISOString()
    expect((await list({ status: ['ERROR'], configurationId, batchId: generatedBatch.id })).total).toBe(1)
    expect((await list({ status: ['ERROR', 'AVAILABLE'] })).total).toBe(30)
    expect((await list({ batchId: t.server.random.uuid() })).total).toBe(0)
    expect((await list({ createdFrom: today })).total).toBe(30)
    expect((await list({ createdTo: today })).total).toBe(0)
  })
})

describe('the query bar', () => {
  test('accepts ids in place of names, as in addresses and saved views of earlier versions', async () => {
    const { id, configurationId } = await profileAt(2)
    const { id: groupId } = await enterprise.owner.ask(group.add, { fields: { name: 'By id' } })
    const address = {
      configurationId,
      batchId: generatedBatch.id,
      groupId: 'none',
      status: 'AVAILABLE,ERROR',
      acFormat: 'AC_LINK',
    }
    const query = queryOfAddress({ ...address, protection: 'PLAIN', created: '2026-01-01..', search: rows[2]!.ICCID! })!
    expect((await list({ query })).items.map((one) => one.id)).toEqual([id])
    expect((await list({ query: `group:${groupId}` })).total).toBe(0)
    expect((await list({ query: `group:${groupId},none` })).total).toBe(30)
  })

  test('finds nothing by the id of another enterprise account', async () => {
    const other = await t.enterprise()
    expect((await other.owner.ask(fleet.list, { filter: { query: `batch:${generatedBatch.id}` } })).total).toBe(0)
  })

  test('requires all of its terms to match', async () => {
    const { configurationName } = await profileAt(2)
    expect(
      (await list({ query: `status:available,error config:"${configurationName}" batch:${generatedBatch.code}` }))
        .total,
    ).toBe(30)
    expect((await list({ query: 'age>7d' })).total).toBe(0)
    expect((await list({ query: 'age<1h protection:plain' })).total).toBe(30)
    expect((await list({ query: 'protection:NONE' })).total).toBe(0)
    expect((await list({ query: 'notes:spa' })).items.map(({ notes }) => notes)).toEqual(['spare'])
    expect((await list({ query: `spn:"${(await profileAt(2)).spn.toUpperCase()}"` })).total).toBe(30)
    expect((await list({ query: 'group:none', search: rows[2]!.ICCID! })).total).toBe(1)
    expect((await list({ query: `by:"${(await profileAt(2)).createdBy}"` })).total).toBe(30)
  })

  test('filters by the format of an activation code: with an open public page or without', async () => {
    const { id } = await profileAt(6)
    await enterprise.owner.ask(delivery.setPage, { profileId: id, closed: true })
    expect((await list({ query: 'format:picture' })).items).toMatchObject([{ id, acFormat: 'PICTURE' }])
    expect((await list({ acFormat: ['AC_LINK'] })).total).toBe(29)
    expect((await list({ query: 'format:picture,link type:regular' })).total).toBe(30)
    expect((await list({ query: 'format:string' })).total).toBe(0)
    expect((await list({ query: 'format:none' })).total).toBe(0)
    await enterprise.owner.ask(delivery.setPage, { profileId: id, closed: false })
    expect((await list({ query: 'format:link' })).total).toBe(30)
  })

  test('tells available profiles with a valid code from those in stock; the stored status has both', async () => {
    const before = (await list({ query: 'status:available' })).total!
    const errors = (await list({ query: 'status:error' })).total!
    for (const [index, state] of (['Available', 'Confirmed'] as const).entries()) await setOrderState(10 + index, state)
    expect((await list({ query: 'status:stock' })).items.map(({ iccid }) => iccid).sort()).toEqual(
      [rows[10]!.ICCID, rows[11]!.ICCID].sort(),
    )
    expect((await list({ query: 'status:ready' })).total).toBe(before - 2)
    expect((await list({ query: 'status:STOCK,error' })).total).toBe(2 + errors)
    expect((await list({ query: 'status:ready,error' }, { limit: 5 })).total).toBe(before - 2 + errors)
    expect((await list({ query: 'status:ready,stock' })).total).toBe(before)
    expect((await list({ query: 'status:available,stock' })).total).toBe(before)
    expect((await list({ query: 'status:stock', status: ['ERROR'] })).total).toBe(0)
    expect((await list({ query: 'status:stock group:none' }, { sort: { by: 'iccid', direction: 'asc' } })).total).toBe(
      2,
    )
    expect((await list({ status: ['AVAILABLE'] })).total).toBe(before)
    for (const index of [10, 11]) await setOrderState(index, 'Released')
  })

  test('interprets days in the time zone of the user; a range includes its first and last day', async () => {
    const day = t.clock.now().toISOString().slice(0, 10)
    expect((await list({ query: `created:${day}` })).total).toBe(30)
    expect((await list({ query: `created:..${day}` })).total).toBe(30)
    expect((await list({ query: `created<${day}` })).total).toBe(0)
  })

  test('refuses ages and days out of bounds, and queries the database for those at the bounds', async () => {
    const { owner } = enterprise
    const days = ['0000-01-01', '0001-01-01', '1999-12-31', '3000-01-01', '9999-12-31']
    for (const field of ['created', 'changed', 'recycled']) {
      for (const query of ['>9999y', '<9999y', '>101y', ...days.flatMap((day) => [`:${day}`, `<${day}`, `>${day}`])])
        expect((await owner.refusal(fleet.list, { filter: { query: field + query } })).status).toBe(400)
      for (const query of [
        '>100y',
        '<100y',
        '<876000h',
        '>0h',
        ':2000-01-01..2999-12-31',
        '<2000-01-01',
        '>2999-12-31',
      ])
        await owner.ask(fleet.list, { filter: { query: field + query } })
    }
    expect((await owner.refusal(fleet.list, { filter: { query: 'age>9999y' } })).obj.faults).toMatchObject([
      { path: 'filter.query', text: expect.stringContaining('at most 100y') },
    ])
  })

  test('reports each term that is wrong', async () => {
    const refusal = await enterprise.owner.refusal(fleet.list, { filter: { query: 'staus:error colour:red' } })
    expect(refusal).toMatchObject({
      code: '19400',
      obj: { faults: [{ path: 'filter.query' }, { path: 'filter.query' }] },
    })
    const unknown = await enterprise.owner.refusal(fleet.list, { filter: { query: 'group:"no such"' } })
    expect(unknown.obj).toMatchObject({ faults: [{ text: 'There is no group named "no such".' }] })
    const noCampaign = await enterprise.owner.refusal(fleet.list, { filter: { query: 'campaign:none' } })
    expect(noCampaign.obj).toMatchObject({ faults: [{ text: 'There is no campaign named "none".' }] })
  })

  test('does not find names of another enterprise account', async () => {
    const other = await t.enterprise()
    const refusal = await other.owner.refusal(fleet.list, { filter: { query: `batch:${generatedBatch.code}` } })
    expect(refusal.obj).toMatchObject({ faults: [{ text: `There is no batch named "${generatedBatch.code}".` }] })
  })
})

test('users who created profiles are listed once, and only in their own enterprise account', async () => {
  const [maker, ...others] = (await enterprise.owner.ask(fleet.makers, {})).items
  expect([maker!.name, others]).toEqual([(await profileAt(0)).createdBy, []])
  expect((await list({ createdBy: maker!.id })).total).toBe(30)
  expect((await (await t.enterprise()).owner.ask(fleet.makers, {})).items).toEqual([])
})

describe('a search', () => {
  test('finds a profile by its whole activation code', async () => {
    const profile = await profileAt(4)
    expect((await list({ search: profile.activationCode })).items.map(({ id }) => id)).toEqual([profile.id])
  })

  test('returns every profile exactly once in both directions, sorted by the matching identifier', async () => {
    const all = (await list({ search: '8944' })).items.map(({ iccid }) => iccid)
    expect(all).toEqual(rows.map((row) => row.ICCID).toSorted())
    const forward: string[] = []
    let page = await list({ search: '8944' }, { limit: 8 })
    expect(page.previous).toBeNull()
    for (;;) {
      forward.push(...page.items.map(({ iccid }) => iccid))
      if (!page.next) break
      page = await list({ search: '8944' }, { limit: 8, cursor: page.next })
    }
    expect(forward).toEqual(all)
    const back: string[] = page.items.map(({ iccid }) => iccid)
    while (page.previous) {
      page = await list({ search: '8944' }, { limit: 8, cursor: page.previous })
      back.unshift(...page.items.map(({ iccid }) => iccid))
    }
    expect(back).toEqual(all)
  })

  test('returns a profile once when two of its identifiers match', async () => {
    const both = { search: '9' } // only the IMSIs of this network begin with it
    expect((await list(both)).total).toBe(30)
    expect((await list({ search: '44770090' })).total).toBe(1)
  })
})

describe('a list', () => {
  test('goes back to the previous page', async () => {
    const first = await list({}, { limit: 10 })
    const second = await list({}, { limit: 10, cursor: first.next! })
    const third = await list({}, { limit: 10, cursor: second.next! })
    const back = await list({}, { limit: 10, cursor: third.previous! })
    expect(third.next).toBeNull()
    expect(back.items.map(({ id }) => id)).toEqual(second.items.map(({ id }) => id))
    expect((await list({}, { limit: 10, cursor: back.previous! })).previous).toBeNull()
  })

  test('is counted exactly on request', async () => {
    expect(await enterprise.owner.ask(fleet.count, { filter: { batchId: generatedBatch.id }, exact: true })).toEqual({
      total: 30,
      capped: false,
    })
    expect(await enterprise.owner.ask(fleet.count, { filter: { search: '9997' } })).toEqual({
      total: 30,
      capped: false,
    })
  })
})

describe('one profile', () => {
  test('has a timeline of its events, newest first', async () => {
    const device = { brand: 'Acme', model: 'One', release: 17 }
    t.clock.moveMs(60_000)
    await apply(7, [{ ...deliveredTo(null), device } as Transition], '192.0.2.7')
    t.clock.moveMs(1_000)
    await apply(7, [installed])
    const { id } = await profileAt(7)
    const { items } = await enterprise.owner.ask(fleet.timeline, { id })
    expect(items.map(({ type }) => type)).toEqual(['INSTALLED', 'DOWNLOADED', 'GENERATED'])
    expect(items[1]).toMatchObject({
      actor: 'device',
      address: '192.0.2.7',
      device: 'Acme One',
      text: 'The profile package was sent to the device.',
    })
    expect(items[2]).toMatchObject({ actor: 'user' })
    const detail = await enterprise.owner.ask(fleet.detail, { id })
    expect(detail).toMatchObject({ status: 'INSTALLED', orderState: 'Installed', downloads: 1, deviceBrand: 'Acme' })
    expect(detail.eid).toBe('89049032000000000000000000000018')
    for (const query of ['brand:Acme', 'brand:aCME,other'])
      expect((await enterprise.owner.ask(fleet.list, { filter: { query } })).items).toMatchObject([{ id }])
    expect((await enterprise.owner.ask(fleet.list, { filter: { query: 'brand:acm' } })).items).toEqual([])
  })

  test('returns the stored sentence of events of earlier versions', async () => {
    const { id } = await profileAt(9)
    const old = { text_id: null, text_values: null, detail: 'Said by an earlier version.' }
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('profile_event').set(old).where('profile_id', '=', id).execute(),
    )
    const { items } = await enterprise.owner.ask(fleet.timeline, { id })
    expect(items.map(({ text }) => text)).toEqual(['Said by an earlier version.'])
  })

  test('of another enterprise account is not found', async () => {
    const { id } = await profileAt(1)
    const other = await t.enterprise()
    expect((await other.owner.refusal(fleet.detail, { id })).code).toBe('19404')
    expect((await other.owner.refusal(fleet.timeline, { id })).code).toBe('19404')
    expect((await other.owner.ask(fleet.list, {})).items).toEqual([])
    expect((await other.owner.ask(fleet.profileLog, {})).items).toEqual([])
  })
})

describe('the log of all profiles', () => {
  test('is filtered by type, time and the beginning of an ICCID', async () => {
    const all = await enterprise.owner.ask(fleet.profileLog, { filter: { type: ['GENERATED'] }, limit: 200 })
    expect(all.total).toBe(30)
    const one = await enterprise.owner.ask(fleet.profileLog, { filter: { iccid: rows[2]!.ICCID! } })
    expect(one.items.map(({ type }) => type)).toEqual(['GENERATED'])
    const later = new Date(t.clock.now().getTime() + 1000).toISOString()
    expect((await enterprise.owner.ask(fleet.profileLog, { filter: { from: later } })).total).toBe(0)
    const { owner } = enterprise
    const counted = async (filter: object) => (await owner.ask(fleet.profileLog, { filter })).total
    const [people, others] = [await counted({ actor: ['user'] }), await counted({ actor: ['device', 'system'] })]
    expect(people + others).toBe(await counted({}))
    expect(await counted({ eid: '1234' })).toBe(0)
    const { text } = await owner.file(fleet.exportLog, { filter: { iccid: rows[2]!.ICCID! } })
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(1 + (one.total ?? 0))
    expect(lines[1]).toContain(rows[2]!.ICCID)
    const finance = await enterprise.member('Finance')
    expect((await finance.refusal(fleet.exportLog, {})).code).toBe('19403')
  })
})

describe('the public page of a code', () => {
  const slugOf = async (index: number) => {
    const { id } = await profileAt(index)
    return (await enterprise.owner.ask(fleet.detail, { id })).link!.split('/ac/')[1]!
  }

  test('returns the code to anyone with the link, and nothing that identifies the subscriber', async () => {
    const profile = await profileAt(9)
    const shown = await t.stranger().ask(delivery.publicCode, { slug: await slugOf(9) })
    expect(shown).toMatchObject({ activationCode: profile.activationCode, state: 'ready', serviceProviderName: 'Alba' })
    expect(JSON.stringify(shown)).not.toContain(profile.iccid)
    expect(JSON.stringify(shown)).not.toContain(profile.imsi)
  })

  test('shows the current status of the profile', async () => {
    await apply(11, [deliveredTo('Acme'), installed, enabled])
    expect((await t.stranger().ask(delivery.publicCode, { slug: await slugOf(11) })).state).toBe('enabled')
  })

  test('returns the same error for an unknown link and a closed one', async () => {
    const slug = await slugOf(13)
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('activation_code').set({ state: 'DEAD' }).where('slug', '=', slug).execute(),
    )
    const closed = await t.stranger().refusal(delivery.publicCode, { slug })
    const unknown = await t.stranger().refusal(delivery.publicCode, { slug: 'A'.repeat(22) })
    expect([closed.status, closed.code, closed.message]).toEqual([unknown.status, unknown.code, unknown.message])
    expect(closed.code).toBe('13021')
  })
})
