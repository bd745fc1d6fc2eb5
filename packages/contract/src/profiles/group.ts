import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, version } from '../list.ts'
import { Figures, Trend, trendInput } from './figures.ts'
import { profileStatuses } from './profile-state.ts'

export const groupColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type GroupColor = (typeof groupColors)[number]

/** The maximum number of groups of an enterprise account. */
export const GROUPS_MAX = 500

export const NewGroup = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(64, 'Up to 64 characters.')
    .refine((name) => name.toLowerCase() !== 'none', '"none" is reserved for profiles without a group.'),
  color: z.enum(groupColors).default('blue'),
  notes: z.string().trim().max(500, 'Up to 500 characters.').default(''),
})
export type NewGroup = z.infer<typeof NewGroup>

export const Group = z.object({
  id,
  name: z.string(),
  color: z.enum(groupColors),
  notes: z.string(),
  version,
  profiles: z.int(),
  /** Number of profiles by status, without statuses of no profile. */
  statuses: z.partialRecord(z.enum(profileStatuses), z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
  createdBy: z.string(),
})
export type Group = z.infer<typeof Group>

export const list = endpoint({
  method: 'POST',
  path: '/group/list',
  access: ['Group_View', 'Fleet_View', 'Generate_Ac_View', 'Member_Edit'],
  reads: true,
  summary: 'All groups by name, with their number of profiles',
  input: nothing,
  output: z.object({ items: z.array(Group) }),
})

export const get = endpoint({
  method: 'POST',
  path: '/group/get',
  access: 'Group_View',
  reads: true,
  summary: 'One group',
  input: z.object({ id }),
  output: Group,
})

export const figures = endpoint({
  method: 'POST',
  path: '/group/figures',
  access: 'Group_View',
  reads: true,
  summary:
    'Figures of a group, in the time zone of the caller; events count for the group in which the profile was then',
  input: z.object({ id }),
  output: Figures,
})

export const trend = endpoint({
  method: 'POST',
  path: '/group/trend',
  access: 'Group_View',
  reads: true,
  summary: 'Downloads, installs and errors of a group by day or month, in the time zone of the caller',
  input: z.object({ id, ...trendInput }),
  output: Trend,
})

export const add = endpoint({
  method: 'POST',
  path: '/group/add',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Create a group',
  input: z.object({ fields: NewGroup }),
  output: z.object({ id }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/group/edit',
  access: 'Group_Edit',
  summary: 'Change name, color and notes of a group',
  input: z.object({ id, version, fields: NewGroup }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/group/remove',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Delete a group; its profiles remain, in no group',
  input: z.object({ id, version }),
  output: z.object({
    /** Profiles in the group, which leave it in the background. */
    profiles: z.int(),
  }),
  dryRun: 'rolled back',
})
