import { es9Functions } from './es9.ts'
import {
  type AuthenticationCredentials,
  type InitiateAuthentication,
  initiateAuthentication,
  type OpenedSession,
} from './initiate-authentication.ts'
import {
  type AnswerOf,
  isShortText,
  type JsonFunction,
  type Member,
  members,
  type Outcome,
  type RequestOf,
  readAnswer,
  readRequest,
  transactionId,
  writeAnswer,
} from './json-body.ts'
import { type RefusalName, RspRefusal } from './refusal.ts'

/** An event that waits for an eUICC at a server. Its id is the MatchingID for that server. */
export interface EventEntry {
  eventId: string
  rspServerAddress: string
}

/** The list of events. Both members of an event are texts of 1 to 255 characters. */
const eventEntries: Member<readonly EventEntry[]> = {
  rule: 'a list of eventId and rspServerAddress',
  read: (json) => {
    if (!Array.isArray(json)) return undefined
    const entries = json.map((entry) => (entry ?? {}) as Partial<Record<keyof EventEntry, unknown>>)
    if (!entries.every(({ eventId, rspServerAddress }) => isShortText(eventId) && isShortText(rspServerAddress)))
      return undefined
    return entries.map(({ eventId, rspServerAddress }) => ({ eventId, rspServerAddress }) as EventEntry)
  },
  write: (entries) => entries.map(({ eventId, rspServerAddress }) => ({ eventId, rspServerAddress })),
}

/** The functions of ES11 (SGP.22 section 5.8). They have the paths of ES9+ on the SM-DS's host. */
const es11Functions = {
  initiateAuthentication: es9Functions.initiateAuthentication,
  authenticateClient: {
    request: es9Functions.authenticateClient.request,
    answer: members({ transactionId, eventEntries }),
  },
} as const satisfies Record<string, JsonFunction>

/** A function of ES11 with its request and its successful answer. */
export type Es11Function = keyof typeof es11Functions
export type Es11Request<F extends Es11Function> = RequestOf<(typeof es11Functions)[F]>
export type Es11Answer<F extends Es11Function> = AnswerOf<(typeof es11Functions)[F]>

/**
 * Reads the body of a request. The SM-DS's address is the member `smdpAddress`, as on ES9+; some clients write
 * `smdsAddress`.
 * @throws RspRefusal request_malformed
 */
export function readEs11Request<F extends Es11Function>(name: F, json: unknown): Es11Request<F> {
  const { smdsAddress, ...rest } = (json ?? {}) as Record<string, unknown>
  const body =
    name === 'initiateAuthentication' && isShortText(smdsAddress) ? { smdpAddress: smdsAddress, ...rest } : json
  return readRequest(es11Functions[name], body) as Es11Request<F>
}

/** The body of a successful answer. */
export function writeEs11Answer<F extends Es11Function>(name: F, answer: Es11Answer<F>): object {
  return writeAnswer<JsonFunction>(es11Functions[name], answer)
}

/** Reads the body of an answer, as an LPA does. */
export function readEs11Answer<F extends Es11Function>(name: F, json: unknown): Outcome<Es11Answer<F>> {
  return readAnswer(es11Functions[name], json) as Outcome<Es11Answer<F>>
}

/** The refusals of ES9+ that have their own subject code on an SM-DS. */
const refusalsAtSmds: Partial<Record<RefusalName, RefusalName>> = {
  server_address_refused: 'smds_address_refused',
  version_unsupported: 'smds_version_unsupported',
  ci_unsupported: 'smds_ci_unsupported',
  server_certificate_unavailable: 'smds_certificate_unavailable',
}

/**
 * ES11.InitiateAuthentication (SGP.22 section 5.8.1). For AuthenticateClient use verifyAuthenticateClient, as on ES9+.
 * @throws RspRefusal in this order: smds_address_refused, request_malformed, smds_version_unsupported,
 *   smds_ci_unsupported, smds_certificate_unavailable
 */
export function initiateDiscovery<C extends AuthenticationCredentials>(
  call: InitiateAuthentication<C>,
): { answer: Es11Answer<'initiateAuthentication'>; session: OpenedSession } {
  try {
    return initiateAuthentication(call)
  } catch (error) {
    const refusal = error instanceof RspRefusal ? refusalsAtSmds[error.refusal] : undefined
    if (!(error instanceof RspRefusal) || refusal === undefined) throw error
    throw new RspRefusal(refusal, { cause: error, ...(error.detail === undefined ? {} : { detail: error.detail }) })
  }
}
