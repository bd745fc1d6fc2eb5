import * as announcement from '@simwright/contract/platform/announcement'
import * as platforms from '@simwright/contract/platform/white-label'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { platformRow } from '../../../states/sample-platform.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type, uncovered } from '../../../states/step.ts'

const shown: announcement.Announcement = {
  id: sampleId(2800),
  kind: 'MAINTENANCE',
  text: 'The portal is not available on Sunday from 02:00 to 03:00 UTC. Downloads continue.',
  link: 'https://status.northwind.example',
  state: 'SHOWN',
  platformId: null,
  platform: null,
  startsAt: hoursAgo(5),
  endsAt: hoursAgo(-40),
  withdrawnAt: null,
  createdBy: 'Stella Staff',
  createdAt: hoursAgo(6),
  version: 1,
}

const rows: announcement.Announcement[] = [
  shown,
  {
    ...shown,
    id: sampleId(2801),
    kind: 'INFO',
    text: 'Applets can be uploaded now.',
    link: null,
    state: 'SCHEDULED',
    platform: 'Northwind eSIM',
    platformId: sampleId(1),
    startsAt: hoursAgo(-5),
    endsAt: null,
  },
  { ...shown, id: sampleId(2802), kind: 'WARNING', text: 'Mails are late.', state: 'ENDED' },
  { ...shown, id: sampleId(2803), text: 'Mails were late.', state: 'WITHDRAWN', withdrawnAt: hoursAgo(2) },
]

const long = { ...shown, text: longText(500), platform: unbrokenText(40), link: `https://${unbrokenText(480)}` }

listStates({
  name: 'Admin, announcements',
  at: linkTo(pages.announcements),
  as: 'staff',
  answers: [answer(announcement.list, pageOf(rows)), answer(platforms.list, { items: [platformRow] })],
  states: {
    loading: { answers: [wait(announcement.list)], shows: SKELETON },
    empty: { answers: [answer(announcement.list, pageOf([]))], shows: 'No announcements yet' },
    failed: { answers: [fail(announcement.list)], shows: 'This could not be loaded' },
    full: { shows: 'Applets can be uploaded now.' },
    longest: { answers: [answer(announcement.list, pageOf([long]))], shows: unbrokenText(40) },
    phone: { shows: 'Applets can be uploaded now.' },
    'view permission only': { as: { holds: ['Admin_Announcement_View'] }, shows: 'Applets can be uploaded now.' },
    dialog: {
      answers: [
        answer(platforms.list, { items: [platformRow, { ...platformRow, id: sampleId(2), appName: 'Alba eSIM' }] }),
      ],
      steps: [press('New announcement'), type('Text', 'Applets can be uploaded now, also to several profiles.')],
      shows: 'Preview',
    },
    'unsaved announcement': {
      steps: [press('New announcement'), type('Text', 'Applets'), press('Close'), uncovered('Keep editing')],
      shows: 'Discard changes',
    },
    'dialog refused': { steps: [press('New announcement'), press('Publish')], shows: 'Required' },
  },
})
