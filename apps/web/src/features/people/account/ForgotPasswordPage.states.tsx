import * as account from '@simwright/contract/people/account'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail } from '../../../states/answer.ts'
import { listStates } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const filled = [type('E-mail', 'ada@northwind.example'), press(/^Send/)]

listStates({
  name: 'Forgotten password',
  at: linkTo(publicPages.forgotPassword),
  as: 'guest',
  states: {
    empty: { shows: 'E-mail' },
    refused: { steps: [press(/^Send/)], shows: /Required|Invalid e-mail/ },
    failed: { steps: filled, answers: [fail(account.sendForget)], shows: /^Something went wrong on our side/ },
    full: { steps: filled, answers: [answer(account.sendForget, {})], shows: 'Check your inbox' },
    phone: { shows: 'E-mail' },
  },
})
