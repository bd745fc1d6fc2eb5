import type { TenantDb } from '../../../db/database.ts'
import type { Cause } from '../../profiles/lifecycle/service.ts'
import { setRecycleTime } from '../recycle/service.ts'
import type { DrawnProfile } from './draw.ts'

/** Sets the recycle times that profiles with a Recycle applet have from their rows. */
export async function setRecycleTimes(
  db: TenantDb,
  cause: Cause,
  profiles: readonly Pick<DrawnProfile, 'profileId' | 'recycleAt'>[],
): Promise<void> {
  const timed = profiles.flatMap(({ profileId, recycleAt }) => (recycleAt ? [{ profileId, recycleAt }] : []))
  for (const [time, rows] of Map.groupBy(timed, ({ recycleAt }) => recycleAt.getTime()))
    await setRecycleTime(db, cause, { ids: rows.map(({ profileId }) => profileId), recycleAt: new Date(time) })
}
