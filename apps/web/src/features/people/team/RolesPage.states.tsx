import * as team from '@simwright/contract/people/team'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { ownRole, roles } from '../../../states/sample-team.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, type, uncovered } from '../../../states/step.ts'

listStates({
  name: 'Roles',
  at: linkTo(pages.roles),
  answers: [answer(team.roles, { items: roles })],
  states: {
    loading: { answers: [wait(team.roles)], shows: SKELETON },
    empty: { answers: [answer(team.roles, { items: [] })], shows: 'No roles yet' },
    failed: { answers: [fail(team.roles)], shows: 'This could not be loaded' },
    full: { shows: 'Field team' },
    longest: {
      answers: [answer(team.roles, { items: [{ ...ownRole, name: unbrokenText(64) }] })],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Field team' },
  },
})

listStates({
  name: 'Roles, drawer of a role',
  at: linkTo(pages.roles, { search: { open: ownRole.id } }),
  answers: [answer(team.roles, { items: roles })],
  states: {
    full: { shows: 'See the fleet' },
    'a role that holds more than the user': {
      answers: [answer(team.roles, { items: [{ ...ownRole, grantable: false }] })],
      shows: /^This role has permissions that you do not have/,
    },
    longest: {
      answers: [answer(team.roles, { items: [{ ...ownRole, name: unbrokenText(64) }] })],
      shows: 'See the fleet',
    },
    phone: { shows: 'See the fleet' },
  },
})

listStates({
  name: 'Roles, form of a role',
  at: linkTo(pages.roles),
  answers: [answer(team.roles, { items: roles }), refuse(team.addRole, 'role_name_used', { values: { name: 'Vans' } })],
  states: {
    empty: { steps: [press('New role')], shows: 'Create role' },
    full: { steps: [press('New role'), type('Name', 'Vans')], shows: 'Create role' },
    refused: {
      steps: [press('New role'), type('Name', 'Vans'), press('See the dashboard'), press('Create role')],
      shows: 'A role named "Vans" already exists.',
    },
    'nothing filled in': { steps: [press('New role'), press('Create role')], shows: 'Required' },
    'an existing role': {
      at: linkTo(pages.roles, { search: { open: ownRole.id } }),
      steps: [press('Edit')],
      shows: 'Save role',
    },
    phone: { steps: [press('New role')], shows: 'Create role' },
  },
})

listStates({
  name: 'Roles, form above the drawer of a role',
  at: linkTo(pages.roles),
  answers: [answer(team.roles, { items: roles })],
  states: {
    phone: {
      steps: [
        press('New role'),
        press('Cancel'),
        absent('Create role'),
        press(/^Field team/),
        // a user cannot press it before the drawer has opened
        uncovered('Edit'),
        press('Edit'),
        uncovered('Save role'),
      ],
      shows: 'Save role',
    },
  },
})
