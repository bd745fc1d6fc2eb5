import * as recycle from '@simwright/contract/provisioning/recycle'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId } from '../../../states/sample.ts'
import { profile } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

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
}

listStates({
  name: 'Admin, BIP messages',
  at: linkTo(pages.bip),
  as: 'staff',
  answers: [
    answer(
      recycle.messages,
      pageOf([
        message,
        { ...message, id: sampleId(2101), outcome: 'FORGED', simulated: true },
        { ...message, id: sampleId(2102), outcome: 'MALFORMED', iccid: null, counter: null, reason: null, raw: '00' },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(recycle.messages)], shows: SKELETON },
    empty: { answers: [answer(recycle.messages, pageOf([]))], shows: 'No message yet' },
    failed: { answers: [fail(recycle.messages)], shows: 'This could not be loaded' },
    full: { shows: 'Malformed' },
    longest: {
      answers: [
        answer(recycle.messages, pageOf([{ ...message, raw: 'ab'.repeat(512), counter: Number.MAX_SAFE_INTEGER }])),
      ],
      shows: 'Recycled',
    },
    phone: { shows: 'Malformed' },
  },
})
