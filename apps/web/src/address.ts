import { endUserLanguageIds } from '@simwright/contract/provisioning/end-user-language'
import { z } from 'zod'

/** A value in the query string. An empty one is invalid, so it counts as absent. */
const text = z.string().min(1).optional()

/** One of these words; any other value counts as absent. */
const oneOf = <const Word extends string>(...words: readonly Word[]) => z.enum(words).optional()

/** Names whose value is any text. All are optional, so a link to the page may omit them. */
function texts<const Name extends string>(...names: readonly Name[]): Record<Name, typeof text> {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
}

/** The names and values in the query string of a page. */
export type AddressTexts = Readonly<Record<string, string | undefined>>

/** The names and values allowed in the query string of a page. */
export type AddressSchema = z.ZodObject<Readonly<Record<string, z.ZodType<string | undefined>>>>

/** Names on every page behind the sign-in: its dialogs, and the sort order and saved view of its list. */
export const frameAddress = z.object({
  help: oneOf('on'),
  feedback: oneOf('new', 'mine'),
  /** The dialog of the page that opens with it. */
  dialog: oneOf('new', 'import'),
  ...texts('tour', 'sort', 'view'),
})

/** Names with which any page shows the progress of an operation, a batch or a file. */
export const progressAddress = z.object(texts('operation', 'batch', 'file'))

export const noAddress = z.object({})

/** Names of the pages before the sign-in. */
export const publicAddress = {
  login: z.object(texts('reason', 'target', 'email')),
  signUp: z.object({ step: oneOf('account', 'survey', 'activate'), ...texts('invitation') }),
  signError: z.object(texts('reason')),
  email: z.object(texts('email')),
  token: z.object(texts('token')),
  legal: z.object(texts('version')),
  prices: z.object({ billing: oneOf('annually') }),
  endUser: z.object({ lang: oneOf(...endUserLanguageIds) }),
} as const

/** What the bars of a trend count; by default downloads. */
const trend = { of: oneOf('installs', 'generated') }

/**
 * Names of the pages behind the sign-in. A filter has the name with which the page's list declares it. A name that is
 * missing here does not compile, neither in a link to the page nor where the page reads it.
 */
export const pageAddress = {
  home: z.object({ guide: oneOf('on') }),
  fleet: z.object(texts('profile', 'tab', 'operation', 'file', 'q')),
  group: z.object({ ...texts('group', 'operation', 'search'), rules: oneOf('on'), by: oneOf('month'), ...trend }),
  tags: z.object(texts('search', 'open')),
  attributes: z.object(texts('search', 'open')),
  generateAc: z.object({ ...texts('configuration', 'source', 'batch'), way: oneOf('range') }),
  delivery: z.object({
    tab: oneOf('pages', 'planned', 'mails', 'leaks', 'files'),
    ...texts('search', 'state', 'plan'),
  }),
  campaigns: z.object(texts('campaign', 'search', 'state')),
  rules: z.object(texts('rule', 'search', 'state')),
  approvals: z.object({ ...texts('open', 'state', 'operation'), tab: oneOf('waiting', 'mine', 'all') }),
  vouchers: z.object(texts('batch', 'search', 'campaign', 'state')),
  lease: z.object(texts('search', 'open')),
  eidPush: z.object(texts('search', 'state')),
  virtualPhone: z.object(texts('profile')),
  configurations: z.object(texts('name')),
  form: z.object(texts('id')),
  configurationForm: z.object({ ...texts('id'), next: oneOf('generate') }),
  packageInspector: z.object(texts('configuration', 'version', 'other', 'otherVersion')),
  dashboard: z.object({
    range: oneOf('today', '7d', 'month', '12m', 'days'),
    ...texts('from', 'to'),
    by: oneOf('day', 'month'),
    ...trend,
    success: oneOf('model', 'version'),
  }),
  reports: z.object({
    tab: oneOf('saved', 'schedules'),
    ...texts('kind', 'range', 'from', 'to', 'order', 'step', 'by', 'only', 'saved'),
  }),
  logs: z.object({
    log: oneOf('generate', 'profile', 'recycle'),
    ...texts('batch', 'tab', 'code', 'process', 'type', 'protection', 'failures', 'at'),
    rows: oneOf('failed'),
    ...texts('iccid', 'eid', 'event', 'actor', 'step', 'reason'),
    ...texts('group', 'campaign', 'configuration', 'version', 'brand', 'model', 'region', 'member', 'status'),
    again: oneOf('yes', 'no'),
  }),
  members: z.object(texts('search', 'state', 'role', 'invite')),
  open: z.object(texts('open')),
  orders: z.object(texts('code', 'state', 'plan', 'paymentMethod', 'open')),
  purchase: z.object(texts('plan')),
  secondFactor: z.object(texts('target')),
  developer: z.object({
    tab: oneOf('keys', 'open-api', 'webhooks', 'operators', 'calls', 'limits', 'tools'),
    ...texts(
      'open',
      'search',
      'kind',
      'state',
      'endpoint',
      'event',
      'outcome',
      'iccid',
      'at',
      'delivery',
      'call',
      'program',
      'path',
      'request',
    ),
  }),
  block: z.object({ log: oneOf('hits'), ...texts('block', 'search', 'kind', 'eid', 'at') }),
  notifications: z.object({ tab: oneOf('channels', 'thresholds'), ...texts('kind', 'unread') }),
  feedback: z.object(texts('answered', 'open')),
  audit: z.object(texts('search', 'by', 'action', 'object', 'at', 'entry', 'tab')),
  invitationLinks: z.object(texts('state', 'open')),
  staffOrders: z.object(texts('search', 'state', 'paymentMethod', 'plan', 'client', 'days', 'open')),
  adminDashboard: z.object({ range: oneOf('HOUR', 'WEEK', 'MONTH') }),
  announcements: z.object(texts('state')),
  clients: z.object(texts('search', 'state', 'plan', 'open', 'tab')),
  tacs: z.object(texts('search')),
  bip: z.object(texts('iccid', 'client', 'outcome', 'at', 'open')),
  mails: z.object(texts('recipient', 'state')),
  plans: z.object({
    tab: oneOf('discounts', 'seller', 'texts'),
    ...texts('open', 'search', 'state', 'platform', 'text'),
  }),
} as const

type Texts = Readonly<Record<string, string | undefined>>
type RawAddress = Readonly<Record<string, unknown>>

/** Names that the address of a page had in earlier versions, and a function that translates them to current names. */
export type LegacyNames = { names: readonly string[]; read: (address: Texts) => Texts }

/** Translates the legacy names of an address to current ones and sets the legacy names to undefined. */
export function upgradeAddress(legacy: LegacyNames, raw: AddressTexts): AddressTexts
export function upgradeAddress(legacy: LegacyNames, raw: RawAddress): RawAddress
export function upgradeAddress({ names, read }: LegacyNames, raw: RawAddress): RawAddress {
  if (!names.some((name) => raw[name])) return raw
  const texts = Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    ...raw,
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...read(Object.fromEntries(texts)),
  }
}

/**
 * Parses the names of a schema, for `validateSearch`. An invalid value becomes undefined, so that an old or mistyped
 * address still opens its page; names outside the schema are left to the parent route.
 */
export function readAddress<S extends AddressSchema>(schema: S, raw: object): z.output<S> {
  const known = Object.entries(raw).filter(([name]) => name in schema.shape)
  const parsed = known.map(([name, value]) => [name, schema.shape[name]?.safeParse(value).data])
  return schema.parse(Object.fromEntries(parsed))
}
