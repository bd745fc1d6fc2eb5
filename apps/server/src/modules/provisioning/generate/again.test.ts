import * as team from '@simwright/contract/people/team'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as operation from '@simwright/contract/provisioning/operation'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  activationCodeOf,
  cardKeysOf,
  configured,
  finished,
  generated,
  operated,
  outcomesOf,
  profileOf,
  staged,
} from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers as fresh, subscribers } from '../../../testing/subscriber.ts'
import { lockProfiles } from '../../profiles/lifecycle/service.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

describe('an ICCID that exists', () => {
  test('of another enterprise is "not available", in the preview and in the batch', async () => {
    const other = await t.enterprise()
    const [one, two] = fresh(2)
    const mine = await configured(enterprise.owner, { name: 'First come' })
    const early = await staged(enterprise.owner, { configurationId: mine, rows: [one!, two!] })
    await generated(other.owner, { configurationId: await configured(other.owner, { name: 'First' }), rows: [one!] })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: early.id })
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 1, failed: 1 })
    expect(await outcomesOf(enterprise.owner, batchId)).toMatchObject([
      { iccid: one!.ICCID, success: false, reason: 'This ICCID is not available.', activationCode: null },
      { iccid: two!.ICCID, success: true, reason: null },
    ])
    const preview = await staged(enterprise.owner, { configurationId: mine, rows: [one!] })
    expect(preview.faultCounts).toEqual([
      { column: 'ICCID', rule: 'taken', text: 'This ICCID is not available.', count: 1 },
    ])
  })

  test('of the same enterprise fails its row, and the preview says so', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Exists' })
    const [one] = fresh(1)
    await generated(enterprise.owner, { configurationId, rows: [one!] })
    const before = await profileOf(enterprise.owner, one!.ICCID)
    const preview = await staged(enterprise.owner, { configurationId, rows: [one!] })
    expect(preview).toMatchObject({ faulty: 0, existing: 1 })
    const { items } = await enterprise.owner.ask(source.rows, { id: preview.id, only: 'existing' })
    expect(items).toMatchObject([{ exists: true, faults: [] }])
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: preview.id })
    await finished(enterprise.owner, batchId)
    expect(await outcomesOf(enterprise.owner, batchId)).toMatchObject([
      { success: false, reason: 'This ICCID already exists.' },
    ])
    expect(await profileOf(enterprise.owner, one!.ICCID)).toEqual(before)
  })

  test('that was deleted counts as new, in the preview and in the batch', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Deleted' })
    const [one] = fresh(1)
    await generated(enterprise.owner, { configurationId, rows: [one!] })
    const { id } = await profileOf(enterprise.owner, one!.ICCID)
    await operated(enterprise.owner, { operation: { kind: 'REMOVE' }, selection: { ids: [id] } })
    const preview = await staged(enterprise.owner, { configurationId, rows: [one!] })
    expect(preview).toMatchObject({ faulty: 0, existing: 0 })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: preview.id })
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 1 })
    expect(await profileOf(enterprise.owner, one!.ICCID)).toMatchObject({ id, status: 'AVAILABLE' })
  })

  test('is waited for before the new ICCIDs of its batch are counted, because its download counts too', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'In turn' })
    const rows = fresh(2)
    await generated(enterprise.owner, { configurationId, rows: rows.slice(0, 1) })
    const { id } = await profileOf(enterprise.owner, rows[0]!.ICCID)
    const { id: sourceId } = await staged(enterprise.owner, { configurationId, rows })
    const batchId = await t.server.db.tenantTx(enterprise.id, async (db) => {
      await lockProfiles(db, enterprise.id, [id])
      const started = await enterprise.owner.ask(batch.start, { sourceId, generateAgain: true })
      const waiting = async () =>
        (
          await sql`
            select exists (select from pg_locks c
              where c.pid = w.pid and c.relation = 'iccid_count'::regclass and c.mode = 'RowExclusiveLock') as counted
            from pg_locks w where w.transactionid = pg_current_xact_id()::xid and not w.granted`.execute(db)
        ).rows
      await expect.poll(waiting).not.toEqual([])
      expect(await waiting()).toEqual([{ counted: false }])
      return started.batchId
    })
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 2 })
  })

  test('gets a new code and new keys if requested, and the old code becomes invalid', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Again' })
    const [one] = fresh(1)
    const eid = '89049032123451234512345678901235'
    const first = await generated(enterprise.owner, { configurationId, rows: [{ ...one, EID: eid }] })
    const [old] = await outcomesOf(enterprise.owner, first.id)
    const before = await activationCodeOf(t, enterprise, one!.ICCID)
    const next = { ...one, KI: subscribers(1)[0]!.KI, IMSI: '999700000999999' }
    const second = await generated(enterprise.owner, { configurationId, generateAgain: true, rows: [next] })
    expect(second).toMatchObject({ succeeded: 1, failed: 0 })
    const [renewed] = await outcomesOf(enterprise.owner, second.id)
    expect(renewed!.profileId).toBe(old!.profileId)
    expect(renewed!.activationCode).not.toBe(old!.activationCode)
    expect(await profileOf(enterprise.owner, one!.ICCID)).toMatchObject({
      status: 'AVAILABLE',
      imsi: '999700000999999',
      eid: null,
      batchCode: second.code,
      activationCode: renewed!.activationCode,
    })
    expect(hex((await cardKeysOf(t, enterprise, one!.ICCID)).ki)).toBe(next.KI)
    const { dead, orders, linked, events } = await t.server.db.tenantTx(enterprise.id, async (db) => ({
      dead: await db.selectFrom('activation_code').select('state').where('id', '=', before.id).executeTakeFirst(),
      orders: await db
        .selectFrom('download_order')
        .select('state')
        .where('profile_id', '=', old!.profileId!)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      linked: await db
        .selectFrom('linked_order_directory as l')
        .innerJoin('download_order as o', 'o.id', 'l.order_id')
        .select('l.eid')
        .where('o.profile_id', '=', old!.profileId!)
        .execute(),
      events: await db
        .selectFrom('profile_event')
        .select('type')
        .where('profile_id', '=', old!.profileId!)
        .orderBy('id')
        .execute(),
    }))
    expect(dead).toEqual({ state: 'DEAD' })
    expect(orders).toEqual([{ state: 'Unavailable' }, { state: 'Released' }])
    expect(linked).toEqual([])
    expect(events).toEqual([{ type: 'GENERATED' }, { type: 'GENERATED_AGAIN' }])
    const { text } = await enterprise.owner.file(batch.result, { id: first.id })
    expect(text).toContain(old!.activationCode)
  })

  test('gets no new code while a device holds its profile', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Held' })
    const [one] = fresh(1)
    await generated(enterprise.owner, { configurationId, rows: [one!] })
    const { id } = await profileOf(enterprise.owner, one!.ICCID)
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('profile').set({ status: 'INSTALLED' }).where('id', '=', id).execute(),
    )
    const again = await generated(enterprise.owner, { configurationId, generateAgain: true, rows: [one!] })
    expect(await outcomesOf(enterprise.owner, again.id)).toMatchObject([
      { success: false, reason: 'The profile is INSTALLED: a device holds it.' },
    ])
  })
})

describe('a selection that is generated again', () => {
  const again = { kind: 'AGAIN' } as const

  test('gets new codes and keeps keys, subscribers and configurations; the batch lists each with its new code', async () => {
    const [plain, coded, other] = fresh(3)
    const one = await configured(enterprise.owner, { name: 'Kept', acLifetimeDays: 30 })
    const two = await configured(enterprise.owner, { name: 'Kept, too', confirmationCode: { mode: 'random' } })
    await generated(enterprise.owner, { configurationId: one, rows: [plain!, other!] })
    await generated(enterprise.owner, { configurationId: two, rows: [coded!] })
    const rows = [plain!, coded!]
    const before = await Promise.all(rows.map(({ ICCID }) => profileOf(enterprise.owner, ICCID)))
    const keys = await Promise.all(rows.map(({ ICCID }) => cardKeysOf(t, enterprise, ICCID)))
    const untouched = await profileOf(enterprise.owner, other!.ICCID)
    t.clock.moveMs(60_000)

    const selection = { ids: before.map(({ id }) => id) }
    const { id, succeeded, failed, canUndo } = await operated(enterprise.owner, { operation: again, selection })
    expect({ succeeded, failed, canUndo }).toEqual({ succeeded: 2, failed: 0, canUndo: false })

    const after = await Promise.all(rows.map(({ ICCID }) => profileOf(enterprise.owner, ICCID)))
    const done = await enterprise.owner.ask(batch.get, { id })
    expect(done).toMatchObject({
      type: 'RE_GENERATE',
      process: 'COMPLETE',
      total: 2,
      succeeded: 2,
      configurationId: null,
      configurationName: null,
    })
    after.forEach((profile, index) => {
      const old = before[index]!
      expect(profile).toMatchObject({ id: old.id, imsi: old.imsi, status: 'AVAILABLE', batchCode: done.code })
      expect(profile.configurationId).toBe(old.configurationId)
      expect(profile.matchingId).not.toBe(old.matchingId)
    })
    expect(await Promise.all(rows.map(({ ICCID }) => cardKeysOf(t, enterprise, ICCID)))).toEqual(keys)
    const newCodes = new Map((await outcomesOf(enterprise.owner, id)).map((row) => [row.iccid, row.activationCode]))
    expect(after.map((profile) => newCodes.get(profile.iccid))).toEqual(after.map((profile) => profile.activationCode))
    const plainCode = await activationCodeOf(t, enterprise, plain!.ICCID)
    expect(plainCode.expires_at).toEqual(new Date(t.clock.now().getTime() + 30 * 24 * 60 * 60 * 1000))
    const { text } = await enterprise.owner.file(batch.result, { id })
    expect(text).toContain(keys[1]!.confirmationCode)
    expect(await profileOf(enterprise.owner, other!.ICCID)).toEqual(untouched)
  })

  test('gets new codes although its configuration was deleted', async () => {
    const id = await configured(enterprise.owner, { name: 'Deleted later' })
    const [row] = fresh(1)
    await generated(enterprise.owner, { configurationId: id, rows: [row!] })
    const before = await profileOf(enterprise.owner, row!.ICCID)
    await enterprise.owner.ask(configuration.remove, { id, version: 1 })
    const selection = { ids: [before.id] }
    expect(await operated(enterprise.owner, { operation: again, selection })).toMatchObject({ succeeded: 1, failed: 0 })
    const after = await profileOf(enterprise.owner, row!.ICCID)
    expect(after.matchingId).not.toBe(before.matchingId)
  })

  test('skips profiles that a device holds, a campaign reserves or that were deleted; the preview says so', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Mixed' })
    const rows = fresh(4)
    await generated(enterprise.owner, { configurationId, rows })
    const [free, onDevice, gone, pooled] = await Promise.all(
      rows.map(({ ICCID }) => profileOf(enterprise.owner, ICCID)),
    )
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('profile').set({ status: 'ENABLED' }).where('id', '=', onDevice!.id).execute(),
    )
    await operated(enterprise.owner, { operation: { kind: 'REMOVE' }, selection: { ids: [gone!.id] } })
    const fields = { name: 'Fair', configurationId, confirmationCode: { mode: 'none' } } as const
    const { id: campaignId } = await enterprise.owner.ask(campaign.add, { fields })
    await enterprise.owner.ask(campaign.fill, { id: campaignId, filter: { search: pooled!.iccid } })

    const selection = { ids: [free!, onDevice!, gone!, pooled!].map(({ id }) => id) }
    const preview = await enterprise.owner.ask(operation.preview, { operation: again, selection })
    expect(preview).toMatchObject({ total: 4, fits: 1 })
    expect(preview.excluded.map(({ reason }) => reason).sort()).toEqual([
      'Deleted in the portal.',
      'In a campaign.',
      'Installed on a device.',
    ])
    const { id } = await operated(enterprise.owner, { operation: again, selection })
    const outcomes = await outcomesOf(enterprise.owner, id)
    expect(outcomes.filter(({ success }) => success).map(({ iccid }) => iccid)).toEqual([free!.iccid])
    expect(await enterprise.owner.ask(batch.get, { id })).toMatchObject({ total: 4, succeeded: 1, failed: 3 })
    expect(await profileOf(enterprise.owner, pooled!.iccid)).toMatchObject({ matchingId: pooled!.matchingId })
  })

  test('requires the permission to generate, and cannot be undone', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Rights' })
    const [row] = fresh(1)
    await generated(enterprise.owner, { configurationId, rows: [row!] })
    const { id: profileId } = await profileOf(enterprise.owner, row!.ICCID)
    const sent = { operation: again, selection: { ids: [profileId] } }
    const { id: roleId } = await enterprise.owner.ask(team.addRole, { name: 'Edits', permissions: ['Fleet_Edit'] })
    const editor = await enterprise.member('Viewer')
    const { items } = await enterprise.owner.ask(team.list, { filter: { role: 'Viewer' } })
    await enterprise.owner.ask(team.changeRole, { id: items[0]!.id, version: items[0]!.version, roleId })
    expect(await editor.refusal(operation.start, sent)).toMatchObject({ status: 403 })
    const { id } = await operated(enterprise.owner, sent)
    expect(await enterprise.owner.refusal(operation.undo, { id })).toMatchObject({ code: '13024' })
  })
})
