import { createHash } from 'node:crypto'
import {
  type AnsweredFunction,
  adminProtocol,
  type Es9Answer,
  type Es9Asn1Request,
  type Es9Function,
  type Es9Request,
  es9Functions,
  es9Path,
  initiateAuthentication,
  RspRefusal,
  readEs9Asn1Request,
  readEs9Request,
  writeEs9Answer,
  writeEs9Asn1Answer,
  writeEs9Asn1Failure,
  writeFailure,
} from '@simwright/rsp'
import { isDiskFull, isUnreachable } from '../../../db/unreachable.ts'
import { readJsonText } from '../../../http/json-text.ts'
import { type HttpAnswer, type MachineRoute, TooManyCalls } from '../../../http/machine-listener.ts'
import type { Span } from '../../../runtime/trace.ts'
import { authenticate } from './authenticate.ts'
import { cancel } from './cancel.ts'
import { deliver } from './deliver.ts'
import { addressesOf } from './host.ts'
import { notify } from './notify.ts'
import { insertSession } from './session.ts'
import { placeOf, type Smdp } from './smdp.ts'

/** A decoded ES9+ request; both bindings decode to the same form. */
type Call = Es9Asn1Request

/** A binding of ES9+: JSON or ASN.1 (SGP.22, 6.5 and 6.6). */
type Binding = {
  readonly contentType: string
  /** @throws RspRefusal request_malformed */
  read(body: Buffer): Call
  write<F extends AnsweredFunction>(name: F, answer: Es9Answer<F>): string | Uint8Array
  /** Encodes the answer of a refused function. */
  refuse(name: AnsweredFunction, refusal: RspRefusal): string | Uint8Array
  /** Encodes the answer when the body is malformed or the server fails, with HTTP status 400 or 200. */
  fail(failure: Failure): string | Uint8Array
}

type Failure = { subjectCode: string; reasonCode: string; message: string }

const functionByPath = new Map((Object.keys(es9Functions) as Es9Function[]).map((name) => [es9Path(name), name]))
const ASN1_PATH = '/gsma/rsp2/asn1'

/** The ES9+ route of a path; undefined for an unknown path. */
export function es9Route(smdp: Smdp, path: string): MachineRoute | undefined {
  const binding = bindingOf(path)
  if (!binding) return undefined
  const { contentType } = binding
  return { contentType, answer: ({ body, address }) => answerEs9(smdp, { binding, body, address }) }
}

/** The binding of a path; for JSON the path also names the function. */
export function bindingOf(path: string): Binding | undefined {
  if (path === ASN1_PATH) return asn1
  const name = functionByPath.get(path)
  return name && jsonBinding(name)
}

const jsonBinding = (name: Es9Function): Binding => ({
  contentType: 'application/json',
  read: (body) => ({ kind: name, value: readEs9Request(name, readJsonText(body.toString('utf8'))) }) as Call,
  write: (answered, answer) => JSON.stringify(writeEs9Answer(answered, answer)),
  refuse: (_, refusal) => JSON.stringify(writeFailure(refusal)),
  fail: (failure) => JSON.stringify(writeFailure(failure)),
})

const asn1: Binding = {
  contentType: 'application/x-gsma-rsp-asn1',
  read: (body) => readEs9Asn1Request(body),
  write: writeEs9Asn1Answer,
  refuse: (name, { refusal }) => writeEs9Asn1Failure(name, refusal),
  fail: () => new Uint8Array(),
}

/** The answer to a server error: the device may try again. */
const executionError: Failure = {
  subjectCode: '8.8',
  reasonCode: '4.2',
  message: 'The server had a problem. Please try again in a moment.',
}

type Asked = { binding: Binding; body: Buffer; address: string }

/** Runs one ES9+ call. A refusal is a function-level failure with HTTP status 200; a bug is answered 8.8/4.2. */
export async function answerEs9(smdp: Smdp, { binding, body, address }: Asked): Promise<HttpAnswer> {
  const call = readCall(smdp, { binding, body, address })
  if ('status' in call) return call
  const startedAt = performance.now()
  try {
    return await smdp.tracer.trace(spanOf(call), () => perform(smdp, { binding, call, address }))
  } catch (error) {
    if (error instanceof RspRefusal && call.kind !== 'handleNotification') {
      logRefusal(smdp, error, { function: call.kind, address })
      return answer(binding, 200, binding.refuse(call.kind, error))
    }
    if (error instanceof TooManyCalls || isUnreachable(error) || isDiskFull(error)) throw error
    smdp.meter.failed()
    smdp.log.error({ err: error, function: call.kind }, 'an ES9+ call failed')
    return answer(binding, 200, binding.fail(executionError))
  } finally {
    smdp.meter.call(call.kind, performance.now() - startedAt)
  }
}

function readCall(smdp: Smdp, { binding, body, address }: Asked): Call | HttpAnswer {
  try {
    return binding.read(body)
  } catch (error) {
    const isInvalidJson = error instanceof SyntaxError
    if (!isInvalidJson && !(error instanceof RspRefusal)) throw error
    const refusal = isInvalidJson ? new RspRefusal('request_malformed', { detail: 'the body is not JSON' }) : error
    logRefusal(smdp, refusal, { address })
    return answer(binding, isInvalidJson || binding === asn1 ? 400 : 200, binding.fail(refusal))
  }
}

function logRefusal({ deviceLog, meter }: Smdp, error: RspRefusal, of: { function?: string; address: string }): void {
  const { refusal, subjectCode, reasonCode, detail } = error
  meter.refused(error)
  deviceLog('info', { security: 'refusal', ...of, refusal, subjectCode, reasonCode, detail }, 'refused')
}

const adminHeader = { 'x-admin-protocol': adminProtocol }

function answer({ contentType }: Binding, status: number, body: string | Uint8Array): HttpAnswer {
  const type = typeof body === 'string' ? `${contentType};charset=UTF-8` : contentType
  return { status, headers: { ...adminHeader, 'content-type': type }, body }
}

type Performing = { binding: Binding; call: Call; address: string }

async function perform(smdp: Smdp, { binding, call, address }: Performing): Promise<HttpAnswer> {
  switch (call.kind) {
    case 'initiateAuthentication':
      return answer(binding, 200, binding.write(call.kind, await initiate(smdp, call.value, address)))
    case 'authenticateClient':
      return answer(binding, 200, binding.write(call.kind, await authenticate(smdp, call.value, address)))
    case 'getBoundProfilePackage':
      return answer(binding, 200, binding.write(call.kind, await deliver(smdp, call.value, address)))
    case 'cancelSession':
      await cancel(smdp, call.value, address)
      return answer(binding, 200, binding.write(call.kind, {}))
    case 'handleNotification':
      await notify(smdp, call.value, address)
      return { status: 204, headers: adminHeader, body: '' }
  }
}

/** The calls of one download have the same hash of their transaction ID. */
function spanOf({ kind, value }: Call): Span {
  const id = 'transactionId' in value ? value.transactionId : undefined
  const transaction = id === undefined ? undefined : createHash('sha256').update(id).digest('hex').slice(0, 16)
  return {
    name: `ES9+ ${kind}`,
    kind: 'call',
    ...(transaction ? { attributes: { 'rsp.transaction': transaction } } : {}),
  }
}

/** ES9+.InitiateAuthentication (SGP.22, 5.6.1). @throws RspRefusal */
async function initiate(
  smdp: Smdp,
  request: Es9Request<'initiateAuthentication'>,
  address: string,
): Promise<Es9Answer<'initiateAuthentication'>> {
  const at = smdp.clock.now()
  const { all, trustedCiKeyIds } = smdp.credentials()
  const { begin, isStored } = await smdp.sessions.begin(placeOf(smdp), at)
  const { answer, session } = initiateAuthentication({
    request,
    server: { addresses: addressesOf(smdp, request.smdpAddress), trustedCiKeyIds, credentials: all },
    begin,
  })
  if (!isStored) return answer
  const trialId = smdp.trial?.id
  await insertSession(smdp.db.global, { ...session, euiccChallenge: request.euiccChallenge, address, trialId, at })
  return answer
}
