import * as team from '@simwright/contract/people/team'
import { problems } from '@simwright/contract/problem'
import * as group from '@simwright/contract/profiles/group'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { group as sampleGroup } from '../../../states/sample-provisioning.ts'
import { roles } from '../../../states/sample-team.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type, uncovered } from '../../../states/step.ts'

const member: team.Member = {
  id: sampleId(1300),
  email: 'ada@northwind.example',
  name: 'Ada Byron',
  state: 'ACTIVE',
  role: { id: 'Owner', name: 'Owner', builtIn: true },
  version: 1,
  self: true,
  manageable: true,
  secondFactor: true,
  lastSeenAt: hoursAgo(1),
  since: hoursAgo(4000),
  groups: null,
  invitationExpiresAt: null,
}

const others: team.Member[] = [
  {
    ...member,
    id: sampleId(1301),
    email: 'grace@example.com',
    name: 'Grace Hopper',
    role: { id: 'Operator', name: 'Operator', builtIn: true },
    groups: [
      { id: sampleId(1400), name: 'Oslo' },
      { id: sampleId(1401), name: 'Warehouse Bergen' },
    ],
    self: false,
    secondFactor: false,
  },
  {
    ...member,
    id: sampleId(1302),
    email: 'alan@example.com',
    name: '',
    state: 'INVITED',
    self: false,
    lastSeenAt: null,
    invitationExpiresAt: hoursAgo(-90),
  },
  {
    ...member,
    id: sampleId(1303),
    email: 'edsger@example.com',
    name: 'Edsger Dijkstra',
    state: 'INACTIVE',
    self: false,
    role: null,
    groups: [],
  },
]

const groups = ['Oslo', 'Warehouse Bergen', 'Field tests'].map((name, index) => ({
  ...sampleGroup,
  id: sampleId(1400 + index),
  name,
}))

const all = [press(/^Select all/), press('Actions')]

listStates({
  name: 'Members',
  at: linkTo(pages.members),
  answers: [
    answer(team.roles, { items: roles }),
    answer(team.list, pageOf([member, ...others])),
    answer(group.list, { items: groups }),
  ],
  states: {
    loading: { answers: [wait(team.list)], shows: SKELETON },
    empty: { answers: [answer(team.list, pageOf([]))], shows: 'No members yet' },
    failed: { answers: [fail(team.list)], shows: 'This could not be loaded' },
    full: { shows: 'Grace Hopper' },
    suspended: { as: 'suspended owner', shows: 'Not possible while the enterprise account is suspended.' },
    longest: {
      answers: [
        answer(
          team.list,
          pageOf([
            {
              ...member,
              name: unbrokenText(129),
              email: `${unbrokenText(60)}@${'x'.repeat(60)}.example`,
              role: { id: sampleId(1), name: unbrokenText(64), builtIn: false },
              groups: [{ id: sampleId(1400), name: unbrokenText(64) }],
            },
          ]),
        ),
      ],
      shows: unbrokenText(129),
    },
    phone: { shows: 'Grace Hopper' },
    'view permission only': { as: { holds: ['Member_View'] }, shows: 'Grace Hopper' },
    'unsaved invitations': {
      steps: [press('Invite members'), type('E-mail addresses', 'ada'), press('Cancel'), uncovered('Keep editing')],
      shows: 'Discard unsaved changes?',
    },
    'invite dialog': { steps: [press('Invite members')], shows: 'E-mail addresses' },
    refused: {
      steps: [press('Invite members'), type('E-mail addresses', 'nobody'), press(/^Send/)],
      shows: /^Not an e-mail address: nobody/,
    },
    'bulk action fails for some members': {
      steps: [...all, press('Reactivate'), press('Reactivate 4 members')],
      answers: [
        answer(team.many, {
          items: [
            { id: others[0]?.id ?? null, name: 'Grace Hopper', done: false, reason: 'Is active already.' },
            { id: null, name: '', done: false, reason: longText(200) },
          ],
        }),
      ],
      shows: '0 of 2 members were updated',
    },
    'limit to groups': {
      steps: [press('Actions for Grace Hopper'), press('Limit to groups')],
      shows: 'Sees only these groups',
    },
    'limit to groups, from the list': {
      steps: [press(/: change what Grace Hopper sees$/)],
      shows: 'Sees only these groups',
    },
    'limit without any group': {
      answers: [answer(group.list, { items: [] })],
      steps: [press('Invite members'), press(/Sees only these groups/)],
      shows: /^There are no groups yet/,
    },
    'limit without a group': {
      steps: [press('Actions for Grace Hopper'), press('Limit to groups'), press('Clear groups'), press('Save')],
      shows: 'Select at least one group.',
    },
    'limit refused': {
      steps: [press('Actions for Grace Hopper'), press('Limit to groups'), press('Save')],
      answers: [refuse(team.setGroups, 'group_limit_wider')],
      shows: problems.group_limit_wider.text,
    },
    'invite with a limit': {
      steps: [press('Invite members'), press(/Sees only these groups/)],
      shows: 'Groups',
    },
    'role change': {
      steps: [press('Actions for Grace Hopper'), press('Change role')],
      shows: 'Role of Grace Hopper',
    },
    'role change refused': {
      steps: [
        press('Actions for Grace Hopper'),
        press('Change role'),
        press('Role of Grace Hopper'),
        press(/^Field team/),
        press('Change role'),
      ],
      answers: [refuse(team.changeRole, 'changed_meanwhile')],
      shows: problems.changed_meanwhile.text,
    },
    'deletion of a member': {
      steps: [press('Actions for Grace Hopper'), press('Remove')],
      shows: 'Remove Grace Hopper from this enterprise account?',
    },
  },
})
