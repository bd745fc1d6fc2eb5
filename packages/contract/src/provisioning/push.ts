import { isEid, isIccid } from '@simwright/ids'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time } from '../list.ts'
import { EidText } from '../notation.ts'

/** The maximum number of EID pushes of an enterprise account, in total (specification, section 9). */
export const PUSH_MAX = 10

/** Hours after which a push fails if no device has downloaded the profile. */
export const PUSH_HOURS = 24

export const pushStates = ['PUSHED', 'DOWNLOADED', 'FAILED'] as const
export type PushState = (typeof pushStates)[number]

/** Removes the spaces and hyphens with which people group digits. */
const plainDigits = (text: string) => text.replace(/[\s-]/g, '')

export const EID_TEXT = 'Invalid EID. 32 digits, of which the last two are check digits.'

/** An EID, typed or pasted with spaces or hyphens. */
const Eid = EidText.max(64).refine(isEid, EID_TEXT)

export const Push = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  eid: z.string(),
  state: z.enum(pushStates),
  stateAt: time,
  /** Why it failed. */
  reason: z.string().nullable(),
  /** The SM-DS at which the device finds the profile. */
  smds: z.string(),
  createdAt: time,
  createdBy: z.string(),
})
export type Push = z.infer<typeof Push>

export const list = endpoint({
  method: 'POST',
  path: '/eidpush/list',
  access: 'signed-in',
  reads: true,
  programs: 'Eid_Push_Create',
  summary: 'EID pushes with their states, newest first',
  input: listInput(
    {
      /** Prefix of an ICCID or EID. */
      search: z.string().trim().max(40).transform(plainDigits),
      state: z.array(z.enum(pushStates)).max(3),
    },
    ['createdAt'],
  ),
  output: pageOf(Push),
})

export const room = endpoint({
  method: 'POST',
  path: '/eidpush/room',
  access: 'signed-in',
  reads: true,
  programs: 'Eid_Push_Create',
  summary: 'How many EID pushes are left, and which SM-DS is used',
  input: nothing,
  output: z.object({
    used: z.int(),
    max: z.int(),
    /** Why the current plan does not allow pushes; null when it does. */
    refused: z.string().nullable(),
    smds: z.string(),
    /** Whether it is Simwright's own SM-DS. */
    own: z.boolean(),
    testDevicesOnly: z.boolean(),
  }),
})

export const PushableProfile = z.object({
  iccid: z.string(),
  serviceProviderName: z.string(),
  configurationName: z.string(),
  /** The EID that it is bound to. */
  eid: z.string().nullable(),
  /** Whether the device will ask its user for a confirmation code. */
  confirmationCodeRequired: z.boolean(),
})
export type PushableProfile = z.infer<typeof PushableProfile>

export const profiles = endpoint({
  method: 'POST',
  path: '/eidpush/profiles',
  access: 'Eid_Push_Create',
  reads: true,
  summary: 'Profiles that can be pushed, by the first digits of their ICCID',
  input: z.object({ search: z.string().trim().max(40).transform(plainDigits).default('') }),
  output: z.object({ items: z.array(PushableProfile) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/eidpush/create',
  access: 'Eid_Push_Create',
  summary: 'Push a profile to a device: the device finds it at the SM-DS, without an activation code',
  input: z.object({
    iccid: z.string().trim().max(40).refine(isIccid, 'Invalid ICCID. 18 to 20 digits.'),
    eid: Eid,
  }),
  output: z.object({ id }),
  once: true,
})

export const retry = endpoint({
  method: 'POST',
  path: '/eidpush/retry',
  access: 'Eid_Push_Create',
  summary: 'Retry a failed push; counts as another push',
  input: z.object({ id }),
  output: z.object({ id }),
  once: true,
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/eidpush/withdraw',
  access: 'Eid_Push_Create',
  summary: 'Withdraw a push that no device has used yet',
  input: z.object({ id }),
  output: done,
})
