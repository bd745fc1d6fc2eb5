import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../list.ts'

export const SEARCH_MIN_LENGTH = 2

export const query = endpoint({
  method: 'POST',
  path: '/search/query',
  access: ['Fleet_View', 'Profile_Config_View', 'Generate_AC_Log_View'],
  summary:
    'A few of what a text begins or names: profiles, profile configurations, batches, as far as they may be seen',
  input: z.object({ text: z.string().trim().min(SEARCH_MIN_LENGTH).max(64) }),
  output: z.object({
    /** Whose ICCID, IMSI, EID or MSISDN begins with the text. */
    profiles: z.array(
      z.object({
        id,
        iccid: z.string(),
        /** What begins with the text. */
        by: z.enum(['iccid', 'imsi', 'eid', 'msisdn']),
        value: z.string(),
        status: z.string(),
      }),
    ),
    /** In whose name the text is. */
    configurations: z.array(z.object({ id, name: z.string(), type: z.string() })),
    /** Whose code begins with the text, or one of the newest whose file bears it in its name. */
    batches: z.array(z.object({ id, code: z.string(), fileName: z.string().nullable() })),
  }),
})
