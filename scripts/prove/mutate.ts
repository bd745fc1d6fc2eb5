import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const TEST = 'apps/server/src/modules/smdp/mutation.test.ts'

/** Every byte and every field of each signed object of a live session; `npm test` tries every 31st byte. */
export async function proveMutate(): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules', '.bin', 'vitest')
  const env = { ...process.env, PROOF: 'on' }
  return spawnSync(vitest, ['run', TEST, '--testTimeout=1800000'], { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}
