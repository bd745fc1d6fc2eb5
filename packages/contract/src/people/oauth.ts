import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'
import { AcceptedTexts } from '../platform/legal.ts'
import { SignInProvider } from '../platform/provider.ts'
import { NewAccount, SignInAnswer } from './account.ts'

/**
 * The next step for an identity. `REGISTER`: enter names and company of a new account. `LINK`: enter the password of
 * the account with this address, or a code sent there. `PROVE`: enter a code sent to the address. `ACCEPT`: a new user of
 * single sign-on accepts the texts of the platform.
 */
export const nextSteps = ['REGISTER', 'LINK', 'PROVE', 'ACCEPT'] as const

export const NextStep = z.object({
  kind: z.enum(nextSteps),
  ticket: z.string(),
  provider: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the account to link has a password. */
  hasPassword: z.boolean(),
})
export type NextStep = z.infer<typeof NextStep>

/**
 * Exactly one of: a sign-in (maybe with a second step), the provider that was linked, a test of single sign-on that has
 * ended, or a next step.
 */
export const ProviderAnswer = z.object({
  signIn: SignInAnswer.optional(),
  linked: z.string().optional(),
  tested: z.literal(true).optional(),
  next: NextStep.optional(),
})
export type ProviderAnswer = z.infer<typeof ProviderAnswer>

const Ticket = z.string().min(1).max(200)
const ProviderId = z.string().min(1).max(64)

export const finish = endpoint({
  method: 'POST',
  path: '/oauth/finish',
  access: 'public',
  summary: 'Complete a sign-in with the response of a provider; once, from the browser that began it',
  input: z.object({ provider: ProviderId, query: z.string().max(8000) }),
  output: ProviderAnswer,
})

export const register = endpoint({
  method: 'POST',
  path: '/oauth/register',
  access: 'public',
  summary: 'Sign up with an identity that a provider has verified',
  input: NewAccount.pick({
    firstName: true,
    lastName: true,
    companyName: true,
    survey: true,
    invitation: true,
    accepted: true,
  }).extend({
    ticket: Ticket,
  }),
  output: ProviderAnswer,
})

export const accept = endpoint({
  method: 'POST',
  path: '/oauth/accept',
  access: 'public',
  summary: 'Accept the texts of the platform at the first single sign-on, which then creates the user',
  input: z.object({ ticket: Ticket, accepted: AcceptedTexts }),
  output: ProviderAnswer,
})

export const linkByPassword = endpoint({
  method: 'POST',
  path: '/oauth/link/password',
  access: 'public',
  summary: 'Link the identity to the account with its address, by the password of that account',
  input: z.object({ ticket: Ticket, password: z.string().min(1, 'Required').max(1024) }),
  output: ProviderAnswer,
})

export const sendCode = endpoint({
  method: 'POST',
  path: '/oauth/code/send',
  access: 'public',
  summary: 'Send a code to the address of the identity',
  input: z.object({ ticket: Ticket }),
  output: done,
})

export const prove = endpoint({
  method: 'POST',
  path: '/oauth/code/prove',
  access: 'public',
  summary:
    'Verify the address of the identity by the code sent there; links it to the account with that address, if any',
  input: z.object({ ticket: Ticket, code: z.string().trim().min(1, 'Required').max(20) }),
  output: ProviderAnswer,
})

export const findSso = endpoint({
  method: 'POST',
  path: '/oauth/sso/find',
  access: 'public',
  reads: true,
  summary: 'The single sign-on of a mail domain',
  input: z.object({ email: NewAccount.shape.email }),
  output: z.object({ provider: z.string() }),
})

export const LinkedIdentity = z.object({
  id: z.string(),
  provider: z.string(),
  email: z.string(),
  createdAt: time,
  lastUsedAt: time,
})
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

export const identities = endpoint({
  method: 'POST',
  path: '/oauth/identity/list',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'The identities that the signed-in user can sign in with, and the providers that can be linked',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({ items: z.array(LinkedIdentity), providers: z.array(SignInProvider) }),
})

export const beginLink = endpoint({
  method: 'POST',
  path: '/oauth/identity/link',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Begin to link another identity; returns the address to which the browser must go',
  stepUp: true,
  input: z.object({ provider: ProviderId }),
  output: z.object({ url: z.string() }),
})

export const unlink = endpoint({
  method: 'POST',
  path: '/oauth/identity/unlink',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Unlink an identity, unless it is the last way to sign in',
  stepUp: true,
  input: z.object({ id }),
  output: done,
})
