/** Comments on profiles, batches, campaigns and orders. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import type { PermissionId } from '../permission.ts'
import { changesDirection } from '../text-direction.ts'

export const commentedKinds = ['PROFILE', 'BATCH', 'CAMPAIGN', 'ORDER'] as const
export type CommentedKind = (typeof commentedKinds)[number]

/** What sees an object of the kind, and its comments: any of these. */
export const commentedNeeds: Readonly<Record<CommentedKind, readonly PermissionId[]>> = {
  PROFILE: ['Fleet_View'],
  BATCH: ['Generate_AC_Log_View', 'Generate_Ac_Create'],
  CAMPAIGN: ['Campaign_View'],
  ORDER: ['Order_View'],
}

export const commentedNames: Readonly<Record<CommentedKind, string>> = {
  PROFILE: 'profile',
  BATCH: 'batch',
  CAMPAIGN: 'campaign',
  ORDER: 'order',
}

export const COMMENT_MAX = 4_000
/** Comments of an object, deleted ones included. */
export const COMMENTS_PER_OBJECT = 1_000
/** Comments of a person within a minute. */
export const COMMENTS_A_MINUTE = 20
export const MENTIONS_MAX = 20

/** A mention in a stored text: the person's id, so that the name shown is the one of today. */
const MENTION = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/g

/** A mention by address, which becomes one by id. */
const MENTION_BY_ADDRESS = /(?<![\w@.])@([\w.%+'-]+@[\w-]+(?:\.[\w-]+)+)/g

export const mentionOf = (userId: string): string => `@[${userId}]`

/** The ids of the people whom a text mentions, each once. */
export const mentionedIds = (text: string): string[] => [...new Set([...text.matchAll(MENTION)].map(([, one]) => one!))]

/** The addresses that a text mentions, each once, in lower case. */
export const mentionedAddresses = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION_BY_ADDRESS)].map(([, one]) => one!.toLowerCase())),
]

/** The text with mentions by id in place of those by address. */
export const withMentionsById = (text: string, byAddress: ReadonlyMap<string, string>): string =>
  text.replace(MENTION_BY_ADDRESS, (all, address: string) => {
    const userId = byAddress.get(address.toLowerCase())
    return userId === undefined ? all : mentionOf(userId)
  })

export type CommentPart = { text: string; userId?: string }

/** The text in parts, of which some are mentions. */
export function commentParts(text: string, names: ReadonlyMap<string, string>): CommentPart[] {
  const parts: CommentPart[] = []
  let at = 0
  for (const match of text.matchAll(MENTION)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ text: `@${names.get(match[1]!) ?? '…'}`, userId: match[1]! })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** A mention is `@[id of a person]` or `@` with an e-mail address. */
export const CommentText = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(COMMENT_MAX, `Up to ${COMMENT_MAX.toLocaleString('en')} characters.`)
  .refine((text) => !changesDirection(text), 'Without characters that change the direction of the text.')
  .refine(
    (text) => mentionedIds(text).length + mentionedAddresses(text).length <= MENTIONS_MAX,
    `Mention up to ${MENTIONS_MAX} people.`,
  )

const commented = { kind: z.enum(commentedKinds), objectId: id }

export const Comment = z.object({
  id,
  ...commented,
  /** Empty once it is deleted. A mention is `@[id of a person]`. */
  text: z.string(),
  mentions: z.array(z.object({ userId: id, name: z.string() })),
  createdBy: z.string(),
  /** The API key by which it was written. */
  keyName: z.string().nullable(),
  createdAt: time,
  editedAt: time.nullable(),
  deletedAt: time.nullable(),
  deletedBy: z.string().nullable(),
  version,
  /** Only by who wrote it. */
  mayEdit: z.boolean(),
  /** By who wrote it, owners and admins. */
  mayDelete: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

const seen = [...new Set(Object.values(commentedNeeds).flat())]

export const list = endpoint({
  method: 'POST',
  path: '/comment/list',
  access: seen,
  reads: true,
  summary: 'The comments on an object, newest first',
  input: z.object({
    ...commented,
    cursor: z.string().max(2000).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(Comment), next: z.string().nullable(), total: z.int() }),
})

export const get = endpoint({
  method: 'POST',
  path: '/comment/get',
  access: seen,
  reads: true,
  summary: 'One comment',
  input: z.object({ id }),
  output: Comment,
})

export const exportCsv = endpoint({
  method: 'POST',
  path: '/comment/export',
  access: ['Fleet_View', 'Generate_AC_Log_View', 'Campaign_View', 'Order_View'],
  summary: 'The comments on an object, or all that the caller sees, as CSV, oldest first',
  input: z
    .object({ kind: commented.kind.optional(), objectId: commented.objectId.optional() })
    .refine(({ kind, objectId }) => objectId === undefined || kind !== undefined, {
      path: ['kind'],
      message: 'Required',
    }),
  output: nothing,
  answer: 'file',
})

export const people = endpoint({
  method: 'POST',
  path: '/comment/people',
  access: seen,
  reads: true,
  summary: 'Members who may see an object, and so can be mentioned in its comments',
  input: z.object({ ...commented, search: z.string().trim().max(64).default('') }),
  output: z.object({ items: z.array(z.object({ userId: id, name: z.string(), email: z.string() })) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/comment/add',
  access: 'Comment_Create',
  summary: 'Comment on an object; people who are mentioned are notified',
  input: z.object({ ...commented, text: CommentText }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/comment/edit',
  access: 'Comment_Create',
  summary: 'Change the text of a comment of your own; people whom it newly mentions are notified',
  input: z.object({ id, version, text: CommentText }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/comment/remove',
  access: 'Comment_Create',
  summary: 'Delete the text of a comment permanently; that it was deleted, and by whom, remains visible',
  input: z.object({ id, version }),
  output: done,
})
