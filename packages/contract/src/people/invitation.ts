import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time, version } from '../list.ts'
import { planNames } from '../platform/plan.ts'
import { InvitationCode, type InvitationRefusal } from './invitation-code.ts'

export { InvitationCode }

/** Crockford's base 32, which leaves out letters that are easily confused. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 26
const CODE_BYTES = 16

/** The code of 128 random bits, 26 characters. */
export function newInvitationCode(bytes: Uint8Array): string {
  if (bytes.length !== CODE_BYTES) throw new TypeError(`an invitation code has ${CODE_BYTES} random bytes`)
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let code = ''
  for (let i = 0; i < CODE_LENGTH; i++) {
    code = LETTERS[Number(value & 31n)] + code
    value >>= 5n
  }
  return code
}

/** A code in groups, as people read it: `5RT0M-8KXQ2-…`. */
export function showInvitationCode(code: string): string {
  return code.replace(/^(.{5})(.{5})(.{5})(.{5})(.*)$/, '$1-$2-$3-$4-$5')
}

export const invitationRefusalTexts: Readonly<Record<InvitationRefusal, string>> = {
  UNKNOWN: 'This invitation code does not exist. Check it, or leave the field empty.',
  STOPPED: 'This invitation is no longer valid. Ask for a new one, or leave the field empty.',
  EXPIRED: 'This invitation has expired. Ask for a new one, or leave the field empty.',
  USED_UP: 'This invitation is used up. Ask for a new one, or leave the field empty.',
}

/** What an invitation gives to the enterprise account that signs up with it. */
export const InvitationGift = z.object({
  /** Given at sign-up; null: none. */
  plan: z.enum(planNames).nullable(),
  planDays: z.int().nullable(),
  /** The length of the free trial; null: the usual one. */
  trialDays: z.int().nullable(),
})
export type InvitationGift = z.infer<typeof InvitationGift>

export const check = endpoint({
  method: 'POST',
  path: '/invitation/check',
  access: 'public',
  reads: true,
  summary: 'What an invitation code gives, before the sign-up form is sent',
  input: z.object({ invitation: InvitationCode, sys: z.string().max(64).optional() }),
  output: InvitationGift,
})

export const linkStates = ['OPEN', 'STOPPED', 'EXPIRED', 'USED_UP'] as const
export type LinkState = (typeof linkStates)[number]

/** Plans that a link can give. LAB has no limits, so only a member of the staff can give it, to one enterprise account. */
export const invitedPlans = ['BASIC', 'PRO', 'PREMIUM'] as const

const days = (max: number) => z.int('A whole number.').min(1, 'At least 1.').max(max, `At most ${max}.`)

export const MAX_USES = 10_000

export const InvitationFields = z
  .object({
    platformId: id,
    plan: z.enum(invitedPlans).nullable(),
    /** Days for which the plan is given; null without a plan. */
    planDays: days(3660).nullable(),
    trialDays: days(365).nullable(),
    maxUses: z
      .int('A whole number.')
      .min(1, 'At least 1.')
      .max(MAX_USES, `At most ${MAX_USES.toLocaleString('en')}.`),
    /** The last day (UTC) of the link; null: no end. */
    until: z.iso.date('Enter a day.').nullable(),
    note: z.string().trim().max(500, 'Up to 500 characters.'),
  })
  .refine(({ plan, planDays }) => plan === null || planDays !== null, {
    path: ['planDays'],
    message: 'Required',
  })
export type InvitationFields = z.infer<typeof InvitationFields>

export const InvitationLink = InvitationGift.extend({
  id,
  /** In groups. */
  code: z.string(),
  /** The address of the sign-up page with the code. */
  url: z.string(),
  platform: z.string(),
  state: z.enum(linkStates),
  uses: z.int(),
  maxUses: z.int(),
  expiresAt: time.nullable(),
  stoppedAt: time.nullable(),
  note: z.string(),
  createdBy: z.string().nullable(),
  createdAt: time,
  version,
})
export type InvitationLink = z.infer<typeof InvitationLink>

export const list = endpoint({
  method: 'POST',
  path: '/admin/invitation/list',
  access: 'Admin_Invitation_View',
  reads: true,
  summary: 'The invitation links of all platforms, newest first',
  input: listInput({ state: z.array(z.enum(linkStates)).max(linkStates.length) }, ['createdAt']),
  output: pageOf(InvitationLink),
})

/** The newest enterprise accounts that a link's drawer shows. */
export const CAME_SHOWN = 200

export const get = endpoint({
  method: 'POST',
  path: '/admin/invitation/get',
  access: 'Admin_Invitation_View',
  reads: true,
  summary: 'An invitation link, and the enterprise accounts that came by it, newest first',
  input: z.object({ id }),
  output: InvitationLink.extend({
    came: z.array(z.object({ enterpriseId: id, name: z.string(), at: time })),
  }),
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/invitation/add',
  access: 'Admin_Invitation_Edit',
  summary: 'Create an invitation link',
  input: z.object({ fields: InvitationFields }),
  output: z.object({ id }),
  once: true,
})

export const stop = endpoint({
  method: 'POST',
  path: '/admin/invitation/stop',
  access: 'Admin_Invitation_Edit',
  summary: 'Stop an invitation link: nobody can sign up with it any more',
  input: z.object({ id, version }),
  output: z.object({ version }),
})
