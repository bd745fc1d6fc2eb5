import type { ImportGraph } from './import-graph.ts'

/** Who may not import whom. `to` may repeat a part that `from` has caught: `$1`. */
export type ImportRule = {
  claim: string
  from: RegExp
  to: RegExp
  /** Rules about secrets and layers at run time let types through. */
  counts: 'values' | 'values and types'
}

export const PACKAGE_LEVELS = { ids: 0, asn1: 0, qr: 0, x509: 1, saip: 1, contract: 1, rsp: 2, euicc: 3 } as const

/** Which modules open and seal what belongs to cards; `npm run check` keeps all others out of the vault. */
export const VAULT_IMPORTERS = [
  'modules/profiles/configurations',
  'modules/provisioning/generate',
  'modules/provisioning/smdp',
  'modules/profiles/source',
  'modules/platform/vault',
  'server.ts',
  'testing',
]

/** Which modules may reach the rows of all enterprises, and what for. */
export const SYSTEM_TX_USERS: Readonly<Record<string, string>> = {
  db: 'opens the pool and looks whether it answers',
  'modules/platform/audit': 'one worker chains and prunes the entries of all enterprises',
  'modules/platform/feedback': 'staff read the feedback of all enterprises',
  'modules/platform/plans': 'reminds every enterprise whose trial ends',
  'modules/profiles/pools': 'a sweep frees the reservations that have lapsed',
  'modules/profiles/rollup': 'one queue feeds the counters of all enterprises',
  'modules/profiles/source': 'a sweep deletes the uploads that nobody confirmed',
  'modules/provisioning/campaigns': 'a sweep ends the campaigns that are due and recycles their profiles',
  'modules/provisioning/delivery': 'a sweep wakes files that nobody writes and deletes those that are over',
  'modules/provisioning/generate': 'a sweep wakes batches that nobody works on',
  'modules/provisioning/operations': 'a sweep wakes operations that nobody works on',
  'modules/provisioning/pushes': 'a sweep settles and registers pushes',
  'modules/provisioning/recycle': 'a sweep recycles what is due and deletes old logs',
  'modules/provisioning/smdp': 'a sweep expires codes and deletes packages nobody came back for',
  'modules/provisioning/tac': 'names the devices of all enterprises when a TAC becomes known',
  'modules/people/accounts': 'deletes users, whose memberships are in several enterprises',
  'modules/people/clients': 'staff list and read all enterprises',
  'modules/people/enterprises': 'deletes an enterprise with all its rows',
  'modules/people/team': 'a user reads the invitations of all enterprises to them',
}

/** Tests, and what only tests use. */
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
    claim: 'a port knows no module: what implements it comes to it',
    from: /^apps\/server\/src\/port\//,
    // the type of the vault is the class whose instances alone open something
    to: /^apps\/server\/src\/modules\/(?!platform\/vault\/vault\.ts$)/,
    counts: 'values and types',
  },
  {
    claim: 'only what composes or tests imports server.ts: a module names its ports in port.ts',
    from: new RegExp(`^apps/server/src/(modules|http|jobs|db|port|secret|outside|format|runtime)/${NOT_A_TEST}`),
    to: /^apps\/server\/src\/server\.ts$/,
    counts: 'values and types',
  },
  {
    claim: 'packages do no I/O: of Node they use crypto only',
    // the LPA's way to a real server is an argument; Node's is offered as a file of its own
    from: new RegExp(`^packages/(?!euicc/src/https-transport\\.ts)${NOT_A_TEST}`),
    to: /^node:(?!crypto$)/,
    counts: 'values',
  },
  {
    claim: 'contract, ids and qr run in browsers: they use nothing of Node',
    from: new RegExp(`^packages/(contract|ids|qr)/${NOT_A_TEST}`),
    to: /^node:/,
    counts: 'values and types',
  },
  {
    claim: 'the browser sees only contract, ids and qr',
    from: new RegExp(`^apps/web/${NOT_A_TEST}`),
    to: /^(packages\/(?!(contract|ids|qr)\/)|apps\/server\/|scripts\/|node:)/,
    counts: 'values and types',
  },
  {
    claim: 'modules meet only at service.ts',
    from: new RegExp(
      `^apps/server/src/modules/(?!profiles/lifecycle/hook-write\\.ts|[^/]+/[^/]+/hook\\.ts)([^/]+/[^/]+)/${NOT_A_TEST}`,
    ),
    to: /^apps\/server\/src\/modules\/(?!$1\/)[^/]+\/[^/]+\/(?!service\.ts$)/,
    counts: 'values and types',
  },
  {
    claim: 'what modules write when a profile moves is in their hook.ts, which imports only other hooks',
    from: /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\/hook\.ts$/,
    to: /^apps\/server\/src\/modules\/(?!$1\/|[^/]+\/[^/]+\/hook\.ts$)/,
    counts: 'values',
  },
  {
    claim: 'what all modules share knows none of them but by service.ts',
    from: /^apps\/server\/src\/(db|http|secret)\//,
    to: /^apps\/server\/src\/modules\/[^/]+\/[^/]+\/(?!service\.ts$)/,
    counts: 'values and types',
  },
  {
    claim: 'the database and the secrets know no module',
    from: new RegExp(`^apps/server/src/(db|secret)/${NOT_A_TEST}`),
    to: /^apps\/server\/src\/(modules|http)\//,
    counts: 'values and types',
  },
  {
    claim: 'only the listed modules open the vault',
    from: new RegExp(`^apps/server/src/(?!(${one(VAULT_IMPORTERS)})(/|$))${NOT_A_TEST}`),
    to: /^apps\/server\/src\/modules\/platform\/vault\//,
    counts: 'values',
  },
  {
    claim: 'features of the web app never meet: a page composes them',
    from: /^apps\/web\/src\/features\/([^/]+\/[^/]+)\//,
    to: /^apps\/web\/src\/features\/(?!$1\/)/,
    counts: 'values and types',
  },
  {
    claim: 'the built web app has none of the states that tests and the gallery show',
    from: /^apps\/web\/src\/(?!states\/|.*\.states\.tsx$)/,
    to: /^apps\/web\/src\/(states\/|.*\.states\.tsx$)/,
    counts: 'values and types',
  },
  {
    claim: 'the design system knows nothing of eSIM: no feature, no contract, no identifier',
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
    claim: 'only tests, the demo and the bench run the virtual eUICC',
    from: /^apps\/server\/src\/(?!(demo|testing)\/)(?!.*\.test\.ts$)/,
    to: /^packages\/euicc\//,
    counts: 'values',
  },
  {
    claim: 'nothing that runs in production imports what is for tests',
    from: new RegExp(`^(apps/server/src/(?!demo/)|packages/)${NOT_A_TEST}`),
    to: /(^(apps\/server|packages\/[^/]+)\/src\/testing\/|\.test\.ts$|^npm:vitest$)/,
    counts: 'values and types',
  },
]

/** The imports that break a rule, as `from -> to`. */
export function brokenImports({ imports }: ImportGraph, rule: ImportRule): string[] {
  const broken = imports.filter(({ from, to, typeOnly }) => {
    const caught = rule.from.exec(from)
    if (!caught || (typeOnly && rule.counts === 'values')) return false
    return new RegExp(rule.to.source.replace('$1', caught[1] ?? '')).test(to)
  })
  return [...new Set(broken.map(({ from, to }) => `${from} -> ${to}`))]
}

/** Where an import leads nowhere. */
export function missingImports({ imports }: ImportGraph): string[] {
  return imports.filter(({ to }) => to.startsWith('missing:')).map(({ from, to }) => `${from} -> ${to}`)
}

/** The packages that one workspace (or the root) names, by when it needs them. */
export type Manifest = { runtime: ReadonlySet<string>; development: ReadonlySet<string> }

/**
 * What is imported without being named in the workspace's package.json. Tests and tools may use what is named for
 * development, there or at the root; types may come from there, too. Scripts and browser tests, at the root, work on the
 * whole house and use what any workspace names.
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
