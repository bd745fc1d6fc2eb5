/** Activation codes of one profile that may have leaked: many devices or networks try them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time } from '../list.ts'

/** Also the names of the thresholds and notifications. */
export const leakKinds = ['CODE_DEVICES', 'CODE_NETWORKS'] as const
export type LeakKind = (typeof leakKinds)[number]

/** `REPLACED`: the profile has another code since. `DISMISSED`: someone said that this code is fine. */
export const leakStates = ['SUSPECTED', 'DISMISSED', 'REPLACED'] as const
export type LeakState = (typeof leakStates)[number]

/** Networks from which the page of one code was opened that are remembered. */
export const PAGE_NETWORKS_MAX = 50

export const Leak = z.object({
  id,
  profileId: id,
  iccid: z.string(),
  kind: z.enum(leakKinds),
  /** How many devices or networks tried the code within the hours, as last notified. */
  value: z.int(),
  hours: z.int(),
  state: z.enum(leakStates),
  foundAt: time,
  dismissedAt: time.nullable(),
  dismissedBy: z.string().nullable(),
})
export type Leak = z.infer<typeof Leak>

export const list = endpoint({
  method: 'POST',
  path: '/leak/list',
  access: 'Fleet_View',
  reads: true,
  summary: 'Activation codes that may have leaked, newest first',
  input: listInput({ profileId: id, state: z.array(z.enum(leakStates)).max(leakStates.length) }, ['foundAt']),
  output: pageOf(Leak),
})

export const dismiss = endpoint({
  method: 'POST',
  path: '/leak/dismiss',
  access: 'Fleet_Edit',
  summary: 'Say that the activation code of a profile is fine: it raises no further notification',
  input: z.object({ profileId: id }),
  output: z.object({ dismissed: z.int() }),
})
