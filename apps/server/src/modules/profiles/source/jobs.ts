import type { SourceServer as Server } from '../../../port/module.ts'
import { deleteEndedPgpKeys, deleteExpiredSources } from './queries.ts'

type Needs = Pick<Server, 'db'>

/** Deletes uploads of all enterprises that were not confirmed until their end. */
export const dropExpiredSources = ({ db }: Needs, before: Date): Promise<number> =>
  db.systemTx((system) => deleteExpiredSources(system, before))

/** Deletes replaced OpenPGP keys that have ended. */
export const dropEndedPgpKeys = ({ db }: Needs, before: Date): Promise<number> =>
  db.systemTx((system) => deleteEndedPgpKeys(system, before))
