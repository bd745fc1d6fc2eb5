import type { OutputOf } from '@simwright/contract/endpoint'
import * as enterprises from '@simwright/contract/people/enterprise'
import * as move from '@simwright/contract/people/move'
import * as approval from '@simwright/contract/platform/approval'
import * as erasure from '@simwright/contract/provisioning/erasure'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { ENTERPRISE_ID, hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, type } from '../../../states/step.ts'

const policy: OutputOf<typeof approval.policy> = {
  rules: [],
  approvers: [],
  expiryHours: 72,
  windowMinutes: 5,
  version: 0,
  changedAt: null,
  changedBy: null,
  possible: [],
  isStuck: false,
  offDueAt: null,
  offAskedBy: null,
}

const approvalOn = { ...policy, version: 1, rules: [{ operation: 'REMOVE' as const, over: 10 }] }

const settings: OutputOf<typeof enterprises.settings> = {
  id: ENTERPRISE_ID,
  version: 1,
  fields: {
    name: 'Northwind Mobile',
    timeZone: 'Europe/Berlin',
    address: { street: 'Hafenstraße 12', postalCode: '20457', city: 'Hamburg', region: '', country: 'DE' },
    billing: { company: 'Northwind Mobile GmbH', email: 'invoices@northwind.example', taxId: 'DE123456789' },
  },
  logoUrl: null,
  createdAt: hoursAgo(4000),
  lastOwner: false,
}

const none = {
  address: { street: '', postalCode: '', city: '', region: '', country: '' },
  billing: { company: '', email: '', taxId: '' },
}

const deletion = {
  graceDays: 14,
  mayDelete: true,
  deletionAt: null,
  members: 7,
  profiles: { total: 10_000, capped: true },
}

const SIGNER = Array.from({ length: 16 }, (_, group) => `A${group.toString(16).toUpperCase()}7C`).join(' ')
const RECIPIENT = '3F6A9C1D5B7E20488F31C6D2A95E7B04D81C6E5F'

const archive: move.MoveArchive = {
  id: '0198c0de-0000-7000-8000-000000000001',
  process: 'COMPLETE',
  total: 1_204_331,
  written: 1_204_331,
  bytes: 734_003_200,
  recipient: RECIPIENT,
  createdAt: hoursAgo(2),
  completedAt: hoursAgo(1),
  expiresAt: hoursAgo(-70),
  createdBy: 'Ann Lee',
}

const moving: OutputOf<typeof move.overview> = { signer: SIGNER, items: [], arrival: null }

const arrival: OutputOf<typeof move.overview>['arrival'] = {
  signer: SIGNER,
  exportedAt: hoursAgo(30),
  arrivedAt: hoursAgo(26),
  report: {
    tables: [{ table: 'profile', rows: 1_000_000 }],
    differences: [
      { id: 'ACCOUNT', count: 1, value: '' },
      { id: 'USERS', count: 12, value: '' },
      { id: 'SMDP_ADDRESS', count: 912_004, value: 'smdp.new.example, previously smdp.old.example' },
      { id: 'WEBHOOKS', count: 2, value: '' },
    ],
    matchingIds: [],
  },
}
const kept = { days: null, version: 0, changedAt: null, changedBy: null }
const erasing = { days: 30, version: 2, changedAt: hoursAgo(50), changedBy: 'Ada Byron' }

listStates({
  name: 'Enterprise',
  at: linkTo(pages.enterprise),
  answers: [
    answer(enterprises.settings, settings),
    answer(enterprises.deletionPreview, deletion),
    answer(move.overview, moving),
    refuse(move.start, 'invalid', {
      faults: [{ path: 'key', rule: 'key', text: 'This is not an ASCII-armored OpenPGP public key.' }],
    }),
    answer(erasure.get, kept),
    answer(approval.policy, policy),
    answer(erasure.preview, { profiles: 10_000, capped: true }),
    refuse(enterprises.edit, 'invalid', {
      faults: [{ path: 'fields.name', rule: 'used', text: 'This name is in use.' }],
    }),
  ],
  states: {
    loading: { answers: [wait(enterprises.settings)], shows: SKELETON },
    empty: {
      answers: [
        answer(enterprises.settings, {
          ...settings,
          fields: { ...none, name: 'Northwind Mobile', timeZone: null },
          lastOwner: true,
        }),
      ],
      shows: /^You are the only owner/,
    },
    refused: { steps: [type('Name', 'Southwind'), press('Save General')], shows: 'This name is in use.' },
    failed: { answers: [fail(enterprises.settings)], shows: 'This could not be loaded' },
    full: { shows: 'Leave enterprise account' },
    'approval is on': {
      answers: [answer(approval.policy, approvalOn)],
      shows: 'Who may approve',
    },
    'approval without roles': {
      answers: [answer(approval.policy, approvalOn)],
      shows: /^Roles of members need no approval/,
    },
    'approval is ticked': {
      steps: [press('Delete profiles'), absent(/^Roles of members need no approval/)],
      shows: 'Who may approve',
    },
    'approval of nobody': {
      answers: [answer(approval.policy, { ...approvalOn, isStuck: true })],
      shows: 'Switch off in 72 hours',
    },
    'keys are erased': { answers: [answer(erasure.get, erasing)], shows: 'Days after the installation' },
    'erasing keys is confirmed': {
      answers: [answer(erasure.get, erasing)],
      steps: [type('Days after the installation', '60'), press('Save erasure')],
      shows: 'Erase keys 60 days after the installation?',
    },
    longest: {
      answers: [
        answer(enterprises.settings, {
          ...settings,
          fields: {
            name: unbrokenText(128),
            timeZone: 'America/Argentina/ComodRivadavia',
            address: {
              street: unbrokenText(200),
              postalCode: unbrokenText(20),
              city: unbrokenText(100),
              region: unbrokenText(100),
              country: 'DE',
            },
            billing: {
              company: unbrokenText(128),
              email: `${unbrokenText(240)}@x.example`.slice(-254),
              taxId: unbrokenText(40),
            },
          },
        }),
      ],
      shows: 'Leave enterprise account',
    },
    phone: { shows: 'Leave enterprise account' },
    'view permission only': {
      as: { holds: ['Enterprise_View'] },
      shows: 'You can view these settings, but not change them.',
    },
    'deletion dialog': {
      steps: [press('Delete enterprise account…'), type(/^Type the name/, 'Another name')],
      shows: 'Delete enterprise account',
    },
    moving: {
      answers: [
        answer(move.overview, {
          signer: SIGNER,
          items: [
            { ...archive, id: '0198c0de-0000-7000-8000-000000000002', process: 'PROCESSING', written: 310_000 },
            archive,
            { ...archive, id: '0198c0de-0000-7000-8000-000000000003', process: 'FAILED' },
          ],
          arrival,
        }),
      ],
      shows: 'Arrived from another installation',
    },
    'key refused': {
      steps: [type('OpenPGP public key of the recipient', 'none'), press('Export account…'), press('Export account')],
      shows: 'This is not an ASCII-armored OpenPGP public key.',
    },
  },
})
