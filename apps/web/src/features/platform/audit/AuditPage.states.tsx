import * as behavior from '@simwright/contract/people/behavior'
import * as audit from '@simwright/contract/platform/audit'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see } from '../../../states/step.ts'

const entry: audit.AuditEntry = {
  id: sampleId(1400),
  number: 8,
  at: hoursAgo(2),
  actorKind: 'PERSON',
  actorId: sampleId(700),
  actorName: 'Ada Byron',
  actorEmail: 'ada@northwind.example',
  address: '203.0.113.7',
  action: 'group.edited',
  objectKind: 'group',
  objectId: sampleId(300),
  objectName: 'Vans',
  before: { name: 'Cars', color: 'green', notes: 'Depot north' },
  after: { name: 'Vans', color: 'violet', notes: 'Depot north and south' },
  requestId: sampleId(1401),
  hash: 'aecc67e879991cb28eb7c0e15c123b10f8839e4ef7a1f5b280866595f5bbcfbc',
}

const longest: audit.AuditEntry = {
  ...entry,
  actorName: unbrokenText(129),
  actorEmail: `${unbrokenText(60)}@example.com`,
  objectName: unbrokenText(128),
  before: { name: unbrokenText(64), notes: longText(500) },
  after: { name: unbrokenText(64), notes: unbrokenText(500) },
}

const view = { id: sampleId(1403), name: 'New roles', filter: `${pages.audit.legacy.names[0]}=role.added` }
const savedEarlier = { moduleName: 'audit', moduleConfig: JSON.stringify({ views: [view] }), version: 1 }

listStates({
  name: 'Audit log',
  at: linkTo(pages.audit),
  answers: [
    answer(
      audit.list,
      pageOf([
        entry,
        {
          ...entry,
          id: sampleId(1402),
          number: 7,
          actorKind: 'SYSTEM',
          actorName: 'Portal',
          actorEmail: null,
          address: null,
          action: 'campaign.ended',
          objectKind: 'campaign',
          objectName: 'Spring',
        },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(audit.list)], shows: SKELETON },
    empty: { answers: [answer(audit.list, pageOf([]))], shows: 'No entries yet' },
    failed: { answers: [fail(audit.list)], shows: 'This could not be loaded' },
    full: {
      steps: [press('Verify')],
      answers: [
        answer(audit.verify, {
          checked: 8,
          from: 1,
          last: { number: 8, at: hoursAgo(2), hash: entry.hash },
          firstBad: null,
        }),
      ],
      shows: 'No entry was altered',
    },
    longest: { answers: [answer(audit.list, pageOf([longest]))], shows: `Edited the group ${longest.objectName}` },
    phone: { shows: 'Edited the group Vans' },
    'a view that was saved under an earlier name of its filter': {
      answers: [answer(behavior.query, { configs: [savedEarlier] })],
      steps: [press('Views'), press('New roles'), see('Role created')],
      shows: 'New roles',
    },
    'an entry was altered': {
      steps: [press('Verify')],
      answers: [
        answer(audit.verify, {
          checked: 5,
          from: 1,
          last: null,
          firstBad: { number: 6, at: hoursAgo(4), fault: 'ALTERED' },
        }),
      ],
      shows: 'The log was altered',
    },
  },
})

listStates({
  name: 'Audit log, drawer of an entry',
  at: linkTo(pages.audit, { search: { entry: '8' } }),
  answers: [answer(audit.list, pageOf([])), answer(audit.get, entry)],
  states: {
    loading: { answers: [wait(audit.get)], shows: SKELETON },
    empty: {
      answers: [answer(audit.get, { ...entry, before: null, after: null })],
      shows: /^This action has no values/,
    },
    refused: { answers: [refuse(audit.get, 'not_found')], shows: 'Entry not found' },
    failed: { answers: [fail(audit.get)], shows: 'This could not be loaded' },
    full: { shows: 'Before and after' },
    longest: { answers: [answer(audit.get, longest)], shows: 'Before and after' },
    phone: { shows: 'Before and after' },
    raw: { at: linkTo(pages.audit, { search: { entry: '8', tab: 'raw' } }), shows: 'The entry as JSON' },
  },
})
