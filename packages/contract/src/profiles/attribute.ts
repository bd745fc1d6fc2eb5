import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, version } from '../list.ts'
import { changesDirection } from '../text-direction.ts'
import { ATTRIBUTE_WORD, attributeKinds } from './attribute-value.ts'

/** The maximum number of attributes of an enterprise account. */
export const ATTRIBUTES_MAX = 30

/** Profiles with a value are counted up to this number. */
export const ATTRIBUTE_COUNT_CAP = 10_000

export const CHOICES_MAX = 50

const shortText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Required')
    .max(max, `Up to ${max} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), 'Without line breaks and control characters.')
    .refine((text) => !changesDirection(text), 'Without characters that change the direction of the text.')

const Choices = z
  .array(shortText(60))
  .max(CHOICES_MAX, `Up to ${CHOICES_MAX} choices.`)
  .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'Each choice once.')
  .default([])

const common = { name: shortText(40), choices: Choices, required: z.boolean().default(false) }

const needsChoices = ({ kind, choices }: { kind: string; choices: readonly string[] }) =>
  kind !== 'choice' || choices.length > 0
const choicesFault = { path: ['choices'], message: 'At least one choice.' }

export const NewAttribute = z
  .object({
    ...common,
    /** The name in queries, files and calls. It never changes. */
    word: z
      .string()
      .trim()
      .regex(ATTRIBUTE_WORD, 'A letter, then letters, digits or _, all in lower case: up to 32.')
      .refine((word) => word !== 'none', '"none" is reserved.'),
    kind: z.enum(attributeKinds),
  })
  .refine(needsChoices, choicesFault)
export type NewAttribute = z.infer<typeof NewAttribute>

export const AttributeFields = z.object(common)
export type AttributeFields = z.infer<typeof AttributeFields>

export const Attribute = z.object({
  id,
  word: z.string(),
  name: z.string(),
  kind: z.enum(attributeKinds),
  choices: z.array(z.string()),
  /** Each new profile must have a value. */
  required: z.boolean(),
  version,
  /** How many profiles have a value, counted up to 10,000; null if counts were not asked for. */
  profiles: z.int().nullable(),
  capped: z.boolean(),
  updatedAt: z.string(),
})
export type Attribute = z.infer<typeof Attribute>

export const list = endpoint({
  method: 'POST',
  path: '/attribute/list',
  access: ['Group_View', 'Fleet_View', 'Generate_Ac_View'],
  reads: true,
  summary: 'The attributes of profiles in their order; on request with their number of profiles',
  input: z.object({ counts: z.boolean().default(false) }),
  output: z.object({ items: z.array(Attribute) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/attribute/add',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Add an attribute',
  input: z.object({ fields: NewAttribute }),
  output: z.object({ id }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/attribute/edit',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Change name, choices and whether an attribute is required. A choice that profiles have must stay',
  input: z.object({ id, version, fields: AttributeFields }),
  output: z.object({ version }),
})

const Retyping = z
  .object({ id, version, kind: z.enum(attributeKinds), choices: Choices })
  .refine(needsChoices, choicesFault)

export const previewRetype = endpoint({
  method: 'POST',
  path: '/attribute/previewRetype',
  access: 'Group_Edit',
  allGroups: true,
  reads: true,
  summary: 'How many profiles would keep their value under another type of an attribute, and how many would lose it',
  input: Retyping,
  output: z.object({
    kept: z.int(),
    lost: z.int(),
    /** Some of the values that would be lost. */
    examples: z.array(z.string()),
  }),
})

export const retype = endpoint({
  method: 'POST',
  path: '/attribute/retype',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Change the type of an attribute. Values that do not fit are deleted: `previewRetype` counts them',
  input: Retyping,
  output: done,
})

export const reorder = endpoint({
  method: 'POST',
  path: '/attribute/reorder',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Put the attributes in another order',
  input: z.object({ ids: z.array(id).max(ATTRIBUTES_MAX) }),
  output: done,
})

export const remove = endpoint({
  method: 'POST',
  path: '/attribute/remove',
  access: 'Group_Edit',
  allGroups: true,
  summary: 'Delete an attribute with all its values',
  input: z.object({ id, version }),
  output: done,
})
