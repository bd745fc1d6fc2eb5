import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, nothing } from './list.ts'

export const passwordRuleText = '10-30 characters with a number, uppercase, lowercase and special character.'

/** 10 to 30 characters of four classes (decisions, section 1). The block list and the e-mail name are checked by the server. */
export const Password = z
  .string()
  .min(10, passwordRuleText)
  .max(256, passwordRuleText)
  .refine((p) => /[a-z]/.test(p) && /[A-Z]/.test(p) && /[0-9]/.test(p) && /[^A-Za-z0-9]/.test(p), passwordRuleText)

export const Email = z
  .email('Invalid e-mail.')
  .max(254, 'Up to 254 characters.')
  .transform((e) => e.trim().toLowerCase())

/** A name goes into a mail to an address that nobody has proved yet: it brings no line breaks and no links. */
const name = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Required')
    .max(max, `Up to ${max} characters.`)
    .refine((n) => !/\p{Cc}|:\/\/|www\./iu.test(n), 'Invalid name.')

/** The survey's choices are data: the page lists them, the server checks against them. */
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
  firstName: name(64),
  lastName: name(64),
  companyName: name(128),
  survey: Survey.optional(),
  sys: z.string().max(64).optional(),
})

/** The middle part of the session token, as the page reads it from the cookie `token`. */
export const TokenPayload = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  email: z.string(),
  enterpriseId: z.string(),
  sid: z.string(),
  exp: z.number(),
})
export type TokenPayload = z.infer<typeof TokenPayload>

export const login = endpoint({
  method: 'POST',
  path: '/user/login',
  access: 'public',
  summary: 'Sign in with a password; sets the session cookies',
  input: z.object({ email: z.string().min(1, 'Required').max(254), password: z.string().min(1, 'Required').max(1024) }),
  output: z.object({ token: z.string() }),
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
  summary: 'Sign up; answers the same whether the address is known or not',
  input: NewAccount,
  output: z.object({ email: z.string() }),
  once: true,
})

export const verify = endpoint({
  method: 'POST',
  path: '/user/verify',
  access: 'public',
  summary: 'Activate an account with the token of the e-mail',
  input: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({ email: z.string() }),
})

export const resendActivation = endpoint({
  method: 'POST',
  path: '/user/resend/activation',
  access: 'public',
  summary: 'Send the activation e-mail again; answers the same whether the address is known or not',
  input: z.object({ email: Email }),
  output: done,
})
