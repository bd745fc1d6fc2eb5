import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import { NewAccount, TimeZone } from './account.ts'

/** How many enterprise accounts one user may belong to. */
export const ENTERPRISES_MAX = 50

export const EnterpriseName = NewAccount.shape.companyName

const line = (max: number) => z.string().trim().max(max, `Up to ${max} characters.`).default('')

/** ISO 3166-1 alpha-2, or nothing. */
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, 'Invalid country.')
  .default('')

export const Address = z.object({
  street: line(200),
  postalCode: line(20),
  city: line(100),
  region: line(100),
  country,
})

export const Billing = z.object({
  /** Whom invoices are made out to; empty: the enterprise account's name. */
  company: line(128),
  email: z.union([z.literal(''), z.email('Invalid e-mail.').max(254, 'Up to 254 characters.')]).default(''),
  taxId: line(40),
})

export const EnterpriseFields = z.object({
  name: EnterpriseName,
  /** Null: each user's own. */
  timeZone: TimeZone.nullable().default(null),
  address: Address.prefault({}),
  billing: Billing.prefault({}),
})
export type EnterpriseFields = z.infer<typeof EnterpriseFields>

export const Membership = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string(),
  roleName: z.string(),
  logoUrl: z.string().nullable(),
  suspended: z.boolean(),
  /** When it will be deleted, if that was asked for. */
  deletionAt: time.nullable(),
  /** The one that the session is in. */
  current: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

export const list = endpoint({
  method: 'POST',
  path: '/enterprise/list',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'The enterprise accounts that the signed-in user belongs to, by name',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({ items: z.array(Membership) }),
})

export const switchTo = endpoint({
  method: 'POST',
  path: '/enterprise/switch',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Go on in another enterprise account: a new session takes the place of this one',
  beforeSecondFactor: true,
  input: z.object({ id }),
  output: z.object({ token: z.string() }),
})

export const add = endpoint({
  method: 'POST',
  path: '/enterprise/add',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Make another enterprise account, with the signed-in user as its owner',
  input: z.object({ name: EnterpriseName }),
  output: z.object({ id: z.string() }),
  once: true,
})

export const settings = endpoint({
  method: 'POST',
  path: '/enterprise/settings',
  access: 'Enterprise_View',
  summary: 'Name, address, billing data and time zone of the current enterprise account',
  input: nothing,
  output: z.object({
    id: z.string(),
    version,
    fields: EnterpriseFields,
    logoUrl: z.string().nullable(),
    createdAt: time,
    /** Whether the signed-in user is the only owner, and so cannot leave. */
    lastOwner: z.boolean(),
  }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/enterprise/edit',
  access: 'Enterprise_Edit',
  summary: 'Change name, address, billing data and time zone of the current enterprise account',
  input: z.object({ version, fields: EnterpriseFields }),
  output: z.object({ version }),
})

export const saveLogo = endpoint({
  method: 'POST',
  path: '/enterprise/logo/save',
  access: 'Enterprise_Edit',
  summary: 'Give the current enterprise account a logo (PNG, JPEG, WebP or SVG) in place of the one before',
  input: z.object({}),
  output: z.object({ logoUrl: z.string() }),
  body: 'form-data',
})

export const removeLogo = endpoint({
  method: 'POST',
  path: '/enterprise/logo/remove',
  access: 'Enterprise_Edit',
  summary: 'Take the logo of the current enterprise account away',
  input: nothing,
  output: done,
})

/** How long an enterprise account that is to be deleted can still be kept. */
export const DELETION_GRACE_DAYS = 14

export const deletionPreview = endpoint({
  method: 'POST',
  path: '/enterprise/deletion/preview',
  access: 'Enterprise_View',
  summary: 'What deleting the current enterprise account would take away, and when',
  input: nothing,
  output: z.object({
    graceDays: z.int(),
    /** Only an owner may have it deleted. */
    mayDelete: z.boolean(),
    /** When it will be deleted, if that was asked for. */
    deletionAt: time.nullable(),
    members: z.int(),
    /** Up to 10,000 are counted. */
    profiles: z.object({ total: z.int(), capped: z.boolean() }),
  }),
})

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/enterprise/deletion/request',
  access: 'signed-in',
  summary:
    'Have the current enterprise account deleted after a time of grace, in which nothing is served from it; owners only',
  input: z.object({
    /** The name of the enterprise account, typed. */
    name: z.string().trim().min(1, 'Required').max(128),
  }),
  output: z.object({ deletionAt: time }),
  ownerOnly: true,
  stepUp: true,
})

export const cancelDeletion = endpoint({
  method: 'POST',
  path: '/enterprise/deletion/cancel',
  access: 'signed-in',
  summary: 'Keep the current enterprise account after all; owners only',
  input: nothing,
  output: done,
  ownerOnly: true,
})

export const leave = endpoint({
  method: 'POST',
  path: '/enterprise/leave',
  access: 'signed-in',
  summary: 'Leave the current enterprise account; the session ends',
  input: nothing,
  output: done,
})
