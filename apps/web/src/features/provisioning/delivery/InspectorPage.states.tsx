import * as delivery from '@simwright/contract/provisioning/delivery'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail } from '../../../states/answer.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { profile } from '../../../states/sample-profile.ts'
import { listStates } from '../../../states/state.ts'
import { type } from '../../../states/step.ts'

const written = [type('Code or link', profile.activationCode)]

const own = {
  id: profile.id,
  iccid: profile.iccid,
  status: profile.status,
  spn: profile.spn,
  configurationName: profile.configurationName,
  activationCode: profile.activationCode,
  code: 'LIVE' as const,
  expiresAt: hoursAgo(-300),
}

listStates({
  name: 'AC inspector',
  at: linkTo(pages.inspector),
  answers: [answer(delivery.inspect, { profile: own, campaign: null })],
  states: {
    empty: { shows: 'The result appears here' },
    full: { steps: written, shows: 'One of your profiles' },
    refused: { steps: [type('Code or link', 'nothing of the kind')], shows: 'Not an activation code' },
    'code of another enterprise': {
      steps: written,
      answers: [answer(delivery.inspect, { profile: null, campaign: null })],
      shows: 'Not one of your profiles',
    },
    'replaced code': {
      steps: written,
      answers: [answer(delivery.inspect, { profile: { ...own, code: 'OLD' }, campaign: null })],
      shows: /^A newer code has replaced it/,
    },
    failed: { steps: written, answers: [fail(delivery.inspect)], shows: 'The profile could not be looked up' },
    longest: {
      steps: [type('Code or link', `LPA:1$${'w'.repeat(60)}.example$${'A'.repeat(170)}`)],
      answers: [
        answer(delivery.inspect, {
          profile: { ...own, spn: unbrokenText(32), configurationName: unbrokenText(64) },
          campaign: null,
        }),
      ],
      shows: 'One of your profiles',
    },
    phone: { steps: written, shows: 'One of your profiles' },
  },
})
