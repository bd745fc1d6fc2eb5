import { z } from 'zod'

/** A value in the query of an address. An empty one counts as absent. */
const text = z.string().min(1).optional()

/** One of a few words; any other word counts as absent. */
const oneOf = <const Word extends string>(...words: readonly Word[]) => z.enum(words).optional()

/** Names with any text. Each is optional, so a link to the page may leave all of them out. */
function texts<const Name extends string>(...names: readonly Name[]): Record<Name, typeof text> {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
}

/** What the query of a page's address may hold. */
export type AddressSchema = z.ZodObject<Readonly<Record<string, z.ZodType<string | undefined>>>>

/** On every page behind the sign-in: its dialogs, and the order and the saved view of its list. */
export const frameAddress = z.object({
  help: oneOf('on'),
  feedback: oneOf('new', 'mine'),
  ...texts('tour', 'sort', 'view'),
})

/** Names of whatever shows the progress of an operation, a batch or a file, on whichever page. */
export const progressAddress = z.object(texts('operation', 'batch', 'file'))

export const noAddress = z.object({})

/** Of pages before the sign-in. */
export const publicAddress = {
  login: z.object(texts('reason', 'target', 'email')),
  signUp: z.object({ step: oneOf('account', 'survey', 'activate') }),
  signError: z.object(texts('reason')),
  email: z.object(texts('email')),
  token: z.object(texts('token')),
} as const

/**
 * Of pages behind the sign-in. The filters of a list have the names by which the page's list declares them; a name that
 * is not here does not compile in a link to the page, nor where the page reads it.
 */
export const pageAddress = {
  fleet: z.object(texts('profile', 'tab', 'operation', 'file', 'q')),
  group: z.object({ ...texts('group', 'operation'), rules: oneOf('on'), by: oneOf('month') }),
  generateAc: z.object({ ...texts('configuration', 'source', 'batch'), way: oneOf('range') }),
  delivery: z.object({ tab: oneOf('mails', 'files'), ...texts('search') }),
  campaigns: z.object(texts('campaign', 'search', 'state')),
  lease: z.object(texts('search', 'open')),
  eidPush: z.object(texts('search', 'state')),
  configurations: z.object(texts('name')),
  form: z.object(texts('id')),
  dashboard: z.object({ by: oneOf('month') }),
  logs: z.object({
    log: oneOf('generate', 'profile', 'recycle'),
    ...texts('batch', 'tab', 'code', 'process', 'type', 'protection', 'failures', 'at'),
    rows: oneOf('failed'),
    ...texts('iccid', 'eid', 'event', 'actor', 'step', 'reason'),
  }),
  members: z.object(texts('search', 'state', 'role', 'invite')),
  open: z.object(texts('open')),
  block: z.object({ log: oneOf('hits'), ...texts('block', 'search', 'kind', 'eid', 'at') }),
  feedback: z.object(texts('answered', 'open')),
  audit: z.object(texts('search', 'by', 'action', 'object', 'at', 'entry', 'tab')),
  clients: z.object(texts('search', 'state', 'plan', 'open')),
  tacs: z.object(texts('search')),
  bip: z.object(texts('iccid', 'outcome', 'at')),
  mails: z.object(texts('recipient', 'state')),
} as const

type Texts = Readonly<Record<string, string | undefined>>
type Written = Readonly<Record<string, unknown>>

/** Names that addresses of a page had in earlier versions, and what they mean in today's names. */
export type EarlierNames = { names: readonly string[]; read: (address: Texts) => Texts }

/** An address of a page in today's names; the earlier names are undefined. */
export function carryOver({ names, read }: EarlierNames, written: Written): Written {
  if (!names.some((name) => written[name])) return written
  const texts = Object.entries(written).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    ...written,
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...read(Object.fromEntries(texts)),
  }
}

/**
 * The values that a schema knows, for `validateSearch`. A value that it refuses becomes undefined, so that an old or
 * mistyped address still opens its page; names that it doesn't know are left to the route above.
 */
export function readAddress<S extends AddressSchema>(schema: S, written: object): z.output<S> {
  const known = Object.entries(written).filter(([name]) => name in schema.shape)
  const read = known.map(([name, value]) => [name, schema.shape[name]?.safeParse(value).data])
  return schema.parse(Object.fromEntries(read))
}
