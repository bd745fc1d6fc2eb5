import * as delivery from '@simwright/contract/provisioning/delivery'
import * as endUserPage from '@simwright/contract/provisioning/end-user-page'
import { endUserTexts as ar } from '@simwright/contract/provisioning/end-user-text/ar'
import * as leak from '@simwright/contract/provisioning/leak'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { profile } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const preset: delivery.QrPreset = {
  id: sampleId(960),
  name: 'Northwind blue',
  logoId: null,
  logo: null,
  version: 1,
  isStandard: true,
  style: {
    foreground: '#1d4ed8',
    gradient: { to: '#0b2a6b', direction: 'diagonal' },
    background: '#ffffff',
    modules: 'rounded',
    corners: 'rounded',
    cornerColor: '#0b2a6b',
    logoPercent: 20,
  },
}

listStates({
  name: 'Delivery, styles of QR codes',
  at: linkTo(pages.delivery),
  answers: [answer(delivery.presets, { items: [preset] })],
  states: {
    loading: { answers: [wait(delivery.presets)], shows: SKELETON },
    empty: { answers: [answer(delivery.presets, { items: [] })], shows: 'Plain' },
    failed: { answers: [fail(delivery.presets)], shows: 'This could not be loaded' },
    full: { shows: preset.name },
    longest: {
      answers: [answer(delivery.presets, { items: [{ ...preset, name: unbrokenText(40) }] })],
      shows: unbrokenText(40),
    },
    phone: { shows: preset.name },
  },
})

listStates({
  name: 'Delivery, editor of a style',
  at: linkTo(pages.delivery),
  answers: [answer(delivery.presets, { items: [preset] })],
  states: {
    empty: { steps: [press('New style')], shows: 'Cameras can read it at every size.' },
    full: { steps: [press('Edit Northwind blue')], shows: 'Cameras can read it at every size.' },
    refused: {
      steps: [press('New style'), type('Color', '#ffff00')],
      shows: /^Too close to the background/,
    },
    'unsaved style': { steps: [press('New style'), type('Color', '#202020'), press('Close')], shows: 'Keep editing' },
    phone: { steps: [press('New style')], shows: 'Cameras can read it at every size.' },
  },
})

const mail: delivery.CodeMail = {
  id: sampleId(970),
  profileId: profile.id,
  iccid: profile.iccid,
  recipient: 'grace@example.com',
  state: 'SENT',
  refusal: null,
  at: hoursAgo(3),
  sentBy: 'Ada Byron',
}

listStates({
  name: 'Delivery, codes sent by e-mail',
  at: linkTo(pages.delivery, { search: { tab: 'mails' } }),
  answers: [
    answer(
      delivery.mails,
      pageOf([mail, { ...mail, id: sampleId(971), state: 'FAILED', refusal: '550 No such mailbox' }]),
    ),
  ],
  states: {
    loading: { answers: [wait(delivery.mails)], shows: SKELETON },
    empty: { answers: [answer(delivery.mails, pageOf([]))], shows: 'No codes sent by e-mail yet' },
    failed: { answers: [fail(delivery.mails)], shows: 'This could not be loaded' },
    full: { shows: 'Not delivered' },
    longest: {
      answers: [
        answer(
          delivery.mails,
          pageOf([{ ...mail, recipient: `${unbrokenText(240)}@example.com`, refusal: unbrokenText(500) }]),
        ),
      ],
      shows: profile.iccid,
    },
    phone: { shows: 'Not delivered' },
  },
})

const planned: plannedDelivery.PlannedDelivery = {
  id: sampleId(975),
  planId: sampleId(974),
  version: 1,
  state: 'PLANNED',
  profileId: profile.id,
  iccid: profile.iccid,
  recipient: 'grace@example.com',
  at: '2030-03-01T09:00',
  timeZone: 'Europe/Berlin',
  dueAt: '2030-03-01T08:00:00.000Z',
  clockChange: null,
  language: null,
  message: '',
  opensPage: true,
  reason: null,
  sentAt: null,
  plannedBy: 'Ada Byron',
}

const suspected: leak.Leak = {
  id: sampleId(990),
  profileId: profile.id,
  iccid: profile.iccid,
  kind: 'CODE_DEVICES',
  value: 4,
  hours: 24,
  state: 'SUSPECTED',
  foundAt: hoursAgo(1),
  dismissedAt: null,
  dismissedBy: null,
}

const leaks = [
  suspected,
  { ...suspected, id: sampleId(991), kind: 'CODE_NETWORKS' as const, value: 9, state: 'REPLACED' as const },
  {
    ...suspected,
    id: sampleId(992),
    state: 'DISMISSED' as const,
    dismissedAt: hoursAgo(1),
    dismissedBy: unbrokenText(64),
  },
]

listStates({
  name: 'Delivery, suspected leaks',
  at: linkTo(pages.delivery, { search: { tab: 'leaks' } }),
  answers: [answer(leak.list, pageOf(leaks))],
  states: {
    loading: { answers: [wait(leak.list)], shows: SKELETON },
    empty: { answers: [answer(leak.list, pageOf([]))], shows: 'No code is suspected' },
    failed: { answers: [fail(leak.list)], shows: 'This could not be loaded' },
    full: { shows: 'Replaced' },
    phone: { shows: 'Replaced' },
  },
})

listStates({
  name: 'Delivery, planned',
  at: linkTo(pages.delivery, { search: { tab: 'planned' } }),
  answers: [
    answer(
      plannedDelivery.list,
      pageOf([
        planned,
        { ...planned, id: sampleId(976), recipient: null, at: '2030-03-02T18:30', timeZone: 'America/New_York' },
        { ...planned, id: sampleId(977), state: 'REFUSED', reason: '550 No such mailbox' },
        { ...planned, id: sampleId(978), state: 'SKIPPED', reason: 'Deleted in the portal.' },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(plannedDelivery.list)], shows: SKELETON },
    empty: { answers: [answer(plannedDelivery.list, pageOf([]))], shows: 'No planned deliveries' },
    failed: { answers: [fail(plannedDelivery.list)], shows: 'This could not be loaded' },
    full: { shows: 'Refused by the mail server' },
    longest: {
      answers: [
        answer(
          plannedDelivery.list,
          pageOf([
            { ...planned, state: 'REFUSED', recipient: `${unbrokenText(240)}@example.com`, reason: unbrokenText(300) },
          ]),
        ),
      ],
      shows: profile.iccid,
    },
    change: {
      answers: [answer(plannedDelivery.list, pageOf([planned]))],
      steps: [press('Actions of the delivery to grace@example.com'), press('Change')],
      shows: 'Change the delivery',
    },
    refused: {
      answers: [answer(plannedDelivery.list, pageOf([planned])), refuse(plannedDelivery.edit, 'delivery_sent')],
      steps: [press('Actions of the delivery to grace@example.com'), press('Change'), press('Save changes')],
      shows: 'This delivery was already sent, skipped or canceled.',
    },
    phone: { shows: 'Refused by the mail server' },
  },
})

const file: delivery.CodeFile = {
  id: sampleId(980),
  form: 'QR_ZIP',
  format: 'zip',
  process: 'COMPLETE',
  total: 4210,
  written: 4208,
  left: 2,
  bytes: 12_400_000,
  createdAt: hoursAgo(2),
  completedAt: hoursAgo(2),
  expiresAt: hoursAgo(-22),
  createdBy: 'Ada Byron',
}

listStates({
  name: 'Delivery, files',
  at: linkTo(pages.delivery, { search: { tab: 'files' } }),
  answers: [
    answer(delivery.files, {
      items: [
        file,
        { ...file, id: sampleId(981), form: 'LABELS', format: 'pdf', process: 'PROCESSING', written: 900, left: 0 },
        { ...file, id: sampleId(982), form: 'PROFILES', format: 'xlsx', process: 'FAILED' },
      ],
    }),
  ],
  states: {
    loading: { answers: [wait(delivery.files)], shows: SKELETON },
    empty: { answers: [answer(delivery.files, { items: [] })], shows: 'No files' },
    failed: { answers: [fail(delivery.files)], shows: 'This could not be loaded' },
    full: { shows: 'Could not be created' },
    longest: {
      answers: [
        answer(delivery.files, {
          items: [{ ...file, total: 5_000_000, written: 5_000_000, createdBy: unbrokenText(64) }],
        }),
      ],
      shows: 'ZIP of QR codes',
    },
    phone: { shows: 'Could not be created' },
  },
})

const own = 'Do this at home, on Wi-Fi.'
const settings = {
  version: 3,
  fields: { language: 'en' as const, color: null, texts: { en: { readyText: own } } },
  look: { logo: null, accent: null, texts: {} },
}

listStates({
  name: 'Delivery, public pages',
  at: linkTo(pages.delivery, { search: { tab: 'pages' } }),
  answers: [answer(endUserPage.query, settings)],
  states: {
    loading: { answers: [wait(endUserPage.query)], shows: SKELETON },
    failed: { answers: [fail(endUserPage.query)], shows: 'This could not be loaded' },
    full: { shows: own },
    phone: { shows: own },
    Arabic: {
      answers: [
        answer(endUserPage.query, { ...settings, fields: { ...settings.fields, language: 'ar', color: '#04854a' } }),
      ],
      shows: ar.ready,
    },
    'a link in a text': {
      steps: [type('Installed', 'See www.example.com')],
      shows: 'Links and addresses are not allowed.',
    },
  },
})
