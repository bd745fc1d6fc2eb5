import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, time } from '../list.ts'
import type { PermissionId } from '../permission.ts'
import { KEY_MAX, KeyFields } from './keys.ts'
import { scopeIds } from './scope.ts'

/** `minutes`: how long a code is valid. `pollSeconds`: between two polls; each poll before adds `slowDownSeconds`. */
export const DEVICE_LIMITS = { minutes: 10, pollSeconds: 3, slowDownSeconds: 5, mostPollSeconds: 60 } as const

/** Consonants that are not mistaken for others, and make no words (RFC 8628, 6.1). */
export const DEVICE_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Reads a code as a person enters it: capital or not, with or without spaces and hyphens. */
export const DeviceCode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[${DEVICE_CODE_LETTERS}]{8}$`), 'A code has 8 letters, such as BCDF-GHJK.'))

const scopes = z
  .array(z.enum(scopeIds as readonly PermissionId[]))
  .min(1)
  .max(scopeIds.length)

const base64url256 = z.string().regex(/^[A-Za-z0-9_-]{43}$/, '32 bytes as base64url.')

export const start = endpoint({
  method: 'POST',
  path: '/developer/device/start',
  access: 'public',
  summary: 'Start the sign-in of a command line, which a member approves on the developer page',
  input: z.object({
    /** SHA-256 of the secret of the future key (its part after the dot), as base64url. */
    secretHash: base64url256,
    /** Name of the machine, as the member sees it. */
    machine: z.string().trim().min(1).max(KEY_MAX.nameLength),
    scopes,
  }),
  output: z.object({
    /** For polling; secret. */
    handle: z.string(),
    /** For the member: XXXX-XXXX. */
    code: z.string(),
    expiresAt: time,
    intervalSeconds: z.int(),
  }),
})

export const deviceStates = ['WAITING', 'APPROVED', 'REFUSED', 'EXPIRED'] as const

export const poll = endpoint({
  method: 'POST',
  path: '/developer/device/poll',
  access: 'public',
  summary: 'Whether the sign-in of a command line was approved',
  input: z.object({ handle: base64url256 }),
  output: z.object({
    state: z.enum(deviceStates),
    /** Wait so long before the next poll. It grows with each poll that comes too early. */
    intervalSeconds: z.int(),
    /** After the approval: the key is this, a dot and the secret. */
    prefix: z.string().nullable(),
  }),
})

const Waiting = z.object({
  id,
  machine: z.string(),
  /** From where the sign-in was started. */
  address: z.string(),
  /** The wanted scopes that the user holds. */
  scopes: z.array(z.enum(scopeIds as readonly PermissionId[])),
  /** The wanted scopes that the user does not hold, which the key does not get. */
  missing: z.array(z.enum(scopeIds as readonly PermissionId[])),
  expiresAt: time,
})
export type WaitingDevice = z.infer<typeof Waiting>

export const check = endpoint({
  method: 'POST',
  path: '/developer/device/check',
  access: 'Developer_Edit',
  summary: 'The sign-in of a command line by its code; after that, only this user can approve it',
  input: z.object({ code: DeviceCode }),
  output: Waiting,
})

export const approve = endpoint({
  method: 'POST',
  path: '/developer/device/approve',
  access: 'Developer_Edit',
  stepUp: true,
  summary: 'Approve the sign-in of a command line: its secret becomes a personal API key',
  input: z.object({
    id,
    days: z.int('A whole number.').min(1, 'At least 1.').max(KEY_MAX.days, `Up to ${KEY_MAX.days} days.`),
    fields: KeyFields,
  }),
  output: z.object({ id }),
})

export const refuse = endpoint({
  method: 'POST',
  path: '/developer/device/refuse',
  access: 'Developer_Edit',
  summary: 'Refuse the sign-in of a command line',
  input: z.object({ id }),
  output: done,
})
