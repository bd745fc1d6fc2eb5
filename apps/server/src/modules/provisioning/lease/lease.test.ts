import * as fleet from '@simwright/contract/profiles/fleet'
import * as lease from '@simwright/contract/provisioning/lease'
import * as operation from '@simwright/contract/provisioning/operation'
import { beforeEach, expect, test } from 'vitest'
import { configured, generated } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { recycleDue } from '../recycle/jobs.ts'

const t = await testServer()
const enterprise = await t.enterprise()
let { owner } = enterprise
const configurationId = await configured(owner)
const DAY_MS = 24 * 60 * 60_000
let one: Subscriber
let two: Subscriber

/** Two profiles that no other test uses. */
beforeEach(async () => {
  ;[one, two] = newSubscribers(2) as [Subscriber, Subscriber]
  await generated(owner, { configurationId, rows: [one, two] })
})

const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString()
const fieldsOf = (borrower: string, days: number) => ({ borrower, endsAt: inDays(days) })
const lend = (iccid: string | undefined, borrower: string, days: number) =>
  owner.ask(lease.lend, { iccid: iccid!, fields: fieldsOf(borrower, days) })
const leaseOf = async (id: string) =>
  (await owner.ask(lease.list, { limit: 200 })).items.find((row) => row.id === id) as lease.Lease
const shown = (id: string) => owner.ask(fleet.detail, { id })
async function advanceDays(days: number): Promise<void> {
  t.clock.moveMs(days * DAY_MS)
  owner = await t.sessionIn(owner, enterprise.id)
  await recycleDue(t.server)
}

test('a lent profile is recycled at the end of its lease', async () => {
  const { id, profileId } = await lend(one.ICCID, 'Lab 3', 2)
  expect(await leaseOf(id)).toMatchObject({ state: 'LENT', borrower: 'Lab 3', iccid: one.ICCID, endsAt: inDays(2) })
  expect(await shown(profileId)).toMatchObject({ recycleStatus: 'SCHEDULED', recycleAt: inDays(2) })
  await advanceDays(2)
  expect(await leaseOf(id)).toMatchObject({ state: 'ENDED', endedAt: t.clock.now().toISOString() })
  expect(await shown(profileId)).toMatchObject({ recycleStatus: 'RECYCLED', orderState: 'Available' })
  const again = await owner.refusal(lease.lend, { iccid: one.ICCID!, fields: fieldsOf('Lab 4', 1) })
  expect(again.message).toBe('This profile cannot be lent: it has no activation code. Generate it again first.')
})

test('a lease whose profile is on a device waits for its notification, then fails', async () => {
  const { id, profileId } = await lend(one.ICCID, 'Ada', 1)
  await t.server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('profile').set({ status: 'ENABLED' }).where('id', '=', profileId).execute(),
  )
  await advanceDays(1)
  expect(await leaseOf(id)).toMatchObject({ state: 'WAITING', endedAt: null })
  await advanceDays(7)
  expect(await leaseOf(id)).toMatchObject({ state: 'FAILED', endedAt: null })
})

test('a lease can be extended at its current version, and ended early', async () => {
  const { id, profileId } = await lend(one.ICCID, 'Ada', 1)
  const edit = { id, version: 1, fields: { ...fieldsOf('Grace', 9), notes: 'until the fair' } }
  expect(await owner.ask(lease.edit, edit)).toEqual({ version: 2 })
  expect((await owner.refusal(lease.edit, edit)).code).toBe('19412')
  expect(await shown(profileId)).toMatchObject({ recycleAt: edit.fields.endsAt })
  await owner.ask(lease.end, { id, version: 2 })
  expect(await leaseOf(id)).toMatchObject({ state: 'ENDED', borrower: 'Grace', notes: 'until the fair' })
  expect((await owner.refusal(lease.end, { id, version: 2 })).code).toBe('15203')
})

test('setting the recycle time in Fleet changes the end of the lease', async () => {
  const { id, profileId } = await lend(one.ICCID, 'Ada', 1)
  const set = async (recycleAt: string | null) => {
    const started = await owner.ask(operation.start, {
      operation: { kind: 'RECYCLE_TIME', recycleAt },
      selection: { ids: [profileId] },
    })
    for await (const _ of owner.events(operation.progress, { id: started.id }));
  }
  await set(inDays(5))
  expect(await leaseOf(id)).toMatchObject({ endsAt: inDays(5), version: 2 })
  await set(null)
  expect(await leaseOf(id)).toMatchObject({ state: 'ENDED' })
})

test('lending is refused for a lent or unknown profile, an empty borrower, and a past date', async () => {
  const refusal = async (iccid: string | undefined, fields: object) => {
    const refused = await owner.refusal(lease.lend, { iccid: iccid!, fields: { ...fieldsOf('Ada', 1), ...fields } })
    const faults = (refused.obj.faults ?? []) as { path: string }[]
    return [refused.code, ...faults.map(({ path }) => path)].join(' ')
  }
  await lend(one.ICCID, 'Ada', 1)
  expect(await refusal(one.ICCID, {})).toBe('15202')
  expect(await refusal(two.ICCID, { borrower: ' ' })).toBe('19400 fields.borrower')
  expect(await refusal(two.ICCID, { endsAt: inDays(-1) })).toBe('19400 fields.endsAt')
  expect(await refusal('8944', {})).toBe('19400 iccid')
  expect(await refusal(newSubscribers(1)[0]!.ICCID, {})).toBe('19404')
  const { owner: other } = await t.enterprise()
  expect((await other.refusal(lease.lend, { iccid: two.ICCID!, fields: fieldsOf('Eve', 1) })).code).toBe('19404')
  expect((await other.ask(lease.list, {})).items).toEqual([])
  const viewer = await enterprise.member('Viewer')
  expect((await viewer.refusal(lease.lend, { iccid: two.ICCID!, fields: fieldsOf('Ada', 1) })).code).toBe('19403')
})

test('leases can be searched, filtered and paged', async () => {
  await lend(one.ICCID, 'Harbour crane', 4)
  await lend(two.ICCID, 'Harbour office', 3)
  const filter = { search: 'harbour', open: true }
  const first = await owner.ask(lease.list, { filter, limit: 1 })
  expect(first).toMatchObject({ total: 2, items: [{ borrower: 'Harbour office' }] })
  const next = await owner.ask(lease.list, { filter, limit: 1, cursor: first.next! })
  expect(next).toMatchObject({ next: null, items: [{ borrower: 'Harbour crane' }] })
  expect((await owner.ask(lease.list, { filter: { search: 'harbour', open: false } })).items).toEqual([])
  expect((await owner.ask(lease.list, { filter: { search: one.ICCID! } })).items).toHaveLength(1)
})
