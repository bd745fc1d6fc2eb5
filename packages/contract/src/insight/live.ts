import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, time } from '../list.ts'
import { LimitGroups } from '../people/group-limit.ts'

/** The current state of the session. */
export const SessionState = z.object({
  permissions: z.array(z.string()),
  /** Permissions of the user's role that a suspension of the enterprise account removes. */
  withheld: z.array(z.string()),
  roleName: z.string(),
  suspended: z.boolean(),
  groups: LimitGroups,
  /** When the enterprise account will be deleted, if requested. */
  deletionAt: time.nullable(),
  /** The number of unread notices, up to 100, and the id of the newest notice. */
  unread: z.int(),
  newestNotice: z.string().nullable(),
  /** Requests for approval that the user may approve now, up to 100. */
  approvals: z.int(),
})
export type SessionState = z.infer<typeof SessionState>

export const session = endpoint({
  method: 'GET',
  path: '/session/events',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'Permissions and state of the session, once at first and at each change; ends when the session ends',
  beforeSecondFactor: true,
  input: nothing,
  output: SessionState,
  answer: 'events',
})
