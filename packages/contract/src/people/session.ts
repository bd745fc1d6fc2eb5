import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'
import { certificateIssuers } from '../profiles/certificate-issuer.ts'

export { getUserPermissions, PermissionNode } from './held-permission.ts'

/** The enterprise id in sessions of users who belong to no enterprise account. No row has it. */
export const NO_ENTERPRISE_ID = '00000000-0000-0000-0000-000000000000'

export const Enterprise = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  plan: z.string(),
  role: z.string(),
  createdAt: z.string(),
  /** The SM-DP+ address in activation codes: the host, with the port when it is not 443. */
  smdpAddress: z.string(),
  /** The SM-DP+'s certificate sets that have their own address; a configuration can name one when there are several. */
  issuers: z.array(z.enum(certificateIssuers)),
  /** Whether only devices that trust the SM-DP+'s own test certificate issuer can download. */
  testIssuerOnly: z.boolean(),
  /** When it will be deleted, if requested. */
  deletionAt: time.nullable(),
  /** Whether the signed-in user is an owner. */
  owner: z.boolean(),
})
export type Enterprise = z.infer<typeof Enterprise>

export const enterpriseInfo = endpoint({
  method: 'POST',
  path: '/enterprise/info',
  access: 'signed-in',
  beforeSecondFactor: true,
  reads: true,
  programs: true,
  summary: 'The current enterprise account',
  input: nothing,
  output: Enterprise,
})

export const OpenSession = z.object({
  id: z.string(),
  /** Whether it is the calling session. */
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: time,
  lastSeenAt: time,
  /** Whether it is a visit of platform staff to an enterprise account. */
  visit: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

export const list = endpoint({
  method: 'POST',
  path: '/session/list',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'The open sessions of the signed-in user, most recently used first',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({ items: z.array(OpenSession) }),
})

export const end = endpoint({
  method: 'POST',
  path: '/session/end',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'End one session of the signed-in user',
  beforeSecondFactor: true,
  input: z.object({ id }),
  output: done,
})

export const endOthers = endpoint({
  method: 'POST',
  path: '/session/end/others',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'End all other sessions of the signed-in user',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({ ended: z.int() }),
})
