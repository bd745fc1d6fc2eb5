import { problems } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { createOwnedObjects } from '../../../testing/contract-entry.ts'
import { configured } from '../../../testing/generated.ts'
import { moved } from '../../../testing/moved.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { refusalOfDownload } from '../../platform/plans/service.ts'
import { lockProfiles, releaseIccids } from '../../profiles/lifecycle/service.ts'
import { selectTenantTables } from './queries.ts'
import { deleteDueEnterprises } from './service.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60 * 1000

const whyRefused = (enterpriseId: string) =>
  t.server.db.tenantTx(enterpriseId, (db) =>
    refusalOfDownload(t.server, db, {
      enterpriseId,
      activationCodeId: t.server.random.uuid(),
      is: 'first',
      at: t.clock.now(),
    }),
  )

/** The number of rows of an enterprise account in each table that has any. */
const rowsOf = async (enterpriseId: string) =>
  await t.server.db.systemTx(async (db) => {
    const counts: Record<string, number> = {}
    for (const { name } of await selectTenantTables(db)) {
      const { rows } = await sql<{ counted: number }>`
        select count(*) as counted from ${sql.table(name)} where enterprise_id = ${enterpriseId}`.execute(db)
      if (rows[0]!.counted > 0) counts[name] = rows[0]!.counted
    }
    return counts
  })

const enterpriseIdOf = ({ token }: Client) =>
  (JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { enterpriseId: string }).enterpriseId

describe('the deletion of an enterprise account', () => {
  test('starts with two weeks in which members can read, devices get nothing, and an owner can cancel it', async () => {
    const { owner, member, id } = await t.enterprise('Quiet Waters')
    const [second, operator] = [await member('Owner'), await member('Operator')]
    expect(await owner.ask(enterprise.deletionPreview, {})).toMatchObject({
      graceDays: 14,
      mayDelete: true,
      members: 3,
    })

    const { deletionAt } = await owner.ask(enterprise.requestDeletion, { name: ' Quiet Waters ' })

    expect(Date.parse(deletionAt) - t.clock.now().getTime()).toBe(14 * DAY_MS)
    expect(await operator.ask(session.enterpriseInfo, {})).toMatchObject({ deletionAt, owner: false })
    expect((await operator.ask(enterprise.list, {})).items).toMatchObject([{ deletionAt, suspended: false }])
    await operator.ask(fleet.list, {})
    const refusals = [
      await owner.refusal(team.invite, { emails: ['x@example.com'], roleId: 'Viewer' }),
      await owner.refusal(enterprise.edit, { version: 1, fields: { name: 'X' } }),
      await owner.refusal(plan.startTrial, {}),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill(problems.forbidden.code))
    expect(await whyRefused(id)).toBe('Refused: the enterprise account is being deleted.')
    expect((await owner.refusal(enterprise.requestDeletion, { name: 'Quiet Waters' })).code).toBe(
      problems.conflict.code,
    )

    await second.ask(enterprise.cancelDeletion, {})

    expect(await operator.ask(session.enterpriseInfo, {})).toMatchObject({ deletionAt: null })
    expect(await whyRefused(id)).toBeUndefined()
    expect((await second.refusal(enterprise.cancelDeletion, {})).code).toBe(problems.conflict.code)
    const { items } = await owner.ask(audit.list, { filter: { object: ['enterprise'] } })
    expect(items.map(({ action }) => action)).toEqual(['enterprise.deletionCancelled', 'enterprise.deletionRequested'])
    t.clock.moveMs(15 * DAY_MS)
    expect(await deleteDueEnterprises(t.server)).toBe(0)
  })

  test('is notified to each owner by mail', async () => {
    const client = await t.signUpAndIn({ companyName: 'Bright Lamps' })
    t.clock.moveMs(1)
    await client.ask(enterprise.requestDeletion, { name: 'Bright Lamps' })
    const [letter] = await t.letters(client.person.email)
    expect(letter).toMatchObject({ kind: 'ENTERPRISE_CLOSING', subject: 'Bright Lamps will be deleted from Simwright' })
    t.clock.moveMs(1)
    await client.ask(enterprise.cancelDeletion, {})
    expect((await t.letters(client.person.email))[0]).toMatchObject({ kind: 'ENTERPRISE_KEPT' })
  })

  test('can be requested by an owner only, after a recent step-up and with the name', async () => {
    const { owner, member } = await t.enterprise('Careful Ltd')
    const admin = await member('Admin')
    expect((await admin.refusal(enterprise.requestDeletion, { name: 'Careful Ltd' })).code).toBe(
      problems.forbidden.code,
    )
    expect((await admin.refusal(enterprise.cancelDeletion, {})).code).toBe(problems.forbidden.code)
    expect(await admin.ask(enterprise.deletionPreview, {})).toMatchObject({ mayDelete: false })
    const wrong = await owner.refusal(enterprise.requestDeletion, { name: 'careful ltd' })
    expect(wrong.obj.faults).toMatchObject([{ path: 'name' }])
    t.clock.moveMs(11 * 60_000)
    expect((await owner.refusal(enterprise.requestDeletion, { name: 'Careful Ltd' })).code).toBe(
      problems.step_up_needed.code,
    )
    expect(await owner.ask(session.enterpriseInfo, {})).toMatchObject({ deletionAt: null })
  })

  test('cannot be requested during a suspension', async () => {
    const { owner, id } = await t.enterprise('Held back')
    await t.server.db.tenantTx(id, (db) => db.updateTable('enterprise').set({ state: 'SUSPENDED' }).execute())
    expect((await owner.refusal(enterprise.requestDeletion, { name: 'Held back' })).code).toBe(
      problems.enterprise_suspended.code,
    )
  })

  test('waits while the enterprise account is suspended', async () => {
    const { owner, id } = await t.enterprise('Under review')
    await owner.ask(enterprise.requestDeletion, { name: 'Under review' })
    const setState = (state: 'ACTIVE' | 'SUSPENDED') =>
      t.server.db.tenantTx(id, (db) => db.updateTable('enterprise').set({ state }).execute())
    await setState('SUSPENDED')
    t.clock.moveMs(15 * DAY_MS)
    expect(await deleteDueEnterprises(t.server)).toBe(0)
    await setState('ACTIVE')
    expect(await deleteDueEnterprises(t.server)).toBe(1)
  })

  test('deletes what a device writes to tables without a reference to the enterprise account while the enterprise account is deleted', async () => {
    const { owner, id } = await t.enterprise('Still Busy')
    await owner.ask(enterprise.requestDeletion, { name: 'Still Busy' })
    t.clock.moveMs(15 * DAY_MS)
    const client = loginClient(t.server.databaseUrl, 'test')
    await client.connect()
    try {
      await client.query(`
        create function write_late() returns trigger language plpgsql as $$ begin
          insert into device_message (enterprise_id, id, function, address, outcome, raw, at)
          values (old.enterprise_id, '${t.server.random.uuid()}', 'handleNotification', '', 'Executed-Success', '', now());
          insert into device (enterprise_id, eid, first_seen_at, last_seen_at) values (old.enterprise_id, '', now(), now());
          return null;
        end $$;
        create trigger written_late after delete on enterprise for each row execute function write_late()`)
      expect(await deleteDueEnterprises(t.server)).toBe(1)
    } finally {
      await client.query('drop trigger written_late on enterprise; drop function write_late')
      await client.end()
    }
    expect(await rowsOf(id)).toEqual({})
  })

  test('deletes everything but audit log and invoices after two weeks, and nothing of other enterprise accounts', async () => {
    const [own, other] = [await t.enterprise('Leaving Home'), await t.enterprise('Staying Put')]
    const things = await createOwnedObjects(own)
    const before = await rowsOf(own.id)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['activation_code', 'batch', 'campaign', 'iccid_directory', 'operation', 'profile_key']),
    )
    const wanted = { configurationId: await configured(other.owner), iccid: things.iccid, imsi: '001010000000112' }
    expect((await other.owner.refusal(batch.single, { ...wanted, makeKeys: true })).code).toBe(
      problems.iccid_taken.code,
    )
    const others = await rowsOf(other.id)
    await own.owner.ask(enterprise.requestDeletion, { name: 'Leaving Home' })
    t.clock.moveMs(14 * DAY_MS - 1)
    expect(await deleteDueEnterprises(t.server)).toBe(0)
    t.clock.moveMs(1)
    expect(await deleteDueEnterprises(t.server)).toBe(1)

    expect(await rowsOf(own.id)).toEqual({})
    const invoices = await t.server.db.systemTx((db) =>
      db.selectFrom('invoice').select('id').where('enterprise_id', '=', own.id).execute(),
    )
    expect(invoices).toEqual([{ id: things.invoiceId }])
    expect(await rowsOf(other.id)).toEqual(others)
    const directory = await t.server.db.global
      .selectFrom('activation_code_directory')
      .select('enterprise_id')
      .where('matching_id', '=', things.matchingId)
      .execute()
    expect(directory).toEqual([])
    const entries = await t.server.db.systemTx((db) =>
      sql<{ action: string }>`
        select action from audit_inbox where object_id = ${own.id} union all
        select action from audit_entry where object_id = ${own.id}`.execute(db),
    )
    expect(entries.rows.map(({ action }) => action)).toContain('enterprise.deleted')
    expect(await deleteDueEnterprises(t.server)).toBe(0)
    const owner = await t.sessionIn(other.owner, other.id)
    await owner.ask(batch.single, { ...wanted, makeKeys: true })
  })

  test('returns an ICCID to the account that held it before, with the profile that it had', async () => {
    const [first, second] = [await t.enterprise('Here First'), await t.enterprise('Here Second')]
    const [row] = newSubscribers(1)
    const input = async (owner: Client) => ({
      configurationId: await configured(owner),
      iccid: row!.ICCID!,
      imsi: row!.IMSI!,
      makeKeys: true,
    })
    const wanted = await input(first.owner)
    const { profileId } = await first.owner.ask(batch.single, wanted)
    await moved(t, { enterpriseId: first.id, profileId }, [{ kind: 'removed', why: 'idle' }])
    await t.server.db.tenantTx(first.id, async (db) => releaseIccids(db, await lockProfiles(db, first.id, [profileId])))
    await second.owner.ask(batch.single, await input(second.owner))
    await second.owner.ask(enterprise.requestDeletion, { name: 'Here Second' })
    t.clock.moveMs(14 * DAY_MS)
    expect(await deleteDueEnterprises(t.server)).toBe(1)

    expect(await rowsOf(second.id)).toEqual({})
    const owner = await t.sessionIn(first.owner, first.id)
    expect((await owner.ask(batch.single, wanted)).profileId).toBe(profileId)
  })

  test('ends the access of its members as soon as it is due', async () => {
    const client = await t.signUpAndIn({ companyName: 'On the Dot' })
    await client.ask(enterprise.requestDeletion, { name: 'On the Dot' })
    t.clock.moveMs(14 * DAY_MS)
    const again = await t.sessionIn(client, enterpriseIdOf(client))
    expect((await again.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    await deleteDueEnterprises(t.server)
    expect((await t.letters(client.person.email))[0]).toMatchObject({ kind: 'ENTERPRISE_DELETED' })
  })
})
