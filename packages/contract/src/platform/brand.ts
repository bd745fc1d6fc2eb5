import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SignInProvider } from './provider.ts'

/** `appConfig` decoded. The palette has ten shades, lightest first, made from the theme colour. */
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
  /** JSON text of an AppConfig, as the specification asks. */
  appConfig: z.string(),
  /** Where the development mailbox stands when no mail server is set. */
  developmentMail: z.boolean(),
  passwordMax: z.int(),
  /** The platform's short name, as paths carry it. */
  sys: z.string(),
  /** The host is the platform's own: paths need no short name. */
  byHost: z.boolean(),
  /** Drawn instead of icon and name, where there is one. */
  logoUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  /** Ways to sign in beside the password. */
  providers: z.array(SignInProvider),
})

export const query = endpoint({
  method: 'GET',
  path: '/platform/query',
  access: 'public',
  summary: 'Name, icon and colours of the platform',
  input: z.object({ sys: z.string().max(64).optional() }),
  output: Platform,
})
