import * as callLog from '@simwright/contract/programs/call-log'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const call: callLog.ProgramCall = {
  id: sampleId(1500),
  at: hoursAgo(0.1),
  program: { id: sampleId(1501), kind: 'CREDENTIAL', name: 'Billing system' },
  method: 'POST',
  path: '/api/v1/ac/generate',
  outcome: 'OK',
  status: 200,
  code: null,
  ms: 14,
  address: '203.0.113.7',
  requestId: sampleId(1502),
}

const byKey: callLog.ProgramCall = {
  ...call,
  id: sampleId(1503),
  program: { id: sampleId(1504), kind: 'KEY', name: 'Warehouse' },
  path: '/api/v1/fleet/list',
}

const rows: callLog.ProgramCall[] = [
  call,
  byKey,
  { ...byKey, id: sampleId(1505), path: '/api/v1/group/add', outcome: 'REFUSED', status: 403, code: '17005', ms: 2 },
  { ...call, id: sampleId(1506), outcome: 'FAILED', status: 500, code: '19500', ms: 1_204 },
]

const detail: callLog.ProgramCallDetail = {
  ...call,
  request: JSON.stringify({ configName: 'Private network', iccid: '8944012345678900017', ki: '***', opc: '***' }),
  form: false,
  answer: JSON.stringify({ success: true, code: '00000', msg: '', obj: { activationCode: '***' } }),
  cut: false,
}

const programs = [
  answer(apiKey.list, pageOf([])),
  answer(credential.list, { items: [], callsASecond: 300, refusal: null }),
]
const list = answer(callLog.list, pageOf(rows))
const tab = linkTo(pages.developer, { search: { tab: 'calls' } })

listStates({
  name: 'Developer, request log',
  at: tab,
  answers: [list, ...programs],
  states: {
    loading: { answers: [wait(callLog.list)], shows: SKELETON },
    empty: { answers: [answer(callLog.list, pageOf([]))], shows: 'No calls yet' },
    failed: { answers: [fail(callLog.list)], shows: 'This could not be loaded' },
    full: { shows: '500 Failed' },
    longest: {
      answers: [answer(callLog.list, pageOf([{ ...call, program: { ...call.program, name: unbrokenText(64) } }]))],
      shows: unbrokenText(64),
    },
    phone: { shows: '500 Failed' },
  },
})

const open = linkTo(pages.developer, { search: { tab: 'calls', call: call.id } })

listStates({
  name: 'Developer, drawer of a call',
  at: open,
  answers: [list, ...programs, answer(callLog.read, detail)],
  states: {
    loading: { answers: [wait(callLog.read)], shows: SKELETON },
    failed: { answers: [fail(callLog.read)], shows: 'This could not be loaded' },
    full: { shows: /^Put the keys of the credential into the variables/ },
    'by key, with a file': {
      answers: [
        answer(callLog.read, {
          ...detail,
          ...byKey,
          path: '/api/v1/source/upload',
          form: true,
          request: JSON.stringify({ configurationId: sampleId(1510) }),
          answer: null,
          cut: true,
        }),
      ],
      shows: /FILE is the file that was sent\./,
    },
    'with a wrong signature': {
      answers: [answer(callLog.read, { ...detail, outcome: 'REFUSED', status: 401, code: '17001', request: null })],
      shows: /^What was sent is not stored/,
    },
    'view permission only': {
      as: { holds: ['Developer_View'] },
      shows: 'Only members who can change developer settings see what was sent and answered.',
    },
    phone: { shows: /^Put the keys of the credential into the variables/ },
  },
})
