import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../list.ts'

export const overview = endpoint({
  method: 'POST',
  path: '/home/overview',
  access: 'signed-in',
  reads: true,
  summary: 'Home: the steps that are done, new downloads and new activation codes of the last 7 days',
  input: nothing,
  output: z.object({
    steps: z.object({
      configuration: z.boolean(),
      generated: z.boolean(),
      downloaded: z.boolean(),
      managed: z.boolean(),
    }),
    /** Seven days, oldest first, in the time zone of the caller. */
    downloads: z.array(z.object({ day: z.string(), count: z.int() })),
    codes: z.array(z.object({ day: z.string(), count: z.int() })),
  }),
})
