import type { Db } from '../db/database.ts'
import { beat } from '../db/replica.ts'
import type { BackgroundLoop } from '../work/loop.ts'

const EACH_MS = 10_000
/** Several processes may beat: only one in ten seconds writes. */
const LEAST_AGE_MS = 9_000

/** Writes the heartbeat by which a replica says how far it has come. */
export const heartbeatLoop = ({ db }: { db: Db }): BackgroundLoop => ({
  name: 'heartbeat of the replica',
  everyMs: EACH_MS,
  run: () => beat(db, LEAST_AGE_MS),
})
