import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, version } from '../list.ts'
import { changesDirection } from '../text-direction.ts'
import { groupColors } from './group.ts'

/** The maximum number of tags of an enterprise account. */
export const TAGS_MAX = 200

/** The maximum number of tags of a profile. */
export const TAGS_PER_PROFILE = 20

/** Profiles of a tag are counted up to this number. */
export const TAG_COUNT_CAP = 10_000

export const TAG_NAME_MAX = 40

/** A list of names, as in a file, has commas or semicolons between them. */
export const TagName = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(TAG_NAME_MAX, `Up to ${TAG_NAME_MAX} characters.`)
  .refine((name) => !/[,;"\p{Cc}]/u.test(name), 'Without commas, semicolons and quotation marks.')
  .refine((name) => !changesDirection(name), 'Without characters that change the direction of the text.')
  .refine((name) => name.toLowerCase() !== 'none', '"none" is reserved for profiles without a tag.')

export const NewTag = z.object({ name: TagName, color: z.enum(groupColors).default('blue') })
export type NewTag = z.infer<typeof NewTag>

/** A tag as a profile has it. */
export const ProfileTag = z.object({ id, name: z.string(), color: z.enum(groupColors) })
export type ProfileTag = z.infer<typeof ProfileTag>

export const Tag = ProfileTag.extend({
  version,
  /** How many profiles have it, counted up to 10,000; null if counts were not asked for. */
  profiles: z.int().nullable(),
  capped: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  createdBy: z.string(),
})
export type Tag = z.infer<typeof Tag>

export const list = endpoint({
  method: 'POST',
  path: '/tag/list',
  access: ['Group_View', 'Fleet_View', 'Generate_Ac_View'],
  reads: true,
  summary: 'All tags by name; on request with their number of profiles',
  input: z.object({ counts: z.boolean().default(false) }),
  output: z.object({ items: z.array(Tag) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/tag/add',
  access: ['Group_Edit', 'Fleet_Edit'],
  summary: 'Create a tag',
  input: z.object({ fields: NewTag }),
  output: z.object({ id }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/tag/edit',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Change name and color of a tag',
  input: z.object({ id, version, fields: NewTag }),
  output: z.object({ version }),
})

export const merge = endpoint({
  method: 'POST',
  path: '/tag/merge',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Replace a tag by another: its profiles get the other tag in the background, and it is deleted',
  input: z.object({ id, version, intoId: id }),
  output: done,
})

export const remove = endpoint({
  method: 'POST',
  path: '/tag/remove',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Delete a tag: its profiles lose it',
  input: z.object({ id, version }),
  output: done,
})
