import { type Endpoint, type InputOf, problems } from '@simwright/contract'
import * as team from '@simwright/contract/people/team'
import * as approval from '@simwright/contract/platform/approval'
import { guardedOperations } from '@simwright/contract/platform/approval-operation'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import * as batch from '@simwright/contract/provisioning/batch'
import * as block from '@simwright/contract/provisioning/block'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as lease from '@simwright/contract/provisioning/lease'
import * as operation from '@simwright/contract/provisioning/operation'
import { operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import * as rule from '@simwright/contract/provisioning/rule'
import { ruleActionNeeds } from '@simwright/contract/provisioning/rule'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refused } from '../../../testing/client.ts'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf, staged } from '../../../testing/generated.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { runAllRules } from '../../provisioning/rules/jobs.ts'

/*
 * Every way to a guarded operation, with approval of all operations switched on: each becomes a request and does nothing.
 */

const t = await testServer({ background: 'queue' })
const enterprise = await t.enterprise()
const { owner } = enterprise
const admin = await enterprise.member('Admin')
const configurationId = await configured(owner)
const rows = newSubscribers(6)
const { id: batchId } = await generated(owner, { configurationId, rows })
const ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
const { items } = await owner.ask(team.list, {})
const member = items.find(({ self }) => !self)!
const { id: keyId, key } = await owner.ask(apiKey.add, {
  kind: 'PERSONAL',
  isTest: false,
  days: 30,
  fields: {
    name: 'Program',
    scopes: [
      'Fleet_View',
      'Fleet_Edit',
      'Fleet_Delete',
      'Fleet_Export',
      'Generate_Ac_Create',
      'Block_Edit',
      'Campaign_Edit',
    ],
    addresses: ['127.0.0.1', '::1'],
  },
})
const program = owner.withKey(key)
const { id: credentialId, ...keys } = await owner.ask(credential.create, { name: 'Shop' })
const openApi = new OpenApiClient(t.url, keys)
const { id: recycleTimeId } = await owner.ask(operation.start, {
  operation: { kind: 'RECYCLE_TIME', recycleAt: null },
  selection: { ids: [ids[5]!] },
})
for await (const _ of owner.events(operation.progress, { id: recycleTimeId }));
const { id: roleId } = await owner.ask(team.addRole, { name: 'Support', permissions: ['Fleet_View'] })
const later = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
const upload = await staged(owner, { configurationId, rows: newSubscribers(2) })

for (const kind of ['RECYCLE', 'AGAIN'] as const)
  await owner.ask(rule.add, {
    fields: { name: `Rule ${kind}`, when: { events: ['EDITED'] }, actions: [{ kind }] },
  })

await owner.ask(approval.setPolicy, {
  version: 0,
  fields: { rules: guardedOperations.map((one) => ({ operation: one })), windowMinutes: 0 },
})

type Way = { way: string; by?: Client; call: (by: Client) => Promise<unknown> }

const asks =
  <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  (by: Client) =>
    by.ask(endpoint, input)

/** A call whose answer is a file. */
const downloads =
  <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  async (by: Client) => {
    const answer = await by.send(endpoint, input)
    if (!answer.ok) throw new Refused(answer.status, (await answer.json()) as never)
    return await answer.text()
  }

const starts = (kind: 'REMOVE' | 'RECYCLE' | 'AGAIN') =>
  asks(operation.start, { operation: { kind }, selection: { ids: [ids[0]!] } })
const subscriber = newSubscribers(1)[0]!
const range = {
  configurationId,
  firstIccid: '8988211000001000000',
  firstImsi: '001010000100000',
  count: 2,
  nineteenDigits: 'complete' as const,
}

const ways: readonly Way[] = [
  ...(['REMOVE', 'RECYCLE', 'AGAIN'] as const).map((kind) => ({ way: `operation ${kind}`, call: starts(kind) })),
  {
    way: 'operation RECYCLE_TIME',
    call: asks(operation.start, {
      operation: { kind: 'RECYCLE_TIME', recycleAt: later },
      selection: { filter: {}, except: [] },
    }),
  },
  { way: 'undo of a recycle time', call: asks(operation.undo, { id: recycleTimeId }) },
  {
    way: 'lease',
    call: asks(lease.lend, { iccid: rows[1]!.ICCID!, fields: { borrower: 'Ada', endsAt: later, notes: '' } }),
  },
  { way: 'block, by hand', call: asks(block.add, { kind: 'TAC', values: ['35728509'], note: '' }) },
  {
    way: 'block, by a file',
    call: (by) => by.upload(block.upload, {}, { name: 'blocked.csv', content: 'VALUE;TYPE;NOTE\n35728510;TAC;\n' }),
  },
  { way: 'import', call: asks(batch.start, { sourceId: upload.id, leaveOutFaulty: false, generateAgain: false }) },
  { way: 'range', call: asks(batch.startRange, range) },
  {
    way: 'single code',
    call: asks(batch.single, { configurationId, iccid: subscriber.ICCID!, imsi: subscriber.IMSI!, makeKeys: true }),
  },
  { way: 'file', call: asks(delivery.startFile, { given: { form: 'CODES' }, selection: { ids } }) },
  { way: 'download of profiles', call: downloads(fleet.exportCsv, { selection: { ids } }) },
  { way: 'download of codes', call: downloads(fleet.exportCsv, { form: 'codes', selection: { ids } }) },
  { way: 'result of a batch', call: downloads(batch.result, { id: batchId }) },
  {
    way: 'new key',
    call: asks(apiKey.add, {
      kind: 'SERVICE',
      isTest: false,
      days: 30,
      fields: { name: 'Next', scopes: ['Fleet_View'], addresses: [] },
    }),
  },
  {
    way: 'key from anywhere',
    call: asks(apiKey.edit, {
      id: keyId,
      version: 1,
      fields: { name: 'Program', scopes: ['Fleet_View'], addresses: [] },
    }),
  },
  { way: 'another secret', call: asks(apiKey.rotate, { id: keyId, days: 30, oldEndsAt: null }) },
  { way: 'new credential', call: asks(credential.create, { name: 'Next' }) },
  { way: 'another secret of a credential', call: asks(credential.rotate, { id: credentialId }) },
  { way: 'role', call: asks(team.changeRole, { id: member.id, version: member.version, roleId: 'Operator' }) },
  {
    way: 'permissions of a role',
    call: asks(team.editRole, {
      id: roleId,
      version: 1,
      fields: { name: 'Support', permissions: ['Fleet_View', 'Fleet_Edit'] },
    }),
  },
  { way: 'invitation', call: asks(team.invite, { emails: ['new@example.com'], roleId: 'Admin' }) },
  { way: 'rules of approval', call: asks(approval.setPolicy, { version: 1, fields: { rules: [] } }) },
]

/** What the guarded operations would change. */
async function trace(): Promise<unknown> {
  await foldAll(t.server)
  return await t.server.db.tenantTx(enterprise.id as never, async (db) => {
    const { rows: counted } = await sql`
      select (select count(*) from batch)::int as batches, (select count(*) from operation)::int as operations,
        (select string_agg(id || status || order_state || activation_code_id || coalesce(recycle_at::text, ''), ',' order by id)
          from profile) as profiles,
        (select count(*) from block_rule)::int as blocks, (select count(*) from code_file)::int as files,
        (select count(*) from api_key)::int as keys, (select count(*) from api_key_secret)::int as secrets,
        (select count(*) from open_api_credential where sealed_previous is null)::int as credentials,
        (select string_agg(coalesce(built_in_role, ''), ',' order by id) from member) as roles,
        (select permissions from enterprise_role) as permissions, (select rules from approval_policy) as rules`.execute(
      db,
    )
    return counted
  })
}

const total = async () => (await owner.ask(approval.list, { limit: 1 })).total

test.each(ways)('$way needs approval', async ({ call }) => {
  const [before, requests] = [await trace(), await total()]
  const refused = await call(owner).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ code: problems.approval_needed.code })
  expect(await total()).toBe(requests + 1)
  expect(await trace()).toEqual(before)
})

test('the same by a key is a request of its creator', async () => {
  const before = await trace()
  for (const kind of ['REMOVE', 'RECYCLE', 'AGAIN'] as const) {
    const call = { operation: { kind }, selection: { ids: [ids[2]!] } }
    expect((await program.refusal(operation.start, call)).code).toBe(problems.approval_needed.code)
  }
  expect(await trace()).toEqual(before)
})

test.each([
  ['deleting a profile', '/profile/delete', () => ({ iccid: rows[3]!.ICCID! })],
  [
    'a recycle time',
    '/profile/recycle-time/change',
    () => ({ iccid: rows[3]!.ICCID!, recycleTime: '2099-01-02 03:04:05' }),
  ],
] as const)('%s of the open API needs approval, and its creator cannot give it', async (_, path, input) => {
  const before = await trace()
  const { items: own } = await owner.ask(approval.list, { filter: { which: 'mine' }, limit: 200 })
  const answer = await openApi.call(path, input())
  expect(answer).toMatchObject({ code: problems.approval_needed.code })
  expect(await trace()).toEqual(before)
  const { items: after } = await owner.ask(approval.list, { filter: { which: 'mine' }, limit: 200 })
  expect(after.length).toBe(own.length + 1)
  expect(after[0]).toMatchObject({ mode: 'REPEAT', isOwn: true, canDecide: false })
})

test('what rules do is asked for in the name of who saved them', async () => {
  const before = await trace()
  await owner.ask(operation.change, {
    profileId: ids[4]!,
    operation: { kind: 'NOTES', notes: 'Lost' },
    previous: null,
  })
  t.clock.moveMs(1_000)
  await runAllRules(t.server)
  const { items: asked } = await admin.ask(approval.list, { filter: { which: 'waiting' }, limit: 200 })
  expect(
    asked
      .map((one) => one.rule)
      .filter((name) => name !== null)
      .toSorted(),
  ).toEqual(['Rule AGAIN', 'Rule RECYCLE'])
  expect(await trace()).toEqual(before)
  const { items: log } = await owner.ask(rule.log, {})
  expect(log.map(({ state, reasons }) => [state, ...reasons])).toEqual(
    log.map(() => ['SKIPPED', 'Waits for the approval of a second person.']),
  )
})

/** The kinds of operations and actions of rules that need no approval: a new one must be put here or be guarded. */
test('each kind of operation and each action of a rule is guarded, or known not to be', () => {
  expect(operationKinds.filter((kind) => operationRow(kind).approval === undefined)).toEqual([
    'GROUP',
    'TAG',
    'UNTAG',
    'ATTRIBUTE',
    'NOTES',
    'BIND',
    'FREE',
    'EXPIRY',
    'CONFIRMATION',
    'ATTEMPTS',
  ])
  expect(Object.keys(ruleActionNeeds).toSorted()).toEqual(
    ['AGAIN', 'ATTRIBUTE', 'BLOCK', 'GROUP', 'NOTIFY', 'RECYCLE', 'SEND', 'TAG', 'UNTAG', 'WEBHOOK'].toSorted(),
  )
})
