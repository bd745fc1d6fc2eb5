import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, time } from '../list.ts'
import { AcceptedTexts } from '../platform/legal.ts'
import { TimeZone } from '../time-zone.ts'
import { InvitationCode, invitationRefusals } from './invitation-code.ts'
import { Email } from './sign-in.ts'

export * from './sign-in.ts'
export { TimeZone }

export const passwordRuleText = '10-30 characters with a number, uppercase, lowercase and special character.'

/** The length of a password in characters, not in UTF-16 units. */
export const passwordLength = (password: string): number => [...password].length

/** What a password is refused with that is longer than the platform's maximum. */
export const passwordTooLongText = (max: number): string => (max === 30 ? passwordRuleText : `Up to ${max} characters.`)

/**
 * At least 10 characters of four classes (decisions, section 1). The maximum is a setting: see `passwordUpTo`. The server
 * also checks a block list and the e-mail name.
 */
export const Password = z
  .string()
  .min(10, { error: ({ input }) => (input === '' ? 'Required' : passwordRuleText) })
  .max(256, passwordRuleText)
  .refine(
    (p) => p === '' || (/[a-z]/.test(p) && /[A-Z]/.test(p) && /[0-9]/.test(p) && /[^A-Za-z0-9]/.test(p)),
    passwordRuleText,
  )

/** The same with the platform's maximum. */
export const passwordUpTo = (max: number) =>
  Password.refine((password) => passwordLength(password) <= max, passwordTooLongText(max))

/** A name for mails to unverified addresses: without line breaks and links. */
export const mailableName = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Required')
    .max(max, `Up to ${max} characters.`)
    .refine((n) => !/\p{Cc}|:\/\/|www\./iu.test(n), 'Invalid name.')

/** The choices of the survey, listed by the page and checked by the server. */
export const surveyChoices = {
  industry: ['MVNO', 'MNO', 'Device testing', 'Laboratory', 'Private LTE/5G', 'IoT', 'Travel eSIM', 'Other'],
  role: ['Engineer', 'Product', 'Operations', 'Management', 'Sales', 'Other'],
  monthlyDownloads: ['Under 100', '100-500', '500-1,000', '1,000-10,000', 'Over 10,000'],
  heard: ['Search engine', 'Recommendation', 'Event', 'Social media', 'Press', 'Other'],
  canProvide: ['Profile info', 'ACs', 'Both', 'Neither'],
} as const

export const Survey = z
  .object({
    industry: z.enum(surveyChoices.industry),
    role: z.enum(surveyChoices.role),
    monthlyDownloads: z.enum(surveyChoices.monthlyDownloads),
    heard: z.enum(surveyChoices.heard),
    canProvide: z.enum(surveyChoices.canProvide),
  })
  .partial()
export type Survey = z.infer<typeof Survey>

export const NewAccount = z.object({
  email: Email,
  password: Password,
  firstName: mailableName(64),
  lastName: mailableName(64),
  companyName: mailableName(128),
  survey: Survey.optional(),
  /** An empty text counts as none. */
  invitation: InvitationCode.optional(),
  /** All texts that the platform has published. */
  accepted: AcceptedTexts,
  sys: z.string().max(64).optional(),
})

export const logout = endpoint({
  method: 'GET',
  path: '/user/logout',
  access: 'public',
  summary: 'Sign out; without the session header it does nothing',
  input: nothing,
  output: done,
})

export const register = endpoint({
  method: 'POST',
  path: '/user/register',
  access: 'public',
  summary: 'Sign up; the response is the same whether the address is known or not',
  input: NewAccount,
  output: z.object({ email: z.string() }),
  once: true,
})

export const verify = endpoint({
  method: 'POST',
  path: '/user/verify',
  access: 'public',
  summary: 'Activate an account with the token of the e-mail; the browser that signed up is signed in',
  input: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({
    email: z.string(),
    /** Whether the invitation of the sign-up was used; null without one. The account is activated in any case. */
    invitation: z.enum(['ACCEPTED', ...invitationRefusals]).nullable(),
    /** The session token, in the browser that signed up. Absent if more than the password is needed to sign in. */
    token: z.string().optional(),
  }),
})

export const sendForget = endpoint({
  method: 'POST',
  path: '/user/send/forget',
  access: 'public',
  summary: 'Send a link for a new password; the response is the same whether the address is known or not',
  input: z.object({ email: Email, sys: z.string().max(64).optional() }),
  output: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/reset/password',
  access: 'public',
  summary: 'Set a new password with the token of the e-mail; ends all sessions',
  input: z.object({ token: z.string().min(1).max(200), password: Password }),
  output: z.object({ email: z.string() }),
})

export const samePasswordText = 'New password is the same as the old password.'

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/changePassword',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Change the password; ends all other sessions',
  beforeSecondFactor: true,
  input: z
    .object({ oldPassword: z.string().min(1, 'Required').max(1024), newPassword: Password })
    .refine((p) => p.oldPassword !== p.newPassword, { path: ['newPassword'], message: samePasswordText }),
  output: done,
})

export const me = endpoint({
  method: 'POST',
  path: '/user/info',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'The signed-in user',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string(),
    /** Null: the time zone of the browser. */
    timeZone: z.string().nullable(),
    hasPassword: z.boolean(),
    passwordChangedAt: time.nullable(),
    createdAt: time,
    /** When the account will be deleted, if requested. */
    deletionAt: time.nullable(),
  }),
})

export const Person = z.object({
  firstName: mailableName(64),
  lastName: mailableName(64),
  timeZone: TimeZone.nullable(),
})

export const edit = endpoint({
  method: 'POST',
  path: '/user/edit',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Change names and time zone of the signed-in user',
  input: Person,
  output: done,
})

export const exportData = endpoint({
  method: 'POST',
  path: '/user/export',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'All personal data of the signed-in user as a JSON file',
  input: nothing,
  output: done,
  answer: 'file',
  stepUp: true,
})

/** What happens to an enterprise account when one of its members is deleted. */
export const deletionOutcomes = ['MEMBERSHIP_ENDS', 'ENTERPRISE_CLOSES', 'OWNER_NEEDED'] as const

export const deletionPreview = endpoint({
  method: 'POST',
  path: '/user/deletion/preview',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'What deleting the account would do',
  input: nothing,
  output: z.object({
    graceDays: z.int(),
    enterprises: z.array(z.object({ name: z.string(), outcome: z.enum(deletionOutcomes) })),
  }),
})

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/user/deletion/request',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Request deletion of the account after a grace period',
  input: nothing,
  output: z.object({ deletionAt: time }),
  stepUp: true,
})

export const cancelDeletion = endpoint({
  method: 'POST',
  path: '/user/deletion/cancel',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Cancel the requested deletion of the account',
  input: nothing,
  output: done,
})
