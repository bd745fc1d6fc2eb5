import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'

export const announcementKinds = ['INFO', 'WARNING', 'MAINTENANCE'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

export const ANNOUNCEMENT_LENGTH = 500

export const AnnouncementFields = z
  .object({
    kind: z.enum(announcementKinds),
    /** Plain text. */
    text: z
      .string()
      .trim()
      .min(1, 'Required')
      .max(ANNOUNCEMENT_LENGTH, `Up to ${ANNOUNCEMENT_LENGTH} characters.`)
      .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'One paragraph only.'),
    link: z
      .url({ protocol: /^https$/, error: 'An address that begins with https://' })
      .max(500, 'Up to 500 characters.')
      .nullable(),
    /** Null: from now on. */
    startsAt: time.nullable(),
    /** Null: until it is withdrawn. */
    endsAt: time.nullable(),
    /** Null: all platforms. */
    platformId: id.nullable(),
  })
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || endsAt > startsAt, {
    path: ['endsAt'],
    message: 'After the start.',
  })
export type AnnouncementFields = z.infer<typeof AnnouncementFields>

const common = { id, kind: z.enum(announcementKinds), text: z.string(), link: z.string().nullable() }

/** An announcement that is shown now. */
export const CurrentAnnouncement = z.object({
  ...common,
  startsAt: time,
  /** The user has dismissed its strip; the bell still shows it. */
  isDismissed: z.boolean(),
})
export type CurrentAnnouncement = z.infer<typeof CurrentAnnouncement>

export const current = endpoint({
  method: 'POST',
  path: '/announcement/current',
  access: 'signed-in',
  withoutEnterprise: true,
  beforeSecondFactor: true,
  reads: true,
  summary: 'The announcements for the signed-in user, newest first',
  input: nothing,
  output: z.object({ items: z.array(CurrentAnnouncement) }),
})

export const dismiss = endpoint({
  method: 'POST',
  path: '/announcement/dismiss',
  access: 'signed-in',
  withoutEnterprise: true,
  beforeSecondFactor: true,
  summary: 'Do not show an announcement at the top of the page any more',
  input: z.object({ id }),
  output: done,
})

export const announcementStates = ['SCHEDULED', 'SHOWN', 'ENDED', 'WITHDRAWN'] as const
export type AnnouncementState = (typeof announcementStates)[number]

export const Announcement = z.object({
  ...common,
  state: z.enum(announcementStates),
  platformId: id.nullable(),
  /** Null: all platforms. */
  platform: z.string().nullable(),
  startsAt: time,
  endsAt: time.nullable(),
  withdrawnAt: time.nullable(),
  createdBy: z.string().nullable(),
  createdAt: time,
  version,
})
export type Announcement = z.infer<typeof Announcement>

export const list = endpoint({
  method: 'POST',
  path: '/admin/announcement/list',
  access: 'Admin_Announcement_View',
  reads: true,
  summary: 'All announcements, newest first',
  input: listInput({ state: z.array(z.enum(announcementStates)).max(announcementStates.length) }, ['createdAt']),
  output: pageOf(Announcement),
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/announcement/add',
  access: 'Admin_Announcement_Edit',
  summary: 'Publish an announcement to all members, or to those of one platform',
  input: z.object({ fields: AnnouncementFields }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/announcement/edit',
  access: 'Admin_Announcement_Edit',
  summary: 'Edit an announcement; with another text, kind or link it appears again for those who dismissed it',
  input: z.object({ id, version, fields: AnnouncementFields }),
  output: z.object({ version }),
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/admin/announcement/withdraw',
  access: 'Admin_Announcement_Edit',
  summary: 'Withdraw an announcement at once and for good',
  input: z.object({ id, version }),
  output: z.object({ version }),
})
