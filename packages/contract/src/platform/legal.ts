import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import { legalKinds } from './legal-current.ts'

export * from './legal-current.ts'

export const LEGAL_TEXT_LENGTH = 60_000

/** Control characters other than line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\t]/u

const Body = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'Required')
      .max(LEGAL_TEXT_LENGTH, `Up to ${LEGAL_TEXT_LENGTH.toLocaleString('en')} characters.`)
      .refine((text) => !CONTROL.test(text), 'No control characters.'),
  )

const accepted = z.int().min(1).optional()

/** The versions that the user has accepted. */
export const AcceptedTexts = z.object({ TERMS: accepted, PRIVACY: accepted }).default({})
export type AcceptedTexts = z.infer<typeof AcceptedTexts>

/** A version of a text. Its body has headings, lists, links and bold text as Markdown writes them, and no HTML. */
export const LegalText = z.object({ version: z.int(), body: z.string(), publishedAt: time })
export type LegalText = z.infer<typeof LegalText>

export const read = endpoint({
  method: 'GET',
  path: '/platform/text',
  access: 'public',
  reads: true,
  summary: 'Terms or privacy policy of the platform: the version that applies, or an earlier one',
  input: z.object({
    sys: z.string().max(64).optional(),
    kind: z.enum(legalKinds),
    version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
  output: z.object({
    /** Null: not published. */
    text: LegalText.nullable(),
    /** The version that applies. */
    current: z.int().nullable(),
  }),
})

/** All versions of one text of a platform. */
export const LegalVersions = z.object({
  kind: z.enum(legalKinds),
  /** The highest version, 0 without one. */
  version,
  current: LegalText.nullable(),
  /** Published later. */
  planned: LegalText.nullable(),
  earlier: z.array(LegalText.omit({ body: true })),
})
export type LegalVersions = z.infer<typeof LegalVersions>

export const PlatformTexts = z.object({
  platformId: z.string(),
  platform: z.string(),
  sys: z.string(),
  texts: z.array(LegalVersions),
})
export type PlatformTexts = z.infer<typeof PlatformTexts>

export const list = endpoint({
  method: 'POST',
  path: '/admin/text/list',
  access: 'Admin_Plan_View',
  reads: true,
  summary: 'Terms and privacy policies of every platform',
  input: nothing,
  output: z.object({ platforms: z.array(PlatformTexts) }),
})

export const LegalFields = z.object({
  body: Body,
  /** Null: now. */
  publishedAt: time.nullable(),
})
export type LegalFields = z.infer<typeof LegalFields>

const named = { platformId: id, kind: z.enum(legalKinds), version }

export const publish = endpoint({
  method: 'POST',
  path: '/admin/text/publish',
  access: 'Admin_Plan_Edit',
  summary: 'Publish a new version of a text, now or later; it replaces one that is not published yet',
  input: z.object({ ...named, fields: LegalFields }),
  output: z.object({ version }),
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/admin/text/withdraw',
  access: 'Admin_Plan_Edit',
  summary: 'Delete a version that is not published yet',
  input: z.object(named),
  output: done,
})
