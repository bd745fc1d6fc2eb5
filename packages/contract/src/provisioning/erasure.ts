import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { version } from '../list.ts'

/** The most days between an installation and the erasure of its keys. */
export const ERASURE_DAYS_MAX = 365

/** Profiles are counted up to this number. */
export const ERASURE_COUNT_CAP = 10_000

const days = z
  .int('A whole number of days.')
  .min(1, 'At least 1 day.')
  .max(ERASURE_DAYS_MAX, `Up to ${ERASURE_DAYS_MAX} days.`)

export const get = endpoint({
  method: 'POST',
  path: '/erasure/get',
  access: 'Enterprise_View',
  reads: true,
  summary: 'How many days after the installation the keys of profiles are erased',
  input: z.object({}),
  output: z.object({
    /** Null: they are kept. */
    days: z.int().nullable(),
    version,
    changedAt: z.string().nullable(),
    changedBy: z.string().nullable(),
  }),
})

export const preview = endpoint({
  method: 'POST',
  path: '/erasure/preview',
  access: 'Enterprise_Edit',
  allGroups: true,
  reads: true,
  summary: 'How many profiles on devices are old enough to lose their keys soon after a change',
  input: z.object({ days }),
  output: z.object({
    /** At most so many: generated at least so many days ago, and on a device. Counted up to 10,000. */
    profiles: z.int(),
    capped: z.boolean(),
  }),
})

export const set = endpoint({
  method: 'POST',
  path: '/erasure/set',
  access: 'Enterprise_Edit',
  allGroups: true,
  summary:
    'Erase the keys of profiles some days after their installation, or keep them. Erased keys cannot be restored',
  input: z.object({ days: days.nullable(), version }),
  output: z.object({ version }),
})
