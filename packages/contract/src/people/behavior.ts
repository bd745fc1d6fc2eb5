import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { version } from '../list.ts'

/** Maximum length of the configuration of one module, as JSON text. */
export const BEHAVIOR_MAX_LENGTH = 32_768

/** A named filter: the query string of the list's address, without its `?`. */
export const SavedView = z.object({
  id: z.string().min(1).max(40),
  name: z.string().trim().min(1, 'Required').max(40, 'Up to 40 characters.'),
  filter: z.string().max(2000),
  sort: z.object({ by: z.string().max(40), direction: z.enum(['asc', 'desc']) }).optional(),
})
export type SavedView = z.infer<typeof SavedView>

export const VIEWS_MAX = 30

/** Settings of a list: columns shown or hidden against the defaults, rows per page, saved views. */
const ListConfig = z.object({
  columns: z.record(z.string().max(40), z.boolean()).default({}),
  /** The columns from left to right, if not in default order. */
  order: z.array(z.string().max(40)).max(60).optional(),
  limit: z.literal([25, 50, 100, 200]).optional(),
  /** The id of the view, own or shared, with which the list opens. */
  firstView: z.string().max(40).optional(),
  views: z.array(SavedView).max(VIEWS_MAX, `Up to ${VIEWS_MAX} views.`).default([]),
})

/** Style of QR codes. */
const QrConfig = z.object({
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Invalid color.')
    .default('#000000'),
  /** Width of the logo in percent of the code's width; 0: no logo. */
  logoSize: z.int().min(0).max(25).default(0),
  corners: z.enum(['square', 'rounded']).default('square'),
  dots: z.enum(['square', 'rounded', 'round']).default('square'),
})

/** Masks identifiers and activation codes, for screen sharing. */
const PrivacyConfig = z.object({ isOn: z.boolean().default(false) })

/** What a user has seen or dismissed. */
const SeenConfig = z.object({ seen: z.array(z.string().max(40)).max(50).default([]) })

/** A page, an action or an object that the user opened or pinned. */
const PaletteItem = z.object({
  kind: z.enum(['page', 'action', 'profile', 'configuration', 'batch', 'group', 'campaign']),
  id: z.string().min(1).max(80),
  label: z.string().max(80),
})

export const PINNED_MAX = 12

/** Recent items of the command palette and the side bar, newest first, and the items pinned to the side bar. */
const PaletteConfig = z.object({
  recent: z.array(PaletteItem).max(8).default([]),
  pinned: z.array(PaletteItem).max(PINNED_MAX).default([]),
})

/** Ids of the groups of the menu that the user has unfolded. */
const MenuConfig = z.object({ open: z.array(z.string().max(40)).max(20).default([]) })

type Module = { scope: 'person' | 'enterprise'; config: z.ZodType }

/** Settings that the portal stores for a user, by module: once, or separately for each enterprise account. */
export const behaviorModules = {
  privacy: { scope: 'person', config: PrivacyConfig },
  tours: { scope: 'person', config: SeenConfig },
  menu: { scope: 'person', config: MenuConfig },
  qr: { scope: 'enterprise', config: QrConfig },
  palette: { scope: 'enterprise', config: PaletteConfig },
  fleet: { scope: 'enterprise', config: ListConfig },
  batches: { scope: 'enterprise', config: ListConfig },
  'profile-log': { scope: 'enterprise', config: ListConfig },
  'recycle-log': { scope: 'enterprise', config: ListConfig },
  operations: { scope: 'enterprise', config: ListConfig },
  leases: { scope: 'enterprise', config: ListConfig },
  'bip-messages': { scope: 'enterprise', config: ListConfig },
  configurations: { scope: 'enterprise', config: ListConfig },
  groups: { scope: 'enterprise', config: ListConfig },
  attributes: { scope: 'enterprise', config: ListConfig },
  tags: { scope: 'enterprise', config: ListConfig },
  members: { scope: 'enterprise', config: ListConfig },
  roles: { scope: 'enterprise', config: ListConfig },
  'api-keys': { scope: 'enterprise', config: ListConfig },
  credentials: { scope: 'enterprise', config: ListConfig },
  operators: { scope: 'enterprise', config: ListConfig },
  blocks: { scope: 'enterprise', config: ListConfig },
  'block-hits': { scope: 'enterprise', config: ListConfig },
  'program-calls': { scope: 'enterprise', config: ListConfig },
  'webhook-deliveries': { scope: 'enterprise', config: ListConfig },
  feedback: { scope: 'enterprise', config: ListConfig },
  'eid-push': { scope: 'enterprise', config: ListConfig },
  campaigns: { scope: 'enterprise', config: ListConfig },
  'campaign-refusals': { scope: 'enterprise', config: ListConfig },
  leaks: { scope: 'enterprise', config: ListConfig },
  'planned-deliveries': { scope: 'enterprise', config: ListConfig },
  approvals: { scope: 'enterprise', config: ListConfig },
  rules: { scope: 'enterprise', config: ListConfig },
  'rule-log': { scope: 'enterprise', config: ListConfig },
  vouchers: { scope: 'enterprise', config: ListConfig },
  'voucher-list': { scope: 'enterprise', config: ListConfig },
  announcements: { scope: 'enterprise', config: ListConfig },
  'invitation-links': { scope: 'enterprise', config: ListConfig },
  discounts: { scope: 'enterprise', config: ListConfig },
  clients: { scope: 'enterprise', config: ListConfig },
  plans: { scope: 'enterprise', config: ListConfig },
  tacs: { scope: 'enterprise', config: ListConfig },
  platforms: { scope: 'enterprise', config: ListConfig },
  audit: { scope: 'enterprise', config: ListConfig },
  orders: { scope: 'enterprise', config: ListConfig },
  'staff-orders': { scope: 'enterprise', config: ListConfig },
  mails: { scope: 'enterprise', config: ListConfig },
  'code-mails': { scope: 'enterprise', config: ListConfig },
} as const satisfies Record<string, Module>

export type BehaviorModule = keyof typeof behaviorModules
export type BehaviorConfig<M extends BehaviorModule> = z.infer<(typeof behaviorModules)[M]['config']>

/** Modules that are lists: their columns, page size and views. */
export type ListModule = {
  [M in BehaviorModule]: (typeof behaviorModules)[M]['config'] extends typeof ListConfig ? M : never
}[BehaviorModule]

export const behaviorModuleNames = Object.keys(behaviorModules) as [BehaviorModule, ...BehaviorModule[]]

const moduleName = z.enum(behaviorModuleNames, 'Invalid module.')

export const query = endpoint({
  method: 'POST',
  path: '/user/behavior/query',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'Stored settings of the signed-in user for some modules; without names for all modules',
  input: z.object({ moduleNames: z.array(moduleName).min(1).max(100).optional() }),
  output: z.object({
    configs: z.array(z.object({ moduleName: z.string(), moduleConfig: z.string(), version })),
  }),
  beforeSecondFactor: true,
})

export const save = endpoint({
  method: 'POST',
  path: '/user/behavior/save',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Store the settings of a module',
  input: z.object({
    moduleName,
    /** A JSON object; unknown properties are dropped. */
    moduleConfig: z.string().max(BEHAVIOR_MAX_LENGTH, `Up to ${BEHAVIOR_MAX_LENGTH} characters.`),
    /** The version that was read, 0 if none; absent: overwrites any version. */
    version: version.optional(),
  }),
  output: z.object({ version }),
  beforeSecondFactor: true,
})
