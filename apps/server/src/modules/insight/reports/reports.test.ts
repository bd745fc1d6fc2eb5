import type { InputOf } from '@simwright/contract/endpoint'
import * as report from '@simwright/contract/insight/report'
import * as audit from '@simwright/contract/platform/audit'
import * as group from '@simwright/contract/profiles/group'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { deliveredTo, enabled, installed, moved } from '../../../testing/moved.ts'
import { type Client, type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import type { Transition } from '../../profiles/lifecycle/service.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string
let groupId: string

const DAY_MS = 24 * 60 * 60_000
/** Eight profiles: 0 and 1 are downloaded yesterday, 2 today; 0 is refused by its chip, 2 is installed and enabled. */
beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise('Alba')
  const { owner } = enterprise
  configurationId = await configured(owner)
  groupId = (await owner.ask(group.add, { fields: { name: 'Lab' } })).id
  const rows = subscribers(8).map((row, i) => (i < 3 ? { ...row, GROUP: 'Lab' } : row))
  await generated(owner, { configurationId, rows })
  const yesterday = new Date(t.clock.now().getTime() - DAY_MS)
  await happened(0, [deliveredTo('Acme'), failed], yesterday)
  await happened(1, [deliveredTo('Acme')], yesterday)
  await happened(2, [deliveredTo('Orbis'), installed, enabled])
  await happened(3, [refused])
  await foldAll(t.server)
})

const failed: Transition = { kind: 'installFailed', lastSequence: 1, reason: 'It did not fit.', mayRetry: false }
const refused: Transition = {
  kind: 'refused',
  refusal: { subjectCode: '8.2.7', reasonCode: '3.8' },
  reason: 'Wrong confirmation code.',
  fatal: undefined,
}

async function happened(index: number, transitions: readonly Transition[], at = t.clock.now()): Promise<void> {
  const { id: profileId } = await profileOf(enterprise.owner, subscribers(1, index)[0]!.ICCID)
  await moved(t, { enterpriseId: enterprise.id, profileId, at }, transitions)
}

type Parameters = InputOf<typeof report.run>['parameters']

/** This year and the nine before it. */
function tenYears() {
  const year = t.clock.now().getUTCFullYear()
  const days = (Date.UTC(year + 1, 0, 1) - Date.UTC(year - 9, 0, 1)) / DAY_MS
  return { parameters: { range: 'days', from: `${year - 9}-01-01`, to: `${year}-12-31` } as const, days }
}

const run = (parameters: Parameters, client: Client = enterprise.owner) => client.ask(report.run, { parameters })
/** The faults of a refusal, by path. */
const faultsIn = ({ obj }: { obj: Record<string, unknown> }) =>
  (obj.faults as { path: string; text: string }[]).map(({ path, text }) => [path, text])
const faultOf = async (parameters: Parameters) => faultsIn(await enterprise.owner.refusal(report.run, { parameters }))

describe('a report', () => {
  test('of usage has a row for each day, the newest first, and their sum', async () => {
    const { rows, totals, isCut } = await run({ range: 'last7' })
    expect(rows).toHaveLength(7)
    const counted = rows.map(({ values: { generated, downloaded, installed } }) => [generated, downloaded, installed])
    expect(counted.slice(0, 3)).toEqual([
      [8, 1, 1],
      [0, 2, 0],
      [0, 0, 0],
    ])
    expect(totals).toMatchObject({ generated: 8, downloaded: 3, installed: 1, enabled: 1, failed: 1, refused: 1 })
    expect(isCut).toBe(false)
  })

  test('is divided by a dimension, whose rows add up to the same sum', async () => {
    const byGroup = await run({ range: 'last7', step: 'whole', by: 'group' })
    expect(byGroup.rows.map(({ name, values }) => [name, values.generated, values.downloaded])).toEqual([
      ['Lab', 3, 3],
      ['No group', 5, 0],
    ])
    const byBrand = await run({ range: 'last7', step: 'whole', by: 'brand' })
    expect(byBrand.totals).toEqual(byGroup.totals)
    const only = await run({ range: 'last7', step: 'whole', by: 'group', only: [groupId] })
    expect(only.rows.map(({ name }) => name)).toEqual(['Lab'])
    expect(only.totals.generated).toBe(3)
  })

  test('of the funnel counts each step', async () => {
    const { totals } = await run({ kind: 'funnel' })
    expect(totals).toEqual({ opened: 0, authenticated: 0, downloaded: 3, installed: 1, firstEnabled: 1 })
  })

  test('of failures has the codes of GSMA', async () => {
    const { rows } = await run({ kind: 'failures' })
    expect(rows.map(({ subjectCode, reasonCode, values }) => [subjectCode, reasonCode, values])).toEqual([
      ['', '', { failed: 1, refused: 0 }],
      ['8.2.7', '3.8', { failed: 0, refused: 1 }],
    ])
  })

  test('of devices names model and configuration, and when it was last seen', async () => {
    const { rows } = await run({ kind: 'devices' })
    expect(rows.map(({ brand, name, values, lastSeen }) => [brand, name, values, lastSeen !== undefined])).toEqual(
      expect.arrayContaining([
        ['Acme', 'Test network', { installed: 0, failed: 1, refused: 0 }, true],
        ['Orbis', 'Test network', { installed: 1, failed: 0, refused: 0 }, true],
      ]),
    )
  })

  test('of stale codes counts by age those that no device has, and moves with the days', async () => {
    expect((await run({ kind: 'stale' })).totals).toMatchObject({ age7: 5, age30: 0, codes: 5 })
    t.clock.moveMs(9 * DAY_MS)
    const owner = await t.sessionIn(enterprise.owner, enterprise.id)
    expect((await run({ kind: 'stale' }, owner)).totals).toMatchObject({ age7: 0, age30: 5, codes: 5 })
    t.clock.moveMs(-9 * DAY_MS)
  })

  test('of the inventory has all profiles by status', async () => {
    const { rows, totals } = await run({ kind: 'inventory', by: 'group' })
    expect(totals).toMatchObject({ AVAILABLE: 5, DOWNLOADED: 1, ENABLED: 1, ERROR: 1, profiles: 8 })
    expect(rows.map(({ name, values }) => [name, values.profiles])).toEqual([
      ['No group', 5],
      ['Lab', 3],
    ])
  })

  test('of another enterprise account is empty', async () => {
    const other = await t.enterprise('Elsewhere')
    const { rows, totals } = await run({ kind: 'inventory' }, other.owner)
    expect([rows, Object.values(totals).every((count) => count === 0)]).toEqual([[], true])
    const refusal = await other.owner.refusal(report.run, { parameters: { by: 'group', only: [groupId] } })
    expect(faultsIn(refusal)).toEqual([
      ['parameters.only', 'This group does not exist, or you may not see it. Choose another one.'],
    ])
  })

  test('shows a group that was deleted, with what happened in it', async () => {
    const { owner } = enterprise
    const { id } = await owner.ask(group.add, { fields: { name: 'Closed' } })
    await owner.ask(group.remove, { id, version: 1 })
    expect((await run({ by: 'group', only: [id] })).rows).toEqual([])
    const { values } = await owner.ask(report.choices, { by: 'group' })
    expect(values.find(({ value }) => value === id)).toEqual({ value: id, name: 'Closed', isDeleted: true })
  })
})

describe('the range of a report', () => {
  test.each([
    [{ range: 'days', from: '2026-01-01' }, 'to', 'Required'],
    [{ range: 'days', to: '2026-01-01' }, 'from', 'Required'],
    [{ range: 'days', from: '2026-02-01', to: '2026-01-31' }, 'to', 'The range ends before it begins.'],
    [{ range: 'days', from: '2016-01-01', to: '2026-01-01' }, 'to', 'A report covers up to 10 years.'],
    [{ range: 'days', from: '2026-02-30', to: '2026-03-01' }, 'from', 'Invalid date.'],
    [{ range: 'days', from: 'xx', to: '2026-03-01' }, 'from', 'Invalid date.'],
    [{ range: 'days', from: '0020-01-01', to: '2026-01-05' }, 'from', 'From 1970-01-01 to 2999-12-31.'],
    [{ range: 'days', from: '2990-01-01', to: '9999-12-31' }, 'to', 'From 1970-01-01 to 2999-12-31.'],
    [{ kind: 'failures', by: 'group' }, 'by', 'Failures cannot be divided like this.'],
  ] as const)('%j is refused at %s', async (parameters, path, text) => {
    expect(await faultOf(parameters)).toEqual([[`parameters.${path}`, text]])
  })

  test('of ten years is counted by day, and cut on screen', async () => {
    const { rows, isCut, totals } = await run(tenYears().parameters)
    expect([rows.length, isCut, totals.generated]).toEqual([report.REPORT_ROWS_SHOWN, true, 8])
  })

  test('that is a billing period needs a plan with a period', async () => {
    expect(await faultOf({ range: 'billing' })).toEqual([
      ['parameters.range', 'There is no billing period yet: no plan with a period was active. Choose other days.'],
    ])
  })

  test('that is a billing period is not for a role that may not see the subscription', async () => {
    const client = await enterprise.member('Sub-admin')
    const [fault] = faultsIn(await client.refusal(report.run, { parameters: { range: 'billing' } }))
    expect(fault?.[1]).toMatch(/^Your role or your groups do not show what the plan counts/)
    expect((await client.ask(report.choices, {})).periods).toBeNull()
  })
})

describe('the file of a report', () => {
  const textOf = async (parameters: Parameters, format: report.ReportFormat = 'csv') => {
    const response = await enterprise.owner.send(report.exportFile, { parameters, format })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  test('has the words of the screen, and all rows', async () => {
    const csv = (await textOf({ range: 'last7', step: 'whole', by: 'group' })).toString('utf8')
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFGroup,Codes generated,Downloaded,Downloaded again,Installed,Enabled,Deleted,Installation failed,Refused',
      'Lab,3,3,0,1,1,0,1,0',
    ])
    const { parameters, days } = tenYears()
    const long = (await textOf(parameters)).toString('utf8')
    expect(long.trim().split('\r\n')).toHaveLength(1 + days)
  })

  test('of failures explains each code, and what to do', async () => {
    const csv = (await textOf({ kind: 'failures' })).toString('utf8')
    expect(csv).toContain('8.2.7,3.8,Confirmation code: refused,The user entered a wrong confirmation code.,')
  })

  test('is recorded', async () => {
    const { items } = await enterprise.owner.ask(audit.list, { filter: { action: ['report.exported'] } })
    expect(items[0]?.after).toEqual({ report: 'Failures', range: 'last30', format: 'csv' })
  })
})

describe('a saved report', () => {
  const fields = { name: 'Downloads by group', parameters: { by: 'group' as const, range: 'lastMonth' as const } }

  test('is seen by its owner only, until it is shared', async () => {
    const viewer = await enterprise.member('Finance')
    const { id, version } = await enterprise.owner.ask(report.add, { fields })
    const seen = async (client: Client) => (await client.ask(report.list, {})).items.map(({ name }) => name)
    expect([await seen(enterprise.owner), await seen(viewer)]).toEqual([[fields.name], []])
    const shared = { ...fields, isShared: true }
    expect((await viewer.refusal(report.edit, { id, version, fields: shared })).code).toBe('19404')
    await enterprise.owner.ask(report.edit, { id, version, fields: shared })
    expect((await viewer.ask(report.list, {})).items).toMatchObject([
      { name: fields.name, manageable: false, parameters: { kind: 'usage', by: 'group', range: 'lastMonth' } },
    ])
    expect((await viewer.refusal(report.remove, { id, version: version + 1 })).code).toBe('19403')
  })

  test('has a name of its own among those that the same people see', async () => {
    const faultsOf = async (isShared: boolean) =>
      faultsIn(await enterprise.owner.refusal(report.add, { fields: { ...fields, isShared } }))
    expect(await faultsOf(true)).toEqual([
      ['fields.name', 'A shared report named "Downloads by group" already exists.'],
    ])
    await enterprise.owner.ask(report.add, { fields })
    expect(await faultsOf(false)).toEqual([['fields.name', 'A report named "Downloads by group" already exists.']])
  })
})

test('the permission Report is needed, and Report_Edit to save', async () => {
  const viewer = await enterprise.member('Viewer')
  expect((await run({}, viewer)).rows).toHaveLength(30)
  expect((await viewer.refusal(report.add, { fields: { name: 'Mine', parameters: {} } })).status).toBe(403)
  const operator = await enterprise.member('Operator')
  expect((await operator.refusal(report.run, { parameters: {} })).status).toBe(403)
})
