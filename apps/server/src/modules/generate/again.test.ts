import * as batch from '@simwright/contract/batch'
import * as source from '@simwright/contract/source'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  activationCodeOf,
  cardKeysOf,
  configured,
  finished,
  generated,
  outcomesOf,
  profileOf,
  staged,
} from '../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../testing/server.ts'
import { freshSubscribers as fresh, subscribers } from '../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

describe('an ICCID that exists', () => {
  test('in another enterprise is "not available", in the preview and in the batch', async () => {
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

  test('in the own enterprise fails its row, and the preview says so', async () => {
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
      { success: false, reason: 'This ICCID exists already.' },
    ])
    expect(await profileOf(enterprise.owner, one!.ICCID)).toEqual(before)
  })

  test('gets a new code and new keys when asked for, and the old code dies', async () => {
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

  test('that a device holds gets no new code', async () => {
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
