import * as es2plus from '@simwright/contract/programs/es2plus'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const expiresAt = hoursAgo(-2)
const text = `simwright-es2plus-proof account:${sampleId(1)} certificate-sha256:5f1c0a7be2d94c36b8a05d17e3f92c4460ab81d5c7e3f02914bd6a58c1e07f39 expires:${expiresAt} nonce:${'9c'.repeat(32)}`
const challenge: es2plus.OperatorChallenge = {
  text,
  command: `printf %s '${text}' | openssl dgst -sha256 -sign operator.key | openssl base64 -A`,
  expiresAt,
}

const row: es2plus.Operator = {
  id: sampleId(1501),
  version: 1,
  name: 'Northwind OSS',
  requester: '1.3.6.1.4.1.31746',
  subject: 'O=Northwind, CN=es2plus.northwind.example',
  fingerprint: '5f1c0a7be2d94c36b8a05d17e3f92c4460ab81d5c7e3f02914bd6a58c1e07f39',
  state: 'PROVEN',
  challenge: null,
  expiresAt: hoursAgo(-24 * 200),
  callbackUrl: 'https://oss.northwind.example/es2plus',
  createdAt: hoursAgo(240),
  createdBy: 'Ada Byron',
  lastUsedAt: hoursAgo(1),
  waiting: 2,
  lastAttempt: { at: hoursAgo(1), status: 503, fault: 'It answered 503; 204 is expected.' },
}
const unused = { ...row, callbackUrl: null, lastUsedAt: null, waiting: 0, lastAttempt: null }
const expired: es2plus.Operator = {
  ...unused,
  id: sampleId(1502),
  name: 'Old client',
  requester: '2.999.7',
  state: 'ACCEPTED',
  expiresAt: hoursAgo(3),
}
const waiting: es2plus.Operator = { ...unused, id: sampleId(1503), name: 'Alba orders', state: 'WAITING', challenge }
const displaced: es2plus.Operator = { ...unused, id: sampleId(1504), name: 'Contoso', state: 'DISPLACED' }

const listed = (items: readonly es2plus.Operator[], refusal: string | null = null) =>
  answer(es2plus.list, { items: [...items], address: 'https://smdp.example.com:8445', refusal })

const at = linkTo(pages.developer, { search: { tab: 'operators' } })
const PROOF = /^Anyone can have the certificate/
const FORM = /^It acts for the whole enterprise account/
const REFUSAL = 'The current subscription has expired or the plan does not include the open API.'

listStates({
  name: 'Developer, operators',
  at,
  answers: [listed([waiting, row, expired, displaced])],
  states: {
    loading: { answers: [wait(es2plus.list)], shows: SKELETON },
    empty: { answers: [listed([])], shows: 'No certificates yet' },
    'empty, view permission only': {
      as: { holds: ['Developer_View'] },
      answers: [listed([])],
      shows: /^Certificates of operators are listed here/,
    },
    'a plan without it': { answers: [listed([], REFUSAL)], shows: /^The current subscription has expired/ },
    failed: { answers: [fail(es2plus.list)], shows: 'This could not be loaded' },
    full: { shows: 'Northwind OSS' },
    longest: {
      answers: [
        listed([{ ...row, name: unbrokenText(64), subject: unbrokenText(300), requester: '2.999.1234567890' }]),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Waiting for proof' },
    'actions of a certificate that waits': { steps: [press('Actions for Alba orders')], shows: 'Prove key' },
    'actions of a certificate': { steps: [press('Actions for Northwind OSS')], shows: 'Remove' },
    'remove dialog': {
      steps: [press('Actions for Northwind OSS'), press('Remove')],
      shows: 'Remove "Northwind OSS"?',
    },
    'edit dialog': { steps: [press('Actions for Northwind OSS'), press('Edit')], shows: 'Edit "Northwind OSS"' },
  },
})

listStates({
  name: 'Developer, form of an operator',
  at,
  answers: [listed([row])],
  states: {
    empty: { steps: [press('Register certificate')], shows: FORM },
    refused: {
      answers: [refuse(es2plus.register, 'certificate_registered')],
      steps: [
        press('Register certificate'),
        see(FORM),
        type('Name', 'Again'),
        type('Certificate (PEM)', '-----BEGIN CERTIFICATE-----'),
        press('Register certificate'),
      ],
      shows: 'This certificate is already registered. Use another one.',
    },
    phone: { steps: [press('Register certificate')], shows: FORM },
  },
})

const opened = [press('Actions for Alba orders'), press('Prove key')]
const proofOf = (one: Partial<es2plus.Operator>) => listed([{ ...waiting, ...one }])
const send = (signature: string) => [...opened, see(PROOF), type('Signature', signature), press('Prove key')]

listStates({
  name: 'Developer, proof of an operator',
  at,
  answers: [proofOf({})],
  states: {
    full: { steps: opened, shows: /^openssl|printf %s/ },
    'after registering': {
      answers: [answer(es2plus.register, { id: waiting.id, challenge })],
      steps: [
        press('Register certificate'),
        see(FORM),
        type('Name', 'Alba orders'),
        type('Certificate (PEM)', '-----BEGIN CERTIFICATE-----'),
        press('Register certificate'),
      ],
      shows: 'Prove the key of "Alba orders"',
    },
    'no challenge yet': { answers: [proofOf({ challenge: null })], steps: opened, shows: /^There is no challenge yet/ },
    'an expired challenge': {
      answers: [proofOf({ challenge: { ...challenge, expiresAt: hoursAgo(1) } })],
      steps: opened,
      shows: /^The challenge has expired/,
    },
    'a new challenge': {
      answers: [proofOf({ challenge: null }), answer(es2plus.challenge, challenge)],
      steps: [...opened, press('Generate new challenge')],
      shows: text,
    },
    'no signature': { steps: [...opened, see(PROOF), press('Prove key')], shows: 'Required' },
    'a wrong signature': {
      answers: [
        refuse(es2plus.prove, 'invalid', {
          faults: [{ path: 'signature', rule: 'mismatch', text: 'This signature is not right.' }],
        }),
      ],
      steps: send('MEUCIQ=='),
      shows: 'This signature is not right.',
    },
    refused: {
      answers: [refuse(es2plus.prove, 'certificate_displaced')],
      steps: send('MEUCIQ=='),
      shows: /^Another enterprise account has proven/,
    },
    phone: { steps: opened, shows: PROOF },
  },
})
