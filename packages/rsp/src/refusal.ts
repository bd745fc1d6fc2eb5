/** The ES9+ functions that answer with a status code. */
export type Es9Function =
  | 'initiateAuthentication'
  | 'authenticateClient'
  | 'getBoundProfilePackage'
  | 'cancelSession'
  | 'handleNotification'

/** The data of a refusal. */
interface RefusalFact {
  readonly subjectCode: string
  readonly reasonCode: string
  /** For the user of the phone; clients display it. */
  readonly message: string
  /** The error number in the ASN.1 binding of each function. Default: 127 (undefined error). */
  readonly asn1?: Partial<Record<Es9Function, number>>
}

/**
 * Every refusal of an SM-DP+ on ES9+ and of an SM-DS on ES11 and ES12: subject and reason code (SGP.22 section 5.2.6 and
 * the tables of 5.6 to 5.8), the message for the phone's user, and the error number of the ASN.1 binding.
 */
export const refusals = {
  request_malformed: {
    subjectCode: '1.3.1',
    reasonCode: '2.1',
    message: 'The request could not be read. Please update this device and try again.',
  },
  server_address_refused: {
    subjectCode: '8.8.1',
    reasonCode: '3.8',
    message: 'This activation code belongs to another server. Please check its address.',
    asn1: { initiateAuthentication: 1 },
  },
  version_unsupported: {
    subjectCode: '8.8.3',
    reasonCode: '3.1',
    message: "This device's eSIM speaks a version of the protocol that this server does not support.",
    asn1: { initiateAuthentication: 2 },
  },
  ci_unsupported: {
    subjectCode: '8.8.2',
    reasonCode: '3.1',
    message: "This server does not know the certificate issuer of this device's eSIM.",
    asn1: { initiateAuthentication: 3 },
  },
  server_certificate_unavailable: {
    subjectCode: '8.8.4',
    reasonCode: '3.7',
    message: "This server has no certificate that this device's eSIM can verify.",
    asn1: { initiateAuthentication: 3 },
  },
  transaction_unknown: {
    subjectCode: '8.10.1',
    reasonCode: '3.9',
    message: 'The download session has ended. Please start the download again.',
    asn1: { authenticateClient: 10, getBoundProfilePackage: 95, cancelSession: 1 },
  },
  ci_unknown: {
    subjectCode: '8.11.1',
    reasonCode: '3.9',
    message: "This server does not trust the certificate issuer of this device's eSIM.",
    asn1: { authenticateClient: 9 },
  },
  eum_certificate_invalid: {
    subjectCode: '8.1.2',
    reasonCode: '6.1',
    message: "The certificate of this eSIM's manufacturer is not valid.",
    asn1: { authenticateClient: 1 },
  },
  eum_certificate_expired: {
    subjectCode: '8.1.2',
    reasonCode: '6.3',
    message: "The certificate of this eSIM's manufacturer has expired.",
    asn1: { authenticateClient: 2 },
  },
  euicc_certificate_invalid: {
    subjectCode: '8.1.3',
    reasonCode: '6.1',
    message: "The certificate of this device's eSIM is not valid.",
    asn1: { authenticateClient: 3 },
  },
  euicc_certificate_expired: {
    subjectCode: '8.1.3',
    reasonCode: '6.3',
    message: "The certificate of this device's eSIM has expired.",
    asn1: { authenticateClient: 4 },
  },
  euicc_signature_invalid: {
    subjectCode: '8.1',
    reasonCode: '6.1',
    message: "This device's eSIM could not be verified. Please start the download again.",
    asn1: { authenticateClient: 5, getBoundProfilePackage: 1, cancelSession: 2 },
  },
  matching_id_refused: {
    subjectCode: '8.2.6',
    reasonCode: '3.8',
    message: 'This activation code is not valid, or not valid any more. Please ask for a new one.',
    asn1: { authenticateClient: 6 },
  },
  eid_refused: {
    subjectCode: '8.1.1',
    reasonCode: '3.8',
    message: 'There is no profile for this device, or the activation code belongs to another device.',
    asn1: { authenticateClient: 7 },
  },
  profile_not_released: {
    subjectCode: '8.2',
    reasonCode: '1.2',
    message: 'This profile cannot be downloaded at the moment. Please ask the provider of your activation code.',
  },
  order_expired: {
    subjectCode: '8.8.5',
    reasonCode: '4.10',
    message: 'This activation code has expired. Please ask for a new one.',
    asn1: { getBoundProfilePackage: 6 },
  },
  attempts_exceeded: {
    subjectCode: '8.8.5',
    reasonCode: '6.4',
    message: 'This activation code has been tried too many times. Please ask for a new one.',
  },
  profile_not_eligible: {
    subjectCode: '8.2.5',
    reasonCode: '4.3',
    message: 'This profile cannot be used on this device.',
    asn1: { authenticateClient: 8 },
  },
  memory_insufficient: {
    subjectCode: '8.1',
    reasonCode: '4.8',
    message: "This device's eSIM has too little memory. Delete a profile you do not need, then try again.",
    asn1: { authenticateClient: 11 },
  },
  confirmation_code_missing: {
    subjectCode: '8.2.7',
    reasonCode: '2.2',
    message: 'A confirmation code is needed for this profile.',
    asn1: { getBoundProfilePackage: 2 },
  },
  confirmation_code_wrong: {
    subjectCode: '8.2.7',
    reasonCode: '3.8',
    message: 'The confirmation code is wrong. Please try again.',
    asn1: { getBoundProfilePackage: 3 },
  },
  confirmation_code_exceeded: {
    subjectCode: '8.2.7',
    reasonCode: '6.4',
    message: 'The confirmation code was wrong too many times. Please ask for a new activation code.',
    asn1: { getBoundProfilePackage: 4 },
  },
  binding_refused: {
    subjectCode: '8.2',
    reasonCode: '3.7',
    message: 'This profile has already been given to a device.',
    asn1: { getBoundProfilePackage: 5 },
  },
  smds_address_refused: {
    subjectCode: '8.9.1',
    reasonCode: '3.8',
    message: 'This device asked for another discovery server. Please check its address.',
  },
  smds_ci_unsupported: {
    subjectCode: '8.9.2',
    reasonCode: '3.1',
    message: "The discovery server does not know the certificate issuer of this device's eSIM.",
  },
  smds_version_unsupported: {
    subjectCode: '8.9.3',
    reasonCode: '3.1',
    message: "This device's eSIM speaks a version of the protocol that the discovery server does not support.",
  },
  smds_certificate_unavailable: {
    subjectCode: '8.9.4',
    reasonCode: '3.7',
    message: "The discovery server has no certificate that this device's eSIM can verify.",
  },
  event_unknown: {
    subjectCode: '8.9.5',
    reasonCode: '3.9',
    message: 'Nothing waits for this device any more.',
  },
  event_registered: {
    subjectCode: '8.9.5',
    reasonCode: '3.3',
    message: 'This event is registered already.',
  },
  caller_refused: {
    subjectCode: '1.1',
    reasonCode: '1.1',
    message: 'The caller is not known here.',
  },
  package_not_built: {
    subjectCode: '8.8',
    reasonCode: '4.2',
    message: 'This profile could not be prepared. Please ask the provider of your activation code.',
  },
  server_oid_mismatch: {
    subjectCode: '8.8',
    reasonCode: '3.10',
    message: 'The cancellation is meant for another server.',
  },
} as const satisfies Record<string, RefusalFact>

/** The name of a refusal. */
export type RefusalName = keyof typeof refusals

/** Additional data of a refusal. */
export interface RefusalOptions extends ErrorOptions {
  /** What exactly was wrong, for the log only. It is never sent and contains no secrets. */
  detail?: string
  /** A more specific message than the table's. It is sent to the phone. */
  message?: string
  /** Whether the session's eUICC signed the refused message. */
  signed?: boolean
}

/** A refused protocol step, with all data that an ES9+ answer needs. */
export class RspRefusal extends Error {
  readonly refusal: RefusalName
  readonly subjectCode: string
  readonly reasonCode: string
  readonly detail: string | undefined
  /** Set by the verify...() functions: whether the session's eUICC signed the refused message. */
  readonly signed: boolean

  constructor(refusal: RefusalName, options: RefusalOptions = {}) {
    super(options.message ?? refusals[refusal].message, { cause: options.cause })
    this.name = 'RspRefusal'
    this.refusal = refusal
    this.subjectCode = refusals[refusal].subjectCode
    this.reasonCode = refusals[refusal].reasonCode
    this.detail = options.detail
    this.signed = options.signed ?? false
  }
}

/** The error number for refusals that the function's ASN.1 error type does not list. */
const undefinedError = 127

/** The error number of a refusal in the ASN.1 binding of a function; 127 (undefined error) if it has none. */
export function asn1ErrorNumber(refusal: RefusalName, es9Function: Es9Function): number {
  const fact: RefusalFact = refusals[refusal]
  return fact.asn1?.[es9Function] ?? undefinedError
}
