import * as group from '@simwright/contract/profiles/group'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import { beforeAll, expect, test } from 'vitest'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  configurationId = await configured(enterprise.owner)
})

const addGroup = async (name: string) => (await enterprise.owner.ask(group.add, { fields: { name } })).id
const rule = async (fields: groupRule.NewGroupRule) => (await enterprise.owner.ask(groupRule.add, { fields })).id
const groupsOf = async (rows: readonly { ICCID?: string }[]) =>
  await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(enterprise.owner, ICCID)).groupName))

test('new profiles join the group of the first matching rule; a group named in the file takes precedence', async () => {
  const [numbers, longer, built] = await Promise.all([addGroup('Numbers'), addGroup('Longer'), addGroup('Built')])
  const rows = newSubscribers(4)
  const [first, second] = rows
  await rule({ mark: 'CONFIGURATION', value: configurationId, groupId: built })
  await rule({ mark: 'IMSI', value: first!.IMSI!, groupId: numbers })
  await rule({ mark: 'IMSI', value: second!.IMSI!.slice(0, -1), groupId: numbers })
  const longerRule = await rule({ mark: 'ICCID', value: second!.ICCID!, groupId: longer })
  await generated(enterprise.owner, {
    configurationId,
    rows: rows.map((row, index) => (index === 3 ? { ...row, GROUP: 'Named' } : row)),
  })
  const thirdGroup = rows[2]!.IMSI!.startsWith(second!.IMSI!.slice(0, -1)) ? 'Numbers' : 'Built'
  expect(await groupsOf(rows)).toEqual(['Numbers', 'Longer', thirdGroup, 'Named'])

  await enterprise.owner.ask(groupRule.remove, { id: longerRule })
  expect(
    (await enterprise.owner.ask(groupRule.list, {})).items.map(({ mark, groupName }) => [mark, groupName]),
  ).toEqual([
    ['IMSI', 'Numbers'],
    ['IMSI', 'Numbers'],
    ['CONFIGURATION', 'Built'],
  ])
  expect(await groupsOf([second!])).toEqual(['Longer'])
})

test('deleting a group deletes its rules', async () => {
  const groupId = await addGroup('Passing')
  await rule({ mark: 'MSISDN', value: '4479', groupId })
  await enterprise.owner.ask(group.remove, { id: groupId, version: 1 })
  const { items } = await enterprise.owner.ask(groupRule.list, {})
  expect(items.filter(({ mark }) => mark === 'MSISDN')).toEqual([])
  await rule({ mark: 'MSISDN', value: '4479', groupId: await addGroup('Staying') })
})

test('a rule is refused with an invalid value, a duplicate value, or an unknown configuration or group', async () => {
  const groupId = await addGroup('Refused')
  const refused = async (fields: groupRule.NewGroupRule) =>
    (await enterprise.owner.refusal(groupRule.add, { fields })).code
  await rule({ mark: 'ICCID', value: '8944', groupId })
  expect(await refused({ mark: 'ICCID', value: '8944', groupId })).toBe('14003')
  expect(await refused({ mark: 'ICCID', value: '89 44', groupId })).toBe('14003')
  expect(await refused({ mark: 'ICCID', value: '89x44', groupId })).toBe('19400')
  expect(await refused({ mark: 'IMSI', value: '1'.repeat(16), groupId })).toBe('19400')
  expect(await refused({ mark: 'CONFIGURATION', value: 'Regular', groupId })).toBe('19400')
  const unknownId = '01a00000-0000-7000-8000-000000000000'
  expect(await refused({ mark: 'CONFIGURATION', value: unknownId, groupId })).toBe('19404')
  expect(await refused({ mark: 'ICCID', value: '8945', groupId: unknownId })).toBe('19404')
})
