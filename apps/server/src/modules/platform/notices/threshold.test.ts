import * as notice from '@simwright/contract/platform/notice'
import {
  defaultThreshold,
  type ThresholdFields,
  thresholdKinds,
  thresholdRow,
} from '@simwright/contract/platform/threshold'
import { describe, expect, test } from 'vitest'
import { limitedMember } from '../../../testing/limited-member.ts'
import { testServer } from '../../../testing/server.ts'
import { crossLevels } from './service.ts'

const t = await testServer({ background: 'none' })

/** Compares one value after another with the levels, and returns the levels that notified. */
async function crossed(
  kind: notice.Threshold['kind'],
  values: readonly number[],
  changed: Partial<ThresholdFields> = {},
): Promise<(number | undefined)[]> {
  const { id: enterpriseId } = await t.enterprise()
  const threshold = { ...defaultThreshold(kind), ...changed }
  const found = []
  for (const value of values) {
    const measured = { enterpriseId, kind, subject: 'a', threshold, value, at: t.clock.now() }
    found.push(await t.server.db.tenantTx(enterpriseId, (db) => crossLevels(db, measured)))
  }
  return found
}

const none = undefined

describe('a level of a threshold notifies', () => {
  test('once when the value rises to it, and again after it was 5 points below', async () => {
    const used = [79.9, 80, 85, 99.9, 100, 96, 100, 95, 100, 74, 80]
    expect(await crossed('USAGE_REACHED', used)).toEqual([none, 80, none, none, 100, none, none, none, 100, none, 80])
  })

  test('only as the furthest one when several are crossed at once', async () => {
    expect(await crossed('USAGE_REACHED', [130, 130])).toEqual([120, none])
    expect(await crossed('CERTIFICATE_ENDING', [31, 5, 4, 0])).toEqual([none, 7, none, 1])
  })

  test('once when the value falls below it, and again after it was beyond the margin', async () => {
    expect(await crossed('SUCCESS_FALLS', [90, 89.9, 80, 91.9, 89, 92, 89])).toEqual([
      none,
      90,
      none,
      none,
      none,
      none,
      90,
    ])
    const profiles = { levels: [50], unit: 'PROFILES' } as const
    expect(await crossed('CAMPAIGN_LOW', [50, 49, 54, 49, 55, 0], { ...profiles, levels: [50] })).toEqual([
      none,
      50,
      none,
      none,
      none,
      50,
    ])
  })

  test('not if there is none', async () => {
    expect(await crossed('USAGE_REACHED', [500], { levels: [] })).toEqual([none])
  })

  test('once when many transactions compare at the same time', async () => {
    const { id: enterpriseId } = await t.enterprise()
    const threshold = defaultThreshold('USAGE_REACHED')
    const measured = {
      enterpriseId,
      kind: 'USAGE_REACHED',
      subject: 'a',
      threshold,
      value: 101,
      at: t.clock.now(),
    } as const
    const all = await Promise.all(
      Array.from({ length: 6 }, () => t.server.db.tenantTx(enterpriseId, (db) => crossLevels(db, measured))),
    )
    expect(all.filter((level) => level !== undefined)).toEqual([100])
  })
})

describe('a threshold', () => {
  test('has defaults until it is set, and is set by those with its permission', async () => {
    const enterprise = await t.enterprise()
    const { owner, member } = enterprise
    const listed = async () => (await owner.ask(notice.listThresholds, {})).items
    expect((await listed()).map(({ kind, version }) => [kind, version])).toEqual([
      ['USAGE_REACHED', 0],
      ['SUCCESS_FALLS', 0],
      ['VERSION_FALLS', 0],
      ['MODEL_FALLS', 0],
      ['CODE_DEVICES', 0],
      ['CODE_NETWORKS', 0],
      ['CAMPAIGN_LOW', 0],
    ])
    const fields = { levels: [50, 25], unit: 'PROFILES', hours: null, minimum: null } as const
    const set = { kind: 'CAMPAIGN_LOW', version: 0, fields: { ...fields, levels: [50, 25] } } as const
    const input = { ...set, fields: { ...set.fields, levels: [...set.fields.levels] } }
    expect(await owner.ask(notice.setThreshold, input)).toEqual({ version: 1 })
    expect((await listed()).at(-1)).toEqual({
      kind: 'CAMPAIGN_LOW',
      version: 1,
      mayEdit: true,
      ...fields,
      levels: [25, 50],
    })
    expect((await owner.refusal(notice.setThreshold, input)).code).toBe('19412')
    const viewer = await member('Viewer')
    const seen = (await viewer.ask(notice.listThresholds, {})).items
    expect(seen.map(({ kind, mayEdit }) => [kind, mayEdit])).toEqual([
      ['SUCCESS_FALLS', false],
      ['VERSION_FALLS', false],
      ['MODEL_FALLS', false],
      ['CODE_DEVICES', false],
      ['CODE_NETWORKS', false],
      ['CAMPAIGN_LOW', false],
    ])
    const again = { ...input, version: 1 }
    expect((await viewer.refusal(notice.setThreshold, again)).status).toBe(403)
    expect((await (await member('Finance')).refusal(notice.setThreshold, again)).status).toBe(404)
    const limited = await limitedMember(enterprise, [])
    expect((await limited.ask(notice.listThresholds, {})).items).toEqual([])
    const staff = await t.staff()
    expect((await staff.ask(notice.listThresholds, {})).items).toMatchObject([
      { kind: 'CERTIFICATE_ENDING', mayEdit: true },
    ])
  })

  test.each([
    ['a level below the least one', { levels: [0] }, 'fields.levels'],
    ['a level above the greatest one', { levels: [99] }, 'fields.levels'],
    ['a level twice', { levels: [90, 90] }, 'fields.levels'],
    ['six levels', { levels: [1, 2, 3, 4, 5, 6] }, 'fields.levels'],
    ['half a level', { levels: [89.5] }, 'fields.levels.0'],
    ['the unit of another kind', { unit: 'DAYS' }, 'fields.unit'],
    ['no hours', { hours: null }, 'fields.hours'],
    ['more than a week', { hours: 169 }, 'fields.hours'],
    ['no minimum', { minimum: 0 }, 'fields.minimum'],
  ] as const)('of a rate refuses %s', async (_, changed, path) => {
    const { owner } = await t.enterprise()
    const fields = { ...defaultThreshold('SUCCESS_FALLS'), ...changed } as ThresholdFields
    const refused = await owner.refusal(notice.setThreshold, { kind: 'SUCCESS_FALLS', version: 0, fields })
    expect(refused.obj.faults).toMatchObject([{ path }])
  })
})

test.each(thresholdKinds)('the default levels of %s are valid, and its values can recover from each', (kind) => {
  const { levels, unit } = defaultThreshold(kind)
  const { direction, margin, min, max } = thresholdRow(kind)
  for (const level of [...levels, min, max[unit]!]) {
    expect(level).toBeLessThanOrEqual(max[unit]!)
    const back = direction === 'rises' ? level - margin(level, unit) : level + margin(level, unit)
    if (unit === 'PERCENT' && direction === 'falls') expect(back).toBeLessThanOrEqual(100)
  }
})
