import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Runs test files with PROOF=on: all cases, of which `npm test` runs a sample. Prints each test when it ends. With
 * arguments, only the files whose path contains one of them: `npm run prove -- money renewal/kill`.
 */
const proofOf =
  (...all: readonly string[]) =>
  async (parts: readonly string[] = []): Promise<boolean> => {
    const tests = all.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
    if (tests.length === 0) throw new Error(`no file of this proof has this in its path; it has ${all.join(', ')}`)
    const vitest = join(ROOT, 'node_modules', '.bin', 'vitest')
    const env = { ...process.env, PROOF: 'on' }
    const options = ['--testTimeout=3600000', '--reporter=verbose']
    return spawnSync(vitest, ['run', ...tests, ...options], { cwd: ROOT, env, stdio: 'inherit' }).status === 0
  }

/** Test files with properties. */
const PROPERTIES = ['packages/', 'configurations/yaml.test.ts', 'invoices/paper.test.ts']

/** Every property with 3,000 random cases, or as many as given; `npm test` tries 50. */
export async function proveProperties([cases = '3000']: readonly string[]): Promise<boolean> {
  if (!/^[1-9]\d*$/.test(cases)) throw new Error('npm run prove -- properties [CASES]')
  process.env.PROPERTY_CASES = cases
  return await proofOf(...PROPERTIES)()
}

/** Every byte and every field of each signed object of a live session; `npm test` tries every 31st byte. */
export const proveMutate = proofOf('apps/server/src/modules/provisioning/smdp/mutation.test.ts')

/** 2,000 random sequences of 40 transitions, every invariant checked after each; `npm test` runs 20 of them. */
export const proveLifecycle = proofOf('apps/server/src/modules/profiles/lifecycle/lifecycle.test.ts')

/**
 * 1,000 random sequences of 40 steps with orders, payments and time, every invariant of money checked after each step;
 * 5,000 concurrent downloads against a quota of 4,000; and twenty kills of the server, during renewals and webhooks of
 * Stripe. `npm test` runs 5 sequences, and 200 downloads against 160.
 */
export const proveMoney = proofOf(
  'apps/server/src/modules/money/orders/sequence.test.ts',
  'apps/server/src/modules/money/renewal/quota.test.ts',
  'apps/server/src/modules/money/renewal/kill.test.ts',
)

/**
 * 200 random sequences of 120 transitions over 100 days, after each all figures by every dimension in three time zones
 * compared with plain SQL over the events; `npm test` runs one.
 */
export const proveFigureSums = proofOf('apps/server/src/modules/insight/dashboard/figures.test.ts')

/**
 * Every endpoint that is open to programs, with a key of each scope; `npm test` tries each call that must be refused with
 * an eighth of the scopes.
 */
export const proveKeys = proofOf('apps/server/src/modules/programs/keys/key-matrix.test.ts')

/** Every endpoint with every kind of caller; `npm test` tries each with at least one of the callers answered alike. */
export const provePermissions = proofOf('apps/server/src/http/matrix.test.ts')
