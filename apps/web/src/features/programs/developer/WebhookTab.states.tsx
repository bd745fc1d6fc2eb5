import * as webhook from '@simwright/contract/programs/webhook'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type, uncovered } from '../../../states/step.ts'

const active: webhook.Webhook = {
  id: sampleId(1400),
  name: 'Warehouse',
  url: 'https://warehouse.example.com/hooks/esim',
  kinds: ['DOWNLOADED', 'INSTALLED', 'ENABLE', 'DISABLE', 'DELETE', 'RECYCLE'],
  benchStatus: 200,
  accessKey: 'wh_4f1e0c7a92b35d8816e2a7c0',
  state: 'ACTIVE',
  offReason: null,
  since: hoursAgo(240),
  previousUntil: null,
  waiting: 0,
  lastDelivery: { at: hoursAgo(0.1), status: 200, fault: null },
  version: 1,
  createdAt: hoursAgo(240),
  createdBy: 'Ada Byron',
}

const paused: webhook.Webhook = {
  ...active,
  id: sampleId(1401),
  name: 'Night shift',
  url: 'https://night.example.com:8443/in',
  kinds: ['INSTALLED'],
  state: 'PAUSED',
  waiting: 1_000,
  previousUntil: hoursAgo(-20),
  lastDelivery: { at: hoursAgo(5), status: 503, fault: 'It answered 503.' },
}

const off: webhook.Webhook = {
  ...active,
  id: sampleId(1402),
  name: 'Old billing',
  url: 'https://billing.example.com/esim',
  state: 'OFF',
  offReason: 'EXHAUSTED',
  lastDelivery: { at: hoursAgo(30), status: null, fault: 'billing.example.com did not answer in time.' },
}

const bench: webhook.Webhook = {
  ...active,
  id: sampleId(1403),
  name: 'Try it here',
  url: null,
  kinds: ['DOWNLOADED', 'NOTICE'],
  waiting: 2,
  lastDelivery: null,
}

const items = [active, paused, off, bench]

const iccid = '8944012345678900017'

const delivered: webhook.Delivery = {
  id: sampleId(1410),
  endpointId: active.id,
  endpointName: active.name,
  sequence: 4_217,
  kind: 'INSTALLED',
  iccid,
  at: hoursAgo(0.1),
  state: 'DELIVERED',
  attempts: 1,
  nextAt: null,
  lastAt: hoursAgo(0.1),
  lastStatus: 200,
  lastFault: null,
  lastMs: 84,
}

const failed: webhook.Delivery = {
  ...delivered,
  id: sampleId(1411),
  sequence: 4_216,
  kind: 'DOWNLOADED',
  state: 'FAILED',
  attempts: 10,
  lastStatus: null,
  lastFault: 'warehouse.example.com did not answer in time.',
}

const rows: webhook.Delivery[] = [
  delivered,
  { ...delivered, id: sampleId(1412), state: 'WAITING', attempts: 3, nextAt: hoursAgo(-0.5), lastStatus: 503 },
  failed,
  { ...delivered, id: sampleId(1413), kind: 'TEST', iccid: null, endpointName: null, state: 'NOT_SENT', lastAt: null },
]

const requestHeaders = {
  'Content-Type': 'application/json',
  'Access-Key': active.accessKey,
  'Sign-Method': 'SHA256',
  Timestamp: '1763900000000',
  'Request-ID': delivered.id,
  Signature: 'A'.repeat(64),
  'webhook-id': delivered.id,
  'webhook-timestamp': '1763900000',
  'webhook-signature': `v1,${'b'.repeat(43)}=`,
}

const body = JSON.stringify({
  type: 'PROFILE_EVENT_NOTIFICATION',
  eid: '89049032123451234512345678901235',
  iccid,
  timestamp: '1763900000000',
  matchingId: '5E1C93A27B40D86F11B9E27A04C6538D',
  configName: 'Private network',
  clientIp: '203.0.113.7',
  installedTimes: 1,
  deviceName: 'Fairphone 5',
  notificationType: 'INSTALLED',
  notificationStatus: { status: 'SUCCESS' },
  sequence: 4_217,
})

const attempt: webhook.Attempt = {
  id: sampleId(1420),
  at: delivered.at,
  ms: 84,
  url: active.url,
  requestHeaders,
  status: 200,
  fault: null,
  answer: '{"taken":true}',
}

const details = {
  ...delivered,
  body,
  tries: [attempt, { ...attempt, id: sampleId(1421), status: 503, fault: 'It answered 503.', answer: 'busy' }],
}

const arrival: webhook.Arrival = {
  id: sampleId(1430),
  at: delivered.at,
  headers: requestHeaders,
  body,
  plainValid: true,
  standardValid: true,
  answered: 200,
}

const list = answer(webhook.list, { items, max: 5 })
const log = answer(webhook.deliveries, pageOf(rows))
const none = [answer(webhook.list, { items: [], max: 5 }), answer(webhook.deliveries, pageOf([]))]
const tab = linkTo(pages.developer, { search: { tab: 'webhooks' } })
const secret = 'whsec_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

listStates({
  name: 'Developer, webhooks',
  at: tab,
  answers: [list, log],
  states: {
    loading: { answers: [wait(webhook.list), wait(webhook.deliveries)], shows: SKELETON },
    empty: { answers: none, shows: 'No webhook endpoints yet' },
    'empty, view permission only': {
      as: { holds: ['Developer_View'] },
      answers: none,
      shows: /^Webhook endpoints of the enterprise account are listed here/,
    },
    failed: { answers: [fail(webhook.list)], shows: 'This could not be loaded' },
    full: { shows: 'More than 1,000 events waiting' },
    'not in the plan': {
      answers: [answer(webhook.list, { items: [off], max: 0 })],
      shows: /^Your plan does not include/,
    },
    longest: {
      answers: [
        answer(webhook.list, {
          items: [{ ...active, name: unbrokenText(64), url: `https://example.com/${unbrokenText(400)}` }],
          max: 5,
        }),
      ],
      shows: unbrokenText(64),
    },
    'one endpoint': {
      at: linkTo(pages.developer, { search: { tab: 'webhooks', endpoint: active.id } }),
      steps: [press('Send failed again')],
      shows: 'Send the failed deliveries of "Warehouse" again?',
    },
    phone: { shows: 'More than 1,000 events waiting' },
  },
})

listStates({
  name: 'Developer, form of a webhook',
  at: tab,
  answers: [list, log, answer(webhook.add, { id: active.id, accessKey: active.accessKey, secret })],
  states: {
    empty: { steps: [press('Add endpoint')], shows: 'A URL of yours that the portal calls.' },
    'nothing filled in': {
      steps: [
        press('Add endpoint'),
        see('A URL of yours that the portal calls.'),
        type('Name', ''),
        press(/^Add endpoint$/),
      ],
      shows: 'A URL of yours that the portal calls.',
    },
    'receiver in the portal': {
      steps: [press('Add endpoint'), press(/^Receiver in the portal/)],
      shows: /^Any status other than 2xx is a failure/,
    },
    'an existing endpoint': {
      at: linkTo(pages.developer, { search: { tab: 'webhooks', open: active.id } }),
      steps: [press('Edit')],
      shows: 'Edit "Warehouse"',
    },
    unsaved: {
      steps: [press('Add endpoint'), press(/^Receiver in the portal/), press('Cancel'), uncovered('Keep editing')],
      shows: 'Discard unsaved changes?',
    },
    phone: { steps: [press('Add endpoint')], shows: 'A URL of yours that the portal calls.' },
  },
})

listStates({
  name: 'Developer, secret of a webhook',
  at: linkTo(pages.developer, { search: { tab: 'webhooks', open: active.id } }),
  answers: [list, log, answer(webhook.rotate, { secret, previousUntil: hoursAgo(-24) })],
  states: {
    full: { steps: [press('Replace secret')], shows: 'Create new secret' },
    'the new secret': { steps: [press('Replace secret'), press('Create new secret')], shows: secret },
    refused: {
      answers: [refuse(webhook.rotate, 'not_found')],
      steps: [press('Replace secret'), press('Create new secret')],
      shows: 'Not found.',
    },
    phone: { steps: [press('Replace secret'), press('Create new secret')], shows: secret },
  },
})

listStates({
  name: 'Developer, drawer of a webhook',
  at: linkTo(pages.developer, { search: { tab: 'webhooks', open: bench.id } }),
  answers: [
    list,
    log,
    answer(webhook.arrivals, { items: [arrival, { ...arrival, id: sampleId(1431), plainValid: false }] }),
  ],
  states: {
    'receiver in the portal': { shows: 'Signature not valid' },
    'nothing arrived': {
      answers: [answer(webhook.arrivals, { items: [] })],
      shows: 'Nothing arrived yet. Send a test.',
    },
    'loading arrivals': { answers: [wait(webhook.arrivals)], shows: SKELETON },
    'arrivals failed': { answers: [fail(webhook.arrivals)], shows: 'This could not be loaded' },
    'two secrets': {
      at: linkTo(pages.developer, { search: { tab: 'webhooks', open: paused.id } }),
      shows: /^The previous secret also signs until/,
    },
    'switched off': {
      at: linkTo(pages.developer, { search: { tab: 'webhooks', open: off.id } }),
      shows: /^Turned off: All ten attempts/,
    },
    'delete dialog': { steps: [press('Delete')], shows: 'Delete "Try it here"?' },
    phone: { shows: 'Signature not valid' },
  },
})

listStates({
  name: 'Developer, drawer of a webhook delivery',
  at: linkTo(pages.developer, { search: { tab: 'webhooks', delivery: delivered.id } }),
  answers: [list, log, answer(webhook.delivery, details)],
  states: {
    loading: { answers: [wait(webhook.delivery)], shows: SKELETON },
    failed: { answers: [fail(webhook.delivery)], shows: 'This could not be loaded' },
    full: { shows: 'It answered 503.' },
    'view permission only': {
      as: { holds: ['Developer_View'] },
      shows: 'Only members who can change developer settings see request and answer.',
    },
    phone: { shows: 'It answered 503.' },
  },
})
