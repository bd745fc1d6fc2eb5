import * as recycle from '@simwright/contract/provisioning/recycle'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { profile } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

const message: recycle.BipMessage = {
  id: sampleId(2100),
  at: hoursAgo(3),
  address: '203.0.113.7',
  raw: '5357 01 0a98997900000000002037 00000003 01 8f4e2d1c0b9a8877'.replaceAll(' ', ''),
  iccid: profile.iccid,
  counter: 3,
  reason: 'EXPIRE_TIME',
  outcome: 'RECYCLED',
  simulated: false,
  client: { id: sampleId(2110), name: 'Trial Mobile' },
}

const clients = answer(recycle.messageClients, { items: [{ id: sampleId(2110), name: 'Trial Mobile' }] })

listStates({
  name: 'Admin, BIP messages',
  at: linkTo(pages.bip),
  as: 'staff',
  answers: [
    clients,
    answer(
      recycle.messages,
      pageOf([
        message,
        { ...message, id: sampleId(2101), outcome: 'FORGED', simulated: true },
        {
          ...message,
          id: sampleId(2102),
          outcome: 'MALFORMED',
          iccid: null,
          counter: null,
          reason: null,
          raw: '00',
          client: null,
        },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(recycle.messages)], shows: SKELETON },
    empty: { answers: [answer(recycle.messages, pageOf([]))], shows: 'No messages yet' },
    failed: { answers: [fail(recycle.messages)], shows: 'This could not be loaded' },
    full: { shows: 'Malformed' },
    'of one client': {
      at: linkTo(pages.bip, { search: { client: sampleId(2110) } }),
      answers: [answer(recycle.messages, pageOf([message]))],
      shows: 'Client:',
    },
    longest: {
      answers: [
        answer(
          recycle.messages,
          pageOf([
            {
              ...message,
              raw: 'ab'.repeat(512),
              counter: Number.MAX_SAFE_INTEGER,
              client: { id: sampleId(2110), name: unbrokenText(128) },
            },
          ]),
        ),
      ],
      shows: 'Recycled',
    },
    phone: { shows: 'Malformed' },
  },
})

const values = { iccid: message.iccid, counter: 3, reason: 'EXPIRE_TIME' as const }
const none = { iccid: null, counter: null, reason: null }

const decoded: recycle.DecodedMessage = {
  stored: values,
  now: values,
  fault: null,
  segments: [
    { name: 'version', hex: '01' },
    { name: 'iccid', hex: '98997900000000002037' },
    { name: 'counter', hex: '00000003' },
    { name: 'reason', hex: '01' },
    { name: 'cmac', hex: '8F4E2D1C0B9A88778F4E2D1C0B9A8877' },
  ],
  isGenuine: true,
}

listStates({
  name: 'Admin, drawer of a BIP message',
  at: linkTo(pages.bip, { search: { open: message.id } }),
  as: 'staff',
  answers: [
    clients,
    answer(recycle.messages, pageOf([message])),
    answer(recycle.message, message),
    answer(recycle.decodeAgain, decoded),
  ],
  states: {
    loading: { answers: [wait(recycle.message)], shows: SKELETON },
    refused: { answers: [refuse(recycle.message, 'not_found')], shows: 'Message not found' },
    failed: { answers: [fail(recycle.message)], shows: 'This could not be loaded' },
    full: { steps: [press('Decode again')], shows: /^The current decoder reads the same values\./ },
    different: {
      steps: [press('Decode again')],
      answers: [
        answer(recycle.message, { ...message, ...none, outcome: 'MALFORMED', client: null }),
        answer(recycle.decodeAgain, { ...decoded, stored: none, isGenuine: false }),
      ],
      shows: /^3 values differ from what was stored\./,
    },
    malformed: {
      steps: [press('Decode again')],
      answers: [
        answer(recycle.message, { ...message, ...none, raw: '0198', outcome: 'MALFORMED', client: null }),
        answer(recycle.decodeAgain, {
          stored: none,
          now: none,
          fault: 'LENGTH',
          segments: [
            { name: 'version', hex: '01' },
            { name: 'iccid', hex: '98' },
          ],
          isGenuine: null,
        }),
      ],
      shows: /Malformed: it does not have 32 bytes\.$/,
    },
    'decoding failed': {
      steps: [press('Decode again')],
      answers: [fail(recycle.decodeAgain)],
      shows: 'This could not be loaded',
    },
    longest: {
      steps: [press('Decode again')],
      answers: [
        answer(recycle.message, {
          ...message,
          raw: 'ab'.repeat(512),
          counter: Number.MAX_SAFE_INTEGER,
          client: { id: sampleId(2110), name: unbrokenText(128) },
        }),
      ],
      shows: unbrokenText(128),
    },
    phone: { steps: [press('Decode again')], shows: 'When it arrived' },
  },
})
