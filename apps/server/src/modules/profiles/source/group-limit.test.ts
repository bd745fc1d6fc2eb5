import * as groupRule from '@simwright/contract/profiles/group-rule'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, finished, generated, outcomesOf, staged } from '../../../testing/generated.ts'
import { addTestGroup, limitedMember } from '../../../testing/limited-member.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'

const t = await testServer()

let enterprise: TestEnterprise
let configurationId: string
let oslo: string
/** Sees Oslo and Trondheim, not Bergen. */
let both: Client

beforeAll(async () => {
  enterprise = await t.enterprise('Fjord')
  configurationId = await configured(enterprise.owner)
  oslo = await addTestGroup(enterprise, 'Oslo')
  const trondheim = await addTestGroup(enterprise, 'Trondheim')
  await addTestGroup(enterprise, 'Bergen')
  both = await limitedMember(enterprise, [oslo, trondheim])
})

/** Uploads the rows. @returns the faults of each faulty row, as the preview shows them */
async function preview(client: Client, rows: readonly Subscriber[]) {
  const { id } = await staged(client, { configurationId, rows })
  const { items } = await client.ask(source.rows, { id, only: 'faulty' })
  return { id, faults: items.map(({ line, faults }) => [line, ...faults.map(({ column, text }) => [column, text])]) }
}

const OTHER = 'You see only some groups, and this is none of them.'
const NEEDED = 'You see only some groups. Name one of them as the group of this row.'

describe('the preview of a file of a limited member', () => {
  test('marks rows that name another group or none, and generating leaves out the same rows', async () => {
    const names = ['Oslo', 'TRONDHEIM', 'Bergen', 'Missing', '']
    const rows = newSubscribers(5).map((row, index) => ({ ...row, GROUP: names[index]! }))
    const { id, faults } = await preview(both, rows)
    expect(faults).toEqual([
      [4, ['GROUP', OTHER]],
      [5, ['GROUP', OTHER]],
      [6, ['GROUP', NEEDED]],
    ])
    expect((await both.ask(source.get, { id })).faultCounts).toEqual([
      { column: 'GROUP', rule: 'other_group', text: OTHER, count: 2 },
      { column: 'GROUP', rule: 'group_needed', text: NEEDED, count: 1 },
    ])
    const { batchId } = await both.ask(batch.start, { sourceId: id, leaveOutFaulty: true })
    expect(await finished(both, batchId)).toMatchObject({ succeeded: 2, failed: 0 })
    expect((await preview(enterprise.owner, newSubscribers(1))).faults).toEqual([])
  })

  test('marks each row of a file without groups, unless the member has one group', async () => {
    expect((await preview(both, newSubscribers(1))).faults).toEqual([[2, ['', NEEDED]]])
    const single = await limitedMember(enterprise, [oslo])
    expect((await preview(single, newSubscribers(1))).faults).toEqual([])
  })

  test('accepts a row that a rule assigns, also when the rule compares the configuration', async () => {
    const [one, two, three] = newSubscribers(3)
    const { owner } = enterprise
    await owner.ask(groupRule.add, { fields: { mark: 'IMSI', value: two!.IMSI!, groupId: oslo } })
    expect((await preview(both, [one!, two!])).faults).toEqual([[2, ['', NEEDED]]])
    const { id } = await owner.ask(groupRule.add, {
      fields: { mark: 'CONFIGURATION', value: configurationId, groupId: oslo },
    })
    expect((await preview(both, [one!, three!])).faults).toEqual([])
    const { id: batchId, succeeded } = await generated(both, { configurationId, rows: [one!] })
    expect([succeeded, (await outcomesOf(both, batchId)).length]).toEqual([1, 1])
    await owner.ask(groupRule.remove, { id })
  })

  test('checks the group again when a row is corrected', async () => {
    const rows = newSubscribers(1).map((row) => ({ ...row, GROUP: 'Bergen' }))
    const { id } = await preview(both, rows)
    const mend = async (GROUP: string) => (await both.ask(source.mend, { id, line: 2, values: { GROUP } })).row.faults
    expect(await mend('')).toMatchObject([{ rule: 'group_needed' }])
    expect(await mend('Missing')).toMatchObject([{ rule: 'other_group' }])
    expect(await mend('oslo')).toEqual([])
    expect((await both.ask(source.get, { id })).faulty).toBe(0)
  })

  test('does not show that a profile of another group has the ICCID', async () => {
    const [row] = newSubscribers(1)
    await generated(enterprise.owner, { configurationId, rows: [{ ...row, GROUP: 'Bergen' }] })
    const { faults } = await preview(both, [{ ...row, GROUP: 'Oslo' }])
    expect(faults).toEqual([[2, ['ICCID', 'This ICCID is not available.']]])
  })

  test('accepts an existing profile of its groups without a group in the file', async () => {
    const [row] = newSubscribers(1)
    await generated(both, { configurationId, rows: [{ ...row, GROUP: 'Oslo' }] })
    const { id, faults } = await preview(both, [row!])
    expect(faults).toEqual([])
    expect(await both.ask(source.get, { id })).toMatchObject({ existing: 1 })
  })
})
