import { RuleDefinition } from '@simwright/contract/provisioning/rule'
import { describe, expect, test } from 'vitest'
import { compileRules, type Fact, matchFacts, testOf } from './match.ts'

const AT = new Date('2030-03-01T10:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const ID = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const fact: Fact = {
  eventId: ID(1),
  profileId: ID(2),
  type: 'INSTALL_FAILED',
  at: AT,
  groupId: ID(3),
  configurationId: ID(4),
  region: 'NO',
  deviceBrand: 'Kite',
  deviceModel: 'One',
  subjectCode: '8.2.6',
  reasonCode: '3.8',
  eid: null,
  depth: 0,
  iccid: '89440123456789000013',
  tags: [ID(5), ID(6)],
  attributes: { [ID(7)]: 'Blue', [ID(8)]: 12 },
  later: [],
  batch: null,
}

const NOTIFY = { kind: 'NOTIFY' as const, text: '' }

const ruleOf = (conditions: object = {}, when: object = { events: ['INSTALL_FAILED'] }) =>
  RuleDefinition.parse({ when, conditions, actions: [NOTIFY] })

const attribute = (number: number, test: string, value = '') => ({
  attributes: [{ attributeId: ID(number), test, value }],
})

describe('a condition', () => {
  test.each<[string, object, boolean]>([
    ['none', {}, true],
    ['configuration', { configurationIds: [ID(9), ID(4)] }, true],
    ['other configuration', { configurationIds: [ID(9)] }, false],
    ['group', { groupIds: [ID(3)] }, true],
    ['other group', { groupIds: [ID(4)] }, false],
    ['all tags', { tagIds: [ID(5), ID(6)] }, true],
    ['one tag is missing', { tagIds: [ID(5), ID(9)] }, false],
    ['without a tag', { withoutTagIds: [ID(9)] }, true],
    ['without a tag that it has', { withoutTagIds: [ID(9), ID(6)] }, false],
    ['text, without case', attribute(7, 'is', 'blue'), true],
    ['other text', attribute(7, 'is', 'red'), false],
    ['not this text', attribute(7, 'isNot', 'red'), true],
    ['not a text, and it has none', attribute(9, 'isNot', 'red'), true],
    ['number', attribute(8, 'is', '12'), true],
    ['any value', attribute(7, 'set'), true],
    ['any value, and it has none', attribute(9, 'set'), false],
    ['no value', attribute(9, 'empty'), true],
    ['no value, and it has one', attribute(7, 'empty'), false],
    ['brand', { devices: ['kite'] }, true],
    ['model', { devices: ['One'] }, true],
    ['brand and model', { devices: ['Other', 'Kite one'] }, true],
    ['other device', { devices: ['Kit'] }, false],
    ['region', { regions: ['SE', 'NO'] }, true],
    ['other region', { regions: ['SE'] }, false],
    ['subject code', { codes: ['8.2.6'] }, true],
    ['subject and reason code', { codes: ['8.2.6/3.8'] }, true],
    ['other reason code', { codes: ['8.2.6/3.9'] }, false],
    ['all of several', { regions: ['NO'], codes: ['8.2.6'], tagIds: [ID(5)] }, true],
    ['one of several fails', { regions: ['NO'], codes: ['8.1'], tagIds: [ID(5)] }, false],
  ])('%s', (_, conditions, expected) => {
    expect(testOf(ruleOf(conditions))(fact)).toBe(expected)
  })

  test('of something that the event lacks is not met', () => {
    const bare = { ...fact, groupId: null, region: null, deviceBrand: null, deviceModel: null, subjectCode: null }
    for (const conditions of [{ groupIds: [ID(3)] }, { regions: ['NO'] }, { devices: ['Kite'] }, { codes: ['8.2.6'] }])
      expect(testOf(ruleOf(conditions))(bare)).toBe(false)
  })
})

describe('an event', () => {
  const active = (definition: RuleDefinition, id = 'rule', activeFrom = AT) => ({ id, definition, activeFrom })

  test('meets only the rules that ask for its type', () => {
    const rules = compileRules([
      active(ruleOf(), 'failed'),
      active(ruleOf({}, { events: ['INSTALLED'] }), 'installed'),
      active(ruleOf({}, { events: ['INSTALLED', 'INSTALL_FAILED'] }), 'both'),
    ])
    expect(matchFacts(rules, [fact]).map(({ ruleId }) => ruleId)).toEqual(['failed', 'both'])
    expect([...rules.types].sort()).toEqual(['INSTALLED', 'INSTALL_FAILED'])
  })

  test('from before the rule acts is none of its business', () => {
    const rules = compileRules([active(ruleOf())])
    expect(matchFacts(rules, [{ ...fact, at: new Date(AT.getTime() - 1) }])).toEqual([])
  })

  test('that three rules in a row led to ends the chain', () => {
    const rules = compileRules([active(ruleOf())])
    const ends = [0, 1, 2, 3, 4].map((depth) => matchFacts(rules, [{ ...fact, depth }])[0]?.isChainEnd)
    expect(ends).toEqual([false, false, false, true, true])
  })

  test('of some days ago matches unless what the rule waits for has happened', () => {
    const when = { events: ['INSTALL_FAILED'], afterDays: 2, without: ['INSTALLED'] }
    const rules = compileRules([active(ruleOf({}, when))])
    expect(rules.types).toEqual([])
    expect(rules.delays).toEqual([{ days: 2, types: ['INSTALL_FAILED'], without: ['INSTALLED'] }])
    const early = { ...fact, at: new Date(AT.getTime() - 2 * DAY_MS) }
    const at = (later: string[]) => matchFacts(rules, [{ ...early, later }], 2).length
    expect([at([]), at(['ENABLED']), at(['INSTALLED'])]).toEqual([1, 1, 0])
    expect(matchFacts(rules, [early])).toEqual([])
    expect(matchFacts(rules, [{ ...early, at: new Date(early.at.getTime() - 1) }], 2)).toEqual([])
  })
})

test('tags and attributes are read only if some rule has a condition on them', () => {
  const needs = (conditions: object) =>
    compileRules([{ id: '', definition: ruleOf(conditions), activeFrom: AT }]).needsTraits
  expect([{}, { regions: ['NO'] }, { tagIds: [ID(5)] }, attribute(7, 'set')].map(needs)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
