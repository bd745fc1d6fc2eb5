import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time, version } from '../list.ts'
import { menuIds, type PermissionId } from '../permission.ts'
import { scopeIds } from './scope.ts'

/** `PERSONAL`: acts with the rights of the member who created it. `SERVICE`: acts with its own scopes, and does not end when its creator leaves. */
export const keyKinds = ['PERSONAL', 'SERVICE'] as const
export type KeyKind = (typeof keyKinds)[number]

/** `CREATOR_GONE`: a personal key whose creator is no active member of the enterprise account. */
export const keyStates = ['ACTIVE', 'EXPIRED', 'CREATOR_GONE', 'REVOKED'] as const
export type KeyState = (typeof keyStates)[number]

/** `live`: keys that are not revoked; `liveSecrets`: secrets of a key that are valid at the same time, for rotation. */
export const KEY_MAX = { nameLength: 64, addresses: 20, days: 366, live: 100, liveSecrets: 2 } as const

/** Reads an address or range: an IPv4 or IPv6 address, with the number of leading bits of a range after a slash. */
export const Cidr = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: 'Invalid address. An IPv4 or IPv6 address, or a range such as 203.0.113.0/24.',
})

export const KeySecret = z.object({
  id,
  /** The part of the key before the dot, which is not secret. */
  prefix: z.string(),
  createdAt: time,
  /** When it expires, or was or will be ended before. */
  endsAt: time,
  /** At most one minute old. */
  lastUsedAt: time.nullable(),
  lastUsedAddress: z.string().nullable(),
})
export type KeySecret = z.infer<typeof KeySecret>

export const ApiKey = z.object({
  id,
  name: z.string(),
  kind: z.enum(keyKinds),
  /** Its calls work on test data, with the limits of the plan DEMO. */
  isTest: z.boolean(),
  /** How the ICCIDs begin that a test key can generate; null for another key. */
  testIccids: z.string().nullable(),
  state: z.enum(keyStates),
  scopes: z.array(z.enum(scopeIds as readonly PermissionId[])),
  /** Scopes without effect at the moment, because the creator of the personal key does not hold them any more. */
  lostScopes: z.array(z.enum(scopeIds as readonly PermissionId[])),
  /** Addresses and ranges from which it may be used; empty: from any. */
  addresses: z.array(z.string()),
  createdBy: z.string(),
  createdAt: time,
  revokedAt: time.nullable(),
  /** Newest first. Those that ended long ago are not listed. */
  secrets: z.array(KeySecret),
  /** Whether the signed-in user may rotate and edit it; `revocable`: whether they may revoke it. */
  manageable: z.boolean(),
  revocable: z.boolean(),
  version,
})
export type ApiKey = z.infer<typeof ApiKey>

export const list = endpoint({
  method: 'POST',
  path: '/developer/key/list',
  access: 'Developer_View',
  reads: true,
  summary: 'API keys of the enterprise account, newest first',
  input: listInput(
    {
      /** Part of the name. */
      search: z.string().trim().max(KEY_MAX.nameLength),
      kind: z.array(z.enum(keyKinds)).max(keyKinds.length),
      state: z.array(z.enum(keyStates)).max(keyStates.length),
    },
    ['createdAt'],
  ),
  output: pageOf(ApiKey),
})

const scopes = z
  .array(z.enum(scopeIds as readonly PermissionId[]))
  .min(1, 'Choose at least one scope.')
  .max(menuIds.length * 4)

export const KeyFields = z.object({
  name: z.string().trim().min(1, 'Required').max(KEY_MAX.nameLength, `Up to ${KEY_MAX.nameLength} characters.`),
  scopes,
  addresses: z.array(Cidr).max(KEY_MAX.addresses, `Up to ${KEY_MAX.addresses} addresses.`).default([]),
})
export type KeyFields = z.infer<typeof KeyFields>

/** Days until the new secret expires. */
const days = z.int('A whole number.').min(1, 'At least 1.').max(KEY_MAX.days, `Up to ${KEY_MAX.days} days.`)

/** A key with its new secret. The secret cannot be read again. */
const Shown = z.object({
  id,
  version,
  secretId: id,
  /** The whole key, for the header `Authorization: Bearer <key>`. */
  key: z.string(),
  endsAt: time,
})
export type ShownKey = z.infer<typeof Shown>

export const add = endpoint({
  method: 'POST',
  path: '/developer/key/add',
  access: 'Developer_Edit',
  stepUp: true,
  summary: 'Create an API key; its secret is only in this answer',
  input: z.object({
    kind: z.enum(keyKinds),
    /** A test key: its calls work on test data, and reach nothing of the enterprise account. */
    isTest: z.boolean().default(false),
    days,
    fields: KeyFields,
  }),
  output: Shown,
})

export const edit = endpoint({
  method: 'POST',
  path: '/developer/key/edit',
  access: 'Developer_Edit',
  stepUp: true,
  summary: 'Change the name, scopes and addresses of an API key',
  input: z.object({ id, version, fields: KeyFields }),
  output: z.object({ version }),
})

export const rotate = endpoint({
  method: 'POST',
  path: '/developer/key/rotate',
  access: 'Developer_Edit',
  stepUp: true,
  summary:
    'Create a second secret of an API key, and choose when the first ends; the new secret is only in this answer',
  input: z.object({
    id,
    days,
    /** When the secret that is valid now ends; null: when it expires. A past time ends it at once. */
    oldEndsAt: time.nullable(),
  }),
  output: Shown,
})

export const endSecret = endpoint({
  method: 'POST',
  path: '/developer/key/secret/end',
  access: 'Developer_Edit',
  stepUp: true,
  summary: 'End one secret of an API key at a time before it expires',
  input: z.object({
    id,
    secretId: id,
    /** A past time ends it at once. */
    at: time,
  }),
  output: z.object({ endsAt: time }),
})

export const revoke = endpoint({
  method: 'POST',
  path: '/developer/key/revoke',
  access: 'Developer_Edit',
  stepUp: true,
  summary: 'Revoke an API key: its next call is refused',
  input: z.object({ id }),
  output: done,
})
