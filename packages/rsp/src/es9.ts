import {
  type AnswerOf,
  address,
  base64,
  challenge,
  type JsonFunction,
  members,
  type Outcome,
  type RequestOf,
  readAnswer,
  readRequest,
  transactionId,
  writeAnswer,
  writeRequest,
} from './json-body.ts'
import type { Es9Function } from './refusal.ts'

/** The members of each function's request and answer (SGP.22 section 6.5.2). All of them are mandatory. */
export const es9Functions = {
  initiateAuthentication: {
    request: members({ euiccChallenge: challenge, euiccInfo1: base64, smdpAddress: address }),
    answer: members({
      transactionId,
      serverSigned1: base64,
      serverSignature1: base64,
      euiccCiPKIdToBeUsed: base64,
      serverCertificate: base64,
    }),
  },
  authenticateClient: {
    request: members({ transactionId, authenticateServerResponse: base64 }),
    answer: members({
      transactionId,
      profileMetadata: base64,
      smdpSigned2: base64,
      smdpSignature2: base64,
      smdpCertificate: base64,
    }),
  },
  getBoundProfilePackage: {
    request: members({ transactionId, prepareDownloadResponse: base64 }),
    answer: members({ transactionId, boundProfilePackage: base64 }),
  },
  cancelSession: {
    request: members({ transactionId, cancelSessionResponse: base64 }),
    answer: members({}),
  },
  handleNotification: { request: members({ pendingNotification: base64 }), answer: members({}) },
} as const satisfies Record<Es9Function, JsonFunction>

/** A request from an LPA. Byte members are whole TLVs, except the challenge and the transaction id. */
export type Es9Request<F extends Es9Function> = RequestOf<(typeof es9Functions)[F]>
/** The data of a successful answer, without the header. */
export type Es9Answer<F extends Es9Function> = AnswerOf<(typeof es9Functions)[F]>

/** The path of a function (SGP.22 section 6.5.2). */
export function es9Path(es9Function: Es9Function): string {
  return `/gsma/rsp2/es9plus/${es9Function}`
}

/** Reads the body of a request; unknown members are ignored. @throws RspRefusal request_malformed */
export function readEs9Request<F extends Es9Function>(es9Function: F, json: unknown): Es9Request<F> {
  return readRequest(es9Functions[es9Function], json) as Es9Request<F>
}

/** The body of a request, as an LPA sends it. */
export function writeEs9Request<F extends Es9Function>(es9Function: F, request: Es9Request<F>): object {
  return writeRequest<JsonFunction>(es9Functions[es9Function], request)
}

/** The body of a successful answer. HandleNotification is answered with status 204 and no body instead. */
export function writeEs9Answer<F extends Es9Function>(es9Function: F, answer: Es9Answer<F>): object {
  return writeAnswer<JsonFunction>(es9Functions[es9Function], answer)
}

/** The result of reading an answer. */
export type Es9Outcome<F extends Es9Function> = Outcome<Es9Answer<F>>

/** Reads the body of an answer, as an LPA does. */
export function readEs9Answer<F extends Es9Function>(es9Function: F, json: unknown): Es9Outcome<F> {
  return readAnswer(es9Functions[es9Function], json) as Es9Outcome<F>
}
