import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SignInProvider } from './provider.ts'

/** The decoded `appConfig`. The palette has ten shades of the theme color, lightest first. */
export const AppConfig = z.object({
  iconUrl: z.string(),
  styleProperties: z.object({
    theme: z.string().regex(/^#[0-9a-f]{6}$/i),
    palette: z.array(z.string()).length(10),
    primaryShade: z.object({ light: z.int(), dark: z.int() }),
  }),
})
export type AppConfig = z.infer<typeof AppConfig>

export const Platform = z.object({
  appName: z.string(),
  /** JSON text of an AppConfig, as the specification requires. */
  appConfig: z.string(),
  /** Whether mails go to the development mailbox because no mail server is set. */
  developmentMail: z.boolean(),
  passwordMax: z.int(),
  /** The platform's short name in paths. */
  sys: z.string(),
  /** Whether the host belongs to this platform, so that paths need no short name. */
  byHost: z.boolean(),
  /** Shown instead of icon and name, if there is one. */
  logoUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  /** The address for orders of a plan. */
  contactEmail: z.string().nullable(),
  /** Null: a default text. */
  contactText: z.string().nullable(),
  /** Ways to sign in other than the password. */
  providers: z.array(SignInProvider),
})
export type Platform = z.infer<typeof Platform>

export const query = endpoint({
  method: 'GET',
  path: '/platform/query',
  access: 'public',
  reads: true,
  summary: 'Name, icon and colors of the platform',
  input: z.object({ sys: z.string().max(64).optional() }),
  output: Platform,
})
