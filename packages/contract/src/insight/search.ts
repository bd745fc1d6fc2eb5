import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../list.ts'

export const SEARCH_MIN_LENGTH = 2

export const query = endpoint({
  method: 'POST',
  path: '/search/query',
  access: ['Fleet_View', 'Profile_Config_View', 'Generate_AC_Log_View'],
  reads: true,
  summary: 'A few profiles, profile configurations and batches that match a text, as far as the caller may see them',
  input: z.object({ text: z.string().trim().min(SEARCH_MIN_LENGTH).max(64) }),
  output: z.object({
    /** Profiles whose ICCID, IMSI, EID or MSISDN begins with the text. */
    profiles: z.array(
      z.object({
        id,
        iccid: z.string(),
        /** Which identifier begins with the text. */
        by: z.enum(['iccid', 'imsi', 'eid', 'msisdn']),
        value: z.string(),
        status: z.string(),
      }),
    ),
    /** Configurations whose name contains the text. */
    configurations: z.array(z.object({ id, name: z.string(), type: z.string() })),
    /** Batches whose code begins with the text, and newest batches whose file name contains it. */
    batches: z.array(z.object({ id, code: z.string(), fileName: z.string().nullable() })),
  }),
})
