import * as orders from '@simwright/contract/money/order'
import * as stripe from '@simwright/contract/money/stripe'
import * as plans from '@simwright/contract/platform/plan'
import * as blocks from '@simwright/contract/provisioning/block'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { sampleCard, sampleSubscription } from '../../../states/sample-money.ts'
import { profile } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const block: blocks.Block = {
  id: sampleId(1200),
  kind: 'EID',
  value: '89049032000000000000000000002782',
  note: 'Stolen',
  createdAt: hoursAgo(90),
  createdBy: 'Ada Byron',
  hits: 4,
  lastHitAt: hoursAgo(5),
  version: 1,
}

listStates({
  name: 'Block',
  at: linkTo(pages.block),
  answers: [
    answer(
      blocks.list,
      pageOf([
        block,
        { ...block, id: sampleId(1201), kind: 'EID_RANGE', value: '89049032', hits: 0, lastHitAt: null },
        { ...block, id: sampleId(1202), kind: 'TAC', value: '35728509', note: '' },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(blocks.list)], shows: SKELETON },
    empty: { answers: [answer(blocks.list, pageOf([]))], shows: 'Nothing is blocked' },
    'empty, view permission only': {
      as: { holds: ['Block_View'] },
      answers: [answer(blocks.list, pageOf([]))],
      shows: /^Devices that may not download are listed here/,
    },
    failed: { answers: [fail(blocks.list)], shows: 'This could not be loaded' },
    full: { shows: '35728509' },
    longest: {
      answers: [
        answer(
          blocks.list,
          pageOf([{ ...block, note: unbrokenText(200), createdBy: unbrokenText(64), hits: 1_000_000 }]),
        ),
      ],
      shows: unbrokenText(200),
    },
    phone: { shows: '35728509' },
    'profiles of a TAC': {
      steps: [press('Show profiles of 35728509')],
      answers: [
        answer(blocks.profiles, {
          items: [{ id: profile.id, iccid: profile.iccid, eid: block.value, device: 'Apple iPhone 13 Pro' }],
          more: true,
        }),
      ],
      shows: 'These are the first 100.',
    },
    'unsaved block rule': {
      steps: [press('Block devices'), see('One eUICC: all 32 digits.'), type('Digits', '12'), press('Cancel')],
      shows: 'Discard unsaved changes?',
    },
    'block dialog': { steps: [press('Block devices')], shows: 'One eUICC: all 32 digits.' },
    'block dialog, by file': { steps: [press('Block devices'), press('By file')], shows: 'List of devices' },
    'note dialog': {
      steps: [press(`Actions for ${block.value}`), press('Edit note')],
      shows: `Note for ${block.value}`,
    },
    'unblock dialog': {
      steps: [press(`Actions for 35728509`), press('Unblock')],
      shows: 'Unblock 35728509?',
    },
    'not in the plan': {
      answers: [
        answer(plans.list, { plans: [] }),
        answer(orders.subscription, sampleSubscription),
        answer(stripe.card, sampleCard),
        refuse(blocks.add, 'plan_refused', {
          values: { reason: ': The plan BASIC does not include this feature: Block.' },
        }),
      ],
      steps: [
        press('Block devices'),
        see('One eUICC: all 32 digits.'),
        type('Digits', block.value),
        press('Block'),
        press('Plans'),
        press('Discard changes'),
      ],
      shows: 'What your plan includes, and how much of it you have used.',
    },
    refused: {
      steps: [press('Block devices'), see('One eUICC: all 32 digits.'), type('Digits', '12'), press('Block')],
      shows: /^Invalid EID/,
    },
  },
})

const hit: blocks.BlockHit = {
  id: sampleId(1210),
  kind: 'EID',
  value: block.value,
  at: hoursAgo(5),
  eid: block.value,
  tac: '35728509',
  device: 'Apple iPhone 13 Pro',
  address: '203.0.113.7',
  profileId: profile.id,
  iccid: profile.iccid,
}

listStates({
  name: 'Block, refused devices',
  at: linkTo(pages.block, { search: { log: 'hits' } }),
  answers: [answer(blocks.hits, pageOf([hit, { ...hit, id: sampleId(1211), iccid: null, device: null, tac: null }]))],
  states: {
    loading: { answers: [wait(blocks.hits)], shows: SKELETON },
    empty: { answers: [answer(blocks.hits, pageOf([]))], shows: 'No devices were refused' },
    failed: { answers: [fail(blocks.hits)], shows: 'This could not be loaded' },
    full: { shows: 'A shared code' },
    longest: {
      answers: [answer(blocks.hits, pageOf([{ ...hit, device: unbrokenText(100) }]))],
      shows: unbrokenText(100),
    },
    phone: { steps: [press('All values')], shows: 'A shared code' },
  },
})
