import * as invitation from '@simwright/contract/people/invitation'
import * as platforms from '@simwright/contract/platform/white-label'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

const link: invitation.InvitationLink = {
  id: sampleId(2700),
  code: '5RT0M-8KXQ2-Z71CE-HN4WP-3V9DJ0',
  url: 'https://portal.northwind.example/signup?invitation=5RT0M-8KXQ2-Z71CE-HN4WP-3V9DJ0',
  platform: 'Simwright',
  plan: 'PRO',
  planDays: 30,
  trialDays: null,
  state: 'OPEN',
  uses: 2,
  maxUses: 20,
  expiresAt: hoursAgo(-700),
  stoppedAt: null,
  note: 'Fair in Lyon',
  createdBy: 'Stella Staff',
  createdAt: hoursAgo(50),
  version: 1,
}

const rows: invitation.InvitationLink[] = [
  link,
  {
    ...link,
    id: sampleId(2701),
    plan: null,
    planDays: null,
    trialDays: 60,
    uses: 1,
    maxUses: 1,
    state: 'USED_UP',
    expiresAt: null,
    note: 'Trial Mobile',
  },
  { ...link, id: sampleId(2702), state: 'STOPPED', stoppedAt: hoursAgo(3), uses: 0, note: '' },
  { ...link, id: sampleId(2703), state: 'EXPIRED', expiresAt: hoursAgo(3), maxUses: 10_000, uses: 9_400 },
]

const came = [
  { enterpriseId: sampleId(2710), name: 'Northwind Mobile', at: hoursAgo(4) },
  { enterpriseId: sampleId(2711), name: 'Harbour Telecom', at: hoursAgo(20) },
]

const platform: platforms.PlatformRow = {
  id: sampleId(2720),
  sys: 'simwright',
  appName: 'Simwright',
  iconUrl: '/icon.svg',
  themeColor: '#4453d6',
  url: 'https://portal.northwind.example/login',
  smdpAddress: 'smdp.northwind.example',
  updatedAt: hoursAgo(1000),
}

const long = {
  ...link,
  note: longText(500),
  platform: unbrokenText(40),
  uses: 10_000,
  maxUses: 10_000,
  planDays: 3660,
  trialDays: 365,
}

listStates({
  name: 'Admin, invitation links',
  at: linkTo(pages.invitationLinks),
  as: 'staff',
  answers: [answer(invitation.list, pageOf(rows)), answer(platforms.list, { items: [platform] })],
  states: {
    loading: { answers: [wait(invitation.list)], shows: SKELETON },
    empty: { answers: [answer(invitation.list, pageOf([]))], shows: 'No invitation links yet' },
    failed: { answers: [fail(invitation.list)], shows: 'This could not be loaded' },
    full: { shows: 'Fair in Lyon' },
    longest: { answers: [answer(invitation.list, pageOf([long]))], shows: unbrokenText(40) },
    phone: { shows: 'PRO for 30 days' },
    'create dialog': { steps: [press('Create link')], shows: 'Create an invitation link' },
    'create dialog, several platforms': {
      answers: [
        answer(platforms.list, { items: [platform, { ...platform, id: sampleId(2721), appName: unbrokenText(40) }] }),
      ],
      steps: [press('Create link')],
      shows: 'Platform',
    },
    'view permission only': { as: { holds: ['Admin_Invitation_View'] }, shows: 'Fair in Lyon' },
  },
})

listStates({
  name: 'Admin, drawer of an invitation link',
  at: linkTo(pages.invitationLinks, { search: { open: link.id } }),
  as: 'staff',
  answers: [answer(invitation.list, pageOf(rows)), answer(invitation.get, { ...link, came })],
  states: {
    loading: { answers: [wait(invitation.get)], shows: SKELETON },
    refused: { answers: [refuse(invitation.get, 'not_found')], shows: 'Invitation link not found' },
    failed: { answers: [fail(invitation.get)], shows: 'This could not be loaded' },
    empty: {
      answers: [answer(invitation.get, { ...link, uses: 0, came: [] })],
      shows: 'Nobody has signed up with this link yet.',
    },
    full: { shows: 'Harbour Telecom' },
    longest: {
      answers: [
        answer(invitation.get, {
          ...long,
          url: `https://portal.example/signup?invitation=${unbrokenText(40)}`,
          came: [{ ...came[0]!, name: unbrokenText(128) }],
        }),
      ],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Harbour Telecom' },
    stopped: {
      answers: [answer(invitation.get, { ...rows[2]!, id: link.id, uses: 3, came })],
      shows: '1 enterprise account has since been deleted.',
    },
    'stop dialog': { steps: [press('Stop link')], shows: 'Stop this invitation link?' },
    'view permission only': { as: { holds: ['Admin_Invitation_View'] }, shows: 'Harbour Telecom' },
  },
})
