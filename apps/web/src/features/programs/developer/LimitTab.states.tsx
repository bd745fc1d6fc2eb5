import * as plans from '@simwright/contract/platform/plan'
import * as source from '@simwright/contract/profiles/source'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const pgpKey = {
  armored: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n-----END PGP PUBLIC KEY BLOCK-----',
  fingerprint: '3437500FD59CB678ADCAC3C9D633CA77F22C90F4',
  userId: 'Northwind Mobile source data',
  createdAt: hoursAgo(300),
}

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
    phone: { shows: '7 of 100' },
  },
})
