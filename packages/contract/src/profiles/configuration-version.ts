import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, time, version } from '../list.ts'
import { StoredConfiguration } from './configuration-rule.ts'

/** Versions on one page. */
export const VERSION_PAGE = 20

/** Batches and campaigns that `usage` lists; it counts all of them. */
export const USAGE_SHOWN = 10

/** One saved version of a profile configuration, and what was made from it. */
export const ConfigurationVersionRow = z.object({
  version,
  savedAt: time,
  savedBy: z.string(),
  batches: z.int(),
  /** Counted up to `PROFILE_COUNT_CAP`; one more means "more than that". */
  profiles: z.int(),
})
export type ConfigurationVersionRow = z.infer<typeof ConfigurationVersionRow>

export const list = endpoint({
  method: 'POST',
  path: '/configuration/version/list',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'The versions of a profile configuration, newest first',
  /** `before`: only versions older than this one. */
  input: z.object({ id, before: version.optional() }),
  output: z.object({ items: z.array(ConfigurationVersionRow), hasMore: z.boolean() }),
})

export const get = endpoint({
  method: 'POST',
  path: '/configuration/version/get',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'One version of a profile configuration with all its fields',
  input: z.object({ id, version }),
  output: z.object({ version, fields: StoredConfiguration, confirmationCodeSet: z.boolean() }),
})

export const restore = endpoint({
  method: 'POST',
  path: '/configuration/version/restore',
  access: 'Profile_Config_Edit',
  summary: 'Save an older version again as the newest one; refused if no profile can be built from it any more',
  /** `version`: the newest one that the caller has read. */
  input: z.object({ id, version, restored: version }),
  output: z.object({ version }),
})

const listed = <T extends z.ZodType>(item: T) => z.object({ total: z.int(), items: z.array(item) })

export const ConfigurationUsage = z.object({
  batches: listed(z.object({ id, code: z.string(), version, createdAt: time })),
  /** Without the items if the caller may not see campaigns. */
  campaigns: listed(z.object({ id, name: z.string() })),
  /** The beginnings of the IMSIs (6 digits) and ICCIDs (7 digits) of the newest profiles, for the preflight adviser. */
  subscribers: z.array(z.object({ imsi: z.string(), iccid: z.string() })),
})
export type ConfigurationUsage = z.infer<typeof ConfigurationUsage>

export const usage = endpoint({
  method: 'POST',
  path: '/configuration/usage',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'Where a profile configuration is used: its newest batches and campaigns',
  input: z.object({ id }),
  output: ConfigurationUsage,
})
