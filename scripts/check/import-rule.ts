import type { ImportGraph } from './import-graph.ts'
import { SERVER_LEVELS } from './server-level.ts'

/** Files matching `from` may not import files matching `to`; `$1` in `to` is the first group of `from`. */
export type ImportRule = {
  claim: string
  from: RegExp
  to: RegExp
  /** Rules about secrets and run-time layers allow type imports. */
  counts: 'values' | 'values and types'
}

export const PACKAGE_LEVELS = {
  ids: 0,
  asn1: 0,
  qr: 0,
  x509: 1,
  saip: 1,
  contract: 1,
  client: 1,
  rsp: 2,
  cli: 2,
  euicc: 3,
} as const

/** The modules that open and seal card secrets; no others may import the vault. */
export const VAULT_IMPORTERS = [
  'modules/people/moves',
  'modules/profiles/applets',
  'modules/profiles/configurations',
  'modules/provisioning/generate',
  'modules/provisioning/phone',
  'modules/provisioning/smdp',
  'modules/profiles/source',
  'modules/platform/vault',
  'server.ts',
  'testing',
]

/** The modules that may reach the rows of all enterprises (`systemTx`, `systemSelect`), and why. */
export const SYSTEM_TX_USERS: Readonly<Record<string, string>> = {
  db: 'opens the pool and checks that it answers',
  'modules/money/staff-orders': 'staff list the orders of all enterprises',
  'modules/money/stripe': 'a sweep checks the payments whose outcome is not known',
  jobs: 'asks whether enterprises have work that is due, deletes what is past its retention, counts what is unfinished',
  metrics: 'counts the unfinished work of all enterprises',
  'modules/insight/reports': 'a sweep sends the reports of all enterprises that are due',
  'modules/insight/admin': 'staff see the figures of all enterprises',
  'modules/platform/audit': 'one worker chains and prunes the entries of all enterprises',
  'modules/platform/feedback': 'staff read the feedback of all enterprises',
  'modules/platform/plans': 'notifies every enterprise whose trial ends',
  'modules/profiles/applets': 'staff see how many configurations of a platform have an applet',
  'modules/profiles/pools': 'a sweep releases expired reservations',
  'modules/profiles/rollup': 'one queue updates the counters of all enterprises',
  'modules/profiles/source': 'a sweep deletes unconfirmed uploads',
  'modules/provisioning/erasure': 'a sweep erases the keys of installed profiles',
  'modules/profiles/attributes': 'a sweep takes values of deleted attributes from profiles',
  'modules/profiles/tags': 'a sweep takes deleted tags from profiles',
  'modules/provisioning/vouchers': 'a sweep deletes the addresses from which vouchers were redeemed long ago',
  'modules/provisioning/leaks': 'one loop finds the accounts in which something tried a code',
  'modules/provisioning/rules': 'one loop finds the accounts in whose events the rules have something new',
  'modules/provisioning/campaigns': 'a sweep ends the campaigns that are due and recycles their profiles',
  'modules/provisioning/delivery': 'sweeps queue unfinished files and send planned deliveries',
  'modules/provisioning/generate': 'a sweep queues unfinished batches',
  'modules/provisioning/operations': 'a sweep queues unfinished operations',
  'modules/provisioning/phone': 'a sweep closes virtual phones after their time',
  'modules/provisioning/pushes': 'a sweep settles and registers pushes',
  'modules/provisioning/recycle': 'a sweep recycles due profiles',
  'modules/provisioning/smdp': 'a sweep expires codes',
  'modules/programs/es2plus': 'one worker notifies the operators of all enterprises',
  'modules/programs/calls': 'writes the calls of the programs of all enterprises',
  'modules/programs/keys': 'a sweep deletes keys that were revoked long ago',
  'modules/programs/webhooks': 'one worker sends the events of all enterprises',
  'modules/provisioning/tac': 'names the devices of all enterprises when a TAC becomes known',
  'modules/money/discounts': 'staff see which enterprises used a code',
  'modules/money/invoices': 'staff list all invoices, and a background task writes missing PDF files',
  'modules/money/renewal': 'renews the plans of all enterprises, and notifies of what they use',
  'modules/people/accounts': 'deletes users, whose memberships are in several enterprises',
  'modules/people/clients': 'staff list and read all enterprises',
  'modules/people/approvals': 'one loop finds the requests of all accounts of which something is due',
  'modules/people/enterprises': 'deletes an enterprise with all its rows',
  'modules/people/moves': 'a sweep queues unfinished archives, and an import looks for the same account',
  'modules/people/invitations': 'staff read which enterprises came by an invitation link',
  'modules/people/team': 'a user reads their invitations from all enterprises',
}

/** The modules that may write about a call that only reads (`bookkeeping`), and why. */
export const BOOKKEEPING_USERS: Readonly<Record<string, string>> = {
  'modules/platform/audit': 'chains waiting entries before the log is read or verified',
  'modules/programs/keys': 'records the last use of a secret',
  'modules/people/sessions': 'records the last activity and the end of a session',
}

/** Excludes tests and test support code. */
const NOT_A_TEST = '(?!.*(\\.test\\.tsx?$|\\btesting/))'

const one = (names: readonly string[]) => names.map((name) => name.replace('.', '\\.')).join('|')

const aboveLevel = Object.entries(PACKAGE_LEVELS).map(([name, level]): ImportRule => {
  const others = Object.entries(PACKAGE_LEVELS).filter(([other, its]) => other !== name && its >= level)
  return {
    claim: `packages/${name} (level ${level}) imports packages of lower levels only`,
    from: new RegExp(`^packages/${name}/`),
    to: new RegExp(`^(packages/(${one(others.map(([other]) => other))})/|apps/|scripts/)`),
    counts: 'values and types',
  }
})

export const IMPORT_RULES: readonly ImportRule[] = [
  ...aboveLevel,
  {
    claim: 'only composing code and tests import server.ts: port/module.ts names the ports of each module',
    from: new RegExp(`^apps/server/src/(${one(SERVER_LEVELS)})(/|$)${NOT_A_TEST}`),
    to: /^apps\/server\/src\/server\.ts$/,
    counts: 'values and types',
  },
  {
    claim: 'packages do no I/O: the only Node modules they use are crypto and zlib',
    // exempt: the command line, and the transports of LPA and BIP for Node, which are arguments in separate files
    from: new RegExp(`^packages/(?!cli/|euicc/src/(https|bip)-transport\\.ts)${NOT_A_TEST}`),
    to: /^node:(?!(crypto|zlib)$)/,
    counts: 'values',
  },
  {
    claim: 'client, contract, ids and qr run in browsers: they use no Node modules',
    from: new RegExp(`^packages/(client|contract|ids|qr)/${NOT_A_TEST}`),
    to: /^node:/,
    counts: 'values and types',
  },
  {
    claim: 'the web app imports only contract, ids and qr',
    from: new RegExp(`^apps/web/${NOT_A_TEST}`),
    to: /^(packages\/(?!(contract|ids|qr)\/)|apps\/server\/|scripts\/|node:)/,
    counts: 'values and types',
  },
  {
    claim: 'modules import only the service.ts of other modules',
    from: new RegExp(
      `^apps/server/src/modules/(?!profiles/lifecycle/hook-write\\.ts|[^/]+/[^/]+/hook\\.ts)([^/]+/[^/]+)/${NOT_A_TEST}`,
    ),
    to: /^apps\/server\/src\/modules\/(?!$1\/)[^/]+\/[^/]+\/(?!service\.ts$)/,
    counts: 'values and types',
  },
  {
    claim: 'a hook.ts imports only other hooks',
    from: /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\/hook\.ts$/,
    to: /^apps\/server\/src\/modules\/(?!$1\/|[^/]+\/[^/]+\/hook\.ts$)/,
    counts: 'values',
  },
  {
    claim: 'only the listed modules import the vault',
    from: new RegExp(`^apps/server/src/(?!(${one(VAULT_IMPORTERS)})(/|$))${NOT_A_TEST}`),
    to: /^apps\/server\/src\/modules\/platform\/vault\//,
    counts: 'values',
  },
  {
    claim: 'features of the web app do not import each other: a page composes them',
    from: /^apps\/web\/src\/features\/([^/]+\/[^/]+)\//,
    to: /^apps\/web\/src\/features\/(?!$1\/)/,
    counts: 'values and types',
  },
  {
    claim: 'the built web app does not contain the states of tests and gallery',
    from: /^apps\/web\/src\/(?!states\/|.*\.states\.tsx$)/,
    to: /^apps\/web\/src\/(states\/|.*\.states\.tsx$)/,
    counts: 'values and types',
  },
  {
    claim: 'the design system is independent of eSIM: it imports no feature, contract or identifier',
    from: new RegExp(`^apps/web/src/ui/${NOT_A_TEST}`),
    to: /^(apps\/web\/src\/features\/|packages\/(?!qr\/))/,
    counts: 'values and types',
  },
  {
    claim: 'the foreign test client shares no code with the rest',
    from: /^tests\/foreign\//,
    to: /^(packages\/|apps\/|scripts\/|npm:|tests\/(?!foreign\/))/,
    counts: 'values and types',
  },
  {
    claim: 'only tests, the demo, benchmarks and the process of a virtual phone import the virtual eUICC',
    from: /^apps\/server\/src\/(?!(demo|testing)\/|modules\/provisioning\/phone\/phone-process\.ts$)(?!.*\.test\.ts$)/,
    // the network's side of an authentication is not the card
    to: /^packages\/euicc\/(?!src\/aka\.ts$)/,
    counts: 'values',
  },
  {
    claim: 'production code does not import test code',
    from: new RegExp(`^(apps/server/src/(?!demo/)|packages/)${NOT_A_TEST}`),
    to: /(^(apps\/server|packages\/[^/]+)\/src\/testing\/|\.test\.ts$|^npm:vitest$)/,
    counts: 'values and types',
  },
]

/** The imports that violate a rule, as `from -> to`. */
export function brokenImports({ imports }: ImportGraph, rule: ImportRule): string[] {
  const broken = imports.filter(({ from, to, typeOnly }) => {
    const match = rule.from.exec(from)
    if (!match || (typeOnly && rule.counts === 'values')) return false
    return new RegExp(rule.to.source.replace('$1', match[1] ?? '')).test(to)
  })
  return [...new Set(broken.map(({ from, to }) => `${from} -> ${to}`))]
}

/** The imports that do not resolve. */
export function missingImports({ imports }: ImportGraph): string[] {
  return imports.filter(({ to }) => to.startsWith('missing:')).map(({ from, to }) => `${from} -> ${to}`)
}

/** The dependencies and development dependencies in a package.json. */
export type Manifest = { runtime: ReadonlySet<string>; development: ReadonlySet<string> }

/**
 * Imports of packages that are not in the workspace's package.json. Tests, tools and type imports may use development
 * dependencies of the workspace or the root. Scripts and browser tests may use the dependencies of any workspace.
 */
export function unnamedImports({ imports }: ImportGraph, manifests: ReadonlyMap<string, Manifest>): string[] {
  const root = manifests.get('')!
  const all = [...manifests.values()]
  const unnamed = imports.filter(({ from, to, typeOnly }) => {
    const name = packageName(to)
    const workspace = workspaceOf(from)
    if (name === undefined || name === `@simwright/${workspace.split('/')[1]}`) return false
    if (workspace === '') return !all.some(({ runtime, development }) => runtime.has(name) || development.has(name))
    const own = manifests.get(workspace)!
    const forDevelopment = typeOnly || isForDevelopment(from)
    return !(own.runtime.has(name) || (forDevelopment && (own.development.has(name) || root.development.has(name))))
  })
  return [...new Set(unnamed.map(({ from, to }) => `${from} -> ${packageName(to)}`))]
}

function packageName(to: string): string | undefined {
  if (to.startsWith('npm:')) return to.slice('npm:'.length)
  const own = /^packages\/([^/]+)\//.exec(to)
  return own ? `@simwright/${own[1]}` : undefined
}

function workspaceOf(from: string): string {
  return /^(packages|apps)\/[^/]+/.exec(from)?.[0] ?? ''
}

function isForDevelopment(from: string): boolean {
  return /\.test\.tsx?$|\.states\.tsx$|\/testing\/|^apps\/web\/src\/states\/|^apps\/server\/src\/demo\/|^scripts\/|^tests\//.test(
    from,
  )
}
