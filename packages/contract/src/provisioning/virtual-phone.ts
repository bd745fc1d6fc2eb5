import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'

/** A virtual phone is closed after this time. */
export const PHONE_MINUTES = 15

/** How often an enterprise account can open a virtual phone in a day (UTC). */
export const TRIES_A_DAY = 20

/**
 * What the phone can be made to do. `CHECK`: the card answers with the subscriber's identity, and the network authenticates
 * it.
 */
export const phoneActions = ['DOWNLOAD', 'ENABLE', 'CHECK', 'DISABLE', 'DELETE'] as const
export type PhoneAction = (typeof phoneActions)[number]

/** A phone that a download is tried with; `OTHER_EUICC`: one that does not have the profile. */
export const phoneFaults = ['OTHER_EUICC', 'BLOCKED', 'BROKEN_CONNECTION'] as const
export type PhoneFault = (typeof phoneFaults)[number]

/** What phone, eUICC and SM-DP+ did: a call of ES9+, a step of the eUICC, an answer of the card, or the end of an action. */
export const phoneMessages = [
  'INITIATE_AUTHENTICATION',
  'SERVER_AUTHENTICATED',
  'AUTHENTICATE_CLIENT',
  'PROFILE_OFFERED',
  'DOWNLOAD_PREPARED',
  'GET_BOUND_PROFILE_PACKAGE',
  'INSTALLED',
  'CANCEL_SESSION',
  'HANDLE_NOTIFICATION',
  'ENABLED',
  'DISABLED',
  'DELETED',
  'IMSI_READ',
  'PROVIDER_READ',
  'NETWORK_AUTHENTICATED',
  'NETWORK_NOT_AUTHENTICATED',
  'NETWORK_NOT_TESTED',
  'REFUSED',
  'CANCELED',
  'CONNECTION_LOST',
  'INSTALL_FAILED',
  'EUICC_REFUSED',
  'PHONE_FAILED',
] as const
export type PhoneMessageKind = (typeof phoneMessages)[number]

export const PhoneMessage = z.object({
  number: z.int(),
  kind: z.enum(phoneMessages),
  /** Values for its explanation, such as `bytes`; none is secret. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  at: time,
})
export type PhoneMessage = z.infer<typeof PhoneMessage>

export const InstalledProfile = z.object({
  iccid: z.string(),
  name: z.string(),
  provider: z.string(),
  isEnabled: z.boolean(),
})

export const VirtualPhone = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  eid: z.string(),
  /** The profile on the eUICC; null: none. */
  profile: InstalledProfile.nullable(),
  /** What the card of the enabled profile answered; null: not asked since the profile was enabled. */
  card: z
    .object({
      imsi: z.string(),
      provider: z.string(),
      /** Whether the card and the network authenticated each other; null: the network's keys are not known here. */
      isAuthenticated: z.boolean().nullable(),
    })
    .nullable(),
  needsConfirmationCode: z.boolean(),
  /** The running action; null: none. */
  action: z.enum(phoneActions).nullable(),
  /** The call of ES9+ that waits for the next step; null: none. */
  waitsBefore: z.string().nullable(),
  messages: z.array(PhoneMessage),
  endsAt: time,
})
export type VirtualPhone = z.infer<typeof VirtualPhone>

export const open = endpoint({
  method: 'POST',
  path: '/virtualPhone/open',
  access: 'Fleet_Edit',
  programs: false,
  summary:
    'Opens a virtual phone with which a profile is tried; the profile, its code and all figures stay as they are',
  input: z.object({ profileId: id }),
  output: VirtualPhone,
})

export const read = endpoint({
  method: 'POST',
  path: '/virtualPhone/read',
  access: 'Fleet_View',
  programs: false,
  reads: true,
  summary: 'The virtual phone that is open, and how often another one can be opened today',
  input: nothing,
  output: z.object({ phone: VirtualPhone.nullable(), triesLeft: z.int() }),
})

export const act = endpoint({
  method: 'POST',
  path: '/virtualPhone/act',
  access: 'Fleet_Edit',
  programs: false,
  summary: 'Lets the virtual phone download, enable, check, disable or delete the profile',
  input: z.object({
    id,
    action: z.enum(phoneActions),
    confirmationCode: z.string().max(255).optional(),
    fault: z.enum(phoneFaults).optional(),
    /** Each call of ES9+ waits until the next step is asked for, for at most a minute. */
    stepByStep: z.boolean().optional(),
  }),
  output: VirtualPhone,
})

export const next = endpoint({
  method: 'POST',
  path: '/virtualPhone/next',
  access: 'Fleet_Edit',
  programs: false,
  summary: 'Lets the waiting call of ES9+ of the virtual phone continue',
  input: z.object({ id }),
  output: done,
})

export const watch = endpoint({
  method: 'GET',
  path: '/virtualPhone/events',
  access: 'Fleet_View',
  programs: false,
  reads: true,
  summary: 'The virtual phone, once at first and at each change; ends when it is closed',
  input: z.object({ id }),
  output: VirtualPhone,
  answer: 'events',
})

export const close = endpoint({
  method: 'POST',
  path: '/virtualPhone/close',
  access: 'Fleet_Edit',
  programs: false,
  summary: 'Closes the virtual phone: the profile is available under the same code, bound to no device',
  input: z.object({ id }),
  output: done,
})
