import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, time, version } from '../list.ts'
import { SignInProvider } from './provider.ts'

/** What the portal sends mails for. */
export const mailKinds = [
  'ACTIVATION',
  'ALREADY_REGISTERED',
  'PASSWORD_RESET',
  'ACCOUNT_CHANGED',
  'PASSWORD_GUESSED',
  'INVITATION',
  'FEEDBACK_ANSWERED',
  'FEEDBACK_ACCEPTED',
  'TRIAL_ENDING',
  'TRIAL_ENDED',
  'SIGN_IN_CODE',
  'ENTERPRISE_CLOSING',
  'ENTERPRISE_KEPT',
  'ENTERPRISE_DELETED',
  'CODE_SENT',
] as const
export type MailKind = (typeof mailKinds)[number]

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Up to ${max} characters.`)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'One line only.')

/** The words of a mail. Paragraphs of the body are parted by an empty line; `{name}` is a placeholder. */
export const MailText = z.object({
  subject: line(150).min(1, 'Required'),
  body: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(4000, 'Up to 4000 characters.')
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => !/[^\P{Cc}\n]/u.test(text), 'No control characters.'),
  /** What stands on the button; none where the mail has no button. */
  action: line(60),
  footnote: line(500),
})
export type MailText = z.infer<typeof MailText>

/** As it stands in paths. */
export const Sys = z
  .string()
  .trim()
  .regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/, 'Up to 32 small letters, digits and hyphens.')

/** Nothing where a form's field is left empty. */
const orNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (typeof given === 'string' && given.trim() === '' ? null : given), schema.nullable())

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[1-9]\d{0,4})?$/, 'Invalid host.')

const WebAddress = z
  .url({ protocol: /^https$/, error: 'An address that begins with https://' })
  .max(500, 'Up to 500 characters.')

const MailAddress = z.email('Invalid e-mail.').max(254, 'Up to 254 characters.')

export const PlatformFields = z.object({
  appName: line(40).min(1, 'Required'),
  themeColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'A colour such as #4453d6.'),
  /** Uploaded before; null: the icon of the house. */
  iconId: id.nullable(),
  /** Null: icon and name are drawn. */
  logoId: id.nullable(),
  /** Where browsers reach it, with the port where that is not the scheme's own; null: by its short name only. */
  host: orNone(Host),
  /** What activation codes name, with the port when it is not 443; null: the installation's own SM-DP+ host. */
  smdpAddress: orNone(Host),
  mailName: orNone(line(60)),
  mailAddress: orNone(MailAddress),
  supportEmail: orNone(MailAddress),
  termsUrl: orNone(WebAddress),
  privacyUrl: orNone(WebAddress),
  /** Words in place of those of the house. */
  mailTexts: z.partialRecord(z.enum(mailKinds), MailText),
  /** Short names of the sign-in providers that are offered. */
  providers: z.array(z.string().max(32)).max(50),
})
export type PlatformFields = z.infer<typeof PlatformFields>

/** A platform as the staff's list shows it. */
export const PlatformRow = z.object({
  id,
  /** The short name that paths carry. */
  sys: z.string(),
  appName: z.string(),
  iconUrl: z.string(),
  themeColor: z.string(),
  /** Where its pages begin. */
  url: z.string(),
  smdpAddress: z.string(),
  updatedAt: time,
})
export type PlatformRow = z.infer<typeof PlatformRow>

/** A colour's ten shades, lightest first, and where it stands among them. */
export const Look = z.object({ palette: z.array(z.string()).length(10), shade: z.int() })
export type Look = z.infer<typeof Look>

export const Image = z.object({ id, url: z.string() })

/** Limits of icons and logos, printed where they are chosen. */
export const IMAGE_KIB = 256
export const IMAGE_PIXELS = 2048

export const PlatformDetail = PlatformRow.extend({
  version,
  fields: PlatformFields,
  logoUrl: z.string().nullable(),
  look: Look,
  /** All that are set up; `fields.providers` has those that show. */
  allProviders: z.array(SignInProvider),
  /** Hosts that codes have named, with the certificate that the SM-DP+ shows there. */
  smdpHosts: z.array(z.object({ host: z.string(), certificate: z.enum(['OWN', 'TEST']) })),
})
export type PlatformDetail = z.infer<typeof PlatformDetail>

export const list = endpoint({
  method: 'POST',
  path: '/admin/platform/list',
  access: 'Admin_Platform_View',
  summary: 'All platforms of this installation',
  input: nothing,
  output: z.object({ items: z.array(PlatformRow) }),
})

export const get = endpoint({
  method: 'POST',
  path: '/admin/platform/get',
  access: 'Admin_Platform_View',
  summary: 'One platform with all its fields',
  input: z.object({ id }),
  output: PlatformDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/platform/add',
  access: 'Admin_Platform_Edit',
  summary: 'Make a platform',
  input: z.object({ sys: Sys, fields: PlatformFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/platform/edit',
  access: 'Admin_Platform_Edit',
  summary: 'Edit a platform; its pages, mails and activation codes follow at once',
  input: z.object({ id, version, fields: PlatformFields }),
  output: z.object({ version }),
})

export const upload = endpoint({
  method: 'POST',
  path: '/admin/platform/image',
  access: 'Admin_Platform_Edit',
  summary: 'Check and keep an icon or logo (PNG, SVG or ICO) until a platform names it',
  input: z.object({}),
  output: Image,
  body: 'form-data',
})

export const look = endpoint({
  method: 'POST',
  path: '/admin/platform/look',
  access: 'Admin_Platform_View',
  summary: 'The shades of a theme colour, for the preview',
  input: PlatformFields.pick({ themeColor: true }),
  output: Look,
})

/** A mail of an occasion as it will look. */
export const MailPreview = z.object({ from: z.string(), subject: z.string(), html: z.string(), text: z.string() })
export type MailPreview = z.infer<typeof MailPreview>

export const previewMail = endpoint({
  method: 'POST',
  path: '/admin/platform/mail/preview',
  access: 'Admin_Platform_View',
  summary: 'A mail with sample data, in the look of fields that are not saved yet',
  input: z.object({
    id: id.optional(),
    kind: z.enum(mailKinds),
    fields: PlatformFields.pick({
      appName: true,
      themeColor: true,
      logoId: true,
      mailName: true,
      mailAddress: true,
      supportEmail: true,
    }),
    text: MailText,
  }),
  output: MailPreview,
})

export const occasions = endpoint({
  method: 'POST',
  path: '/admin/platform/mail/occasions',
  access: 'Admin_Platform_View',
  summary: 'What mails are sent for, the words of the house, and what they can name',
  input: nothing,
  output: z.object({
    items: z.array(z.object({ kind: z.enum(mailKinds), text: MailText, placeholders: z.array(z.string()) })),
  }),
})
