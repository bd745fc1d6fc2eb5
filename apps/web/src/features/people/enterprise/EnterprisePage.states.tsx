import type { OutputOf } from '@simwright/contract/endpoint'
import * as enterprises from '@simwright/contract/people/enterprise'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { ENTERPRISE_ID, hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

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

listStates({
  name: 'Enterprise',
  at: linkTo(pages.enterprise),
  answers: [
    answer(enterprises.settings, settings),
    answer(enterprises.deletionPreview, deletion),
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
  },
})
