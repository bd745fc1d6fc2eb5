import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time } from '../list.ts'
import { planNames } from '../platform/plan.ts'

/** `CLOSING`: it is being deleted. */
export const clientStates = ['ACTIVE', 'SUSPENDED', 'CLOSING'] as const
export type ClientState = (typeof clientStates)[number]

/** Plans that platform staff can grant. */
export const givenPlans = ['BASIC', 'PRO', 'PREMIUM', 'LAB'] as const

/** An enterprise account as platform staff see it. */
export const ClientRow = z.object({
  id,
  name: z.string(),
  /** Name of the platform on which it was created. */
  platform: z.string(),
  state: z.enum(clientStates),
  plan: z.enum(planNames),
  kind: z.enum(['BASE', 'TRIAL', 'GIVEN', 'BOUGHT']),
  /** Null: no end. */
  endsAt: time.nullable(),
  members: z.int(),
  usedDownloads: z.int(),
  /** Null: no limit. */
  downloads: z.int().nullable(),
  createdAt: time,
})
export type ClientRow = z.infer<typeof ClientRow>

export const list = endpoint({
  method: 'POST',
  path: '/admin/client/list',
  access: 'Admin_Client_View',
  reads: true,
  summary: 'The enterprise accounts of all platforms, newest first',
  input: listInput(
    {
      /** Part of the name, the whole id, or the whole address of a member. */
      search: z.string().trim().max(254),
      state: z.array(z.enum(clientStates)).max(clientStates.length),
      plan: z.array(z.enum(planNames)).max(planNames.length),
    },
    ['createdAt'],
  ),
  output: pageOf(ClientRow),
})

export const Client = ClientRow.extend({
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  configurations: z.int(),
  /** The free trial: used; granted by staff; open, if its members and mail domains have not used one; not offered. */
  trial: z.enum(['USED', 'GRANTED', 'OPEN', 'WITHHELD']),
  suspension: z.object({ reason: z.string().nullable(), at: time.nullable() }).nullable(),
  /** When it will be deleted, if requested. */
  deletionAt: time.nullable(),
})
export type Client = z.infer<typeof Client>

export const get = endpoint({
  method: 'POST',
  path: '/admin/client/get',
  access: 'Admin_Client_View',
  reads: true,
  summary: 'One enterprise account: its plan, its usage and its owners',
  input: z.object({ id }),
  output: Client,
})

export const Gift = z.object({
  plan: z.enum(givenPlans),
  /** The last day, in UTC. */
  until: z.iso.date('Invalid date.'),
})

export const givePlan = endpoint({
  method: 'POST',
  path: '/admin/client/plan',
  access: 'Admin_Client_Edit',
  summary: 'Grant an enterprise account a plan from now on, in place of its current one',
  input: z.object({ id, fields: Gift }),
  output: z.object({ endsAt: time }),
  once: true,
})

export const Suspension = z.object({
  reason: z.string().trim().min(1, 'Required').max(500, 'Up to 500 characters.'),
})

export const suspend = endpoint({
  method: 'POST',
  path: '/admin/client/suspend',
  access: 'Admin_Client_Edit',
  summary:
    'Suspend an enterprise account: its members can only view and pay, devices cannot download; all see the reason',
  input: z.object({ id, fields: Suspension }),
  output: done,
})

export const resume = endpoint({
  method: 'POST',
  path: '/admin/client/resume',
  access: 'Admin_Client_Edit',
  summary: 'End the suspension of an enterprise account',
  input: z.object({ id }),
  output: done,
})

/** How long a visit lasts. */
export const VISIT_MINUTES = 30

export const Visit = z.object({
  reason: z.string().trim().min(1, 'Required').max(500, 'Up to 500 characters.'),
})

export const visit = endpoint({
  method: 'POST',
  path: '/admin/client/visit',
  access: 'Admin_Client_Edit',
  stepUp: true,
  summary:
    'Sign in to an enterprise account for 30 minutes, read-only, in a session next to the own one; its audit log shows it',
  input: z.object({ id, fields: Visit }),
  output: z.object({
    /** The token of the visit's session. Its binding cookie is set too. */
    token: z.string(),
    endsAt: time,
  }),
})

export const grantTrial = endpoint({
  method: 'POST',
  path: '/admin/client/trial',
  access: 'Admin_Client_Edit',
  summary: 'Offer the free trial to an enterprise account, even if its members or mail domain have used one elsewhere',
  input: z.object({ id }),
  output: done,
})
