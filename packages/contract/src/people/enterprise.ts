import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import { MailAddressOrNone } from '../mail-address.ts'
import { NewAccount, TimeZone } from './account.ts'

/** The maximum number of enterprise accounts of one user. */
export const ENTERPRISES_MAX = 50

export const EnterpriseName = NewAccount.shape.companyName

const line = (max: number) => z.string().trim().max(max, `Up to ${max} characters.`).default('')

/** ISO 3166-1 alpha-2, or empty. */
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
  /** The recipient of invoices; empty: the enterprise account's name. */
  company: line(128),
  email: MailAddressOrNone.default(''),
  taxId: line(40),
})

export const EnterpriseFields = z.object({
  name: EnterpriseName,
  /** Null: the time zone of each user. */
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
  /** The current enterprise account of the session. */
  current: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

export const list = endpoint({
  method: 'POST',
  path: '/enterprise/list',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'The enterprise accounts of the signed-in user, by name',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({ items: z.array(Membership) }),
})

export const switchTo = endpoint({
  method: 'POST',
  path: '/enterprise/switch',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Switch to another enterprise account: a new session replaces this one',
  beforeSecondFactor: true,
  input: z.object({ id }),
  output: z.object({ token: z.string() }),
})

export const add = endpoint({
  method: 'POST',
  path: '/enterprise/add',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Create another enterprise account, with the signed-in user as its owner',
  input: z.object({ name: EnterpriseName }),
  output: z.object({ id: z.string() }),
  once: true,
})

export const settings = endpoint({
  method: 'POST',
  path: '/enterprise/settings',
  access: 'Enterprise_View',
  reads: true,
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
  summary: 'Set the logo of the current enterprise account (PNG, JPEG, WebP or SVG)',
  input: z.object({}),
  output: z.object({ logoUrl: z.string() }),
  body: 'form-data',
})

export const removeLogo = endpoint({
  method: 'POST',
  path: '/enterprise/logo/remove',
  access: 'Enterprise_Edit',
  summary: 'Remove the logo of the current enterprise account',
  input: nothing,
  output: done,
})

/** Days during which the deletion of an enterprise account can be canceled. */
export const DELETION_GRACE_DAYS = 14

export const deletionPreview = endpoint({
  method: 'POST',
  path: '/enterprise/deletion/preview',
  access: 'Enterprise_View',
  reads: true,
  summary: 'What deleting the current enterprise account would delete, and when',
  input: nothing,
  output: z.object({
    graceDays: z.int(),
    /** Whether the user may request deletion: owners only. */
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
    'Request deletion of the current enterprise account after a grace period, in which nothing is served; owners only',
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
  summary: 'Cancel the requested deletion of the current enterprise account; owners only',
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
