import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, pageOf, time } from '../list.ts'
import { planNames, Usage } from '../platform/plan.ts'
import { Survey } from './account.ts'
import { memberStates } from './team.ts'

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
  usage: Usage,
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
      /** Part of the name; or the whole id, address of a member, mail domain or order code. */
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
  installations: z.int(),
  /** ICCIDs in use whose profiles no device has downloaded. */
  iccids: z.int(),
  /** Null: no limit. */
  limits: z.object({
    configurations: z.int().nullable(),
    iccids: z.int().nullable(),
    members: z.int().nullable(),
  }),
  /** What the member who joined first and answered said at the sign-up. */
  survey: z.object({ name: z.string(), answers: Survey }).nullable(),
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
  summary: 'One enterprise account: its plan, its usage, its owners and the answers of its survey',
  input: z.object({ id }),
  output: Client,
})

/** The most members, and notes, that a list of one enterprise account shows. */
export const SHOWN_MAX = 200

export const ClientMember = z.object({
  id,
  /** Empty until an invitation is accepted. */
  name: z.string(),
  email: z.string(),
  state: z.enum(memberStates),
  /** Empty without a role. */
  role: z.string(),
  secondFactor: z.boolean(),
  /** The last sign-in to this enterprise account; null: none in the last months. */
  signedInAt: time.nullable(),
})
export type ClientMember = z.infer<typeof ClientMember>

export const members = endpoint({
  method: 'POST',
  path: '/admin/client/members',
  access: 'Admin_Client_View',
  reads: true,
  summary: 'The members of an enterprise account, by their last sign-in; up to 200',
  input: z.object({ id }),
  output: z.object({ items: z.array(ClientMember), total: z.int() }),
})

export const NewNote = z.object({
  text: z.string().trim().min(1, 'Required').max(2000, 'Up to 2,000 characters.'),
})

export const ClientNote = z.object({
  id,
  text: z.string(),
  author: z.string(),
  /** Written by the signed-in user, who alone can delete it. */
  own: z.boolean(),
  createdAt: time,
})
export type ClientNote = z.infer<typeof ClientNote>

export const notes = endpoint({
  method: 'POST',
  path: '/admin/client/note/list',
  access: 'Admin_Client_View',
  reads: true,
  summary: 'Notes of platform staff on an enterprise account, which its members never see, newest first; up to 200',
  input: z.object({ id }),
  output: z.object({ items: z.array(ClientNote), total: z.int() }),
})

export const addNote = endpoint({
  method: 'POST',
  path: '/admin/client/note/add',
  access: 'Admin_Client_Edit',
  summary: 'Write a note on an enterprise account',
  input: z.object({ id, fields: NewNote }),
  output: done,
})

export const removeNote = endpoint({
  method: 'POST',
  path: '/admin/client/note/remove',
  access: 'Admin_Client_Edit',
  summary: "Delete one of the signed-in user's own notes",
  input: z.object({ id, noteId: id }),
  output: done,
})

export const resetEndUserTexts = endpoint({
  method: 'POST',
  path: '/admin/client/enduser/reset',
  access: 'Admin_Client_Edit',
  summary: 'Delete the own texts of an enterprise account on public pages and in e-mails to end users',
  input: z.object({ id }),
  output: done,
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

/** The most ICCIDs that staff assign at once. */
export const ICCIDS_MOVED_MAX = 10_000

const iccidRange = {
  /** 18 to 20 digits, as on the card; 19 are complete. */
  firstIccid: z.string().trim().min(1, 'Required').max(40, 'Up to 40 characters.'),
  count: z
    .int('A whole number.')
    .min(1, 'At least 1.')
    .max(ICCIDS_MOVED_MAX, `Up to ${ICCIDS_MOVED_MAX.toLocaleString('en')} at once.`),
}
export const IccidRange = z.object(iccidRange)

export const findIccids = endpoint({
  method: 'POST',
  path: '/admin/client/iccid/find',
  access: 'Admin_Client_View',
  reads: true,
  summary: 'Who holds the ICCIDs of a range that an enterprise account claims',
  input: z.object({ id, fields: IccidRange }),
  output: z.object({
    firstIccid: z.string(),
    lastIccid: z.string(),
    /** Held by the enterprise account itself. */
    own: z.int(),
    /** Held by nobody. */
    free: z.int(),
    holders: z.array(z.object({ id, name: z.string(), count: z.int(), onDevices: z.int() })),
  }),
})

export const IccidMove = z.object({
  ...iccidRange,
  /** How the enterprise account has proved that the ICCIDs are its own. Stored in the audit log of the staff. */
  proof: z.string().trim().min(1, 'Required').max(500, 'Up to 500 characters.'),
  /** What becomes of those whose profiles are on devices. A device keeps a moved one, which no one sees any more. */
  downloaded: z.enum(['leave', 'move']),
})

export const moveIccids = endpoint({
  method: 'POST',
  path: '/admin/client/iccid/move',
  access: 'Admin_Client_Edit',
  stepUp: true,
  summary: 'Assign the ICCIDs of a range to the enterprise account that has proved that they are its own',
  input: z.object({ id, fields: IccidMove }),
  /** `left`: on devices. */
  output: z.object({ moved: z.int(), left: z.int() }),
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

/** The most days by which staff extend a free trial at once. */
export const TRIAL_EXTENSION_MAX = 90

export const TrialExtension = z.object({
  days: z.int('A whole number.').min(1, 'At least 1.').max(TRIAL_EXTENSION_MAX, `Up to ${TRIAL_EXTENSION_MAX}.`),
})

export const extendTrial = endpoint({
  method: 'POST',
  path: '/admin/client/trial/extend',
  access: 'Admin_Client_Edit',
  summary: 'Extend the free trial of an enterprise account; one that has ended becomes active again',
  input: z.object({ id, fields: TrialExtension }),
  /** Null: the trial has not started, and will last that much longer. */
  output: z.object({ endsAt: time.nullable() }),
  once: true,
})
