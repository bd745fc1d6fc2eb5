import type { OutputOf } from '@simwright/contract/endpoint'
import type * as comments from '@simwright/contract/insight/comment'
import { hoursAgo, longText, sampleId, unbrokenText } from './sample.ts'

const GRACE = { userId: sampleId(811), name: 'Grace Hopper' }

const written: comments.Comment = {
  id: sampleId(821),
  kind: 'PROFILE',
  objectId: sampleId(1),
  text: `@[${GRACE.userId}], the customer has a new phone.\nPlease send a new code.`,
  mentions: [GRACE],
  createdBy: 'Ada Byron',
  keyName: null,
  createdAt: hoursAgo(3),
  editedAt: hoursAgo(2),
  deletedAt: null,
  deletedBy: null,
  version: 2,
  mayEdit: true,
  mayDelete: true,
}

const items: comments.Comment[] = [
  written,
  {
    ...written,
    id: sampleId(822),
    text: `${longText(300)} ${unbrokenText(120)}`,
    mentions: [],
    createdBy: unbrokenText(64),
    keyName: 'Nightly check',
    createdAt: hoursAgo(30),
    editedAt: null,
    mayEdit: false,
  },
  {
    ...written,
    id: sampleId(823),
    text: '',
    mentions: [],
    createdBy: 'Alan Turing',
    createdAt: hoursAgo(50),
    editedAt: null,
    deletedAt: hoursAgo(49),
    deletedBy: 'Ada Byron',
    mayEdit: false,
    mayDelete: false,
  },
]

export const readOnlyComments = items.map((one) => ({ ...one, mayEdit: false, mayDelete: false }))

export const sampleComments: OutputOf<typeof comments.list> = { items, next: 'older', total: 60 }

export const samplePeople: OutputOf<typeof comments.people> = {
  items: [
    { ...GRACE, email: 'grace@northwind.example' },
    { userId: sampleId(812), name: unbrokenText(64), email: `${unbrokenText(60)}@northwind.example` },
  ],
}
