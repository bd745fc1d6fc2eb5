import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import { openReading } from '../../../db/replica.ts'
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
  /** What was committed by then is counted: with a replica, a little before `now`. */
  asOf: Date
  /** Runs a read-only transaction; a long report takes several. */
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
}

type ReaderOf = Pick<ReportReader, 'enterpriseId' | 'timeZone'> & { at?: Date }

/** A report that was due at a time must have everything that was committed by now, in which its figures were found complete. */
export async function openReader(
  server: Pick<Server, 'db' | 'clock' | 'log'>,
  { enterpriseId, timeZone, at }: ReaderOf,
): Promise<ReportReader> {
  const { asOf, read } = await openReading(server, { enterpriseId, wants: at ? 'latest' : 'recent' })
  const now = server.clock.now()
  const groupIds = groupLimitIn(enterpriseId)?.groups
  return { enterpriseId, at: at ?? now, now, timeZone, groupIds, asOf: asOf ?? now, read }
}
