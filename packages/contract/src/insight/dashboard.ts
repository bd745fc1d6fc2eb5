import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../list.ts'
import { figures, Trend, trendInput } from '../profiles/figures.ts'

// the OpenAPI file names schemas after the exports of the contract's modules
export { Figures, Trend } from '../profiles/figures.ts'

export const summary = endpoint({
  method: 'POST',
  path: '/dashboard/summary',
  access: 'Analytic',
  reads: true,
  summary: 'Figures of the dashboard, in the time zone of the caller',
  input: nothing,
  output: z.object({
    ...figures,
    /** Whether the figures are of sample data, because there is no real profile yet. */
    sample: z.boolean(),
  }),
})

export const trend = endpoint({
  method: 'POST',
  path: '/dashboard/trend',
  access: 'Analytic',
  reads: true,
  summary: 'Downloads, installs and errors by day or month, in the time zone of the caller',
  input: z.object(trendInput),
  output: Trend,
})
