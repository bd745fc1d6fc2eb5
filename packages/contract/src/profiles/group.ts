import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, version } from '../list.ts'
import { Figures, Trend, trendInput } from './figures.ts'
import { profileStatuses } from './profile-state.ts'

export const groupColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type GroupColor = (typeof groupColors)[number]

/** So many groups an enterprise account may have. */
export const GROUPS_MAX = 500

export const NewGroup = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(64, 'Up to 64 characters.')
    .refine((name) => name.toLowerCase() !== 'none', '"none" stands for profiles of no group.'),
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
  /** How many profiles have each status; those that none has are left out. */
  statuses: z.partialRecord(z.enum(profileStatuses), z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
  createdBy: z.string(),
})
export type Group = z.infer<typeof Group>

export const list = endpoint({
  method: 'POST',
  path: '/group/list',
  access: ['Group_View', 'Fleet_View', 'Generate_Ac_View'],
  summary: 'All groups by name, with how many profiles each has',
  input: nothing,
  output: z.object({ items: z.array(Group) }),
})

export const get = endpoint({
  method: 'POST',
  path: '/group/get',
  access: 'Group_View',
  summary: 'One group',
  input: z.object({ id }),
  output: Group,
})

export const figures = endpoint({
  method: 'POST',
  path: '/group/figures',
  access: 'Group_View',
  summary:
    'What the profiles of a group are and did, in the time zone of the caller; what they did counts where they were then',
  input: z.object({ id }),
  output: Figures,
})

export const trend = endpoint({
  method: 'POST',
  path: '/group/trend',
  access: 'Group_View',
  summary: 'Downloads, installs and errors of a group by day or month, in the time zone of the caller',
  input: z.object({ id, ...trendInput }),
  output: Trend,
})

export const add = endpoint({
  method: 'POST',
  path: '/group/add',
  access: 'Group_Edit',
  summary: 'Make a group',
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
  summary: 'Delete a group; its profiles stay, and belong to no group',
  input: z.object({ id, version }),
  output: done,
})
