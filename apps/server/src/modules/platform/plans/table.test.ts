import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'

const t = await testServer()
const staff = await t.staff()

async function rowOf(name: plan.PlanName): Promise<plan.PlanRow> {
  const { plans } = await staff.ask(plan.table, {})
  return plans.find((row) => row.name === name)!
}

type Change = Partial<Omit<plan.PlanFields, 'limits'>> & { limits?: Partial<plan.PlanFields['limits']> }

/** The input of a call that changes some fields of a plan. */
async function editOf(name: plan.PlanName, { limits, ...change }: Change) {
  const { version, fields } = await rowOf(name)
  return { name, version, fields: { ...fields, ...change, limits: { ...fields.limits, ...limits } } }
}

describe('the plan table for staff', () => {
  test('lists every plan; only plans on sale have tiers', async () => {
    const { plans } = await staff.ask(plan.table, {})
    expect(plans.map(({ name, givenOnly }) => [name, givenOnly])).toEqual([
      ['DEFAULT', true],
      ['DEMO', true],
      ['BASIC', false],
      ['PRO', false],
      ['PREMIUM', false],
      ['LAB', true],
    ])
    for (const { givenOnly, fields } of plans)
      expect(fields.tiers.map(({ downloads }) => downloads)).toEqual(givenOnly ? [] : [500, 1000, 5000, 10_000])
  })

  test('can be changed: limits apply at once, existing orders keep their downloads, and the staff audit log has an entry', async () => {
    const { owner } = await t.enterprise('Limit Mobile', 'DEMO')
    await owner.ask(plan.startTrial, {})
    const tiers = [{ downloads: 250, monthlyCents: 19_999 }]
    const change = { monthlyCents: 15_050, tiers, limits: { configurations: 7, downloads: 120, members: null } }
    expect(await staff.ask(plan.edit, await editOf('PRO', change))).toEqual({ version: 2 })
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      downloads: { total: 100 },
      configurations: { max: 7 },
      members: { max: null },
    })
    const pro = (await owner.ask(plan.list, {})).plans.find(({ name }) => name === 'PRO')
    expect(pro).toMatchObject({ monthlyCents: 15_050, annualCents: 162_500, tiers })
    const [entry] = (await staff.ask(audit.list, { filter: { action: ['plan.edited'] } })).items
    expect(entry).toMatchObject({
      objectName: 'PRO',
      before: { price: '149.00', downloads: 100, configurations: 20, members: 5 },
      after: { price: '150.50', downloads: 120, configurations: 7, members: null, tiers: ['250: 199.99'] },
    })
    expect(entry!.after).not.toHaveProperty('fplmn')
  })

  test('when two changes of a plan run in parallel, one is refused and changes nothing', async () => {
    const [one, other] = [
      await editOf('BASIC', { monthlyCents: 9000 }),
      await editOf('BASIC', { extraDownloadCents: 1, tiers: [] }),
    ]
    const answers = await Promise.allSettled([staff.ask(plan.edit, one), (await t.staff()).ask(plan.edit, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: problems.changed_meanwhile.code })
    const { fields, version } = await rowOf('BASIC')
    expect(version).toBe(2)
    expect(fields.monthlyCents === 9000).toBe(fields.extraDownloadCents === 80)
  })

  test.each<[string, plan.PlanName, Change]>([
    ['limits.members', 'PRO', { limits: { members: 0 } }],
    ['limits.downloads', 'PRO', { limits: { downloads: -1 } }],
    ['limits.downloads', 'PRO', { limits: { downloads: 1_000_001 } }],
    ['limits.oplmn', 'PRO', { limits: { oplmn: 1.5 } }],
    ['limits.downloadAttempts', 'PRO', { limits: { downloadAttempts: 101 } }],
    ['limits.configurationTypes', 'PRO', { limits: { configurationTypes: [] } }],
    ['limits.apiCallsASecond', 'PRO', { limits: { apiCallsASecond: 0 } }],
    ['limits.apiCallsASecond', 'PRO', { limits: { features: ['WEBHOOK'] } }],
    ['monthlyCents', 'PRO', { monthlyCents: 10_000_001 }],
    ['monthlyCents', 'PRO', { monthlyCents: 0.5 }],
    ['extraDownloadCents', 'PRO', { extraDownloadCents: -1 }],
    ['tiers.0.downloads', 'PREMIUM', { tiers: [{ downloads: 100, monthlyCents: 30_000 }] }],
    ['tiers.1.monthlyCents', 'PREMIUM', { tiers: [tier(500, 9), tier(600, 8)] }],
    ['tiers.1.downloads', 'PREMIUM', { tiers: [tier(500, 9), tier(500, 9)] }],
    ['tiers', 'PREMIUM', { tiers: Array.from({ length: 11 }, (_, i) => tier(200 + i, 9)) }],
    ['monthlyCents', 'DEMO', { monthlyCents: 1 }],
    ['extraDownloadCents', 'LAB', { extraDownloadCents: 0 }],
    ['tiers.0.downloads', 'LAB', { tiers: [tier(500, 9)] }],
  ])('refuses an invalid %s of the plan %s', async (path, name, change) => {
    const refusal = await staff.refusal(plan.edit, await editOf(name, change))
    expect(refusal.code).toBe(problems.invalid.code)
    expect((refusal.obj.faults as { path: string }[]).map((fault) => fault.path)).toContain(`fields.${path}`)
  })

  test('can be read by support, but not changed', async () => {
    const support = await t.staff('Platform support')
    expect((await support.ask(plan.table, {})).plans).toHaveLength(6)
    expect((await support.refusal(plan.edit, await editOf('PRO', {}))).status).toBe(403)
  })
})

function tier(downloads: number, monthlyCents: number): plan.PlanTier {
  return { downloads, monthlyCents }
}
