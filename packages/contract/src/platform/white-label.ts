import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, time, version } from '../list.ts'
import { MailAddress } from '../mail-address.ts'
import { SignInProvider } from './provider.ts'

/** Kinds of mails that the portal sends. */
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
  'ORDER_DUE',
  'PAYMENT_FAILED',
  'PLAN_ENDED',
  'USAGE_REACHED',
  'SIGN_IN_CODE',
  'ENTERPRISE_CLOSING',
  'ENTERPRISE_KEPT',
  'ENTERPRISE_DELETED',
  'CODE_SENT',
  'INVOICE',
  'TRANSFER_WAITS',
  'TRANSFER_DECIDED',
  'TRANSFER_CONFIRMED',
  'TRANSFER_REJECTED',
  'NOTICE',
  'DIGEST',
  'REPORT',
] as const
export type MailKind = (typeof mailKinds)[number]

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Up to ${max} characters.`)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'One line only.')

/** The text of a mail. Paragraphs of the body are separated by an empty line; `{name}` is a placeholder. */
export const MailText = z.object({
  subject: line(150).min(1, 'Required'),
  body: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(4000, 'Up to 4000 characters.')
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => !/[^\P{Cc}\n]/u.test(text), 'No control characters.'),
  /** The label of the button; empty if the mail has no button. */
  action: line(60),
  footnote: line(500),
})
export type MailText = z.infer<typeof MailText>

/** The short name of a platform, used in paths. */
export const Sys = z
  .string()
  .trim()
  .regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/, 'Up to 32 small letters, digits and hyphens.')

/** Maps an empty form field to null. */
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

export const CONTACT_TEXT_LENGTH = 1000

export const PlatformFields = z.object({
  appName: line(40).min(1, 'Required'),
  themeColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'A color such as #4453d6.'),
  /** An uploaded image; null: the default icon. */
  iconId: id.nullable(),
  /** Null: icon and name are shown instead. */
  logoId: id.nullable(),
  /** Its own host, with the port if not the default; null: reached only by its short name. */
  host: orNone(Host),
  /** The address in activation codes, with the port if not 443; null: the installation's SM-DP+ host. */
  smdpAddress: orNone(Host),
  mailName: orNone(line(60)),
  mailAddress: orNone(MailAddress),
  supportEmail: orNone(MailAddress),
  /** Whom to write to order a plan; null: the support address. */
  contactEmail: orNone(MailAddress),
  /** Text of the page about it; null: a default text. */
  contactText: orNone(z.string().trim().max(CONTACT_TEXT_LENGTH, `Up to ${CONTACT_TEXT_LENGTH} characters.`)),
  termsUrl: orNone(WebAddress),
  privacyUrl: orNone(WebAddress),
  /** Texts in place of the default texts. */
  mailTexts: z.partialRecord(z.enum(mailKinds), MailText),
  /** Short names of the offered sign-in providers. */
  providers: z.array(z.string().max(32)).max(50),
})
export type PlatformFields = z.infer<typeof PlatformFields>

/** A platform in the staff's list. */
export const PlatformRow = z.object({
  id,
  /** The short name in paths. */
  sys: z.string(),
  appName: z.string(),
  iconUrl: z.string(),
  themeColor: z.string(),
  /** The address of its first page. */
  url: z.string(),
  smdpAddress: z.string(),
  updatedAt: time,
})
export type PlatformRow = z.infer<typeof PlatformRow>

/** The ten shades of a color, lightest first, and the index of the color among them. */
export const Look = z.object({ palette: z.array(z.string()).length(10), shade: z.int() })
export type Look = z.infer<typeof Look>

export const Image = z.object({ id, url: z.string() })

/** Limits of icons and logos, shown in the form. */
export const IMAGE_KIB = 256
export const IMAGE_PIXELS = 2048

export const PlatformDetail = PlatformRow.extend({
  version,
  fields: PlatformFields,
  logoUrl: z.string().nullable(),
  look: Look,
  /** All providers that are set up; `fields.providers` lists the offered ones. */
  allProviders: z.array(SignInProvider),
  /** Hosts that activation codes have named, with the certificate that the SM-DP+ presents there. */
  smdpHosts: z.array(z.object({ host: z.string(), certificate: z.enum(['OWN', 'TEST']) })),
})
export type PlatformDetail = z.infer<typeof PlatformDetail>

export const list = endpoint({
  method: 'POST',
  path: '/admin/platform/list',
  access: 'Admin_Platform_View',
  reads: true,
  summary: 'All platforms of this installation',
  input: nothing,
  output: z.object({ items: z.array(PlatformRow) }),
})

export const get = endpoint({
  method: 'POST',
  path: '/admin/platform/get',
  access: 'Admin_Platform_View',
  reads: true,
  summary: 'One platform with all its fields',
  input: z.object({ id }),
  output: PlatformDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/platform/add',
  access: 'Admin_Platform_Edit',
  summary: 'Create a platform',
  input: z.object({ sys: Sys, fields: PlatformFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/platform/edit',
  access: 'Admin_Platform_Edit',
  summary: 'Edit a platform; applies to its pages, e-mails and activation codes at once',
  input: z.object({ id, version, fields: PlatformFields }),
  output: z.object({ version }),
})

export const upload = endpoint({
  method: 'POST',
  path: '/admin/platform/image',
  access: 'Admin_Platform_Edit',
  summary: 'Upload an icon or logo (PNG, SVG or ICO), to be referenced by a platform',
  input: z.object({}),
  output: Image,
  body: 'form-data',
})

export const look = endpoint({
  method: 'POST',
  path: '/admin/platform/look',
  access: 'Admin_Platform_View',
  reads: true,
  summary: 'The shades of a theme color, for the preview',
  input: PlatformFields.pick({ themeColor: true }),
  output: Look,
})

/** A rendered mail. */
export const MailPreview = z.object({ from: z.string(), subject: z.string(), html: z.string(), text: z.string() })
export type MailPreview = z.infer<typeof MailPreview>

export const previewMail = endpoint({
  method: 'POST',
  path: '/admin/platform/mail/preview',
  access: 'Admin_Platform_View',
  reads: true,
  summary: 'An e-mail with sample data, rendered with unsaved fields',
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
  reads: true,
  summary: 'The kinds of e-mails, their default texts and placeholders',
  input: nothing,
  output: z.object({
    items: z.array(z.object({ kind: z.enum(mailKinds), text: MailText, placeholders: z.array(z.string()) })),
  }),
})
