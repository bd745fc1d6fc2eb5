import { endpoint, HIDDEN_CODE, problems } from '@simwright/contract'
import * as live from '@simwright/contract/insight/live'
import * as account from '@simwright/contract/people/account'
import * as client from '@simwright/contract/people/client'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { serve } from '../../../http/serve.ts'
import { createOwnedObjects } from '../../../testing/contract-entry.ts'
import { testServer } from '../../../testing/server.ts'
import { addSecondFactor, openTestVisit, VISIT_REASON } from '../../../testing/visit.ts'
import { auditVisitEnds } from '../sessions/jobs.ts'

/** Declares that it only reads, and writes: what a wrong declaration would do. */
const writes = endpoint({
  method: 'POST',
  path: '/test/writes',
  access: 'signed-in',
  reads: true,
  summary: 'Writes on each entry point',
  input: z.object({ by: z.enum(['tenantTx', 'globalTx', 'global', 'systemTx']) }),
  output: z.object({}),
})

const t = await testServer({
  background: 'queue',
  routes: (app, { db }) =>
    serve(app, writes, async ({ who, input: { by } }) => {
      const { enterpriseId, userId } = who
      if (by === 'tenantTx')
        await db.tenantTx(enterpriseId, (db) => db.updateTable('enterprise').set({ name: 'Changed' }).execute())
      if (by === 'systemTx') await db.systemTx((db) => db.updateTable('enterprise').set({ name: 'Changed' }).execute())
      const rename = { first_name: 'Changed' }
      if (by === 'globalTx')
        await db.globalTx((db) => db.updateTable('user_account').set(rename).where('id', '=', userId).execute())
      if (by === 'global') await db.global.updateTable('user_account').set(rename).where('id', '=', userId).execute()
      return {}
    }),
})
const { edit } = enterprise
const MINUTE_MS = 60_000
const readOnly = problems.visit_read_only.code
const visitOf = (id: string) => ({ id, fields: { reason: VISIT_REASON } })

async function staffMember() {
  const staff = await t.staff()
  await addSecondFactor(t, staff)
  return staff
}

async function visited() {
  const staff = await staffMember()
  const enterprise = await t.enterprise()
  return { staff, enterprise, visit: await openTestVisit(staff, enterprise.id) }
}

const visitEntries = async (owner: Awaited<ReturnType<typeof t.enterprise>>['owner']) =>
  (await owner.ask(audit.list, { filter: { action: ['enterprise.visited', 'enterprise.visitEnded'] } })).items

describe('a visit of platform staff', () => {
  test('sees the enterprise account, and changes nothing', async () => {
    const { enterprise, visit } = await visited()
    const info = await visit.ask(session.enterpriseInfo, {})
    expect(info).toMatchObject({ id: enterprise.id, role: 'Platform staff', owner: false })
    expect((await visit.ask(team.list, {})).items).toHaveLength(1)
    const refused = await visit.refusal(edit, { version: 1, fields: { name: 'Renamed' } })
    expect([refused.status, refused.code, refused.message]).toEqual([
      403,
      readOnly,
      'You are visiting this enterprise account: you can view it, but not change it.',
    ])
  })

  test.each(['tenantTx', 'globalTx', 'global', 'systemTx'] as const)(
    'PostgreSQL refuses a write by %s, even of a call that declares to only read',
    async (by) => {
      const { enterprise, visit } = await visited()
      expect((await visit.refusal(writes, { by })).code).toBe(readOnly)
      const info = await enterprise.owner.ask(session.enterpriseInfo, {})
      expect(info.name).not.toBe('Changed')
      expect((await visit.ask(account.me, {})).firstName).not.toBe('Changed')
    },
  )

  test("is a session next to the staff's own, which goes on", async () => {
    const { staff, visit, enterprise } = await visited()
    expect((await staff.ask(session.list, {})).items.filter((one) => one.visit)).toHaveLength(1)
    expect((await staff.ask(client.get, { id: enterprise.id })).id).toBe(enterprise.id)
    const cookies = Object.fromEntries(visit.cookies)
    await visit.ask(account.logout, {})
    expect((await visit.refusal(session.enterpriseInfo, {}, { cookies })).code).toBe(problems.session_ended.code)
    expect((await staff.ask(client.list, {})).items.length).toBeGreaterThan(0)
    expect(visit.cookies.get('token')).toBe(staff.cookies.get('token'))
    expect(visit.cookies.has('visit')).toBe(false)
  })

  test('ends after 30 minutes', async () => {
    const { visit, staff } = await visited()
    // the token counts in seconds
    t.clock.moveMs(30 * MINUTE_MS - 1_000)
    await visit.ask(session.enterpriseInfo, {})
    t.clock.moveMs(1_000)
    expect((await visit.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_expired.code)
    await staff.ask(client.list, {})
  })

  test("does not outlast the staff's own session", async () => {
    const staff = await staffMember()
    const { id } = await t.enterprise()
    await t.server.db.global
      .updateTable('user_session')
      .set({ expires_at: new Date(t.clock.now().getTime() + 5 * MINUTE_MS) })
      .where('enterprise_id', '=', STAFF_ENTERPRISE_ID)
      .execute()
    const { endsAt } = await staff.ask(client.visit, visitOf(id))
    expect(Date.parse(endsAt) - t.clock.now().getTime()).toBe(5 * MINUTE_MS)
  })

  test('is in the audit log of the client, with who, why, begin and end', async () => {
    const { enterprise, visit } = await visited()
    const begun = await visitEntries(enterprise.owner)
    expect(begun).toMatchObject([{ action: 'enterprise.visited', actorKind: 'STAFF', after: { reason: VISIT_REASON } }])
    expect(await visitEntries(visit)).toHaveLength(1)
    t.clock.moveMs(7 * MINUTE_MS)
    const endedAt = t.clock.now().toISOString()
    await visit.ask(account.logout, {})
    const [end] = await visitEntries(enterprise.owner)
    expect(end).toMatchObject({ action: 'enterprise.visitEnded', actorKind: 'STAFF', after: { endedAt } })
    await auditVisitEnds(t.server)
    expect(await visitEntries(enterprise.owner)).toHaveLength(2)
  })

  test('whose time is over has its end in the audit log too, once, at its own time', async () => {
    const { enterprise } = await visited()
    const endedAt = new Date(t.clock.now().getTime() + 30 * MINUTE_MS).toISOString()
    t.clock.moveMs(45 * MINUTE_MS)
    await Promise.all([auditVisitEnds(t.server), auditVisitEnds(t.server)])
    expect(await visitEntries(enterprise.owner)).toMatchObject([{ after: { endedAt } }, {}])
  })

  test('ends when the staff member signs out, visits another client, or may visit no more', async () => {
    const signedOut = await visited()
    await signedOut.staff.ask(account.logout, {})
    expect((await signedOut.visit.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
    expect(await visitEntries(signedOut.enterprise.owner)).toHaveLength(2)

    const replaced = await visited()
    await openTestVisit(replaced.staff, (await t.enterprise()).id)
    expect((await replaced.visit.refusal(session.enterpriseInfo, {})).status).toBe(401)
    expect(await visitEntries(replaced.enterprise.owner)).toHaveLength(2)

    const demoted = await visited()
    const { userId } = await demoted.staff.ask(account.me, {}).then(() => tokenOf(demoted.visit.token))
    await t.server.db.tenantTx(STAFF_ENTERPRISE_ID, (db) =>
      db.updateTable('member').set({ built_in_role: 'Platform support' }).where('user_id', '=', userId).execute(),
    )
    expect((await demoted.visit.refusal(session.enterpriseInfo, {})).code).toBe(problems.session_ended.code)
  })

  test('needs its own browser: the token alone does not authenticate', async () => {
    const { visit, staff } = await visited()
    const own = { token: staff.cookies.get('token')!, binding: staff.cookies.get('binding')! }
    const refused = await visit.refusal(session.enterpriseInfo, {}, { cookies: own })
    expect(refused.code).toBe(problems.session_missing.code)
    const crossed = await staff.refusal(session.enterpriseInfo, {}, { cookies: { visit: visit.cookies.get('visit')! } })
    expect(crossed.code).toBe(problems.session_missing.code)
  })

  test('cannot start another visit, open the admin area, or change the settings of the staff member', async () => {
    const { visit } = await visited()
    const { id } = await t.enterprise()
    expect((await visit.refusal(client.visit, visitOf(id))).code).toBe(readOnly)
    expect((await visit.refusal(client.list, {})).code).toBe(problems.forbidden.code)
    expect((await visit.refusal(client.get, { id })).code).toBe(problems.forbidden.code)
    const names = { firstName: 'A', lastName: 'B', timeZone: null }
    expect((await visit.refusal(account.edit, names)).code).toBe(readOnly)
    expect((await visit.refusal(enterprise.switchTo, { id })).code).toBe(readOnly)
    expect((await visit.refusal(account.exportData, {})).code).toBe(readOnly)
  })

  test('reports only view permissions, also as events', async () => {
    const { visit } = await visited()
    const reader = new AbortController()
    for await (const state of visit.events(live.session, {}, { signal: reader.signal })) {
      expect(state.permissions).toContain('Fleet_View')
      expect(state.permissions.filter((id) => /_(Edit|Create|Delete|Export)$|^Admin_/.test(id))).toEqual([])
      break
    }
    reader.abort()
  })
})

describe('what a visit hides', async () => {
  const enterprise = await t.enterprise()
  const things = await createOwnedObjects(enterprise)
  const openVisit = async () => await openTestVisit(await staffMember(), enterprise.id)

  test('activation codes and their links are hidden, files are refused', async () => {
    const visit = await openVisit()
    const profile = await visit.ask(fleet.detail, { id: things.profileId })
    expect(profile).toMatchObject({ iccid: things.iccid, matchingId: HIDDEN_CODE, activationCode: HIDDEN_CODE })
    expect(profile.link).toBe(HIDDEN_CODE)
    const file = await visit.refusal(audit.exportCsv, { filter: {} })
    expect(file.code).toBe(readOnly)
    const sheet = await visit.refusal(fleet.message, { id: things.profileId })
    expect(sheet.code).toBe(problems.visit_hidden.code)
  })

  test('a search by the first characters of a code finds nothing', async () => {
    const { matchingId, iccid } = things
    const visit = await openVisit()
    const start = matchingId.slice(0, 6)
    expect((await enterprise.owner.ask(fleet.list, { filter: { search: start } })).items).toHaveLength(1)
    expect((await visit.ask(fleet.list, { filter: { search: start } })).items).toEqual([])
    expect((await visit.ask(fleet.count, { filter: { query: start } })).total).toBe(0)
    expect((await visit.ask(fleet.list, { filter: { search: iccid } })).items).toHaveLength(1)
    for (const filter of [{ matchingId: start }, { query: `ac:${start}` }])
      expect((await visit.refusal(fleet.list, { filter })).code).toBe(problems.visit_hidden.code)
  })
})

describe('who can visit', () => {
  test('nobody without a second factor, with an old proof, without a reason, or as support', async () => {
    const { id, owner } = await t.enterprise()
    const bare = await t.staff()
    expect((await bare.refusal(client.visit, visitOf(id))).code).toBe(problems.second_factor_needed.code)
    const staff = await staffMember()
    expect((await staff.refusal(client.visit, { id, fields: { reason: ' ' } })).code).toBe(problems.invalid.code)
    t.clock.moveMs(10 * MINUTE_MS + 1)
    expect((await staff.refusal(client.visit, visitOf(id))).code).toBe(problems.step_up_needed.code)
    const support = await t.staff('Platform support')
    await addSecondFactor(t, support)
    expect((await support.refusal(client.visit, visitOf(id))).code).toBe(problems.forbidden.code)
    expect((await owner.refusal(client.visit, visitOf(id))).code).toBe(problems.forbidden.code)
    expect(await visitEntries(owner)).toEqual([])
  })

  test('the enterprise of the staff, and one that does not exist, cannot be visited', async () => {
    const staff = await staffMember()
    for (const id of [STAFF_ENTERPRISE_ID, crypto.randomUUID()])
      expect((await staff.refusal(client.visit, visitOf(id))).code).toBe(problems.not_found.code)
  })
})

function tokenOf(token: string | undefined): account.TokenPayload {
  return account.TokenPayload.parse(JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()))
}
