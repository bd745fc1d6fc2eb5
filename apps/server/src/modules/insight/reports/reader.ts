import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'

/** What a report reads, with the rights of its caller: a member, or the owner of a schedule. */
export type ReportReader = {
  enterpriseId: EnterpriseId
  /** The time that presets count back from: now, or when a schedule was due. */
  at: Date
  now: Date
  timeZone: string
  /** The groups to which the caller is limited; undefined: no limit. */
  groupIds: readonly GroupId[] | undefined
  /** Runs a read-only transaction; a long report takes several. */
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
}

type ReaderOf = Pick<ReportReader, 'enterpriseId' | 'timeZone'> & { at?: Date }

export function openReader(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  { enterpriseId, timeZone, at }: ReaderOf,
): ReportReader {
  const now = clock.now()
  const groupIds = groupLimitIn(enterpriseId)?.groups
  return { enterpriseId, at: at ?? now, now, timeZone, groupIds, read: (work) => db.tenantRead(enterpriseId, work) }
}
