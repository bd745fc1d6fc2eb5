import * as configurations from '@simwright/contract/profiles/configuration'
import * as groups from '@simwright/contract/profiles/group'
import * as defaults from '@simwright/contract/profiles/group-default'
import * as rules from '@simwright/contract/profiles/group-rule'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { noGroupLeft } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { figures, noFigures, noTrend, trend } from '../../../states/sample-figures.ts'
import { configuration, configurationRow, group } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { focused, focusRow, marked, press, see, type, uncovered, wayBack } from '../../../states/step.ts'

const long = { ...group, id: sampleId(301), name: unbrokenText(64), notes: longText(500), profiles: 1_000_000 }

listStates({
  name: 'Group',
  at: linkTo(pages.group),
  answers: [answer(groups.list, { items: [group, { ...group, id: sampleId(302), name: 'Trains', color: 'violet' }] })],
  states: {
    loading: { answers: [wait(groups.list)], shows: SKELETON },
    empty: { answers: [answer(groups.list, { items: [] })], shows: 'No groups yet' },
    'groups of the view deleted': {
      answers: [noGroupLeft, answer(groups.list, { items: [] })],
      shows: 'No groups in your view',
    },
    'nothing matches': { steps: [type('Search groups', 'nowhere')], shows: 'Nothing matches these filters' },
    failed: { answers: [fail(groups.list)], shows: 'This could not be loaded' },
    full: { shows: 'Trains' },
    longest: { answers: [answer(groups.list, { items: [long, group] })], shows: long.name },
    phone: { shows: 'Trains' },
    'time of the row with the focus': {
      steps: [see('Trains'), focusRow],
      shows: /^\d+ \w+ \d{4}, \d\d:00:00 UTC$/,
    },
    suspended: { as: 'suspended owner', shows: 'Not possible while the enterprise account is suspended.' },
    'unsaved group': {
      at: linkTo(pages.group, { search: { group: 'new' } }),
      steps: [type('Name', 'Vans'), press('Cancel'), uncovered('Keep editing')],
      shows: 'Discard unsaved changes?',
    },
    'the first error has the focus': {
      at: linkTo(pages.group, { search: { group: 'new' } }),
      steps: [see('Create group'), marked('Name'), press('Create group'), focused('Name')],
      shows: 'Name',
    },
    'a long name is counted, not cut': {
      at: linkTo(pages.group, { search: { group: 'new' } }),
      steps: [type('Name', unbrokenText(65)), see('Up to 64 characters.')],
      shows: '65 / 64',
    },
    'new group refused': {
      at: linkTo(pages.group, { search: { group: 'new' } }),
      steps: [type('Name', 'Vans'), press('Create group'), see('A group has this name.'), focused('Name')],
      answers: [
        refuse(groups.add, 'invalid', {
          faults: [{ path: 'fields.name', rule: 'used', text: 'A group has this name.' }],
        }),
      ],
      shows: 'A group has this name.',
    },
  },
})

const stored = {
  version: 1,
  defaults: { configurationId: configurationRow.id, recycleDays: 90, mailMessage: longText(300), qrPresetId: null },
}

listStates({
  name: 'Group, details',
  at: linkTo(pages.group, { search: { group: group.id } }),
  answers: [
    answer(groups.get, group),
    answer(groups.figures, figures),
    answer(groups.trend, trend),
    answer(configurations.list, pageOf([configurationRow])),
    answer(configurations.get, configuration),
    answer(delivery.presets, { items: [] }),
    answer(defaults.get, stored),
  ],
  states: {
    defaults: { steps: [press('Defaults'), see('Style of QR codes')], shows: `Defaults of ${group.name}` },
    'defaults refused': {
      answers: [
        refuse(defaults.set, 'invalid', {
          faults: [{ path: 'defaults.recycleDays', rule: 'max', text: 'Up to 3,650 days.' }],
        }),
      ],
      steps: [press('Defaults'), type('Text of e-mails', 'Welcome.'), press('Save defaults')],
      shows: 'Up to 3,650 days.',
    },
    loading: { answers: [wait(groups.get)], shows: SKELETON },
    empty: {
      answers: [
        answer(groups.get, { ...group, profiles: 0, statuses: {} }),
        answer(groups.figures, noFigures),
        answer(groups.trend, noTrend),
      ],
      shows: group.name,
    },
    refused: { answers: [refuse(groups.get, 'not_found')], shows: 'Group not found' },
    failed: { answers: [fail(groups.get)], shows: 'This could not be loaded' },
    full: { steps: [wayBack('Group'), press('More actions')], shows: 'Delete group' },
    longest: { answers: [answer(groups.get, long)], shows: long.name },
    phone: { shows: 'Profile status' },
    'its figures failed': { answers: [fail(groups.figures), fail(groups.trend)], shows: 'This could not be loaded' },
  },
})

const rule: rules.GroupRule = {
  id: sampleId(310),
  mark: 'ICCID',
  value: '8999970000',
  configurationName: null,
  groupId: group.id,
  groupName: group.name,
  groupColor: group.color,
  createdAt: hoursAgo(20),
  createdBy: 'Ada Byron',
}

listStates({
  name: 'Group, import rules',
  at: linkTo(pages.group, { search: { rules: 'on' } }),
  answers: [
    answer(groups.list, { items: [group] }),
    answer(configurations.list, pageOf([configurationRow])),
    answer(rules.list, {
      items: [
        rule,
        { ...rule, id: sampleId(311), mark: 'CONFIGURATION', value: sampleId(100), configurationName: 'Consumer plan' },
      ],
    }),
  ],
  states: {
    loading: { answers: [wait(rules.list)], shows: SKELETON },
    empty: { answers: [answer(rules.list, { items: [] })], shows: /^No rules yet/ },
    failed: { answers: [fail(rules.list)], shows: 'This could not be loaded' },
    full: { shows: '8999970000' },
    longest: {
      answers: [answer(rules.list, { items: [{ ...rule, value: '8'.repeat(20), groupName: unbrokenText(64) }] })],
      shows: '8'.repeat(20),
    },
    phone: { shows: '8999970000' },
  },
})
