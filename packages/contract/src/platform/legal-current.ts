import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The texts that every platform can publish. */
export const legalKinds = ['TERMS', 'PRIVACY'] as const
export type LegalKind = (typeof legalKinds)[number]

export const current = endpoint({
  method: 'GET',
  path: '/platform/text/current',
  access: 'public',
  reads: true,
  summary: 'The versions of terms and privacy policy that apply on the platform; without those that are not published',
  input: z.object({ sys: z.string().max(64).optional() }),
  output: z.object({ texts: z.array(z.object({ kind: z.enum(legalKinds), version: z.int() })) }),
})
