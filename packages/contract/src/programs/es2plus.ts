import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'

/** Limits of operators that order by ES2+. */
export const ES2PLUS_LIMITS = {
  /** Registered certificates, proven or not. */
  operators: 20,
  nameLength: 64,
  urlLength: 500,
  /** Of a certificate, as PEM. */
  pemLength: 16_384,
  /** Of a signature, as text. */
  signatureLength: 8_192,
  /** For which a challenge can be signed. */
  challengeMinutes: 60,
  /** Days for which calls and notifications are stored. */
  logDays: 30,
} as const

/**
 * What is known of the key of a certificate. `WAITING`: nothing, so calls are refused. `ACCEPTED`: nothing, but it was
 * registered before proofs were asked for, and can be used until another enterprise account proves that it has the key.
 * `PROVEN`: the account has the key. `DISPLACED`: another account has proven that, so calls are not for this one.
 */
export const operatorStates = ['WAITING', 'ACCEPTED', 'PROVEN', 'DISPLACED'] as const
export type OperatorState = (typeof operatorStates)[number]

/** What is signed with the private key of a certificate, to prove that the enterprise account has the key. */
export const OperatorChallenge = z.object({
  /** One line of ASCII without quotation marks. */
  text: z.string(),
  /** Signs the text with OpenSSL and the key in `operator.key`. */
  command: z.string(),
  expiresAt: time,
})
export type OperatorChallenge = z.infer<typeof OperatorChallenge>

/** A client certificate with which an operator's program orders profiles by ES2+ (SGP.22, 5.3). */
export const Operator = z.object({
  id,
  version,
  name: z.string(),
  /** The functionRequesterIdentifier of its calls: an object identifier. */
  requester: z.string(),
  /** The subject of the certificate. */
  subject: z.string(),
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: z.string(),
  state: z.enum(operatorStates),
  /** The last challenge, which may have expired. Null: none, or proven or displaced. */
  challenge: OperatorChallenge.nullable(),
  expiresAt: time,
  /** Where the steps of downloads are reported; null: nowhere. */
  callbackUrl: z.string().nullable(),
  createdAt: time,
  createdBy: z.string(),
  /** Null: never used. Exact to a minute. */
  lastUsedAt: time.nullable(),
  /** Notifications that wait, up to 1,000. */
  waiting: z.int(),
  /** The last attempt to notify; null: none. */
  lastAttempt: z.object({ at: time, status: z.int().nullable(), fault: z.string().nullable() }).nullable(),
})
export type Operator = z.infer<typeof Operator>

const name = z.string().trim().min(1, 'Required').max(ES2PLUS_LIMITS.nameLength, 'Up to 64 characters.')

/** Null: the operator is not notified. */
const callbackUrl = z
  .url({ protocol: /^https?$/, error: 'A URL with https://.' })
  .max(ES2PLUS_LIMITS.urlLength, `Up to ${ES2PLUS_LIMITS.urlLength} characters.`)
  .nullable()

const OID = /^[0-2](\.(0|[1-9]\d{0,18})){1,30}$/

/** Empty: that of the certificate. */
const requester = z
  .string()
  .trim()
  .max(255, 'Up to 255 characters.')
  .refine((text) => text === '' || OID.test(text), 'An object identifier, such as 1.3.6.1.4.1.31746.')

export const OperatorFields = z.object({ name, callbackUrl })
export type OperatorFields = z.input<typeof OperatorFields>

export const NewOperator = OperatorFields.extend({
  requester,
  /** One certificate. A private key is refused. */
  certificate: z.string().trim().min(1, 'Required').max(ES2PLUS_LIMITS.pemLength, 'Up to 16 KiB.'),
})
export type NewOperator = z.input<typeof NewOperator>

export const list = endpoint({
  method: 'POST',
  path: '/developer/operators',
  access: 'Developer_View',
  allGroups: true,
  reads: true,
  summary: 'The client certificates that can order by ES2+, newest first',
  input: nothing,
  output: z.object({
    items: z.array(Operator),
    /** The address for ES2+ calls: `https://host:port`. */
    address: z.string(),
    /** Why the plan has no ES2+; null: it has. */
    refusal: z.string().nullable(),
  }),
})

export const register = endpoint({
  method: 'POST',
  path: '/developer/operators/register',
  access: 'Developer_Edit',
  allGroups: true,
  stepUp: true,
  summary: 'Register a client certificate for ES2+, by an owner or admin. It can be used once its key is proven',
  input: NewOperator,
  output: z.object({ id, challenge: OperatorChallenge }),
})

export const challenge = endpoint({
  method: 'POST',
  path: '/developer/operators/challenge',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Generate a new challenge for a certificate whose key is not proven. It replaces the last one',
  input: z.object({ id }),
  output: OperatorChallenge,
})

export const OperatorProof = z.object({
  id,
  /** Of the text of the challenge, with SHA-256: Base64 or hexadecimal. */
  signature: z.string().trim().min(1, 'Required').max(ES2PLUS_LIMITS.signatureLength, 'Up to 8 KiB.'),
})

export const prove = endpoint({
  method: 'POST',
  path: '/developer/operators/prove',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Prove possession of the key of a certificate by the signature of its challenge: calls with it are accepted',
  input: OperatorProof,
  output: done,
})

export const edit = endpoint({
  method: 'POST',
  path: '/developer/operators/edit',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Change the name and the callback URL of an operator',
  input: z.object({ id, version, fields: OperatorFields }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/developer/operators/remove',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Remove a client certificate: calls with it are refused from now on. Its orders remain',
  input: z.object({ id }),
  output: done,
})
