import * as device from '@simwright/contract/programs/device'
import { linkTo, pages } from '../../../paths.ts'
import { answer, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const waiting: device.WaitingDevice = {
  id: sampleId(1390),
  machine: 'workshop-laptop',
  address: '203.0.113.7',
  scopes: ['Fleet_View', 'Generate_Ac_View', 'Generate_Ac_Create'],
  missing: [],
  expiresAt: hoursAgo(-0.1),
}

const enter = [type('Code', 'bcdf ghjk'), press('Continue')]

listStates({
  name: 'Developer, sign-in of a command line',
  at: linkTo(pages.device),
  answers: [answer(device.check, waiting), answer(device.approve, { id: sampleId(1391) }), answer(device.refuse, {})],
  states: {
    empty: { shows: 'Enter the code' },
    loading: { answers: [wait(device.check)], steps: enter, shows: 'Enter the code' },
    'an invalid code': { steps: [type('Code', 'AEIO-1234'), press('Continue')], shows: /^A code has 8 letters/ },
    refused: {
      answers: [refuse(device.check, 'device_code_unknown')],
      steps: enter,
      shows: /^No sign-in waits for this code/,
    },
    full: { steps: enter, shows: '203.0.113.7' },
    'scopes that the user does not hold': {
      answers: [answer(device.check, { ...waiting, missing: ['Campaign_View'] })],
      steps: enter,
      shows: /^It also asks for scopes/,
    },
    longest: {
      answers: [answer(device.check, { ...waiting, machine: unbrokenText(64) })],
      steps: enter,
      shows: unbrokenText(64),
    },
    approved: { steps: [...enter, see('203.0.113.7'), press('Approve')], shows: /^"workshop-laptop" is signed in/ },
    'refused by the user': {
      steps: [...enter, see('203.0.113.7'), press('Refuse')],
      shows: 'The sign-in of "workshop-laptop" is refused.',
    },
    phone: { steps: enter, shows: '203.0.113.7' },
  },
})
