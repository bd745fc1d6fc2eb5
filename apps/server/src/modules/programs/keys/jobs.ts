import type { KeysServer as Server } from '../../../port/module.ts'
import { deleteEndedKeys } from './queries.ts'

/** Deletes keys that were revoked and secrets that ended before this time. @returns how many keys and secrets */
export const dropOldKeys = ({ db }: Pick<Server, 'db'>, before: Date): Promise<number> =>
  db.systemTx((system) => deleteEndedKeys(system, before))
