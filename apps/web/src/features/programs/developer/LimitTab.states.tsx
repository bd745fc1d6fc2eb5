import * as plans from '@simwright/contract/platform/plan'
import * as source from '@simwright/contract/profiles/source'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo } from '../../../states/sample.ts'
import { pgpKey } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see } from '../../../states/step.ts'

const previous = ['9A0E6C1B2F00D9A1C0FFEE0123456789ABCDEF01', 'B7F1D29C44E8837701AA5566778899AABBCCDDEE'].map(
  (fingerprint, index) => ({
    fingerprint,
    createdAt: hoursAgo(3000 * (index + 1)),
    replacedAt: hoursAgo(300 * (index + 1)),
    readableUntil: hoursAgo(-200 * (index + 1)),
  }),
)

const answers = [
  answer(apiKey.list, { items: [], next: null, total: 7, capped: false }),
  answer(credential.list, { items: [], callsASecond: 300, refusal: null }),
  answer(webhook.list, { items: [], max: 5 }),
  answer(plans.queryOrder, userPlan),
  answer(source.pgpKey, pgpKey),
]

listStates({
  name: 'Developer, limits',
  at: linkTo(pages.developer, { search: { tab: 'limits' } }),
  answers,
  states: {
    loading: { answers: [wait(apiKey.list)], shows: SKELETON },
    failed: { answers: [fail(webhook.list)], shows: 'This could not be loaded' },
    full: { shows: '7 of 100' },
    'not in the plan': {
      answers: [answer(credential.list, { items: [], callsASecond: 0, refusal: 'Your plan has no open API.' })],
      shows: 'Your plan has no open API.',
    },
    'previous OpenPGP keys': {
      answers: [answer(source.pgpKey, { ...pgpKey, previous })],
      shows: 'Previous keys',
    },
    'rotating the OpenPGP key': {
      answers: [refuse(source.rotatePgpKey, 'changed_meanwhile')],
      steps: [press('Rotate key'), see('Rotate the OpenPGP key?')],
      shows: 'Readable for 30 more days',
    },
    phone: { shows: '7 of 100' },
  },
})
