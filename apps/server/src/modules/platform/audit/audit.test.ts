import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as configuration from '@simwright/contract/profiles/configuration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { Secret } from '../../../secret/secret.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { factsOf } from './fact.ts'
import { actAs, chainAudit, dropOldAudit, recordAudit } from './service.ts'

const t = await testServer({ isOwn: true })
const dba = loginClient(t.server.databaseUrl, 'test')
beforeAll(() => dba.connect())
afterAll(() => dba.end())

/** Changes rows as the owner of the tables, with all guards disabled. */
async function tamper(sql: string, values: unknown[] = []): Promise<number | null> {
  const guards = (action: 'disable' | 'enable', force: 'no force' | 'force') =>
    ['audit_entry', 'audit_chain', 'audit_checkpoint'].map(
      (table) => `alter table ${table} ${action} trigger user; alter table ${table} ${force} row level security;`,
    )
  await dba.query(guards('disable', 'no force').join(''))
  const { rowCount } = await dba.query(sql, values)
  await dba.query(guards('enable', 'force').join(''))
  return rowCount
}

/** An enterprise account with a few entries: its owner's sign-in, then roles named 1 to `count`. */
async function withEntries(count = 6): Promise<TestEnterprise> {
  const made = await t.enterprise()
  for (let i = 1; i <= count; i += 1) await addRole(made.owner, `Role ${i}`)
  return made
}

const addRole = (client: Client, name: string) => client.ask(team.addRole, { name, permissions: ['Fleet_View'] })
const entriesOf = async (client: Client, filter = {}) => (await client.ask(audit.list, { filter })).items

describe('an entry', () => {
  test('has actor, time, address, action, object, and the values before and after', async () => {
    const { owner, ownerId } = await t.enterprise('Harbour')
    const { version, fields } = await owner.ask(enterprise.settings, {})
    const address = { ...fields.address, city: 'Oslo' }
    const requestId = crypto.randomUUID()
    await owner.ask(
      enterprise.edit,
      { version, fields: { ...fields, name: 'Harbour Mobile', address } },
      { headers: { 'x-request-id': requestId } },
    )
    const [entry] = await entriesOf(owner)
    expect(entry).toMatchObject({
      number: 2,
      at: t.clock.now().toISOString(),
      actorKind: 'PERSON',
      actorId: ownerId,
      actorName: 'Sample Owner',
      address: '127.0.0.1',
      action: 'enterprise.edited',
      objectKind: 'enterprise',
      objectName: 'Harbour Mobile',
      before: { name: 'Harbour', address: fields.address },
      after: { name: 'Harbour Mobile', address },
      requestId,
    })
    expect(Object.keys(entry?.after ?? {})).toEqual(['name', 'address'])
    expect(await owner.ask(audit.get, { number: 2 })).toEqual(entry)
  })

  test('is not written for an edit that changed nothing, nor for a refused call', async () => {
    const { owner } = await t.enterprise()
    const { version, fields } = await owner.ask(enterprise.settings, {})
    await owner.ask(enterprise.edit, { version, fields })
    await owner.refusal(enterprise.edit, { version, fields: { ...fields, name: 'Too late' } })
    expect(await entriesOf(owner, { object: ['enterprise'] })).toEqual([])
  })

  test('is rolled back with the transaction that it is written in', async () => {
    const { id, owner } = await t.enterprise()
    const broken = t.server.db.tenantTx(id, async (db) => {
      await recordAudit(t.server, db, { enterpriseId: id, action: 'source.discarded', object: { id, name: 'x' } })
      throw new Error('the action failed')
    })
    await expect(broken).rejects.toThrow('the action failed')
    expect(await entriesOf(owner, { object: ['source'] })).toEqual([])
  })

  test('names the portal itself, a key or platform staff as the actor', async () => {
    const { id, owner } = await t.enterprise()
    const nobody = { id: null, email: null, address: null, requestId: null }
    const discard = (name: string) =>
      t.server.db.tenantTx(id, (db) =>
        recordAudit(t.server, db, { enterpriseId: id, action: 'source.discarded', object: { id, name } }),
      )
    await discard('by itself')
    await actAs({ ...nobody, kind: 'KEY', name: 'Warehouse' }, () => discard('by a key'))
    await actAs({ ...nobody, kind: 'STAFF', name: 'Terminal' }, () => discard('by staff'))
    const entries = (await entriesOf(owner, { object: ['source'] })).map((e) => [
      e.actorKind,
      e.actorName,
      e.objectName,
    ])
    expect(entries).toEqual([
      ['STAFF', 'Terminal', 'by staff'],
      ['KEY', 'Warehouse', 'by a key'],
      ['SYSTEM', '', 'by itself'],
    ])
    expect((await entriesOf(owner, { actor: ['STAFF'] })).map(({ objectName }) => objectName)).toEqual(['by staff'])
  })

  test('of a visitor without a user is a programming error', async () => {
    const { id } = await t.enterprise()
    const visitor = { kind: 'PERSON', id: null, name: '', email: null, address: '192.0.2.1', requestId: null } as const
    const writing = actAs(visitor, () =>
      t.server.db.tenantTx(id, (db) =>
        recordAudit(t.server, db, { enterpriseId: id, action: 'source.discarded', object: { id, name: 'x' } }),
      ),
    )
    await expect(writing).rejects.toThrow('must name the user')
  })

  test("of a person's own account is in the log of each enterprise account that the person belongs to", async () => {
    const client = await t.signUpAndIn()
    const { id } = await client.ask(enterprise.add, { name: 'Second' })
    await client.ask(account.edit, { firstName: 'Augusta', lastName: 'Byron', timeZone: null })
    const second = await t.sessionIn(client, id)
    for (const session of [client, second]) {
      const [edited] = await entriesOf(session, { action: ['account.edited'] })
      expect(edited).toMatchObject({ before: { firstName: 'Ada' }, after: { firstName: 'Augusta' } })
    }
    const { person } = client
    await client.ask(account.changePassword, { oldPassword: person.password, newPassword: 'Calm-Lighthouse-9' })
    expect((await entriesOf(client))[0]).toMatchObject({ action: 'account.passwordChanged', before: null, after: null })
  })
})

describe('what an entry may contain', () => {
  const factsFor = (after: object) => () => factsOf('role.added', { after })

  test.each([
    ['a secret', { name: new Secret('Quiet-Harbour-7') }],
    ['a secret in a list', { permissions: ['Fleet_View', new Secret('Quiet-Harbour-7')] }],
    ['bytes', { name: new Uint8Array(16) }],
    ['a map', { name: new Map([['a', 'b']]) }],
    ['a fact that the action does not allow', { name: 'Desk', passwordHash: '$argon2id$' }],
  ])('%s is refused, whatever the types say', (_what, after) => {
    expect(factsFor(after)).toThrow(TypeError)
  })

  test('the log contains neither passwords nor confirmation codes nor tokens', async () => {
    const client = await t.signUpAndIn({ password: 'Canary-Harbour-71' })
    const code = '73190284'
    const fields = {
      name: 'Fixed code',
      type: 'Regular',
      profileName: 'P',
      serviceProviderName: 'S',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '00101', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'fixed', code },
    } as const
    const made = await client.ask(configuration.add, { fields: { ...fields, hplmn: [...fields.hplmn] as never } })
    const next = { ...fields, gid1: 'AA', confirmationCode: { mode: 'fixed' as const, code: '55510284' } }
    await client.ask(configuration.edit, { id: made.id, version: 1, fields: next as never })
    await client.ask(account.changePassword, { oldPassword: 'Canary-Harbour-71', newPassword: 'Canary-Harbour-72' })
    await chainAudit(t.server)
    const { rows } = await dba.query<{ row: string }>('set role simwright_system; select 1').then(async () => {
      const found = await dba.query<{ row: string }>('select e::text as row from audit_entry e')
      await dba.query('reset role')
      return found
    })
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain('Fixed code')
    for (const canary of ['Canary-Harbour', code, '55510284', 'argon2id', client.token ?? '-']) {
      expect(all).not.toContain(canary)
    }
    const [edited] = await entriesOf(client, { action: ['configuration.edited'] })
    expect(edited).toMatchObject({ before: { gid1: '', version: 1 }, after: { gid1: 'AA', version: 2 } })
  })
})

describe('the log', () => {
  test('can be filtered by actor, action, time and object, and searched', async () => {
    const { owner, ownerId, member } = await t.enterprise()
    const admin = await member('Admin')
    await addRole(owner, 'Front desk')
    t.clock.moveMs(60_000)
    const from = t.clock.now().toISOString()
    const { id } = await addRole(admin, 'Back office')
    const names = async (filter: object) => (await entriesOf(owner, filter)).map(({ objectName }) => objectName)
    expect(await names({ action: ['role.added'] })).toEqual(['Back office', 'Front desk'])
    expect(await names({ action: ['role.added'], actorId: ownerId })).toEqual(['Front desk'])
    expect(await names({ objectId: id })).toEqual(['Back office'])
    expect(await names({ from })).toEqual(['Back office'])
    expect(await names({ search: 'front DESK' })).toEqual(['Front desk'])
    expect(await names({ search: "100% _ ' desk" })).toEqual([])
    expect(await names({ object: ['role'], to: new Date(Date.parse(from) - 1).toISOString() })).toEqual(['Front desk'])
  })

  test('is paged, and a cursor is valid for its own list only', async () => {
    const { owner } = await withEntries(5)
    const first = await owner.ask(audit.list, { limit: 4 })
    const second = await owner.ask(audit.list, { limit: 4, cursor: first.next ?? '' })
    expect([...first.items, ...second.items].map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1])
    expect([first.total, second.next]).toEqual([6, null])
    const foreign = await owner.refusal(audit.list, { filter: { search: 'x' }, cursor: first.next ?? '' })
    expect(foreign.code).toBe(problems.invalid.code)
  })

  test('is exported as CSV without formulas for spreadsheets', async () => {
    const { owner } = await t.enterprise()
    await addRole(owner, '=HYPERLINK("x")')
    const response = await owner.send(audit.exportCsv, { filter: { action: ['role.added'] } })
    const lines = (await response.text()).replace('\uFEFF', '').trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^NUMBER,TIME,ACTOR_KIND,ACTOR,/)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(response.headers.get('content-disposition')).toContain('audit log')
  })

  test('has an entry with the filter of each export', async () => {
    const { owner } = await t.enterprise()
    const text = await (await owner.send(audit.exportCsv, { filter: { object: ['enterprise'] } })).text()
    expect(text).toContain(',audit.exported,')
    expect((await entriesOf(owner))[0]).toMatchObject({
      action: 'audit.exported',
      after: { filter: { object: ['enterprise'] } },
    })
  })

  test('is for members with Audit_View, which viewers do not have', async () => {
    const { owner, member } = await t.enterprise()
    for (const role of ['Viewer', 'Operator', 'Finance', 'Developer'] as const) {
      const refused = await (await member(role)).refusal(audit.list, {})
      expect([role, refused.code]).toEqual([role, problems.forbidden.code])
    }
    expect((await (await member('Sub-admin')).ask(audit.verify, {})).firstBad).toBeNull()
    expect((await owner.refusal(audit.get, { number: 99 })).code).toBe(problems.not_found.code)
  })
})

describe('the chain', () => {
  test('is verified, with the number of entries and the last link', async () => {
    const { owner } = await withEntries(3)
    const check = await owner.ask(audit.verify, {})
    const [last] = await entriesOf(owner)
    expect(check).toEqual({
      checked: 4,
      from: 1,
      last: { number: 4, at: last?.at, hash: last?.hash },
      firstBad: null,
    })
  })

  test('has no gaps when many processes write and chain at once', async () => {
    const { id, owner } = await t.enterprise()
    const write = (name: string) =>
      t.server.db.tenantTx(id, (db) =>
        recordAudit(t.server, db, { enterpriseId: id, action: 'source.discarded', object: { id, name } }),
      )
    await Promise.all(Array.from({ length: 40 }, (_, i) => write(`file ${i}`)))
    await Promise.all([chainAudit(t.server), chainAudit(t.server), owner.ask(audit.list, {}), chainAudit(t.server)])
    expect(await owner.ask(audit.verify, {})).toMatchObject({ checked: 41, firstBad: null })
    const numbers = (await entriesOf(owner)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 41 }, (_, i) => 41 - i))
  })

  test.each([
    ['with an altered value', `update audit_entry set after = '{"name":"Role 3","permissions":[]}' where`],
    ['with an altered actor', `update audit_entry set actor_name = 'Somebody else' where`],
    ['with an altered time', `update audit_entry set at = at + interval '1 second' where`],
    ['with an altered address', `update audit_entry set address = null where`],
    ['with an altered link', `update audit_entry set hash = decode(repeat('ab', 32), 'hex') where`],
    ['attributed to the portal itself', `update audit_entry set actor_kind = 'SYSTEM', actor_id = null where`],
  ])('an entry %s is detected', async (_how, sql) => {
    const { id, owner } = await withEntries()
    const [at] = (await entriesOf(owner)).filter(({ number }) => number === 4).map((entry) => entry.at)
    expect(await tamper(`${sql} enterprise_id = $1 and number = 4`, [id])).toBe(1)
    const check = await owner.ask(audit.verify, {})
    expect(check).toMatchObject({ checked: 3, firstBad: { number: 4, fault: 'ALTERED' } })
    if (!sql.includes('set at')) expect(check.firstBad?.at).toBe(at)
  })

  test('an entry removed from the middle is detected', async () => {
    const { id, owner } = await withEntries()
    await owner.ask(audit.verify, {})
    expect(await tamper('delete from audit_entry where enterprise_id = $1 and number = 4', [id])).toBe(1)
    const { checked, firstBad } = await owner.ask(audit.verify, {})
    expect([checked, firstBad?.number, firstBad?.fault]).toEqual([3, 4, 'MISSING'])
  })

  test('a removed entry is detected even if the others are renumbered', async () => {
    const { id, owner } = await withEntries()
    await owner.ask(audit.verify, {})
    await tamper('delete from audit_entry where enterprise_id = $1 and number = 4', [id])
    for (const number of [5, 6, 7]) {
      await tamper('update audit_entry set number = number - 1 where enterprise_id = $1 and number = $2', [id, number])
    }
    expect(await owner.ask(audit.verify, {})).toMatchObject({ checked: 3, firstBad: { number: 4, fault: 'ALTERED' } })
  })

  test('swapped entries are detected', async () => {
    const { id, owner } = await withEntries()
    await owner.ask(audit.verify, {})
    const move = 'update audit_entry set number = $3 where enterprise_id = $1 and number = $2'
    for (const [from, to] of [
      [3, 99],
      [5, 3],
      [99, 5],
    ])
      await tamper(move, [id, from, to])
    expect(await owner.ask(audit.verify, {})).toMatchObject({ checked: 2, firstBad: { number: 3, fault: 'ALTERED' } })
  })

  test('a removed end is detected, also with a reset head, and nothing is appended', async () => {
    const { id, owner } = await withEntries()
    await owner.ask(audit.verify, {})
    await tamper('delete from audit_entry where enterprise_id = $1 and number > 5', [id])
    expect(await owner.ask(audit.verify, {})).toMatchObject({ checked: 5, firstBad: { number: 6, fault: 'END' } })
    await tamper(
      `update audit_chain c set number = e.number, hash = e.hash from audit_entry e
       where c.enterprise_id = $1 and e.enterprise_id = $1 and e.number = 5`,
      [id],
    )
    expect(await owner.ask(audit.verify, {})).toMatchObject({ checked: 5, firstBad: { number: 6, fault: 'END' } })
    await t.server.db.tenantTx(id, (db) =>
      recordAudit(t.server, db, { enterpriseId: id, action: 'source.discarded', object: { id, name: 'x' } }),
    )
    expect(await owner.ask(audit.verify, {})).toMatchObject({ checked: 5, firstBad: { number: 6, fault: 'END' } })
    await tamper('delete from audit_inbox where enterprise_id = $1', [id])
  })

  test("an entry from another enterprise account's chain is detected", async () => {
    const a = await withEntries(3)
    const b = await withEntries(3)
    for (const { owner } of [a, b]) await owner.ask(audit.verify, {})
    await tamper('delete from audit_entry where enterprise_id = $1 and number = 3', [b.id])
    await tamper('update audit_entry set enterprise_id = $2 where enterprise_id = $1 and number = 3', [a.id, b.id])
    expect((await b.owner.ask(audit.verify, {})).firstBad).toMatchObject({ number: 3, fault: 'ALTERED' })
    expect((await a.owner.ask(audit.verify, {})).firstBad).toMatchObject({ number: 3, fault: 'MISSING' })
  })
})

describe('entries cannot be altered or removed', () => {
  test.each(['update audit_entry set actor_name = $$x$$', 'delete from audit_entry', 'truncate audit_entry'])(
    'no role of the server may %s',
    async (sql) => {
      await withEntries(1)
      await chainAudit(t.server)
      for (const role of ['simwright_app', 'simwright_tenant', 'simwright_limited', 'simwright_system']) {
        await dba.query(`begin; set local role ${role}`)
        const refused = await dba.query(sql).then(
          () => undefined,
          (error: { message: string }) => error.message,
        )
        await dba.query('rollback')
        expect([role, refused]).toEqual([role, expect.stringMatching(/permission denied|can only be added to/)])
      }
    },
  )

  test('the guard also applies to the owner of the table', async () => {
    await withEntries(1)
    await chainAudit(t.server)
    await dba.query('alter table audit_entry no force row level security')
    await expect(dba.query('update audit_entry set at = at')).rejects.toThrow('can only be added to')
    await expect(dba.query('delete from audit_entry')).rejects.toThrow('can only be added to')
    await dba.query('alter table audit_entry force row level security')
  })
})

describe('after twelve months', () => {
  const MONTHS_MS = 370 * 24 * 60 * 60_000
  const yearAgo = () => new Date(t.clock.now().getTime() - 365 * 24 * 60 * 60_000)

  test('entries are deleted, and the rest can be verified; an altered checkpoint is detected', async () => {
    const { id, ownerId, owner } = await withEntries(4)
    await owner.ask(audit.verify, {})
    t.clock.moveMs(MONTHS_MS)
    const later = await t.sessionIn(owner, id)
    await addRole(later, 'A year later')
    expect(await later.ask(audit.verify, {})).toMatchObject({ checked: 7, from: 1 })
    expect(await dropOldAudit(t.server, yearAgo())).toBeGreaterThanOrEqual(5)
    expect(await dropOldAudit(t.server, yearAgo())).toBe(0)
    expect(await later.ask(audit.verify, {})).toMatchObject({ checked: 2, from: 6, firstBad: null })
    expect((await entriesOf(later, { actorId: ownerId })).map(({ number }) => number)).toEqual([7, 6])
    await tamper('update audit_checkpoint set hash = decode(repeat($2, 32), $3) where enterprise_id = $1', [
      id,
      'ab',
      'hex',
    ])
    expect((await later.ask(audit.verify, {})).firstBad).toMatchObject({ number: 5, fault: 'ALTERED' })
  })

  test('younger entries remain', async () => {
    const { owner } = await withEntries(2)
    await owner.ask(audit.verify, {})
    expect(await dropOldAudit(t.server, yearAgo())).toBe(0)
    expect((await entriesOf(owner)).length).toBe(3)
  })
})
