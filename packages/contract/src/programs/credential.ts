import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'

/** The maximum number of credentials that are not revoked. */
export const CREDENTIALS_MAX = 20

/** A credential of the open API. It acts for the whole enterprise account until it is revoked. */
export const Credential = z.object({
  id,
  name: z.string(),
  /** Public: it names the credential in calls. */
  accessKey: z.string(),
  createdAt: time,
  createdBy: z.string(),
  /** Null: never used. Exact to a minute. */
  lastUsedAt: time.nullable(),
  /** When the newest secret was generated. */
  secretAt: time,
  /** Whether the secret before it is still valid. */
  twoSecrets: z.boolean(),
  revokedAt: time.nullable(),
})
export type Credential = z.infer<typeof Credential>

/** The secret is shown only in this answer. */
const NewSecret = z.object({ id, accessKey: z.string(), secretKey: z.string() })

export const list = endpoint({
  method: 'POST',
  path: '/developer/credentials',
  access: 'Developer_View',
  reads: true,
  summary: 'The credentials of the open API, newest first; those in use before revoked ones',
  input: nothing,
  output: z.object({
    items: z.array(Credential),
    /** Calls a second that the plan allows; null: no limit. */
    callsASecond: z.int().nullable(),
    /** Why the plan has no open API; null: it has. */
    refusal: z.string().nullable(),
  }),
})

export const create = endpoint({
  method: 'POST',
  path: '/developer/credentials/create',
  access: 'Developer_Edit',
  allGroups: true,
  stepUp: true,
  summary: 'Generate a credential of the open API, by an owner or admin. Its secret is shown only now',
  input: z.object({ name: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.') }),
  output: NewSecret,
})

export const rotate = endpoint({
  method: 'POST',
  path: '/developer/credentials/rotate',
  access: 'Developer_Edit',
  allGroups: true,
  stepUp: true,
  summary: 'Generate a second secret of a credential. The previous one is valid until it is ended',
  input: z.object({ id }),
  output: NewSecret,
})

export const endPrevious = endpoint({
  method: 'POST',
  path: '/developer/credentials/endPrevious',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'End the previous secret of a credential',
  input: z.object({ id }),
  output: done,
})

export const revoke = endpoint({
  method: 'POST',
  path: '/developer/credentials/revoke',
  access: 'Developer_Edit',
  allGroups: true,
  summary: 'Revoke a credential: calls that it signs are refused from now on',
  input: z.object({ id }),
  output: done,
})
