import * as attributes from '@simwright/contract/profiles/attribute'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as groups from '@simwright/contract/profiles/group'
import * as tags from '@simwright/contract/profiles/tag'
import * as rules from '@simwright/contract/provisioning/rule'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type, wayBack } from '../../../states/step.ts'

const tag: tags.Tag = {
  id: sampleId(910),
  name: 'To call',
  color: 'orange',
  version: 1,
  profiles: null,
  capped: false,
  createdAt: hoursAgo(100),
  updatedAt: hoursAgo(100),
  createdBy: 'Ada Byron',
}

const one: rules.Rule = {
  id: sampleId(911),
  name: 'Failed installations',
  when: { events: ['INSTALL_FAILED'], afterDays: 0, without: [] },
  conditions: {
    configurationIds: [],
    groupIds: [],
    tagIds: [],
    withoutTagIds: [tag.id],
    attributes: [],
    devices: [],
    regions: [],
    codes: [],
    failedRows: 0,
  },
  actions: [
    { kind: 'TAG', tagId: tag.id },
    { kind: 'NOTIFY', text: 'Call the customer.' },
  ],
  hourlyLimit: 100,
  version: 1,
  state: 'ACTIVE',
  stopReason: null,
  stoppedAt: null,
  sentence:
    'When an installation fails, if the profile does not have the tag "To call", then add the tag "To call" and notify the members.',
  actedToday: 12,
  waiting: 3,
  lastActedAt: hoursAgo(1),
  createdAt: hoursAgo(400),
  createdBy: 'Ada Byron',
  savedBy: 'Ada Byron',
  savedKey: null,
  savedAt: hoursAgo(30),
}

const stopped: rules.Rule = {
  ...one,
  id: sampleId(912),
  name: 'Unused codes',
  state: 'STOPPED',
  stopReason: 'RIGHT_LOST',
  stoppedAt: hoursAgo(5),
  sentence: '14 days after an activation code is generated, then notify the members.',
  waiting: 0,
}

const listed = pageOf([one, stopped, { ...one, id: sampleId(913), name: 'Winter', state: 'PAUSED' as const }])

const choices = [
  answer(tags.list, { items: [tag] }),
  answer(groups.list, { items: [] }),
  answer(attributes.list, { items: [] }),
  answer(configurations.list, pageOf([])),
]

listStates({
  name: 'Rules',
  at: linkTo(pages.rules),
  answers: [answer(rules.list, listed), ...choices],
  states: {
    loading: { answers: [wait(rules.list)], shows: SKELETON },
    empty: { answers: [answer(rules.list, pageOf([]))], shows: 'No rules yet' },
    failed: { answers: [fail(rules.list)], shows: 'This could not be loaded' },
    full: { shows: 'Unused codes' },
    longest: {
      answers: [answer(rules.list, pageOf([{ ...one, name: unbrokenText(64), sentence: unbrokenText(400) }]))],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Unused codes' },
    'view permission only': { as: { holds: ['Rule_View'] }, shows: 'Unused codes' },
    'new rule': { steps: [press('New rule')], shows: /^Choose an event and an action/ },
    'nothing filled in': { steps: [press('New rule'), press('Save rule')], shows: 'Required' },
  },
})

const run: rules.RuleRun = {
  id: sampleId(920),
  ruleId: one.id,
  ruleName: one.name,
  profileId: sampleId(921),
  iccid: '8944012345678900001',
  batchId: null,
  batchCode: null,
  eventId: sampleId(922),
  event: 'INSTALL_FAILED',
  happenedAt: hoursAgo(2),
  state: 'DONE',
  depth: 1,
  matchedAt: hoursAgo(2),
  actedAt: hoursAgo(2),
  reasons: [],
}

const runs = pageOf([
  run,
  { ...run, id: sampleId(923), state: 'SKIPPED' as const, actedAt: null, reasons: ['Has this tag already.'] },
  { ...run, id: sampleId(924), state: 'WAITING' as const, actedAt: null },
  {
    ...run,
    id: sampleId(925),
    profileId: null,
    iccid: null,
    batchId: sampleId(926),
    batchCode: 'B202611300001',
    event: 'BATCH_PARTLY_FAILED' as const,
  },
])

const trial = {
  sentence: one.sentence,
  profiles: 14,
  batches: 0,
  matches: 16,
  mostInAnHour: 4,
  capped: false,
  items: [
    {
      profileId: run.profileId,
      iccid: run.iccid,
      batchId: null,
      batchCode: null,
      eventId: run.eventId,
      event: run.event,
      happenedAt: hoursAgo(9),
    },
  ],
}

const ofBatches: rules.Rule = {
  ...one,
  when: { events: ['BATCH_PARTLY_FAILED', 'BATCH_FAILED'], afterDays: 0, without: [] },
  conditions: { ...one.conditions, withoutTagIds: [], failedRows: 10 },
  sentence: 'When a batch ends and some of its rows failed, then notify the members.',
}

listStates({
  name: 'Rule',
  at: linkTo(pages.rules, { search: { rule: one.id } }),
  answers: [answer(rules.get, one), answer(rules.log, runs), answer(rules.list, listed), ...choices],
  states: {
    loading: { answers: [wait(rules.get)], shows: SKELETON },
    empty: { answers: [answer(rules.log, pageOf([]))], shows: 'Nothing matched yet' },
    refused: { answers: [refuse(rules.get, 'not_found')], shows: 'Rule not found' },
    failed: { answers: [fail(rules.get)], shows: 'This could not be loaded' },
    full: { steps: [wayBack('Rules')], shows: /Has this tag already/ },
    longest: {
      answers: [answer(rules.get, { ...one, name: unbrokenText(64), sentence: unbrokenText(400) })],
      shows: unbrokenText(64),
    },
    phone: { shows: /Has this tag already/ },
    stopped: {
      answers: [answer(rules.get, stopped)],
      shows: /^The member or the API key that saved it lost a permission/,
    },
    'view permission only': { as: { holds: ['Rule_View'] }, shows: /Has this tag already/ },
    edit: { steps: [press('Edit')], shows: one.sentence },
    'tried with the last 30 days': {
      answers: [answer(rules.trial, trial)],
      steps: [press('Edit'), press('Try with the last 30 days')],
      shows: /^16 matches in the last 30 days, of 14 profiles/,
    },
    'about batches': {
      answers: [
        answer(rules.get, ofBatches),
        answer(rules.trial, { ...trial, profiles: 0, batches: 2, matches: 2, items: [] }),
      ],
      steps: [press('Edit'), press('Try with the last 30 days')],
      shows: /^2 batches in the last 30 days/,
    },
    'name that is used': {
      answers: [refuse(rules.edit, 'rule_name_used', { values: { name: 'Winter' } })],
      steps: [press('Edit'), type('Name', 'Winter'), press('Save rule')],
      shows: 'A rule named "Winter" already exists.',
    },
  },
})
