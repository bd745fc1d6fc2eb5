import {
  CardAnswerError,
  DEVICE_MODELS,
  type DownloadResult,
  type DownloadStep,
  deleteProfile,
  disableProfile,
  downloadProfile,
  type Es9Transport,
  Es10Refusal,
  type Euicc,
  enableProfile,
  imeiOf,
  type Lpa,
  listProfiles,
  parseEuiccState,
  serializeEuiccState,
  testEuicc,
} from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { parseEid } from '@simwright/ids'
import { type Curve, generateKeyPair, generateOneTimeKey } from '@simwright/rsp'
import { systemRandom } from '../../../runtime/random.ts'
import { checkCard } from './card-check.ts'
import type { CardAnswer, PhoneOrder, PhoneOutput, SentMessage } from './phone-task.ts'

type Send = (message: SentMessage) => void

/** The server may hold a call until the user asks for the next step. */
const ANSWER_LIMIT_MS = 90_000

const CALLS = {
  initiateAuthentication: 'INITIATE_AUTHENTICATION',
  authenticateClient: 'AUTHENTICATE_CLIENT',
  getBoundProfilePackage: 'GET_BOUND_PROFILE_PACKAGE',
  cancelSession: 'CANCEL_SESSION',
  handleNotification: 'HANDLE_NOTIFICATION',
} as const

/**
 * Does one action of a virtual phone and reports each step. It connects to the inner port of its server only, over TLS with
 * the name in the activation code.
 */
export async function run(order: PhoneOrder, send: Send): Promise<PhoneOutput> {
  const { admission, ci } = order
  const connectTo = () => ({ address: '127.0.0.1', port: admission.port })
  const https = createHttpsTransport({ ca: [ci], connectTo, timeoutMs: ANSWER_LIMIT_MS })
  const euicc = openEuicc(order)
  const lpa: Lpa = { euicc, transport: reportingTransport(order, https.send, send) }
  try {
    const card = await perform(order, { ...lpa, euicc }, send)
    const memory = serializeEuiccState(euicc.state)
    const installed = (await listProfiles(lpa)).find(({ iccid }) => iccid === order.iccid)
    const { iccid, profileName: name = '', serviceProviderName: provider = '', profileState } = installed ?? {}
    const profile = iccid === undefined ? null : { iccid, name, provider, isEnabled: profileState === 'enabled' }
    return { memory, profile, card }
  } finally {
    https.close()
  }
}

function openEuicc({ eid, euicc: { memory, ...identity }, ci, eum, at }: PhoneOrder): Euicc {
  return testEuicc({
    eid: parseEid(eid),
    eum: { certificate: eum, privateKey: new Uint8Array() },
    identity,
    ciRoots: [ci],
    generateOneTimeKey,
    sources: {
      now: at,
      random: (length) => systemRandom.bytes(length),
      generateKeyPair: (curve) => generateKeyPair(curve as Curve),
    },
    ...(memory === null ? {} : { state: parseEuiccState(memory) }),
  }).euicc
}

/** Sends the token along, reports each call with the sizes of its messages, and breaks where the order asks for it. */
function reportingTransport({ admission, breaks }: PhoneOrder, transport: Es9Transport, send: Send): Es9Transport {
  return async (request) => {
    const name = request.path.slice(request.path.lastIndexOf('/') + 1) as keyof typeof CALLS
    const headers = { ...request.headers, [admission.header]: admission.token }
    const answer = await transport({ ...request, headers })
    if (breaks && name === 'getBoundProfilePackage') throw new Error('the connection broke')
    const sizes = { sent: request.body.length, received: answer.body.length }
    send({ kind: CALLS[name], facts: { host: request.address, ...sizes } })
    return answer
  }
}

type Phone = Lpa & { euicc: Euicc }

async function perform(order: PhoneOrder, phone: Phone, send: Send): Promise<CardAnswer | null> {
  const { action, iccid } = order
  if (action === 'CHECK') return checkCard(phone.euicc, order.challenge, send)
  if (action === 'DOWNLOAD') return await download(order, phone, send)
  const [change, kind] = CHANGES[action]
  try {
    await change({ ...phone, transport: afterStep(phone.transport, () => send({ kind, facts: { iccid } })) }, iccid)
  } catch (error) {
    if (!(error instanceof Es10Refusal || error instanceof CardAnswerError)) throw error
    send({ kind: 'EUICC_REFUSED', facts: { code: error instanceof Es10Refusal ? error.result : error.message } })
  }
  return null
}

const CHANGES = {
  ENABLE: [enableProfile, 'ENABLED'],
  DISABLE: [disableProfile, 'DISABLED'],
  DELETE: [deleteProfile, 'DELETED'],
} as const

/** The eUICC has made the change when its notification is sent: that is reported first. */
function afterStep(transport: Es9Transport, report: () => void): Es9Transport {
  let isReported = false
  return async (request) => {
    if (!isReported) report()
    isReported = true
    return await transport(request)
  }
}

async function download(order: PhoneOrder, phone: Phone, send: Send): Promise<null> {
  const { activationCode, confirmationCode, serial } = order
  const { tac, capabilities } = DEVICE_MODELS[serial % DEVICE_MODELS.length]!
  const result = await downloadProfile({
    ...phone,
    activationCode,
    ...(confirmationCode === undefined ? {} : { confirmationCode }),
    device: { tac, imei: imeiOf(tac, serial), capabilities },
    onStep: (step) => {
      const message = stepMessage(step)
      if (message) send(message)
    },
  })
  const ending = endMessage(result)
  if (ending) send(ending)
  return null
}

function stepMessage(step: DownloadStep): SentMessage | undefined {
  switch (step.step) {
    case 'server-authenticated':
      return { kind: 'SERVER_AUTHENTICATED', facts: {} }
    case 'client-authenticated': {
      const { profileName: name, serviceProviderName: provider } = step.metadata
      return {
        kind: 'PROFILE_OFFERED',
        facts: { name, provider, code: step.confirmationCodeRequired ? 'needed' : 'none' },
      }
    }
    case 'download-prepared':
      return { kind: 'DOWNLOAD_PREPARED', facts: { key: step.keyReused ? 'reused' : 'new' } }
    case 'installed':
      return { kind: 'INSTALLED', facts: { iccid: step.iccid } }
    default:
      return undefined
  }
}

function endMessage(result: DownloadResult): SentMessage | undefined {
  switch (result.outcome) {
    case 'installed':
      return undefined
    case 'refused-by-server': {
      const { function: call, subjectCode, reasonCode, message = '' } = result
      return { kind: 'REFUSED', facts: { call, subjectCode, reasonCode, text: message } }
    }
    case 'refused-by-euicc':
      return { kind: 'EUICC_REFUSED', facts: { call: result.function, code: result.code } }
    case 'installation-failed':
      return { kind: 'INSTALL_FAILED', facts: { code: String(result.result.errorReason) } }
    case 'canceled':
      return { kind: 'CANCELED', facts: { reason: result.reason, text: result.because } }
    case 'unreachable':
      return { kind: 'CONNECTION_LOST', facts: { call: result.function } }
  }
}
