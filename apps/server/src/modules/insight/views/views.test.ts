import * as view from '@simwright/contract/insight/view'
import * as audit from '@simwright/contract/platform/audit'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'

let t: TestServer
let enterprise: TestEnterprise
let operator: Client
let viewer: Client

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  operator = await enterprise.member('Operator')
  viewer = await enterprise.member('Viewer')
})

const share = (client: Client, name: string, filter = 'status=ERROR') =>
  client.ask(view.share, { module: 'fleet', fields: { name, filter } })

const viewsOf = async (client: Client) => (await client.ask(view.list, { module: 'fleet' })).items

const namesOf = async (client: Client) => (await viewsOf(client)).map(({ name }) => name)

describe('a shared view', () => {
  test('is seen by everyone who sees the list, with its creator, and changed by the creator', async () => {
    const sort = { by: 'statusAt', direction: 'asc' } as const
    const { id, version } = await share(operator, 'Stuck')
    const fields = { name: 'Stuck for days', filter: 'q=status%3Aerror+changed%3E2d', sort }
    expect(await operator.ask(view.edit, { id, version, fields })).toEqual({ version: 2 })
    expect(await viewsOf(viewer)).toMatchObject([
      { id, ...fields, version: 2, createdBy: expect.stringContaining(' '), manageable: false },
    ])
    expect(await viewsOf(operator)).toMatchObject([{ id, manageable: true }])
  })

  test('is managed by owners and admins, and by no other member', async () => {
    const { id, version } = await share(operator, 'Of the operator')
    const colleague = await enterprise.member('Sub-admin')
    const fields = { name: 'Taken over', filter: '' }
    expect((await colleague.refusal(view.edit, { id, version, fields })).code).toBe('19403')
    expect((await colleague.refusal(view.remove, { id, version })).code).toBe('19403')
    const admin = await enterprise.member('Admin')
    expect(await admin.ask(view.edit, { id, version, fields })).toEqual({ version: 2 })
    await enterprise.owner.ask(view.remove, { id, version: 2 })
    expect(await namesOf(viewer)).not.toContain('Taken over')
  })

  test('is shared only by users who may edit what is listed, and seen only by users who see the list', async () => {
    const fields = { name: 'Festival', filter: '' }
    expect((await viewer.refusal(view.share, { module: 'fleet', fields })).code).toBe('19403')
    await operator.ask(view.share, { module: 'campaigns', fields })
    expect(await namesOf(viewer)).not.toContain('Festival')
    expect((await viewer.ask(view.list, { module: 'campaigns' })).items).toMatchObject([fields])
    const developer = await enterprise.member('Developer')
    expect(await namesOf(developer)).toEqual(await namesOf(viewer))
    expect((await developer.refusal(view.list, { module: 'campaigns' })).code).toBe('19403')
    const finance = await enterprise.member('Finance')
    expect((await finance.refusal(view.list, { module: 'fleet' })).code).toBe('19403')
  })

  test('is refused with a name that another view has, an old version, or invalid fields', async () => {
    const { id, version } = await share(operator, 'Week')
    const taken = await operator.refusal(view.share, { module: 'fleet', fields: { name: 'WEEK', filter: '' } })
    expect(taken).toMatchObject({ code: '19400', obj: { faults: [{ path: 'fields.name', rule: 'taken' }] } })
    const { id: other } = await share(operator, 'Month')
    const renamed = { id: other, version: 1, fields: { name: 'week', filter: '' } }
    expect((await operator.refusal(view.edit, renamed)).obj).toMatchObject({ faults: [{ path: 'fields.name' }] })
    await operator.ask(view.edit, { id, version, fields: { name: 'Week', filter: 'q=age%3C7d' } })
    expect((await operator.refusal(view.edit, { id, version, fields: { name: 'W', filter: '' } })).code).toBe('19412')
    expect((await operator.refusal(view.remove, { id, version })).code).toBe('19412')
    for (const fields of [
      { name: ' ', filter: '' },
      { name: 'x'.repeat(41), filter: '' },
      { name: 'x', filter: 'x'.repeat(2001) },
    ])
      expect((await operator.refusal(view.share, { module: 'fleet', fields })).code).toBe('19400')
  })

  test('is not shown in another enterprise account', async () => {
    const { id, version } = await share(operator, 'Ours')
    const other = await t.enterprise()
    expect(await viewsOf(other.owner)).toEqual([])
    expect((await other.owner.refusal(view.remove, { id, version })).code).toBe('19404')
    await share(other.owner, 'Ours')
  })

  test('writes each change to the audit log', async () => {
    const { id, version } = await share(operator, 'Watched', 'q=group%3Alab')
    await operator.ask(view.remove, { id, version })
    const { items } = await enterprise.owner.ask(audit.list, { filter: { objectId: id } })
    expect(items).toMatchObject([
      { action: 'view.removed', objectName: 'Watched', before: { list: 'fleet', filter: 'q=group%3Alab' } },
      { action: 'view.shared', after: { list: 'fleet', name: 'Watched' } },
    ])
  })
})

test('a list has a maximum number of shared views', async () => {
  const { owner, id } = await t.enterprise()
  const { id: maker } = await t.server.db.tenantTx(id, (db) =>
    db.selectFrom('member').select('user_id as id').where('enterprise_id', '=', id).executeTakeFirstOrThrow(),
  )
  const at = t.clock.now()
  const rows = Array.from({ length: view.SHARED_VIEWS_MAX }, (_, n) => ({
    enterprise_id: id,
    id: t.server.random.uuid(),
    module: 'fleet',
    name: `View ${n}`,
    filter: '',
    created_by: maker!,
    created_at: at,
    updated_at: at,
  }))
  await t.server.db.tenantTx(id, (db) => db.insertInto('shared_view').values(rows).execute())
  const { obj } = await owner.refusal(view.share, { module: 'fleet', fields: { name: 'More', filter: '' } })
  expect(obj).toMatchObject({ faults: [{ path: 'fields.name', rule: 'too_many' }] })
  await owner.ask(view.share, { module: 'campaigns', fields: { name: 'More', filter: '' } })
})
