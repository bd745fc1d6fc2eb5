import type { ParsedInputOf } from '@simwright/contract'
import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import type * as lease from '@simwright/contract/provisioning/lease'
import { type Iccid, iccidForms, iccidPrefix } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type LeaseRecord = {
  id: string
  profile_id: string
  iccid: string
  status: ProfileStatus
  device_brand: string | null
  eid: string | null
  borrower: string
  notes: string
  ends_at: Date
  ended_at: Date | null
  is_waiting: boolean
  is_failed: boolean
  version: number
  created_at: Date
  created_by_name: string
}

type ListFilter = ParsedInputOf<typeof lease.list>['filter']
export type ListSort = { by: 'endsAt' | 'createdAt'; direction: 'asc' | 'desc' }

const sortColumns = { endsAt: sql.ref('l.ends_at'), createdAt: sql.ref('l.created_at') }

/**
 * The from and where clauses of a list. Only a search joins profiles; an enterprise account has few enough leases for
 * that.
 */
function leaseFilter(enterpriseId: EnterpriseId, { search, open }: ListFilter): RawBuilder<unknown> {
  const text = search?.toLowerCase()
  const isOpen = open ? sql`and l.ended_at is null` : sql`and l.ended_at is not null`
  const found = sql`and (position(${text} in lower(l.borrower)) > 0 or exists (select 1 from profile s
    where s.enterprise_id = l.enterprise_id and s.id = l.profile_id and starts_with(s.iccid, ${iccidPrefix(text ?? '')})))`
  return sql`lease l where l.enterprise_id = ${enterpriseId} ${open === undefined ? sql`` : isOpen} ${text ? found : sql``}`
}

const leasesStatement = shapedStatement(
  'select leases',
  ({
    enterpriseId,
    page,
    after,
    by,
    direction,
  }: {
    enterpriseId: EnterpriseId
    page: { filter: ListFilter; sort: ListSort; keyset: Keyset | undefined; limit: number }
    after: RawBuilder<unknown>
    by: RawBuilder<unknown>
    direction: RawBuilder<unknown>
  }) => sql`
    select l.*, p.iccid, p.status, p.device_brand, p.eid,
      l.ended_at is null and p.recycle_begun_at is not null and p.recycle_status = 'SCHEDULED' as is_waiting,
      l.ended_at is null and p.recycle_status = 'FAILED' as is_failed,
      coalesce(${nameOfUser('l.created_by')}, '') as created_by_name
    from (select l.* from ${leaseFilter(enterpriseId, page.filter)} ${after}
      order by ${by} ${direction}, l.id ${direction} limit ${page.limit + 1}) l
    join profile p on p.enterprise_id = l.enterprise_id and p.id = l.profile_id
    order by ${by} ${direction}, l.id ${direction}`,
  {
    present: ['is_waiting', 'is_failed', 'created_by_name'],
    shapes: [
      {
        page: { filter: {}, sort: { by: 'endsAt', direction: 'asc' }, keyset: undefined, limit: 1 },
        after: sql``,
        by: sql`1`,
        direction: sql`asc`,
      },
    ],
  },
)

/** Returns `limit + 1` rows, so that the caller knows whether another page follows. */
export async function selectLeases(
  db: TenantDb,
  page: { filter: ListFilter; sort: ListSort; keyset: Keyset | undefined; limit: number },
): Promise<LeaseRecord[]> {
  const by = sortColumns[page.sort.by]
  const direction = page.sort.direction === 'asc' ? sql`asc` : sql`desc`
  const comparison = page.sort.direction === 'asc' ? sql`>` : sql`<`
  const after = page.keyset
    ? sql`and (${by}, l.id) ${comparison} (${new Date(page.keyset.value)}::timestamptz, ${page.keyset.id}::uuid)`
    : sql``
  return await leasesStatement(db, { enterpriseId: db.enterpriseId, page, after, by, direction })
}

export async function countLeases(db: TenantDb, filter: ListFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from ${leaseFilter(db.enterpriseId, filter)}`)
}

export async function selectProfileId(db: TenantDb, iccid: Iccid): Promise<string | undefined> {
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('iccid', 'in', iccidForms(iccid))
    .executeTakeFirst()
  return row?.id
}

type Values = { borrower: string; notes: string; endsAt: Date }

/** @returns false when the profile is lent already */
export async function insertLease(
  db: TenantDb,
  lease: Values & { id: string; profileId: ProfileId; userId: UserId; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lease')
    .values({
      enterprise_id: db.enterpriseId,
      id: lease.id,
      profile_id: lease.profileId,
      borrower: lease.borrower,
      notes: lease.notes,
      ends_at: lease.endsAt,
      created_by: lease.userId,
      created_at: lease.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function lockLease(db: TenantDb, id: string) {
  return await db
    .selectFrom('lease')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function selectLease(db: TenantDb, id: string) {
  return await db
    .selectFrom('lease')
    .select(['profile_id'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateLease(
  db: TenantDb,
  { id, version, ...values }: Values & { id: string; version: number },
): Promise<void> {
  await db
    .updateTable('lease')
    .set({ borrower: values.borrower, notes: values.notes, ends_at: values.endsAt, version })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}
