import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, version } from '../list.ts'

/** Characters of the text of a mail with an activation code. */
export const GROUP_MAIL_MAX = 500

export const RECYCLE_DAYS_MAX = 3650

/** What a group sets unless something else is chosen; each can be empty. */
export const GroupDefaults = z.object({
  /** Of codes that are generated into the group by a call that names no configuration. */
  configurationId: id.nullable().default(null),
  /** Profiles that are generated into the group are recycled so many days later, unless their row has a time. */
  recycleDays: z
    .int('A whole number of days.')
    .min(1, 'At least 1 day.')
    .max(RECYCLE_DAYS_MAX, `Up to ${RECYCLE_DAYS_MAX.toLocaleString('en')} days.`)
    .nullable()
    .default(null),
  /** The text of mails with codes of the group that are sent without another text. */
  mailMessage: z.string().trim().max(GROUP_MAIL_MAX, `Up to ${GROUP_MAIL_MAX} characters.`).default(''),
  /** The style preset of QR codes in mails and on public pages. */
  qrPresetId: id.nullable().default(null),
})
export type GroupDefaults = z.infer<typeof GroupDefaults>

export const get = endpoint({
  method: 'POST',
  path: '/group/defaults',
  access: ['Group_View', 'Generate_Ac_View'],
  reads: true,
  summary: 'The defaults of a group: configuration, recycle time, text of mails, style of QR codes',
  input: z.object({ id }),
  output: z.object({ defaults: GroupDefaults, version }),
})

export const set = endpoint({
  method: 'POST',
  path: '/group/setDefaults',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Change the defaults of a group',
  input: z.object({ id, version, defaults: GroupDefaults }),
  output: z.object({ version }),
})
