import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, version } from '../list.ts'
import { endUserLanguageIds, ownTextFault, ownTextNames } from './end-user-text.ts'

export const Language = z.enum(endUserLanguageIds)

const Texts = z
  .partialRecord(z.enum(ownTextNames), z.string().trim().min(1, 'Required').max(500, 'Up to 500 characters.'))
  .superRefine((texts, ctx) => {
    for (const [name, text] of Object.entries(texts)) {
      const fault = ownTextFault(name as (typeof ownTextNames)[number], text)
      if (fault) ctx.addIssue({ code: 'custom', path: [name], message: fault })
    }
  })

const Settings = z.object({
  /** The language of mails to end users, unless the sender chooses another. */
  language: Language,
  /** The color of buttons and headings; null: that of the platform. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'A color such as #1b2a6b.')
    .nullable(),
  /** Texts that replace the default ones, by language. Plain text without links. */
  texts: z.partialRecord(Language, Texts),
})
export type EndUserSettings = z.infer<typeof Settings>

/** How the pages of an enterprise account look and what they say, where it has made a choice. */
export const EndUserLook = z.object({
  logo: z.object({ url: z.string(), name: z.string() }).nullable(),
  /** Shades of the color, lightest first, and the index of the color itself. */
  accent: z.object({ palette: z.array(z.string()), shade: z.int() }).nullable(),
  texts: Settings.shape.texts,
})
export type EndUserLook = z.infer<typeof EndUserLook>

export const query = endpoint({
  method: 'POST',
  path: '/enduser/query',
  access: ['Fleet_View', 'Campaign_View'],
  reads: true,
  summary: 'Color, language and own texts of public pages and of e-mails to end users',
  input: nothing,
  output: z.object({ version, fields: Settings, look: EndUserLook }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/enduser/edit',
  access: 'Fleet_Edit',
  // what strangers read under the name of the enterprise account is decided by a person
  programs: false,
  summary: 'Change color, language and own texts of public pages and of e-mails to end users',
  input: z.object({ version, fields: Settings }),
  output: z.object({ version }),
})
