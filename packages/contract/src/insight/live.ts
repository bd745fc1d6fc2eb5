import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, time } from '../list.ts'

/** What holds for the session at this moment. */
export const SessionState = z.object({
  permissions: z.array(z.string()),
  roleName: z.string(),
  suspended: z.boolean(),
  /** When the enterprise account will be deleted, if that was asked for. */
  deletionAt: time.nullable(),
  /** Notices that are unread, up to 100, and the newest of all. */
  unread: z.int(),
  newestNotice: z.string().nullable(),
})
export type SessionState = z.infer<typeof SessionState>

export const session = endpoint({
  method: 'GET',
  path: '/session/events',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'What the session holds: once at first, then at each change; breaks off when the session ends',
  beforeSecondFactor: true,
  input: nothing,
  output: SessionState,
  answer: 'events',
})
