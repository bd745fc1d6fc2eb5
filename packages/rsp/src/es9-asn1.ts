import {
  any,
  type Codec,
  choice,
  explicit,
  integer,
  mapped,
  octets,
  raw,
  readTlv,
  retag,
  sequence,
  utf8,
  writeTlv,
} from '@simwright/asn1'
import { type Es9Answer, type Es9Request, es9Functions } from './es9.ts'
import { challengeLength, opaqueSequence, transactionIdField } from './field.ts'
import { decodeReceived } from './received.ts'
import { asn1ErrorNumber, type Es9Function, type RefusalName } from './refusal.ts'

/** Functions whose answer has a body. HandleNotification has none in either binding. */
export type AnsweredFunction = Exclude<Es9Function, 'handleNotification'>

/** Tags of the functions; a request and its answer have the same tag. */
const answerTags: Readonly<Record<AnsweredFunction, number>> = {
  initiateAuthentication: 0xbf39,
  authenticateClient: 0xbf3b,
  getBoundProfilePackage: 0xbf3a,
  cancelSession: 0xbf41,
}

/** CancelSessionResponse (BF41), which is tagged [1] in this binding. Decodes to its usual tag. */
const cancelSessionResponse: Codec<Uint8Array> = mapped(raw(sequence({}, { tag: 0xa1 })), {
  decode: (received) => writeTlv(0xbf41, readTlv(received.raw).value),
  encode: (bytes) => ({ value: {}, raw: writeTlv(0xa1, readTlv(bytes).value) }),
})

/** RemoteProfileProvisioningRequest (A2; SGP.22 section 6.6). Each alternative has the members of the JSON form. */
const request = explicit(
  0xa2,
  choice(
    {
      initiateAuthentication: sequence(
        {
          euiccChallenge: octets({ tag: 0x81, size: challengeLength }),
          smdpAddress: utf8({ tag: 0x83, min: 1, max: 255 }),
          euiccInfo1: retag(0xbf20, opaqueSequence()),
        },
        { tag: answerTags.initiateAuthentication },
      ),
      authenticateClient: sequence(
        { transactionId: transactionIdField, authenticateServerResponse: retag(0xbf38, opaqueSequence()) },
        { tag: answerTags.authenticateClient },
      ),
      getBoundProfilePackage: sequence(
        { transactionId: transactionIdField, prepareDownloadResponse: retag(0xbf21, opaqueSequence()) },
        { tag: answerTags.getBoundProfilePackage },
      ),
      cancelSession: sequence(
        { transactionId: transactionIdField, cancelSessionResponse },
        { tag: answerTags.cancelSession },
      ),
      handleNotification: sequence({ pendingNotification: explicit(0xa0, any()) }, { tag: 0xbf3d }),
    } satisfies { [F in Es9Function]: Codec<Es9Request<F>> },
    { name: 'RemoteProfileProvisioningRequest' },
  ),
)

/** A request of the ASN.1 binding: the function, and the members of its JSON form. */
export type Es9Asn1Request = { [F in Es9Function]: { kind: F; value: Es9Request<F> } }[Es9Function]

/**
 * Reads a request of the ASN.1 binding (SGP.22 section 6.6).
 * @throws RspRefusal request_malformed
 */
export function readEs9Asn1Request(bytes: Uint8Array): Es9Asn1Request {
  return decodeReceived(request, bytes)
}

/** Encodes a request of the ASN.1 binding, as an LPA does. */
export function writeEs9Asn1Request(call: Es9Asn1Request): Uint8Array {
  return request.encode(call)
}

/** The body of a successful answer: the members of the JSON form, which are whole TLVs, concatenated. */
export function writeEs9Asn1Answer<F extends AnsweredFunction>(es9Function: F, answer: Es9Answer<F>): Uint8Array {
  const members = answer as Readonly<Record<string, Uint8Array>>
  const encoded = Object.keys(es9Functions[es9Function].answer).map((name) =>
    name === 'transactionId' ? transactionIdField.encode(members[name]!) : members[name]!,
  )
  return wrapped(es9Function, writeTlv(0xa0, ...encoded))
}

/** The body of a refusal: its number in the function's error type. */
export function writeEs9Asn1Failure(es9Function: AnsweredFunction, refusal: RefusalName): Uint8Array {
  return wrapped(es9Function, integer({ tag: 0x81 }).encode(asn1ErrorNumber(refusal, es9Function)))
}

/** RemoteProfileProvisioningResponse (A2) with the function's tag around the result. */
function wrapped(es9Function: AnsweredFunction, result: Uint8Array): Uint8Array {
  return writeTlv(0xa2, writeTlv(answerTags[es9Function], result))
}
