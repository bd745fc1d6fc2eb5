import type { SystemDb } from '../../../db/database.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { type BackgroundLoop, SELDOM_MS } from '../../../work/loop.ts'
import { actForRules } from './act.ts'
import { type CompiledCache, readFeed, sweepFeed } from './feed.ts'
import { feedsDue, selectDueFeeds } from './feed-queries.ts'

export { restartFeeds } from './feed-queries.ts'

const REST_MS = 2_000
const FEEDS_AT_ONCE = 100

/** Compares events with the rules, and acts. Any number of processes can do so at the same time. */
export function ruleLoop(server: Server): BackgroundLoop {
  const cache: CompiledCache = new Map()
  return {
    name: 'rules',
    everyMs: SELDOM_MS,
    restMs: REST_MS,
    due: feedsDue,
    run: (signal) => runRules(server, { cache, signal }),
  }
}

type Running = { cache: CompiledCache; signal: AbortSignal }

/** Reads what is new in each account with rules, and acts on what matches. */
async function runRules(server: Server, { cache, signal }: Running): Promise<void> {
  const at = server.clock.now()
  const due = await server.db.systemTx((db: SystemDb) => selectDueFeeds(db, at, FEEDS_AT_ONCE))
  for (const enterpriseId of due) {
    if (signal.aborted) return
    while (!signal.aborted && (await readFeed(server, { enterpriseId, cache })));
    await sweepFeed(server, { enterpriseId, cache })
    await actForRules(server, enterpriseId)
  }
}

/** Reads and acts until nothing is left, for tests and the demo. */
export async function runAllRules(server: Server): Promise<void> {
  await runRules(server, { cache: new Map(), signal: new AbortController().signal })
}
