import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing } from '../list.ts'
import { MailAddress } from '../mail-address.ts'

/** The e-mail address of an account, in lower case. */
export const Email = MailAddress.transform((email) => email.toLowerCase())

/** The payload of the session token, which the page reads from the cookie `token`. */
export const TokenPayload = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  email: z.string(),
  enterpriseId: z.string(),
  sid: z.string(),
  /** Short name of the platform that the account belongs to. */
  sys: z.string(),
  exp: z.number(),
})
export type TokenPayload = z.infer<typeof TokenPayload>

/** Input or output of the browser's WebAuthn API as JSON (WebAuthn Level 3, 5.1.8). */
export const WebAuthnJson = z.record(z.string(), z.unknown())

/** A WebAuthn challenge: the options are for the browser; the ticket is returned with its response. */
export const PasskeyChallenge = z.object({ ticket: z.string(), options: WebAuthnJson })
export const PasskeyAnswer = z.object({ ticket: z.string().min(1).max(200), response: WebAuthnJson })

/** A session token, or a second step: the password is correct, and a code or passkey is required within 10 minutes. */
export const SignInAnswer = z.object({
  token: z.string().optional(),
  secondStep: z
    .object({
      ticket: z.string(),
      /** Whether an authenticator app is set up; a recovery code is always accepted. */
      app: z.boolean(),
      passkey: PasskeyChallenge.optional(),
    })
    .optional(),
})

export const login = endpoint({
  method: 'POST',
  path: '/user/login',
  access: 'public',
  summary: 'Sign in with a password; sets the session cookies',
  input: z.object({ email: z.string().min(1, 'Required').max(254), password: z.string().min(1, 'Required').max(1024) }),
  output: SignInAnswer,
})

export const resendActivation = endpoint({
  method: 'POST',
  path: '/user/resend/activation',
  access: 'public',
  summary: 'Send the activation e-mail again; the response is the same whether the address is known or not',
  input: z.object({ email: Email }),
  output: done,
})

export const loginCode = endpoint({
  method: 'POST',
  path: '/user/login/code',
  access: 'public',
  summary: 'Second step of a sign-in: a code of the authenticator app, or a recovery code',
  input: z.object({ ticket: z.string().min(1).max(200), code: z.string().trim().min(1, 'Required').max(40) }),
  output: SignInAnswer,
})

export const passkeyChallenge = endpoint({
  method: 'POST',
  path: '/user/login/passkey/challenge',
  access: 'public',
  summary: 'A challenge for signing in with a passkey instead of the password',
  input: nothing,
  output: PasskeyChallenge,
})

export const loginPasskey = endpoint({
  method: 'POST',
  path: '/user/login/passkey',
  access: 'public',
  summary: 'Sign in with a passkey: instead of the password, or as the second step after it',
  input: PasskeyAnswer,
  output: SignInAnswer,
})
