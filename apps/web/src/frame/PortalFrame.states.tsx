import * as home from '@simwright/contract/insight/home'
import * as search from '@simwright/contract/insight/search'
import * as views from '@simwright/contract/insight/view'
import * as enterprises from '@simwright/contract/people/enterprise'
import type { LimitGroups } from '@simwright/contract/people/group-limit'
import * as oauth from '@simwright/contract/people/oauth'
import * as security from '@simwright/contract/people/security'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import { treeOf } from '@simwright/contract/permission'
import * as announcements from '@simwright/contract/platform/announcement'
import * as brand from '@simwright/contract/platform/brand'
import * as feedback from '@simwright/contract/platform/feedback'
import * as notices from '@simwright/contract/platform/notice'
import * as plans from '@simwright/contract/platform/plan'
import * as configurations from '@simwright/contract/profiles/configuration'
import { isUnreachable } from '../api/unreachable.ts'
import { linkTo, pages, publicPages } from '../paths.ts'
import { answer, answerOfNewerServer, fail, pageOf, refuse, wait } from '../states/answer.ts'
import { contactIs, portal } from '../states/contact.ts'
import { enterprise, userPlan } from '../states/frame-answers.ts'
import { ENTERPRISE_ID, hoursAgo, longText, sampleId, unbrokenText } from '../states/sample.ts'
import { permissionsOf } from '../states/session.ts'
import { listStates } from '../states/state.ts'
import { absent, findText, press, type Step, see, type, typeAhead, uncovered } from '../states/step.ts'
import { toast } from '../ui/toast.ts'
import { shortcutsOpen } from './shortcuts-open.ts'

/** A page with few calls of its own, for states of the frame and its dialogs. */
const background = pages.inspector

listStates({
  name: 'Frame, help',
  at: linkTo(pages.inspector, { over: { help: 'on' } }),
  states: { full: { shows: /^Help: / }, phone: { shows: /^Help: / } },
})

/** Waits until the whole card of the tour is in the window. */
const cardInSight: Step = async (until) => {
  const isInSight = () => {
    const card = document.querySelector('[role=dialog][aria-label=Tour]')?.getBoundingClientRect()
    return card && card.top >= 0 && card.left >= 0 && card.bottom <= innerHeight && card.right <= innerWidth
  }
  await until(() => isInSight() || undefined, 'the whole card of the tour')
}

listStates({
  name: 'Frame, tour',
  at: linkTo(pages.configurations, { over: { tour: '1' } }),
  answers: [answer(views.list, { items: [] }), answer(configurations.list, pageOf([]))],
  states: {
    full: { steps: [cardInSight], shows: 'Step 1 of 4' },
    phone: { steps: [cardInSight], shows: 'Step 1 of 4' },
  },
})

const namedPasskey: security.Passkey = {
  id: sampleId(3010),
  name: 'Work laptop',
  createdAt: hoursAgo(40),
  lastUsedAt: null,
  synced: false,
}
const CODE = 'Code from your authenticator app, or a recovery code'
const openStepUp = [press('Require a second factor for every member')]
const passkey = {
  ticket: 'ticket',
  options: { challenge: 'AAAA', timeout: 60_000, rpId: 'localhost', allowCredentials: [] },
}

listStates({
  name: 'Frame, step-up',
  at: linkTo(pages.security),
  answers: [
    answer(security.overview, { appSince: null, passkeys: [], recoveryCodesLeft: 0, demanded: false }),
    answer(oauth.identities, { items: [], providers: [] }),
    refuse(security.demandSecondFactor, 'step_up_needed'),
    answer(security.beginStepUp, { ways: ['PASSWORD'] }),
  ],
  states: {
    failed: {
      answers: [fail(security.beginStepUp)],
      steps: openStepUp,
      shows: /^Something went wrong on our side/,
    },
    full: {
      answers: [answer(security.beginStepUp, { ways: ['PASSWORD', 'PASSKEY'], passkey })],
      steps: openStepUp,
      shows: 'Use a passkey',
    },
    phone: {
      answers: [answer(security.beginStepUp, { ways: ['CODE'] })],
      steps: openStepUp,
      shows: CODE,
    },
    code: {
      answers: [answer(security.beginStepUp, { ways: ['CODE'] })],
      steps: openStepUp,
      shows: CODE,
    },
    refused: {
      answers: [refuse(security.stepUp, 'proof_wrong')],
      steps: [...openStepUp, type('Password', 'not this one'), press('Confirm')],
      shows: 'The password, code or passkey is wrong. Try again.',
    },
    'asked again, from a dialog first opened since': {
      answers: [
        answer(security.overview, { appSince: null, passkeys: [namedPasskey], recoveryCodesLeft: 0, demanded: false }),
        answer(security.beginStepUp, { ways: ['CODE'] }),
        refuse(security.renamePasskey, 'step_up_needed'),
      ],
      steps: [
        ...openStepUp,
        see(CODE),
        press('Close'),
        absent(CODE),
        press('Rename Work laptop'),
        press('Save'),
        uncovered(CODE),
      ],
      shows: CODE,
    },
    'no way to authenticate': {
      answers: [answer(security.beginStepUp, { ways: [] })],
      steps: openStepUp,
      shows: /^This account has no password/,
    },
  },
})

const answered = {
  id: sampleId(3000),
  mood: 4,
  text: 'A map of the downloads, please.',
  createdAt: hoursAgo(30),
  answer: 'It comes in spring.',
  answeredAt: hoursAgo(20),
  acceptedAt: hoursAgo(19),
}

listStates({
  name: 'Frame, feedback',
  at: linkTo(background, { over: { feedback: 'mine' } }),
  answers: [
    answer(feedback.mine, { items: [answered, { ...answered, id: sampleId(3001), answer: null, answeredAt: null }] }),
  ],
  states: {
    empty: { answers: [answer(feedback.mine, { items: [] })], shows: 'Your feedback' },
    full: { shows: 'It comes in spring.' },
    longest: {
      answers: [answer(feedback.mine, { items: [{ ...answered, text: longText(2000), answer: unbrokenText(1000) }] })],
      shows: unbrokenText(1000),
    },
    phone: { shows: 'It comes in spring.' },
  },
})

const notice: notices.Notice = {
  id: sampleId(3100),
  createdAt: hoursAgo(3),
  isRead: false,
  kind: 'BATCH_DONE',
  facts: { batchId: sampleId(200), code: 'B929481322175', succeeded: 4208, failed: 2 },
}

const openNotices = [press(/^Notifications/)]

const maintenance: announcements.CurrentAnnouncement = {
  id: sampleId(3200),
  kind: 'MAINTENANCE',
  text: 'The portal is not available on Sunday from 02:00 to 03:00 UTC. Downloads continue.',
  link: 'https://status.northwind.example',
  startsAt: hoursAgo(3),
  isDismissed: false,
}

const news: announcements.CurrentAnnouncement = {
  ...maintenance,
  id: sampleId(3201),
  kind: 'INFO',
  text: 'Applets can be uploaded now.',
  link: null,
}

listStates({
  name: 'Frame, announcements',
  at: linkTo(background),
  answers: [
    answer(announcements.current, { items: [maintenance, news] }),
    answer(announcements.dismiss, {}),
    answer(notices.list, { items: [], next: null }),
  ],
  states: {
    full: { shows: 'Applets can be uploaded now.' },
    longest: {
      answers: [
        answer(announcements.current, {
          items: [{ ...maintenance, kind: 'WARNING', text: unbrokenText(500), link: `https://${unbrokenText(480)}` }],
        }),
      ],
      shows: 'Read more',
    },
    phone: { shows: 'Applets can be uploaded now.' },
    'in the bell, dismissed': {
      answers: [answer(announcements.current, { items: [{ ...maintenance, isDismissed: true }] })],
      steps: openNotices,
      shows: 'Read more',
    },
  },
})

listStates({
  name: 'Frame, notifications',
  at: linkTo(background),
  answers: [
    answer(notices.list, {
      items: [notice, { ...notice, id: sampleId(3101), isRead: true, kind: 'JOINED', facts: { name: 'Grace Hopper' } }],
      next: null,
    }),
  ],
  states: {
    empty: {
      steps: openNotices,
      answers: [answer(notices.list, { items: [], next: null })],
      shows: 'No notifications yet',
    },
    failed: { steps: openNotices, answers: [fail(notices.list)], shows: 'This could not be loaded' },
    full: { steps: openNotices, shows: /B929481322175 is ready/ },
    longest: {
      steps: openNotices,
      answers: [
        answer(notices.list, {
          items: [{ ...notice, kind: 'JOINED', facts: { name: unbrokenText(129) } }],
          next: null,
        }),
      ],
      shows: new RegExp(unbrokenText(129)),
    },
    'of a kind that this version does not know': {
      steps: openNotices,
      answers: [
        answerOfNewerServer(notices.list, {
          items: [{ ...notice, id: sampleId(3102), kind: 'KIND_OF_A_NEWER_SERVER', facts: { weight: 3 } }, notice],
          next: null,
        }),
      ],
      shows: 'A new kind of notification',
    },
    phone: { steps: openNotices, shows: /B929481322175 is ready/ },
  },
})

listStates({
  name: 'Frame, visit of platform staff',
  at: linkTo(background),
  as: 'visit',
  states: {
    full: { shows: /^You are visiting Northwind Mobile, read-only, until / },
    phone: { shows: 'End visit' },
  },
})

const palette = [press(/^Go to/)]
const FIND = 'Find pages, profiles and actions'

listStates({
  name: 'Frame, palette',
  at: linkTo(background),
  answers: [
    answer(views.list, { items: [] }),
    answer(search.query, { profiles: [], configurations: [], batches: [] }),
    answer(team.roles, { items: [] }),
  ],
  states: {
    full: { steps: palette, shows: 'Pages' },
    phone: { steps: palette, shows: 'Pages' },
    empty: { steps: [...palette, type(FIND, 'zebra')], shows: 'Nothing found' },
    'found by what people type': {
      steps: [...palette, type(FIND, 'cancel subscription'), see('Cancel subscription')],
      shows: 'Plans, orders and invoices',
    },
    'typed before its input has the focus': {
      steps: [see('Go to…'), typeAhead('cancel subscription'), see('Cancel subscription')],
      shows: 'Plans, orders and invoices',
    },
    'an action of a role that may not use it': {
      as: { holds: ['Fleet_View', 'Role_View'] },
      steps: [...palette, type(FIND, 'role'), absent('New role')],
      shows: 'Teams and access',
    },
    'an action opens its dialog': {
      steps: [...palette, type(FIND, 'new role'), press('New roleRole')],
      shows: 'See the fleet',
    },
    'the page is pinned': {
      steps: [...palette, type(FIND, 'pin'), press('Pin AC inspector')],
      shows: 'Unpin AC inspector',
    },
  },
})

const shortcutsClosed: Step = async (until) => {
  await until(() => !shortcutsOpen.get() || undefined, 'closed shortcuts')
}

listStates({
  name: 'Frame, shortcuts',
  at: linkTo(background),
  answers: [answer(views.list, { items: [] })],
  states: {
    full: { steps: [...palette, press('Show keyboard shortcuts')], shows: 'Everywhere' },
    'they close with the frame': {
      steps: [
        ...palette,
        press('Show keyboard shortcuts'),
        see('Everywhere'),
        async () => history.pushState(null, '', publicPages.noPermission.path),
        absent('Everywhere'),
        shortcutsClosed,
      ],
      shows: /^You do not have permission/,
    },
    phone: { steps: [...palette, press('Show keyboard shortcuts')], shows: 'Everywhere' },
  },
})

listStates({
  name: 'Frame, menus',
  at: linkTo(background),
  answers: [
    answer(enterprises.list, {
      items: [
        {
          id: ENTERPRISE_ID,
          name: 'Northwind Mobile',
          plan: 'PRO',
          roleName: 'Owner',
          logoUrl: null,
          suspended: false,
          deletionAt: null,
          current: true,
        },
      ],
    }),
  ],
  states: {
    'own account': { steps: [press(/your account$/)], shows: 'Sign out' },
    'enterprise accounts': { steps: [press(/Switch enterprise account/)], shows: 'Add enterprise account' },
    theme: { steps: [press('Theme')], shows: 'System' },
    phone: { steps: [press(/your account$/)], shows: 'Use the light theme' },
  },
})

const limitedTo = (groups: LimitGroups) =>
  answer(session.getUserPermissions, {
    userPermissions: treeOf(new Set(permissionsOf('owner'))),
    withheld: [],
    groups,
    lacksSecondFactor: false,
  })

const twoGroups: LimitGroups = [
  { id: sampleId(3300), name: 'Oslo' },
  { id: sampleId(3301), name: unbrokenText(64) },
]

listStates({
  name: 'Frame, limited to groups',
  at: linkTo(background),
  answers: [limitedTo(twoGroups)],
  states: {
    full: { shows: 'You see 2 groups' },
    phone: { steps: [press('You see 2 groups')], shows: 'Oslo' },
    groups: { steps: [press('You see 2 groups')], shows: 'Oslo' },
  },
})

const trialEnds = answer(plans.queryOrder, {
  ...userPlan,
  kind: 'TRIAL',
  trial: { state: 'running', days: 15, daysLeft: 4, refusal: null },
})
/** Shows a notice, and waits until it is below the strip. */
const noticeAppears: Step = async (until) => {
  toast.success('Saved.', { durationMs: 3_600_000 })
  await until(() => {
    const strip = findText(/^Free trial/)?.closest('[role=status]')
    const notice = findText('Saved.')
    const isBelow =
      strip && notice && notice.getBoundingClientRect().top >= Math.max(0, strip.getBoundingClientRect().bottom)
    return isBelow || undefined
  }, 'the notice below the strip')
}

/** Whether the call of the list of roles fails. */
let isDown = true

listStates({
  name: 'Frame, back online',
  at: linkTo(pages.roles),
  answers: [
    answer(views.list, { items: [] }),
    wait(brand.query),
    {
      endpoint: team.roles,
      respond: () => (isDown ? fail(team.roles) : answer(team.roles, { items: [] })).respond({}),
    },
  ],
  states: {
    'what failed is loaded again': {
      steps: [
        see('This could not be loaded'),
        async () => isUnreachable.set(true),
        see(/^The portal cannot be reached/),
        async () => {
          isDown = false
          isUnreachable.set(false)
        },
        see('No roles yet'),
        async () => {
          isDown = true
        },
      ],
      shows: 'No roles yet',
    },
  },
})

listStates({
  name: 'Frame, strips',
  at: linkTo(background),
  states: {
    'free trial': {
      answers: [trialEnds],
      shows: /^Free trial: 4 days left/,
    },
    suspended: {
      as: 'suspended owner',
      answers: [answer(plans.queryOrder, { ...userPlan, suspended: { reason: longText(500) } })],
      shows: /^This enterprise account is suspended/,
    },
    'suspended, on a portal without a contact': {
      as: 'suspended owner',
      answers: [portal],
      steps: [see('Contact'), contactIs(false), absent('Contact'), contactIs(true)],
      shows: 'Contact',
    },
    'a plan has ended, on a portal without a contact': {
      answers: [
        portal,
        answer(plans.queryOrder, {
          ...userPlan,
          order: 'none',
          trial: { state: 'ended', days: 15, daysLeft: 0, refusal: null },
        }),
      ],
      steps: [see('Contact'), contactIs(false), absent('Contact'), contactIs(true)],
      shows: 'Contact',
    },
    'limited to groups that were deleted': {
      answers: [limitedTo([])],
      shows: /^The groups that you could see were deleted/,
    },
    offline: {
      answers: [wait(brand.query)],
      steps: [async () => isUnreachable.set(true)],
      shows: /^The portal cannot be reached/,
    },
    'a notice is below them': { answers: [trialEnds], steps: [noticeAppears], shows: 'Saved.' },
    phone: { answers: [trialEnds], steps: [noticeAppears], shows: 'Saved.' },
    'being deleted': {
      answers: [answer(session.enterpriseInfo, { ...enterprise, deletionAt: hoursAgo(-100) })],
      shows: /^Northwind Mobile will be deleted/,
    },
  },
})

listStates({
  name: 'Frame, without an enterprise account',
  at: linkTo(pages.home),
  as: 'no enterprise',
  answers: [
    answer(home.overview, {
      downloads: [],
      codes: [],
      steps: { configuration: false, generated: false, downloaded: false, managed: false },
    }),
    answer(team.ownInvitations, {
      items: [
        {
          enterpriseId: sampleId(3200),
          id: sampleId(3201),
          enterpriseName: 'Trial Mobile',
          invitedBy: 'Grace Hopper',
          roleName: 'Viewer',
          invitedAt: hoursAgo(5),
          expiresAt: hoursAgo(-100),
        },
      ],
    }),
  ],
  states: {
    empty: { answers: [answer(team.ownInvitations, { items: [] })], shows: 'Profiles belong to an enterprise account' },
    full: { shows: 'Join Trial Mobile' },
    phone: { shows: 'Join Trial Mobile' },
    refused: {
      steps: [press('Join Trial Mobile')],
      answers: [refuse(team.acceptOwn, 'invitation_invalid')],
      shows: 'This invitation is no longer valid. Ask for a new one.',
    },
  },
})
