import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

/**
 * The first worker of a project stores what Node has compiled, for later runs: Vitest ends its workers by a signal, after
 * which nothing is stored. What was stored already is not stored again.
 */
if (process.env.VITEST_POOL_ID === '1') afterAll(() => flushCompileCache())
