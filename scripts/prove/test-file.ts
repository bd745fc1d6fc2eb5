import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** Runs a test file with PROOF=on: all cases, of which `npm test` runs a sample. Prints each test when it ends. */
const proofOf = (test: string) => async (): Promise<boolean> => {
  const vitest = join(ROOT, 'node_modules', '.bin', 'vitest')
  const env = { ...process.env, PROOF: 'on' }
  const options = ['--testTimeout=3600000', '--reporter=verbose']
  return spawnSync(vitest, ['run', test, ...options], { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** Every byte and every field of each signed object of a live session; `npm test` tries every 31st byte. */
export const proveMutate = proofOf('apps/server/src/modules/provisioning/smdp/mutation.test.ts')

/** 2,000 random sequences of 40 transitions, every invariant checked after each; `npm test` runs 20 of them. */
export const proveLifecycle = proofOf('apps/server/src/modules/profiles/lifecycle/lifecycle.test.ts')
