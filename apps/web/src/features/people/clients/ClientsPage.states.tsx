import * as staffOrder from '@simwright/contract/money/staff-order'
import * as clients from '@simwright/contract/people/client'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { sampleOrder } from '../../../states/sample-money.ts'
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
  usage: { total: 100, used: 40, available: 60, exceeded: 0 },
  createdAt: hoursAgo(100),
}

const client: clients.Client = {
  ...row,
  owners: [{ name: 'Grace Hopper', email: 'grace@example.com' }],
  configurations: 2,
  installations: 38,
  iccids: 1_240,
  limits: { configurations: 20, iccids: 100_000, members: 5 },
  survey: {
    name: 'Grace Hopper',
    answers: { industry: 'MVNO', role: 'Engineer', monthlyDownloads: '100-500', heard: 'Event' },
  },
  trial: 'USED',
  suspension: null,
  deletionAt: null,
}

const unlimited = { total: null, used: 40, available: null, exceeded: 0 }
const rows = [row, { ...row, id: sampleId(1901), name: 'Left behind', state: 'SUSPENDED' as const, usage: unlimited }]

listStates({
  name: 'Admin, enterprise accounts',
  at: linkTo(pages.clients),
  as: 'staff',
  answers: [answer(clients.list, pageOf(rows))],
  states: {
    loading: { answers: [wait(clients.list)], shows: SKELETON },
    empty: { answers: [answer(clients.list, pageOf([]))], shows: 'No enterprise accounts yet' },
    failed: { answers: [fail(clients.list)], shows: 'This could not be loaded' },
    full: { shows: 'Left behind' },
    longest: {
      answers: [answer(clients.list, pageOf([{ ...row, name: unbrokenText(128), platform: unbrokenText(40) }]))],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Left behind' },
  },
})

const member: clients.ClientMember = {
  id: sampleId(1910),
  name: 'Grace Hopper',
  email: 'grace@example.com',
  state: 'ACTIVE',
  role: 'Owner',
  secondFactor: true,
  signedInAt: hoursAgo(2),
}

const members = [
  member,
  { ...member, id: sampleId(1911), name: 'Ada Byron', email: 'ada@example.com', role: 'Viewer', secondFactor: false },
  {
    ...member,
    id: sampleId(1912),
    name: '',
    email: 'new@example.com',
    state: 'INVITED' as const,
    role: 'Operator',
    secondFactor: false,
    signedInAt: null,
  },
  { ...member, id: sampleId(1913), name: 'Left', state: 'INACTIVE' as const, role: '', signedInAt: null },
]

const note: clients.ClientNote = {
  id: sampleId(1920),
  text: 'Calls on Mondays.\nWants EID push.',
  author: 'Ada Byron',
  own: true,
  createdAt: hoursAgo(20),
}

const notes = [note, { ...note, id: sampleId(1921), text: 'Paid late in March.', author: 'Mary Jackson', own: false }]

const drawer = (tab?: string) => linkTo(pages.clients, { search: { open: row.id, tab } })

const order: staffOrder.StaffOrder = {
  ...sampleOrder,
  enterpriseId: row.id,
  enterprise: row.name,
  platform: row.platform,
}

const drawerAnswers = [
  answer(clients.list, pageOf(rows)),
  answer(clients.get, client),
  answer(clients.members, { items: members, total: 4 }),
  answer(clients.notes, { items: notes, total: 2 }),
]

listStates({
  name: 'Admin, drawer of an enterprise account',
  at: drawer(),
  as: 'staff',
  answers: drawerAnswers,
  states: {
    loading: { answers: [wait(clients.get)], shows: SKELETON },
    refused: { answers: [refuse(clients.get, 'not_found')], shows: 'Enterprise account not found' },
    failed: { answers: [fail(clients.get)], shows: 'This could not be loaded' },
    'its orders': {
      answers: [
        answer(staffOrder.list, ({ filter }) => pageOf(filter?.client === row.id ? [order] : [])),
        answer(staffOrder.waiting, { pending: 0, unpaid: 0, waitActive: 0 }),
      ],
      steps: [press('Orders')],
      shows: order.code,
    },
    full: { shows: 'Sign-up survey' },
    'nothing used, no answers': {
      answers: [
        answer(clients.get, {
          ...client,
          kind: 'BASE',
          trial: 'OPEN',
          usage: { ...row.usage, used: 0, available: 100 },
          installations: 0,
          configurations: 0,
          owners: [],
          survey: null,
        }),
      ],
      shows: 'No member answered the sign-up survey.',
    },
    'over the limits': {
      answers: [
        answer(clients.get, {
          ...client,
          usage: { ...row.usage, used: 130, available: 0, exceeded: 30 },
          configurations: 25,
          members: 9,
          limits: { configurations: 20, iccids: null, members: null },
        }),
      ],
      shows: '0 available · 30 over the limit · 38 installed',
    },
    longest: {
      answers: [
        answer(clients.get, {
          ...client,
          name: unbrokenText(128),
          owners: [{ name: unbrokenText(129), email: `${unbrokenText(200)}@example.com` }],
          survey: { name: unbrokenText(129), answers: {} },
        }),
      ],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Sign-up survey' },
    'view permission only': { as: { holds: ['Admin_Client_View'] }, shows: 'Owners' },
    suspended: {
      answers: [
        answer(clients.get, { ...client, state: 'SUSPENDED', suspension: { reason: longText(500), at: hoursAgo(9) } }),
      ],
      shows: 'End suspension',
    },
    'being deleted': {
      answers: [answer(clients.get, { ...client, state: 'CLOSING', deletionAt: hoursAgo(-100) })],
      shows: /^Its owner requested deletion/,
    },
  },
})

listStates({
  name: 'Admin, members of an enterprise account',
  at: drawer('members'),
  as: 'staff',
  answers: drawerAnswers,
  states: {
    loading: { answers: [wait(clients.members)], shows: SKELETON },
    empty: { answers: [answer(clients.members, { items: [], total: 0 })], shows: 'No members.' },
    failed: { answers: [fail(clients.members)], shows: 'This could not be loaded' },
    full: { shows: /^new@example\.com/ },
    longest: {
      answers: [
        answer(clients.members, {
          items: [
            { ...member, name: unbrokenText(129), email: `${unbrokenText(200)}@example.com`, role: unbrokenText(64) },
          ],
          total: 12_345,
        }),
      ],
      shows: 'The 1 of 12,345 who signed in most recently.',
    },
    phone: { shows: /^new@example\.com/ },
  },
})

listStates({
  name: 'Admin, notes on an enterprise account',
  at: drawer('notes'),
  as: 'staff',
  answers: drawerAnswers,
  states: {
    loading: { answers: [wait(clients.notes)], shows: SKELETON },
    empty: { answers: [answer(clients.notes, { items: [], total: 0 })], shows: 'No notes yet.' },
    failed: { answers: [fail(clients.notes)], shows: 'This could not be loaded' },
    full: { shows: 'Paid late in March.' },
    longest: {
      answers: [
        answer(clients.notes, { items: [{ ...note, text: longText(2000), author: unbrokenText(129) }], total: 201 }),
      ],
      shows: 'The newest 1 of 201.',
    },
    phone: { shows: 'Paid late in March.' },
    'view permission only': { as: { holds: ['Admin_Client_View'] }, shows: 'Paid late in March.' },
    'empty note refused': { steps: [press('Add note')], shows: 'Required' },
    'delete dialog': { steps: [press('Delete note')], shows: 'Delete this note?' },
  },
})

listStates({
  name: 'Admin, actions on an enterprise account',
  at: drawer('actions'),
  as: 'staff',
  answers: drawerAnswers,
  states: {
    full: { shows: 'Grant a plan' },
    phone: { shows: 'Grant a plan' },
    'free trial not started': {
      answers: [answer(clients.get, { ...client, kind: 'BASE', trial: 'WITHHELD' })],
      shows: 'The trial has not started. When it does, it lasts this many days longer.',
    },
    'extension refused': { steps: [type('Days', '200'), press('Extend trial')], shows: 'Up to 90.' },
    'moving ICCIDs: dialog': {
      answers: [
        answer(clients.findIccids, {
          firstIccid: '89440100000000000016',
          lastIccid: '89440100000000000990',
          own: 3,
          free: 40,
          holders: [{ id: sampleId(1902), name: 'Left behind', count: 57, onDevices: 1 }],
        }),
      ],
      steps: [
        type('First ICCID', '8944010000000000001'),
        type('Proof', 'Letter of the numbering authority, 14 March'),
        press('Move ICCIDs'),
      ],
      shows: 'Move 56 ICCIDs to Trial Mobile?',
    },
    'moving ICCIDs: without a proof': {
      steps: [type('First ICCID', '8944010000000000001'), press('Move ICCIDs')],
      shows: 'Required',
    },
    'visit without a reason': { steps: [press('Sign in')], shows: 'Required' },
    'suspend dialog': {
      steps: [type('Reason', 'Three invoices are unpaid.'), press('Suspend')],
      shows: 'Suspend Trial Mobile?',
    },
  },
})
