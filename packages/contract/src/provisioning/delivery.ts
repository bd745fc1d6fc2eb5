import { cornerShapes, gradientDirections, moduleShapes, type QrStyle as Style } from '@simwright/qr'
import { z } from 'zod'
import { codeField } from '../code-field.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { MailAddress } from '../mail-address.ts'
import { contrast, luminance } from '../platform/contrast.ts'
import { mailStates } from '../platform/mail.ts'
import { exportFormats } from '../profiles/fleet.ts'
import { Selection } from '../profiles/fleet-filter.ts'
import { profileStatuses } from '../profiles/profile-state.ts'
import { EndUserLook, Language } from './end-user-page.ts'
import { type Sheet, sheets } from './label-sheet.ts'
import { LOGO } from './look-size.ts'

export { type Sheet, sheets } from './label-sheet.ts'
export { LOGO, READ_BACK_SIZES } from './look-size.ts'

/** The maximum number of presets of an enterprise account. */
export const PRESETS_MAX = 30

/** Contrast below which cameras cannot distinguish dark modules from the background. */
export const CONTRAST_MIN = 3

const Color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'A color such as #1b2a6b.')

/** The field whose color has too little contrast for cameras, and why; undefined when all are fine. */
export function contrastFault(style: Style): { path: string; text: string } | undefined {
  const { foreground, gradient, cornerColor, background } = style
  const colors = [
    ['foreground', foreground],
    ['gradient.to', gradient?.to],
    ['cornerColor', cornerColor],
  ] as const
  for (const [path, color] of colors) {
    if (!color) continue
    if (luminance(color) > luminance(background))
      return { path, text: 'Lighter than the background: cameras expect dark on light.' }
    if (contrast(color, background) < CONTRAST_MIN)
      return { path, text: 'Too close to the background: cameras cannot distinguish them.' }
  }
  return undefined
}

export const QrStyle: z.ZodType<Style, Style> = z
  .object({
    foreground: Color,
    gradient: z.object({ to: Color, direction: z.enum(gradientDirections) }).nullable(),
    background: Color,
    modules: z.enum(moduleShapes),
    corners: z.enum(cornerShapes),
    cornerColor: Color.nullable(),
    logoPercent: z.int().min(LOGO.percent.min).max(LOGO.percent.max),
  })
  .superRefine((style, ctx) => {
    const fault = contrastFault(style)
    if (fault) ctx.addIssue({ code: 'custom', path: fault.path.split('.'), message: fault.text })
  })

const Name = z.string().trim().min(1, 'Required').max(40, 'Up to 40 characters.')

/** The style of a QR code, with its logo as a data URL. */
export const QrLook = z.object({ style: QrStyle, logo: z.string().nullable() })
export type QrLook = z.infer<typeof QrLook>

export const QrPreset = QrLook.extend({
  id,
  name: z.string(),
  logoId: id.nullable(),
  version,
  /** Used when no preset is chosen: public pages, mails, files. */
  isStandard: z.boolean(),
})
export type QrPreset = z.infer<typeof QrPreset>

export const presets = endpoint({
  method: 'POST',
  path: '/delivery/presets',
  access: ['Fleet_View', 'Campaign_View'],
  reads: true,
  summary: 'Style presets of QR codes by name, without the fixed default',
  input: nothing,
  output: z.object({ items: z.array(QrPreset) }),
})

const PresetFields = z.object({ name: Name, style: QrStyle, logoId: id.nullable().default(null) })

export const addPreset = endpoint({
  method: 'POST',
  path: '/delivery/addPreset',
  access: 'Fleet_Edit',
  summary: 'Add a style preset; refused when its QR code cannot be read back',
  input: z.object({ fields: PresetFields }),
  output: z.object({ id }),
  once: true,
})

export const editPreset = endpoint({
  method: 'POST',
  path: '/delivery/editPreset',
  access: 'Fleet_Edit',
  summary: 'Change a style preset; refused when its QR code cannot be read back',
  input: z.object({ id, version, fields: PresetFields }),
  output: z.object({ version }),
})

export const removePreset = endpoint({
  method: 'POST',
  path: '/delivery/deletePreset',
  access: 'Fleet_Edit',
  summary: 'Delete a style preset; the fixed default replaces it',
  input: z.object({ id }),
  output: done,
})

export const setStandard = endpoint({
  method: 'POST',
  path: '/delivery/setStandard',
  access: 'Fleet_Edit',
  summary: 'Choose the preset that is used when none is chosen; null is the fixed default',
  input: z.object({ id: id.nullable() }),
  output: done,
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/delivery/uploadLogo',
  access: 'Fleet_Edit',
  summary: 'Upload a logo for QR codes: PNG, JPEG or SVG; it is redrawn as PNG',
  body: 'form-data',
  input: nothing,
  output: z.object({ logoId: id, logo: z.string() }),
})

/** `soon`: the page opens at a date, and shows no code before. */
export const pageStates = ['soon', 'ready', 'downloaded', 'installed', 'enabled', 'used', 'expired'] as const

/** What the public page of an activation code shows. Nothing else of the profile is public. */
export const PublicCode = z.object({
  activationCode: z.string(),
  /** Short name of the platform whose page it is. */
  sys: z.string(),
  smdpAddress: z.string(),
  matchingId: z.string(),
  confirmationCodeRequired: z.boolean(),
  serviceProviderName: z.string(),
  state: z.enum(pageStates),
  expiresAt: z.string().nullable(),
})
export type PublicCode = z.infer<typeof PublicCode>

const bySlug = z.object({ slug: z.string().min(1).max(64) })

export const publicCode = endpoint({
  method: 'GET',
  path: '/public/ac',
  access: 'public',
  summary: 'The activation code of a public link, and the style of its QR code',
  input: bySlug,
  output: PublicCode.extend({
    /** Null before the page opens. */
    activationCode: z.string().nullable(),
    matchingId: z.string().nullable(),
    /** When the page opens, and on whose clock; null: it is open. */
    opensAt: time.nullable(),
    opensTimeZone: z.string().nullable(),
    look: QrLook.nullable(),
    page: EndUserLook,
    /** No live certificate issuer is loaded: phones on sale cannot install it. */
    testDevicesOnly: z.boolean(),
  }),
})

export const publicCourse = endpoint({
  method: 'GET',
  path: '/public/ac/events',
  access: 'public',
  reads: true,
  summary: 'State of the activation code of a public link, once at first and at each change',
  input: bySlug,
  output: z.object({ state: z.enum(pageStates) }),
  answer: 'events',
})

export const CodePage = z.object({
  closed: z.boolean(),
  opened: z.int(),
  firstOpenedAt: time.nullable(),
  lastOpenedAt: time.nullable(),
})
export type CodePage = z.infer<typeof CodePage>

export const page = endpoint({
  method: 'POST',
  path: '/delivery/page',
  access: 'Fleet_View',
  reads: true,
  summary: 'Whether the public page of a profile is open, and how often it was opened',
  input: z.object({ profileId: id }),
  output: CodePage,
})

export const setPage = endpoint({
  method: 'POST',
  path: '/delivery/setPage',
  access: 'Fleet_Edit',
  summary: 'Close the public page of a profile, or open it again',
  input: z.object({ profileId: id, closed: z.boolean() }),
  output: done,
})

export const sheetNames = Object.keys(sheets) as [Sheet, ...Sheet[]]

/** Forms of files with activation codes to hand out. */
export const codeForms = ['QR_ZIP', 'LABELS'] as const
export type CodeForm = (typeof codeForms)[number]

/** Forms of lists with one line per profile: all its fields, or its activation code. */
export const listForms = ['PROFILES', 'CODES'] as const
export type ListForm = (typeof listForms)[number]

export const fileForms = [...codeForms, ...listForms] as const
export type FileForm = (typeof fileForms)[number]

/** The maximum number of codes or profiles in a file. */
export const FILE_MAX: Record<FileForm, number> = {
  QR_ZIP: 50_000,
  LABELS: 20_000,
  PROFILES: 5_000_000,
  CODES: 5_000_000,
}

/** Maximum number of profiles in a spreadsheet, which has 1,048,576 rows including the header. */
export const XLSX_MAX = 1_048_575

/** Hours for which a file is retained. */
export const FILE_HOURS = 24

/** The options of a file. */
const FileGiven = z.discriminatedUnion('form', [
  z.object({ form: z.literal('QR_ZIP'), picture: z.enum(['svg', 'png']).default('svg') }),
  z.object({ form: z.literal('LABELS'), sheet: z.enum(sheetNames) }),
  z.object({ form: z.literal('PROFILES'), format: z.enum(exportFormats).default('csv') }),
  z.object({ form: z.literal('CODES'), format: z.enum(exportFormats).default('csv') }),
])
export type FileGiven = z.infer<typeof FileGiven>

/** `standard`: the preset used by default; `plain`: the fixed default; or the id of a preset. */
const LookChoice = z.union([z.enum(['standard', 'plain']), id])

export const CodeFile = z.object({
  id,
  form: z.enum(fileForms),
  format: z.enum(['zip', 'pdf', ...exportFormats]),
  process: z.enum(['PROCESSING', 'COMPLETE', 'FAILED']),
  total: z.int(),
  written: z.int(),
  /** Number of selected profiles whose codes are not in the file. */
  left: z.int(),
  bytes: z.int(),
  createdAt: time,
  completedAt: time.nullable(),
  expiresAt: time,
  createdBy: z.string(),
})
export type CodeFile = z.infer<typeof CodeFile>

export const previewFile = endpoint({
  method: 'POST',
  path: '/delivery/previewFile',
  access: 'Fleet_Export',
  reads: true,
  summary: 'How many codes a file would contain, and why other selected profiles are excluded',
  input: z.object({ selection: Selection }),
  output: z.object({
    total: z.int(),
    fits: z.int(),
    excluded: z.array(z.object({ reason: z.string(), count: z.int() })),
  }),
})

export const excludedFile = endpoint({
  method: 'POST',
  path: '/delivery/excludedFile',
  access: 'Fleet_Export',
  reads: true,
  summary: 'The selected profiles that a file would exclude, with reasons, as CSV',
  input: z.object({ selection: Selection }),
  output: nothing,
  answer: 'file',
})

export const startFile = endpoint({
  method: 'POST',
  path: '/delivery/startFile',
  access: 'Fleet_Export',
  summary:
    'Write a file of profiles in the background: their QR codes as a ZIP archive with a CSV file or on label sheets, or all that match a filter as CSV or XLSX',
  input: z.object({ given: FileGiven, selection: Selection, look: LookChoice.default('standard') }),
  output: z.object({ id, total: z.int() }),
  once: true,
  dryRun: { preview: previewFile },
})

export const files = endpoint({
  method: 'POST',
  path: '/delivery/files',
  access: 'Fleet_Export',
  reads: true,
  summary: 'Files of the last day, newest first',
  input: nothing,
  output: z.object({ items: z.array(CodeFile) }),
})

export const fileProgress = endpoint({
  method: 'GET',
  path: '/delivery/fileProgress',
  access: 'Fleet_Export',
  reads: true,
  summary: 'Progress of the files that are being written (or of one), as events; the stream ends when they are',
  input: z.object({ id: id.optional() }),
  output: CodeFile,
  answer: 'events',
})

export const fileContent = endpoint({
  method: 'POST',
  path: '/delivery/fileContent',
  access: 'Fleet_Export',
  summary: 'Download a finished file',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const fileLeft = endpoint({
  method: 'POST',
  path: '/delivery/fileLeft',
  access: 'Fleet_Export',
  reads: true,
  summary: 'The selected profiles that a finished file excludes, with reasons, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const label = endpoint({
  method: 'POST',
  path: '/delivery/label',
  access: 'Fleet_View',
  reads: true,
  summary: 'The activation code of one profile as a PDF label',
  input: z.object({ profileId: id, sheet: z.enum(sheetNames).default('ROLL'), look: LookChoice.default('standard') }),
  output: nothing,
  answer: 'file',
})

export const inspect = endpoint({
  method: 'POST',
  path: '/delivery/inspect',
  access: 'Fleet_View',
  reads: true,
  summary:
    'The profile or campaign of an activation code, by matching id or slug of its public page, in the own enterprise account',
  input: z.union([z.object({ matchingId: z.string().min(1).max(255) }), bySlug]),
  output: z.object({
    profile: z
      .object({
        id,
        iccid: z.string(),
        status: z.enum(profileStatuses),
        spn: z.string(),
        configurationName: z.string(),
        activationCode: codeField(z.string()),
        /** `OLD`: replaced by another code. */
        code: z.enum(['LIVE', 'EXPIRED', 'OLD']),
        expiresAt: time.nullable(),
      })
      .nullable(),
    campaign: z.object({ id, name: z.string(), activationCode: codeField(z.string()) }).nullable(),
  }),
})

/** The maximum number of mails per call, and per enterprise account and day. */
export const MAILS_MAX = { once: 200, day: 2_000 } as const

/** In characters. */
export const MAIL_MESSAGE_MAX = 500

const Recipient = z.object({
  email: MailAddress,
  /** The profile for this recipient; absent: the next free one. */
  iccid: z.string().trim().max(40).optional(),
})

const Mailing = z.object({
  selection: Selection,
  recipients: z.array(Recipient).min(1, 'Required').max(MAILS_MAX.once, `Up to ${MAILS_MAX.once} at once.`),
})

export const planMails = endpoint({
  method: 'POST',
  path: '/delivery/planMails',
  access: 'Fleet_Export',
  reads: true,
  summary: 'Preview which recipient gets which activation code',
  input: Mailing,
  output: z.object({
    pairs: z.array(
      z.object({
        email: z.string(),
        iccid: z.string().nullable(),
        profileId: id.nullable(),
        /** Why no mail is sent. */
        reason: z.string().nullable(),
      }),
    ),
  }),
})

export const sendMails = endpoint({
  method: 'POST',
  path: '/delivery/sendMails',
  access: 'Fleet_Export',
  summary: 'Send each recipient an activation code by e-mail',
  input: Mailing.extend({
    message: z.string().trim().max(MAIL_MESSAGE_MAX, `Up to ${MAIL_MESSAGE_MAX} characters.`).default(''),
    /** Null: the language of the enterprise account's public pages and mails. */
    language: Language.nullable().default(null),
  }),
  output: z.object({ sent: z.int() }),
  once: true,
  dryRun: { preview: planMails },
})

/** `GONE`: older than 30 days, its state is no longer known. */
export const codeMailStates = [...mailStates, 'GONE'] as const

export const CodeMail = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  recipient: z.string(),
  state: z.enum(codeMailStates),
  /** The response of the mail server, if it refused the mail. */
  refusal: z.string().nullable(),
  at: time,
  sentBy: z.string(),
})
export type CodeMail = z.infer<typeof CodeMail>

export const mails = endpoint({
  method: 'POST',
  path: '/delivery/mails',
  access: 'Fleet_View',
  reads: true,
  summary: 'Activation codes sent by e-mail, newest first',
  input: listInput(
    {
      profileId: id,
      /** Prefix of the address. */
      search: z
        .string()
        .trim()
        .max(254)
        .transform((email) => email.toLowerCase()),
    },
    ['at'],
  ),
  output: pageOf(CodeMail),
})
