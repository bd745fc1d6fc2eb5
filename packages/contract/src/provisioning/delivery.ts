import { cornerShapes, gradientDirections, moduleShapes, type QrStyle as Style } from '@simwright/qr'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { contrast, luminance } from '../platform/contrast.ts'
import { mailStates } from '../platform/mail.ts'
import { exportFormats } from '../profiles/fleet.ts'
import { Selection } from '../profiles/fleet-filter.ts'
import { profileStatuses } from '../profiles/profile-state.ts'
import { type Sheet, sheets } from './label-sheet.ts'
import { LOGO } from './look-size.ts'

export { type Sheet, sheets } from './label-sheet.ts'
export { LOGO, READ_BACK_SIZES } from './look-size.ts'

/** How many presets an enterprise account may have. */
export const PRESETS_MAX = 30

/** Below this, cameras lose the dark modules from the light ground. */
export const CONTRAST_MIN = 3

const Color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'A colour such as #1b2a6b.')

/** What keeps cameras from telling dark from light, by the field; undefined when nothing does. */
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
      return { path, text: 'Lighter than the ground: cameras expect dark on light.' }
    if (contrast(color, background) < CONTRAST_MIN)
      return { path, text: 'Too close to the ground: cameras cannot tell them apart.' }
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

/** How a QR code looks, with its logo as a data URL. */
export const QrLook = z.object({ style: QrStyle, logo: z.string().nullable() })
export type QrLook = z.infer<typeof QrLook>

export const QrPreset = QrLook.extend({
  id,
  name: z.string(),
  logoId: id.nullable(),
  version,
  /** Stands where nobody chooses one: public pages, mails, files. */
  isStandard: z.boolean(),
})
export type QrPreset = z.infer<typeof QrPreset>

export const presets = endpoint({
  method: 'POST',
  path: '/delivery/presets',
  access: ['Fleet_View', 'Campaign_View'],
  summary: 'Looks of QR codes, by name; the fixed default is not among them',
  input: nothing,
  output: z.object({ items: z.array(QrPreset) }),
})

const PresetFields = z.object({ name: Name, style: QrStyle, logoId: id.nullable().default(null) })

export const addPreset = endpoint({
  method: 'POST',
  path: '/delivery/addPreset',
  access: 'Fleet_Edit',
  summary: 'Keep a look; refused when it cannot be read back',
  input: z.object({ fields: PresetFields }),
  output: z.object({ id }),
  once: true,
})

export const editPreset = endpoint({
  method: 'POST',
  path: '/delivery/editPreset',
  access: 'Fleet_Edit',
  summary: 'Change a look; refused when it cannot be read back',
  input: z.object({ id, version, fields: PresetFields }),
  output: z.object({ version }),
})

export const removePreset = endpoint({
  method: 'POST',
  path: '/delivery/deletePreset',
  access: 'Fleet_Edit',
  summary: 'Delete a look; where it stood, the fixed default stands',
  input: z.object({ id }),
  output: done,
})

export const setStandard = endpoint({
  method: 'POST',
  path: '/delivery/setStandard',
  access: 'Fleet_Edit',
  summary: 'Choose the look that stands where nobody chooses one; null is the fixed default',
  input: z.object({ id: id.nullable() }),
  output: done,
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/delivery/uploadLogo',
  access: 'Fleet_Edit',
  summary: 'A picture for the middle of QR codes: PNG, JPEG or SVG; it is painted anew',
  body: 'form-data',
  input: nothing,
  output: z.object({ logoId: id, logo: z.string() }),
})

export const pageStates = ['ready', 'downloaded', 'installed', 'enabled', 'used', 'expired'] as const

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
  summary: 'The activation code behind a public link, and how its QR code looks',
  input: bySlug,
  output: PublicCode.extend({ look: QrLook.nullable() }),
})

export const publicCourse = endpoint({
  method: 'GET',
  path: '/public/ac/events',
  access: 'public',
  summary: 'How far a device is with the activation code behind a public link: once at first, then at each change',
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

/** Of activation codes that are handed out. */
export const codeForms = ['QR_ZIP', 'LABELS'] as const
export type CodeForm = (typeof codeForms)[number]

/** Of profiles that leave the portal, a line each: as they stand, or their activation codes. */
export const listForms = ['PROFILES', 'CODES'] as const
export type ListForm = (typeof listForms)[number]

export const fileForms = [...codeForms, ...listForms] as const
export type FileForm = (typeof fileForms)[number]

/** How many codes or profiles a file may hold. */
export const FILE_MAX: Record<FileForm, number> = {
  QR_ZIP: 50_000,
  LABELS: 20_000,
  PROFILES: 5_000_000,
  CODES: 5_000_000,
}

/** Spreadsheets have 1,048,576 rows; the first has the names of the columns. */
export const XLSX_MAX = 1_048_575

/** Hours for which a file is kept. */
export const FILE_HOURS = 24

/** What a file is made of. */
const FileGiven = z.discriminatedUnion('form', [
  z.object({ form: z.literal('QR_ZIP'), picture: z.enum(['svg', 'png']).default('svg') }),
  z.object({ form: z.literal('LABELS'), sheet: z.enum(sheetNames) }),
  z.object({ form: z.literal('PROFILES'), format: z.enum(exportFormats).default('csv') }),
  z.object({ form: z.literal('CODES'), format: z.enum(exportFormats).default('csv') }),
])
export type FileGiven = z.infer<typeof FileGiven>

/** `standard`: what stands where nobody chooses; `plain`: the fixed default; or a preset. */
const LookChoice = z.union([z.enum(['standard', 'plain']), id])

export const CodeFile = z.object({
  id,
  form: z.enum(fileForms),
  format: z.enum(['zip', 'pdf', ...exportFormats]),
  process: z.enum(['PROCESSING', 'COMPLETE', 'FAILED']),
  total: z.int(),
  written: z.int(),
  /** Profiles of the selection whose codes are not in it. */
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
  summary: 'How many codes a file would hold, and why other profiles of the selection are left out',
  input: z.object({ selection: Selection }),
  output: z.object({
    total: z.int(),
    fits: z.int(),
    apart: z.array(z.object({ reason: z.string(), count: z.int() })),
  }),
})

export const apartFile = endpoint({
  method: 'POST',
  path: '/delivery/apartFile',
  access: 'Fleet_Export',
  summary: 'The profiles whose codes would not be in a file, with the reasons, as CSV',
  input: z.object({ selection: Selection }),
  output: nothing,
  answer: 'file',
})

export const startFile = endpoint({
  method: 'POST',
  path: '/delivery/startFile',
  access: 'Fleet_Export',
  summary:
    'Write a file about profiles in the background: their QR codes as a ZIP archive with a CSV file or on sheets of labels, or all that a filter lets through as CSV or XLSX',
  input: z.object({ given: FileGiven, selection: Selection, look: LookChoice.default('standard') }),
  output: z.object({ id, total: z.int() }),
  once: true,
})

export const files = endpoint({
  method: 'POST',
  path: '/delivery/files',
  access: 'Fleet_Export',
  summary: 'The files that were written in the last day, newest first',
  input: nothing,
  output: z.object({ items: z.array(CodeFile) }),
})

export const fileProgress = endpoint({
  method: 'GET',
  path: '/delivery/fileProgress',
  access: 'Fleet_Export',
  summary: 'Progress of the files that are being written (or of one), as events; the stream ends when they are',
  input: z.object({ id: id.optional() }),
  output: CodeFile,
  answer: 'events',
})

export const fileContent = endpoint({
  method: 'POST',
  path: '/delivery/fileContent',
  access: 'Fleet_Export',
  summary: 'A file that was written',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const fileLeft = endpoint({
  method: 'POST',
  path: '/delivery/fileLeft',
  access: 'Fleet_Export',
  summary: 'The profiles whose codes are not in a file that was written, with the reasons, as CSV',
  input: z.object({ id }),
  output: nothing,
  answer: 'file',
})

export const label = endpoint({
  method: 'POST',
  path: '/delivery/label',
  access: 'Fleet_View',
  summary: 'The activation code of one profile as a PDF label',
  input: z.object({ profileId: id, sheet: z.enum(sheetNames).default('ROLL'), look: LookChoice.default('standard') }),
  output: nothing,
  answer: 'file',
})

export const inspect = endpoint({
  method: 'POST',
  path: '/delivery/inspect',
  access: 'Fleet_View',
  summary:
    'Whose an activation code is, by its matching id or the slug of its public page: of what the own enterprise account has',
  input: z.union([z.object({ matchingId: z.string().min(1).max(255) }), bySlug]),
  output: z.object({
    profile: z
      .object({
        id,
        iccid: z.string(),
        status: z.enum(profileStatuses),
        spn: z.string(),
        configurationName: z.string(),
        activationCode: z.string(),
        /** `OLD`: another code took its place. */
        code: z.enum(['LIVE', 'EXPIRED', 'OLD']),
        expiresAt: time.nullable(),
      })
      .nullable(),
    campaign: z.object({ id, name: z.string(), activationCode: z.string() }).nullable(),
  }),
})

/** How many mails can be sent at once, and by an enterprise account in a day. */
export const MAILS_MAX = { once: 200, day: 2_000 } as const

const Recipient = z.object({
  email: z.email('Invalid e-mail.').max(254, 'Up to 254 characters.'),
  /** Whoever shall have this very profile; else the next one that is free. */
  iccid: z.string().trim().max(20).optional(),
})

const Mailing = z.object({
  selection: Selection,
  recipients: z.array(Recipient).min(1, 'Required').max(MAILS_MAX.once, `Up to ${MAILS_MAX.once} at once.`),
})

export const planMails = endpoint({
  method: 'POST',
  path: '/delivery/planMails',
  access: 'Fleet_Export',
  summary: 'Who would get which activation code',
  input: Mailing,
  output: z.object({
    pairs: z.array(
      z.object({
        email: z.string(),
        iccid: z.string().nullable(),
        profileId: id.nullable(),
        /** Why nothing is sent. */
        reason: z.string().nullable(),
      }),
    ),
  }),
})

export const sendMails = endpoint({
  method: 'POST',
  path: '/delivery/sendMails',
  access: 'Fleet_Export',
  summary: 'Send each person an activation code by e-mail',
  input: Mailing.extend({ message: z.string().trim().max(500, 'Up to 500 characters.').default('') }),
  output: z.object({ sent: z.int() }),
  once: true,
})

/** `GONE`: more than 30 days ago; what became of it is not known any more. */
export const codeMailStates = [...mailStates, 'GONE'] as const

export const CodeMail = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  recipient: z.string(),
  state: z.enum(codeMailStates),
  /** What the mail server answered, where it did not take it. */
  refusal: z.string().nullable(),
  at: time,
  sentBy: z.string(),
})
export type CodeMail = z.infer<typeof CodeMail>

export const mails = endpoint({
  method: 'POST',
  path: '/delivery/mails',
  access: 'Fleet_View',
  summary: 'Activation codes that were sent by e-mail, newest first',
  input: listInput(
    {
      profileId: id,
      /** The beginning of an address. */
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
