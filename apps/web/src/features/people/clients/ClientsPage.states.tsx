import * as clients from '@simwright/contract/people/client'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const row: clients.ClientRow = {
  id: sampleId(1900),
  name: 'Trial Mobile',
  platform: 'Simwright',
  state: 'ACTIVE',
  plan: 'PRO',
  kind: 'TRIAL',
  endsAt: hoursAgo(-200),
  members: 2,
  usedDownloads: 40,
  downloads: 100,
  createdAt: hoursAgo(100),
}

const client: clients.Client = {
  ...row,
  owners: [{ name: 'Grace Hopper', email: 'grace@example.com' }],
  configurations: 2,
  trial: 'USED',
  suspension: null,
  deletionAt: null,
}

const rows = [row, { ...row, id: sampleId(1901), name: 'Left behind', state: 'SUSPENDED' as const, downloads: null }]

listStates({
  name: 'Admin, enterprise accounts',
  at: linkTo(pages.clients),
  as: 'staff',
  answers: [answer(clients.list, pageOf(rows))],
  states: {
    loading: { answers: [wait(clients.list)], shows: SKELETON },
    empty: { answers: [answer(clients.list, pageOf([]))], shows: 'No enterprise account yet' },
    failed: { answers: [fail(clients.list)], shows: 'This could not be loaded' },
    full: { shows: 'Left behind' },
    longest: {
      answers: [answer(clients.list, pageOf([{ ...row, name: unbrokenText(128), platform: unbrokenText(40) }]))],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Left behind' },
  },
})

listStates({
  name: 'Admin, drawer of an enterprise account',
  at: linkTo(pages.clients, { search: { open: row.id } }),
  as: 'staff',
  answers: [answer(clients.list, pageOf(rows)), answer(clients.get, client)],
  states: {
    loading: { answers: [wait(clients.get)], shows: SKELETON },
    refused: { answers: [refuse(clients.get, 'not_found')], shows: 'Enterprise account not found' },
    failed: { answers: [fail(clients.get)], shows: 'This could not be loaded' },
    full: { shows: 'Give a plan' },
    longest: {
      answers: [
        answer(clients.get, {
          ...client,
          name: unbrokenText(128),
          owners: [{ name: unbrokenText(129), email: `${unbrokenText(200)}@example.com` }],
        }),
      ],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Give a plan' },
    'view permission only': { as: { holds: ['Admin_Client_View'] }, shows: 'Owners' },
    'visit without a reason': { steps: [press('Sign in')], shows: 'Required' },
    'suspend dialog': {
      steps: [type('Reason', 'Three invoices are unpaid.'), press('Suspend')],
      shows: 'Suspend Trial Mobile?',
    },
    suspended: {
      answers: [
        answer(clients.get, { ...client, state: 'SUSPENDED', suspension: { reason: longText(500), at: hoursAgo(9) } }),
      ],
      shows: 'End the suspension',
    },
    'being deleted': {
      answers: [answer(clients.get, { ...client, state: 'CLOSING', deletionAt: hoursAgo(-100) })],
      shows: /^Its owner has asked to delete it/,
    },
  },
})
