import { type Endpoint, openToPrograms, problems, scopeIds } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as apiKey from '@simwright/contract/programs/keys'
import * as batch from '@simwright/contract/provisioning/batch'
import { parseIccid } from '@simwright/ids'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  canaries,
  codeOf,
  createOwnedObjects,
  type Entry,
  endpointOf,
  entries,
  sendAny,
} from '../../../testing/contract-entry.ts'
import { settleBackground } from '../../../testing/fingerprint.ts'
import { configured } from '../../../testing/generated.ts'
import { inOneMoment } from '../../../testing/one-moment.ts'
import { type Client, injectInto, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { deleteDueEnterprises } from '../../people/enterprises/service.ts'
import { givePlan } from '../../platform/plans/service.ts'
import { testDataOf } from './test-data.ts'

const t = await testServer()

let keys = 0

async function testProgram({ owner }: Pick<TestEnterprise, 'owner'>, kind: apiKey.KeyKind = 'SERVICE') {
  keys += 1
  const fields = { name: `Test ${keys}`, scopes: [...scopeIds] }
  const { key } = await owner.ask(apiKey.add, { kind, isTest: true, days: 1, fields })
  return t.stranger().withKey(key, injectInto(t.app))
}

const limitDemo = (callsASecond: number | null) =>
  t.server.db.systemTx((db) =>
    sql`update plan set api_calls_a_second = ${callsASecond} where name = 'DEMO'`.execute(db),
  )

/** A test program with all rights, and the first of `count` numbers of its range that no other test uses. */
async function numberedProgram(enterprise: TestEnterprise) {
  const program = await testProgram(enterprise)
  const prefix = (await enterprise.owner.ask(apiKey.list, {})).items.find(({ isTest }) => isTest)!.testIccids!
  const numbers = (count: number) => {
    const [row] = newSubscribers(count)
    return { iccid: parseIccid(`${prefix}${row!.IMSI!.slice(-6)}`), imsi: row!.IMSI! }
  }
  return { program, prefix, numbers }
}

type TableName = { name: string }
type Print = { print: string }

/** Tables that each call of a test key writes: the last use of the key, and its line in the request log. */
const WRITTEN = ['api_key_secret', 'program_call', 'rollup_state']

/** A hash of the rows of the enterprise account in each table that calls do not write by design. */
const rowsOf = (enterpriseId: string) =>
  t.server.db.systemTx(async (db) => {
    const { rows: tables } = await sql<TableName>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'enterprise_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege(c.oid, 'select') and c.relname <> all (${WRITTEN}) order by 1`.execute(db)
    const prints: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await sql<Print>`
        select count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as print
        from ${sql.ref(name)} r where r.enterprise_id = ${enterpriseId}`.execute(db)
      prints[name] = rows[0]!.print
    }
    return prints
  })

type Called = { name: string; entry: Entry; endpoint: Endpoint }

const called: readonly Called[] = Object.entries(entries).flatMap(([name, entry]) => {
  if (typeof entry === 'string') return []
  const endpoint = endpointOf(name)
  return openToPrograms(endpoint) ? [{ name, entry, endpoint }] : []
})

const AT_ONCE = 12

/** The first key sends ICCIDs like those of the real profiles, so the audit log of the test data has them for the second. */
const secretsOf = (entry: Entry, kind: apiKey.KeyKind) =>
  canaries(things, entry).filter((secret) => kind === 'PERSONAL' || !secret.startsWith('8944'))

const real = await t.enterprise('Real')
const things = await createOwnedObjects(real)

test.each(apiKey.keyKinds)('no call of a %s test key finds, counts or changes a real row', async (kind) => {
  await limitDemo(null)
  const program = await testProgram(real, kind)
  await settleBackground(t.server)
  const before = await rowsOf(real.id)
  const wrong: string[] = []
  let done = 0
  const left = [...called]
  const work = async () => {
    for (let call = left.shift(); call; call = left.shift()) {
      const { name, entry, endpoint } = call
      const input = entry.input(things)
      const { text } = await sendAny(program, endpoint, input)
      const code = codeOf(text)
      done += 1
      if (code === problems.internal.code) wrong.push(`${name} is broken: ${text}`)
      if (code === problems.key_scope.code) wrong.push(`${name} lacks a scope`)
      if (entry.seen === 'not found' && code !== problems.not_found.code && code !== problems.plan_none.code)
        wrong.push(`${name}: ${code}, not ${problems.not_found.code}: ${text.slice(0, 200)}`)
      const sent = JSON.stringify(input ?? {})
      const leaked = secretsOf(entry, kind).filter((secret) => text.includes(secret) && !sent.includes(secret))
      if (leaked.length > 0) wrong.push(`${name} shows ${leaked.join(', ')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await settleBackground(t.server)
  process.stdout.write(`${kind} test key: ${done} cells, ${wrong.length} wrong\n`)
  expect(wrong).toEqual([])
  expect(done).toBe(called.length)
  expect(await rowsOf(real.id)).toEqual(before)
})

describe('a test key', () => {
  test('sees the sample data, and makes codes in it only', async () => {
    await limitDemo(null)
    const real = await t.enterprise('Maker')
    const { program, numbers } = await numberedProgram(real)
    const samples = await program.ask(fleet.list, {})
    expect(samples.items.length).toBeGreaterThan(0)
    expect(samples.items.every(({ sample }) => sample)).toBe(true)
    const [sample] = (await program.ask(configuration.list, {})).items
    const input = { configurationId: sample!.id, ...numbers(1), makeKeys: true }
    const made = await program.ask(batch.single, input)
    expect((await program.ask(fleet.detail, { id: made.profileId })).iccid).toBe(made.iccid)
    expect((await real.owner.ask(fleet.count, {})).total).toBe(0)
    expect((await real.owner.refusal(fleet.detail, { id: made.profileId })).code).toBe(problems.not_found.code)
    expect((await real.owner.ask(plan.queryOrder, {})).downloads.used).toBe(0)
  })

  test('takes no ICCID from anyone: it has a range of its own, without a limit', async () => {
    await limitDemo(null)
    const [one, other] = [await numberedProgram(await t.enterprise('One')), await numberedProgram(await t.enterprise())]
    expect(one.prefix).not.toBe(other.prefix)
    const real = await t.enterprise('Rightful')
    const [row] = newSubscribers(1)
    const sample = (await one.program.ask(configuration.list, {})).items[0]!
    const wanted = { iccid: row!.ICCID!, imsi: row!.IMSI!, makeKeys: true }
    const faultOf = async (client: Pick<Client, 'refusal'>, input: typeof wanted & { configurationId: string }) =>
      (await client.refusal(batch.single, input)).obj.faults
    const theirs = { ...wanted, configurationId: sample.id }
    const outside = { path: 'iccid', text: `Invalid ICCID. Your test keys use those that begin with ${one.prefix}.` }
    expect(await faultOf(one.program, theirs)).toMatchObject([outside])
    expect(await faultOf(one.program, { ...theirs, ...other.numbers(1) })).toMatchObject([outside])
    const numbers = one.numbers(21)
    const range = { configurationId: sample.id, firstIccid: numbers.iccid, firstImsi: numbers.imsi, count: 21 }
    const started = await one.program.ask(batch.startRange, range)
    await expect
      .poll(async () => (await one.program.ask(batch.get, { id: started.batchId })).completedAt)
      .not.toBeNull()
    expect(await one.program.ask(batch.get, { id: started.batchId })).toMatchObject({ succeeded: 21 })
    const configurationId = await configured(real.owner)
    expect(await faultOf(real.owner, { ...wanted, configurationId, iccid: numbers.iccid })).toMatchObject([
      { path: 'iccid', text: 'Invalid ICCID. Those that begin with 8999902 are of test keys.' },
    ])
    await real.owner.ask(batch.single, { ...wanted, configurationId })
  })

  test('may make one call a second, in an enterprise account with any plan', async () => {
    await limitDemo(1)
    const real = await t.enterprise('Small')
    await givePlan(t.server, { enterpriseId: real.id, plan: 'BASIC', endsAt: new Date('2099-01-01') })
    const fields = { name: 'Real', scopes: ['Fleet_View' as const] }
    const refused = await real.owner.refusal(apiKey.add, { kind: 'SERVICE', days: 1, fields })
    expect(refused.code).toBe(problems.plan_refused.code)
    const program = await testProgram(real)
    const three = () => Promise.all(Array.from({ length: 3 }, () => program.send(fleet.count, {})))
    const answers = await inOneMoment(three)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"key";q=1;w=1')
    expect(answers.filter(({ headers }) => headers.get('retry-after') === '1')).toHaveLength(2)
  })

  test('is marked in the list', async () => {
    const real = await t.enterprise('Marked')
    await testProgram(real)
    await real.owner.ask(apiKey.add, { kind: 'SERVICE', days: 1, fields: { name: 'Real', scopes: ['Fleet_View'] } })
    const { items } = await real.owner.ask(apiKey.list, {})
    expect(items.map(({ name, isTest }) => [/^Test/.test(name), isTest])).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('the test data', () => {
  test('is no client of the platform', async () => {
    const staff = await t.staff('Platform admin')
    const before = await staff.ask(client.list, {})
    await testProgram(await t.enterprise('Counted'))
    const after = await staff.ask(client.list, {})
    expect(after.total).toBe(before.total + 1)
    expect(after.items.map(({ name }) => name)).not.toContain('Test data')
  })

  test('is deleted after its enterprise account', async () => {
    const real = await t.enterprise('Closing')
    await testProgram(real)
    const owned = () =>
      t.server.db.systemTx(
        async (db) =>
          await db
            .selectFrom('enterprise')
            .select('enterprise_id')
            .where('enterprise_id', 'in', [real.id, testDataOf(real.id)])
            .execute(),
      )
    expect(await owned()).toHaveLength(2)
    await real.owner.ask(enterprise.requestDeletion, { name: 'Closing' })
    t.clock.moveMs(31 * 24 * 60 * 60 * 1000)
    expect(await deleteDueEnterprises(t.server)).toBe(1)
    expect(await deleteDueEnterprises(t.server)).toBe(1)
    expect(await owned()).toEqual([])
    expect(await deleteDueEnterprises(t.server)).toBe(0)
  })
})
