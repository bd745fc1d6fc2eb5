import { createHash } from 'node:crypto'
import { type Endpoint, type InputOf, problems } from '@simwright/contract'
import * as move from '@simwright/contract/people/move'
import * as team from '@simwright/contract/people/team'
import * as approval from '@simwright/contract/platform/approval'
import { guardedOperations } from '@simwright/contract/platform/approval-operation'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import * as credential from '@simwright/contract/programs/credential'
import * as device from '@simwright/contract/programs/device'
import * as es2plus from '@simwright/contract/programs/es2plus'
import * as apiKey from '@simwright/contract/programs/keys'
import * as batch from '@simwright/contract/provisioning/batch'
import * as block from '@simwright/contract/provisioning/block'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as lease from '@simwright/contract/provisioning/lease'
import * as operation from '@simwright/contract/provisioning/operation'
import { operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import * as rule from '@simwright/contract/provisioning/rule'
import { ruleActionNeeds } from '@simwright/contract/provisioning/rule'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { sql } from 'kysely'
import { generateKey } from 'openpgp'
import { expect, test } from 'vitest'
import { Refused } from '../../../testing/client.ts'
import { clientCertificate } from '../../../testing/client-certificate.ts'
import { foldAll } from '../../../testing/fold.ts'
import { configured, finished, generated, profileOf, staged } from '../../../testing/generated.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { testPhones } from '../../../testing/phone.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { addSecondFactor } from '../../../testing/visit.ts'
import { readKeyCaller } from '../../programs/keys/service.ts'
import { endDueCampaigns, recycleEnded } from '../../provisioning/campaigns/jobs.ts'
import { runAllRules } from '../../provisioning/rules/jobs.ts'
import { runApprovals } from './jobs.ts'

/*
 * Every way to a guarded operation, with approval of all operations switched on: each becomes a request and does nothing.
 */

const t = await testServer({ background: 'queue' })
const enterprise = await t.enterprise()
const { owner } = enterprise
const admin = await enterprise.member('Admin')
const configurationId = await configured(owner)
const rows = newSubscribers(6)
const { id: batchId, code: batchCode } = await generated(owner, { configurationId, rows })
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
      'Generate_AC_Log_View',
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

/** What exists before approval is switched on. */
const { id: rangeId } = await (async () => {
  const [{ ICCID: firstIccid, IMSI: firstImsi } = {}] = newSubscribers(1)
  const { batchId } = await owner.ask(batch.startRange, {
    configurationId,
    firstIccid: firstIccid!,
    firstImsi: firstImsi!,
    count: 1,
  })
  return await finished(owner, batchId)
})()
const [{ ICCID: ownIccid, IMSI: ownImsi, KI: ownKi, OPC: ownOpc } = {}] = newSubscribers(1)
const { batchCode: ownBatchCode } = (
  await openApi.call('/ac/generateByBatch', {
    configName: 'Test network',
    metaDatas: [{ iccid: ownIccid, imsi: ownImsi, ki: ownKi, opc: ownOpc }],
  })
).obj
const { pem: certificate } = clientCertificate('Next', { oid: '2.999.70', host: 'localhost', at: t.clock.now() })
const { id: harborId } = await owner.ask(group.add, { fields: { name: 'Harbor' } })
await enterprise.member('Viewer')
await enterprise.member('Viewer')
const viewers = async () => {
  const found = (await owner.ask(team.list, {})).items.filter(({ role }) => role?.name === 'Viewer')
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [team.Member, team.Member]
}
const [first, second] = await viewers()
await owner.ask(team.deactivate, { id: first.id })
await owner.ask(team.setGroups, { id: second.id, version: second.version, groups: [harborId] })
const [inactive, limited] = await viewers()
const orderedType = 'Ordered by operators'
const orderedId = await configured(owner, { name: orderedType, orderedBy: 'operator' })
const stock = newSubscribers(2)
await generated(owner, { configurationId: orderedId, rows: stock })
expect((await openApi.call('/gsma/rsp2/es2plus/downloadOrder', { iccid: stock[0]!.ICCID })).code).toBe('00000')
const campaignRows = newSubscribers(2)
await generated(owner, { configurationId, rows: campaignRows })
const { id: campaignId } = await owner.ask(campaign.add, {
  fields: { name: 'Spring', configurationId, confirmationCode: { mode: 'none' }, atEnd: 'RECYCLE' },
})
for (const { ICCID: iccid } of campaignRows) await owner.ask(campaign.fill, { id: campaignId, filter: { iccid } })
await owner.ask(campaign.start, {
  id: campaignId,
  version: (await owner.ask(campaign.get, { id: campaignId })).version,
})
const phone = (await testPhones(t)).phone()
const { activationCode: campaignCode } = await owner.ask(campaign.get, { id: campaignId })
expect(await phone.download(campaignCode)).toMatchObject({ outcome: 'installed' })
const { id: voucherId } = await owner.ask(voucher.add, { fields: { name: 'Cards', campaignId, count: 3 } })
const { planId } = await owner.ask(planned.add, {
  selection: { ids: [ids[5]!] },
  rows: [{ email: 'ada@example.com', iccid: rows[5]!.ICCID! }],
  at: later.slice(0, 16),
  timeZone: 'UTC',
})
const plannedOne = (await owner.ask(planned.list, { filter: { planId: planId! } })).items[0]!
await addSecondFactor(t, owner)
const { publicKey: archiveKey } = await generateKey({
  type: 'ecc',
  userIDs: [{ name: 'Elsewhere' }],
  date: new Date(Date.now() - 3_600_000),
  format: 'armored',
})
const secretHash = createHash('sha256').update('secret').digest('base64url')
const machine = await t.stranger().ask(device.start, { secretHash, machine: 'Laptop', scopes: ['Fleet_View'] })
const { id: deviceId } = await owner.ask(device.check, { code: machine.code })

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
  {
    way: 'sign-in of the command line',
    call: asks(device.approve, {
      id: deviceId,
      days: 30,
      fields: { name: 'Laptop', scopes: ['Fleet_View'], addresses: [] },
    }),
  },
  {
    way: 'another operator',
    call: asks(es2plus.register, { name: 'Next', callbackUrl: null, requester: '', certificate }),
  },
  { way: 'a member who comes back', call: asks(team.reactivate, { id: inactive.id }) },
  {
    way: 'more groups for a limited member',
    call: asks(team.setGroups, { id: limited.id, version: limited.version, groups: null }),
  },
  { way: 'codes of vouchers', call: downloads(voucher.codes, { id: voucherId }) },
  { way: 'file for a core network', call: downloads(batch.coreFile, { id: rangeId, format: 'CSV' }) },
  { way: 'archive of the account', call: asks(move.start, { key: archiveKey }) },
  {
    way: 'e-mails with codes',
    call: asks(delivery.sendMails, {
      selection: { ids },
      recipients: [{ email: 'eve@example.com', iccid: rows[0]!.ICCID! }],
    }),
  },
  {
    way: 'planned e-mails with codes',
    call: asks(planned.add, {
      selection: { ids },
      rows: [{ email: 'eve@example.com', iccid: rows[0]!.ICCID! }],
      at: plannedOne.at,
      timeZone: 'UTC',
    }),
  },
  {
    way: 'another address of a planned e-mail',
    call: asks(planned.edit, {
      id: plannedOne.id,
      version: plannedOne.version,
      fields: {
        email: 'eve@example.com',
        at: plannedOne.at,
        timeZone: 'UTC',
        language: null,
        message: '',
        opensPage: false,
      },
    }),
  },
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
        (select count(*) from code_mail)::int as mails, (select count(*) from planned_delivery)::int as planned,
        (select string_agg(recipient, ',') from planned_delivery) as recipients,
        (select count(*) from enterprise_export)::int as archives,
        (select count(*) from batch where core_file_at is not null)::int as core,
        (select string_agg(id::text || state, ',' order by id) from activation_code) as codes,
        (select count(*) from block_rule)::int as blocks, (select count(*) from code_file)::int as files,
        (select count(*) from api_key)::int as keys, (select count(*) from api_key_secret)::int as secrets,
        (select count(*) from open_api_credential where sealed_previous is null)::int as credentials,
        (select string_agg(concat(built_in_role, state, group_limit), ',' order by id) from member) as roles,
        (select count(*) from es2plus_operator)::int as operators,
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

const newOnes = newSubscribers(4)
function openMetadata(nth: number) {
  const { ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc } = newOnes[nth]!
  return { iccid, imsi, ki, opc }
}

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
  ['a new code', '/ac/generate', () => ({ configName: 'Test network', ...openMetadata(0) })],
  [
    'a batch of codes',
    '/ac/generateByBatch',
    () => ({ configName: 'Test network', metaDatas: [openMetadata(1), openMetadata(2)] }),
  ],
  [
    'profiles for a campaign',
    '/open/campaign/resource/add',
    () => ({ campaignName: 'Spring', metaDatas: [openMetadata(3)] }),
  ],
  ['an order by ES2+', '/gsma/rsp2/es2plus/downloadOrder', () => ({ iccid: stock[1]!.ICCID! })],
  ['an order by ES2+, of a type,', '/gsma/rsp2/es2plus/downloadOrder', () => ({ profileType: orderedType })],
  [
    'canceling an order by ES2+',
    '/gsma/rsp2/es2plus/cancelOrder',
    () => ({ iccid: stock[0]!.ICCID!, finalProfileStatusIndicator: 'Available' }),
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

test('a change of role of several members is a request for each', async () => {
  const before = await trace()
  const { items: answers } = await owner.ask(team.many, { ids: [member.id], action: 'CHANGE_ROLE', roleId: 'Viewer' })
  expect(answers).toMatchObject([{ done: false, reason: expect.stringContaining('approval') }])
  expect(await trace()).toEqual(before)
})

test('a campaign ends, and recycling what it has handed out waits for the approval', async () => {
  const { version } = await owner.ask(campaign.get, { id: campaignId })
  await owner.ask(campaign.end, { id: campaignId, version })
  const before = await trace()
  await endDueCampaigns(t.server)
  await recycleEnded(t.server)
  expect(await trace()).toEqual(before)
  const [asked] = (await owner.ask(approval.list, { limit: 1 })).items
  expect(asked).toMatchObject({ operation: 'RECYCLE', sentence: 'Recycle 1 profile of the campaign Spring' })
  expect(await owner.ask(campaign.get, { id: campaignId })).toMatchObject({ state: 'ENDED', recycling: null })
})

test('a rule that sends codes asks for it with each address, which only the approval sends', async () => {
  const { id: tagId } = await owner.ask(tag.add, { fields: { name: 'Send it' } })
  await owner.ask(operation.change, { profileId: ids[3]!, operation: { kind: 'TAG', tagId }, previous: null })
  await owner.ask(rule.add, {
    fields: {
      name: 'Rule SEND',
      when: { events: ['EDITED'] },
      conditions: { tagIds: [tagId] },
      actions: [{ kind: 'SEND', email: 'eve@example.com' }],
    },
  })
  t.clock.moveMs(1_000)
  const edit = { kind: 'NOTES', notes: 'For Eve' } as const
  await owner.ask(operation.change, { profileId: ids[3]!, operation: edit, previous: null })
  t.clock.moveMs(1_000)
  const before = await trace()
  await runAllRules(t.server)
  expect(await trace()).toEqual(before)
  const { items: asked } = await admin.ask(approval.list, { filter: { which: 'waiting' }, limit: 200 })
  const { id, version } = asked.find((one) => one.rule === 'Rule SEND')!
  const { items: listed } = await admin.ask(approval.objects, { id })
  expect(listed).toMatchObject([{ iccid: rows[3]!.ICCID, state: 'for eve@example.com' }])
  await admin.ask(approval.approve, { id, version })
  await runApprovals(t.server, { readKeyCaller })
  expect(await admin.ask(approval.get, { id })).toMatchObject({ state: 'DONE' })
  const { items: mails } = await owner.ask(delivery.mails, {})
  expect(mails).toMatchObject([{ iccid: rows[3]!.ICCID, recipient: 'eve@example.com' }])
})

test('programs read no codes, but those that they generate; a person does', async () => {
  const { matchingId, activationCode } = await profileOf(owner, rows[4]!.ICCID)
  const hidden = { matchingId: '***', activationCode: '***' }
  expect(await profileOf(program, rows[4]!.ICCID)).toMatchObject(hidden)
  expect(await program.ask(fleet.detail, { id: ids[4]! })).toMatchObject(hidden)
  expect((await program.refusal(delivery.label, { profileId: ids[4]! })).code).toBe(problems.invalid.code)
  const { items: outcomes } = await program.ask(batch.rows, { id: batchId, limit: 10 })
  expect(outcomes.map((one) => one.activationCode)).toEqual(rows.map(() => '***'))
  expect((await openApi.call('/profile/detail', { iccid: rows[4]!.ICCID })).obj.activationCode).toBe('***')
  const { obj } = await openApi.call('/batch/info', { batchCode })
  expect(obj.results.map((one: { activationCode: string }) => one.activationCode)).toEqual(rows.map(() => '***'))
  const own = async () =>
    (await openApi.call('/batch/info', { batchCode: ownBatchCode })).obj.results[0]?.activationCode
  await expect.poll(own).toMatch(/^1\$/)
  expect(matchingId).toMatch(/^[0-9A-F]{32}$/)
  expect(activationCode).toContain(matchingId)
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
