import { type InputOf, problems } from '@simwright/contract'
import * as move from '@simwright/contract/people/move'
import * as approval from '@simwright/contract/platform/approval'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import { generateKey } from 'openpgp'
import { beforeEach, expect, test } from 'vitest'
import type { Refused } from '../../../testing/client.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { addSecondFactor } from '../../../testing/visit.ts'
import { readKeyCaller } from '../../programs/keys/service.ts'
import { writeCodes } from '../../provisioning/delivery/jobs.ts'
import { wakeOperations } from '../../provisioning/operations/jobs.ts'
import { runApprovals } from './jobs.ts'

/*
 * A selection by a filter has other profiles later. What was approved, or counted against the limit of the day, are those that
 * it had then.
 */

const t = await testServer({ background: 'queue' })
let enterprise: TestEnterprise
let owner: Client
let admin: Client
let ids: string[]
let tagId: string

beforeEach(async () => {
  enterprise = await t.enterprise()
  owner = enterprise.owner
  admin = await enterprise.member('Admin')
  const rows = newSubscribers(4)
  await generated(owner, { configurationId: await configured(owner), rows })
  ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
  tagId = (await owner.ask(tag.add, { fields: { name: 'Vans', color: 'blue' } })).id
})

const selection = { filter: { query: 'tag:Vans' }, except: [] }

async function guard(rules: InputOf<typeof approval.setPolicy>['fields']['rules']): Promise<void> {
  const { version } = await owner.ask(approval.policy, {})
  await owner.ask(approval.setPolicy, { version, fields: { rules, windowMinutes: 0 } })
}

const tagged = (index: number) =>
  owner.ask(operation.change, { profileId: ids[index]!, operation: { kind: 'TAG', tagId }, previous: null })

const idOf = (refused: Refused) => (refused.obj.approval as { id: string }).id

async function approved(id: string): Promise<void> {
  const { version } = await admin.ask(approval.get, { id })
  await admin.ask(approval.approve, { id, version })
  await runApprovals(t.server, { readKeyCaller })
}

const left = async () => (await owner.ask(fleet.list, { filter: {} })).total

test('a file is written if the selection has the same codes as when it was asked for', async () => {
  await guard([{ operation: 'EXPORT' }])
  await tagged(0)
  const file = { given: { form: 'CODES', format: 'csv' }, selection } as const
  const id = idOf(await owner.refusal(delivery.startFile, file))
  expect(await admin.ask(approval.get, { id })).toMatchObject({ objects: 1, amount: 1 })
  await approved(id)
  expect(await owner.ask(approval.get, { id })).toMatchObject({ state: 'DONE' })
  expect((await owner.ask(delivery.files, {})).items).toHaveLength(1)
})

test('no file is written if the selection has more codes by then', async () => {
  await guard([{ operation: 'EXPORT' }])
  await tagged(0)
  const file = { given: { form: 'CODES', format: 'csv' }, selection } as const
  const id = idOf(await owner.refusal(delivery.startFile, file))
  await tagged(1)
  await tagged(2)
  await approved(id)
  const reason = expect.stringMatching(/^2 of the profiles changed/)
  expect(await owner.ask(approval.get, { id })).toMatchObject({ state: 'FAILED', reason })
  expect((await owner.ask(delivery.files, {})).items).toEqual([])
})

const written = async (id: string) => {
  for await (const _ of owner.events(delivery.fileProgress, { id }));
}

test.each([
  ['codes', { form: 'CODES', format: 'csv' }],
  ['profiles', { form: 'PROFILES', format: 'xlsx' }],
  ['QR codes', { form: 'QR_ZIP' }],
] as const)(
  'a file of %s that was asked for with fewer profiles than it has when it is written is discarded',
  async (_, given) => {
    await guard([{ operation: 'EXPORT', over: 1 }])
    await tagged(0)
    const { id } = await owner.ask(delivery.startFile, { given, selection })
    await written(id)
    // as if the process had been killed before the end: another one begins again
    await t.server.db.tenantTx(enterprise.id as never, (db) =>
      db.updateTable('code_file').set({ process: 'PROCESSING', completed_at: null }).where('id', '=', id).execute(),
    )
    await tagged(1)
    await writeCodes(t.server, { enterpriseId: enterprise.id as never, id })
    const { items } = await owner.ask(delivery.files, {})
    expect(items).toMatchObject([{ id, process: 'FAILED' }])
    expect((await owner.send(delivery.fileContent, { id })).status).toBe(404)
    const parts = await t.server.db.tenantTx(enterprise.id as never, (db) =>
      db.selectFrom('code_file_part').select('number').execute(),
    )
    expect(parts).toEqual([])
  },
)

test('a file within the limit of the day that nothing changed is complete', async () => {
  await guard([{ operation: 'EXPORT', over: 2 }])
  await tagged(0)
  for (const given of [{ form: 'PROFILES' }, { form: 'QR_ZIP' }] as const)
    await written((await owner.ask(delivery.startFile, { given, selection })).id)
  const { items } = await owner.ask(delivery.files, {})
  expect(items.map(({ process }) => process)).toEqual(['COMPLETE', 'COMPLETE'])
})

test('an archive counts as many codes as the account has profiles', async () => {
  await guard([{ operation: 'EXPORT', over: 3 }])
  await addSecondFactor(t, owner)
  const { publicKey: key } = await generateKey({
    type: 'ecc',
    userIDs: [{ name: 'Elsewhere' }],
    date: new Date(Date.now() - 3_600_000),
    format: 'armored',
  })
  const id = idOf(await owner.refusal(move.start, { key }))
  expect(await owner.ask(approval.get, { id })).toMatchObject({ operation: 'EXPORT', amount: 4 })
})

test('a download of Fleet is for the codes that were approved, once', async () => {
  await guard([{ operation: 'EXPORT' }])
  await tagged(0)
  const id = idOf(await owner.refusal(fleet.exportCsv, { form: 'codes', selection }))
  await approved(id)
  await tagged(1)
  const changed = problems.approval_objects_changed.code
  expect((await owner.refusal(fleet.exportCsv, { form: 'codes', selection })).code).toBe(changed)
  await owner.ask(operation.change, { profileId: ids[1]!, operation: { kind: 'UNTAG', tagId }, previous: null })
  const { text } = await owner.file(fleet.exportCsv, { form: 'codes', selection })
  expect(text.trim().split('\r\n')).toHaveLength(2)
  const again = await owner.refusal(fleet.exportCsv, { form: 'codes', selection })
  expect(again.code).toBe(problems.approval_needed.code)
})

test('what is within the limit of the day does not grow until it is done', async () => {
  await guard([{ operation: 'REMOVE', over: 1 }])
  await tagged(0)
  const { id } = await owner.ask(operation.start, { operation: { kind: 'REMOVE' }, selection })
  await tagged(1)
  await tagged(2)
  await wakeOperations(t.server)
  for await (const _ of owner.events(operation.progress, { id }));
  expect(await left()).toBe(3)
})

test('what changes nothing needs no approval, and changes nothing later', async () => {
  await guard([{ operation: 'REMOVE' }])
  const { id } = await owner.ask(operation.start, { operation: { kind: 'REMOVE' }, selection })
  await tagged(0)
  await wakeOperations(t.server)
  for await (const _ of owner.events(operation.progress, { id }));
  expect(await left()).toBe(4)
  expect((await owner.ask(approval.list, {})).total).toBe(0)
})
