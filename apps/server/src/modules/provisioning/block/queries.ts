import type { ParsedInputOf } from '@simwright/contract'
import * as block from '@simwright/contract/provisioning/block'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { Write } from '../../../db/write-together.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import type { ListedDevice } from './file.ts'

export type BlockRecord = block.BlockFields & {
  id: string
  kind: block.BlockKind
  value: string
  hits: number
  last_hit_at: Date | null
  version: number
  created_at: Date
  created_by_name: string
}

type ListFilter = ParsedInputOf<typeof block.list>['filter']
type Sort = { by: 'createdAt' | 'value'; direction: 'asc' | 'desc' }

const sortColumns = { createdAt: sql.ref('r.created_at'), value: sql.ref('r.value') }

function blockFilter(enterpriseId: EnterpriseId, { search, kind }: ListFilter): RawBuilder<unknown> {
  return sql`r.enterprise_id = ${enterpriseId}
    ${kind && kind.length > 0 ? sql`and r.kind in (${sql.join(kind)})` : sql``}
    ${search ? sql`and ${prefixRange(sql.ref('r.value'), search)}` : sql``}`
}

function after(keyset: Keyset | undefined, { by, direction }: Sort): RawBuilder<unknown> {
  if (!keyset) return sql``
  const value = by === 'value' ? sql`${keyset.value}` : sql`${new Date(keyset.value)}::timestamptz`
  return sql`and (${sortColumns[by]}, r.id) ${direction === 'asc' ? sql`>` : sql`<`} (${value}, ${keyset.id}::uuid)`
}

type BlockPage = { filter: ListFilter; sort: Sort; keyset: Keyset | undefined; limit: number }

const blocksStatement = shapedStatement(
  'select block rules',
  ({ enterpriseId, page, order }: { enterpriseId: EnterpriseId; page: BlockPage; order: RawBuilder<unknown> }) => sql`
    select r.*, coalesce(${nameOfUser('r.created_by')}, '') as created_by_name
    from (select r.* from block_rule r where ${blockFilter(enterpriseId, page.filter)} ${after(page.keyset, page.sort)}
      ${order} limit ${page.limit + 1}) r ${order}`,
  {
    present: ['created_by_name'],
    shapes: [
      {
        page: { filter: {}, sort: { by: 'value', direction: 'asc' }, keyset: undefined, limit: 1 },
        order: sql`order by r.id`,
      },
    ],
  },
)

/** Returns `limit + 1` rows, so that the caller knows whether another page follows. */
export async function selectBlocks(db: TenantDb, page: BlockPage): Promise<BlockRecord[]> {
  const direction = page.sort.direction === 'asc' ? sql`asc` : sql`desc`
  const order = sql`order by ${sortColumns[page.sort.by]} ${direction}, r.id ${direction}`
  return await blocksStatement(db, { enterpriseId: db.enterpriseId, page, order })
}

export async function countBlocks(db: TenantDb, filter: ListFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from block_rule r where ${blockFilter(db.enterpriseId, filter)}`)
}

/** The columns of what users write about a rule, of the table or of `d`. */
const fieldColumns = (table?: string) =>
  sql.join(block.blockFieldNames.map((name) => sql.ref(table ? `${table}.${name}` : name)))

const insertBlocksStatement = statement(
  'insert block rules',
  ({ enterpriseId, userId, at, rules }: { enterpriseId: EnterpriseId; userId: UserId; at: Date; rules: string }) => sql`
    insert into block_rule (enterprise_id, id, kind, value, created_by, created_at, ${fieldColumns()})
    select ${enterpriseId}::uuid, d.id, d.kind, d.value, ${userId}::uuid, ${at}, ${fieldColumns('d')}
    from json_populate_recordset(null::block_rule, ${rules}::json) d
    on conflict (enterprise_id, value, kind) do nothing returning id`,
)

/** Inserts the rules that do not exist yet. @returns how many were inserted */
export async function insertBlocks(
  db: TenantDb,
  { devices, ids, userId, at }: { devices: readonly ListedDevice[]; ids: readonly string[]; userId: UserId; at: Date },
): Promise<number> {
  const rules = JSON.stringify(devices.map((device, index) => ({ ...device, id: ids[index] })))
  const rows = await insertBlocksStatement(db, { enterpriseId: db.enterpriseId, userId, at, rules })
  return rows.length
}

/** @returns false when the rule does not have this version */
export async function updateFields(
  db: TenantDb,
  { id, version, fields }: { id: string; version: number; fields: block.BlockFields },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('block_rule')
    .set({ ...fields, version: version + 1 })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function selectBlock(db: TenantDb, id: string) {
  return await db
    .selectFrom('block_rule')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteBlocks(
  db: TenantDb,
  ids: readonly string[],
): Promise<{ id: string; kind: string; value: string }[]> {
  return await db
    .deleteFrom('block_rule')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', 'in', [...ids])
    .returning(['id', 'kind', 'value'])
    .execute()
}

const deviceStatement = statement(
  'select device to block',
  ({ enterpriseId, profileId }: { enterpriseId: EnterpriseId; profileId: ProfileId }) => sql`
    select p.iccid, p.eid, d.tac from profile p
    left join device d on d.enterprise_id = p.enterprise_id and d.eid = p.eid
    where p.enterprise_id = ${enterpriseId} and p.id = ${profileId}`,
)

/** The device that has the profile, or that the profile is bound to. */
export async function selectDevice(
  db: TenantDb,
  profileId: ProfileId,
): Promise<{ iccid: string; eid: string | null; tac: string | null } | undefined> {
  return (await deviceStatement(db, { enterpriseId: db.enterpriseId, profileId }))[0]
}

/** The shortest and longest EID prefix that a range may have. */
const RANGE_MIN = 8
const RANGE_MAX = 31

export type BlockedDevice = { eid: string; tacs: readonly string[] }

/** The columns that `blockJoin` adds: the rule that blocks the device, or nulls. */
export type BlockColumns = { block_id: string | null; block_kind: block.BlockKind | null }

/** All rule values that would block a device, and which of them are TACs. */
export type BlockValues = { blockValues: readonly string[]; blockTacs: readonly string[] }

/** The EID, its prefixes, and the TACs. */
export function blockValuesOf({ eid, tacs }: BlockedDevice): BlockValues {
  const lengths = Array.from({ length: RANGE_MAX - RANGE_MIN + 1 }, (_, index) => RANGE_MIN + index)
  const beginnings = lengths.map((length) => eid.slice(0, length))
  return { blockValues: [eid, ...beginnings, ...tacs], blockTacs: tacs }
}

/**
 * The only query that decides whether a device is blocked: `columns` and `from` that join `BlockColumns` to a
 * statement. The join keeps the number of rows and uses one index.
 */
export function blockJoin(enterpriseId: EnterpriseId, values: BlockValues) {
  return {
    columns: sql`bl.id as block_id, bl.kind as block_kind`,
    from: sql`left join lateral (${ruleFor(enterpriseId, values)}) bl on true`,
  }
}

const ruleStatement = statement(
  'select block rule of device',
  ({ enterpriseId, blockValues, blockTacs }: BlockValues & { enterpriseId: EnterpriseId }) =>
    ruleFor(enterpriseId, { blockValues, blockTacs }),
)

/** Whether a rule for the EID or for a range that contains it exists. TAC rules are not considered. */
export async function isBlocked(db: TenantDb, eid: string): Promise<boolean> {
  return (await ruleStatement(db, { enterpriseId: db.enterpriseId, ...blockValuesOf({ eid, tacs: [] }) })).length > 0
}

const ruleFor = (enterpriseId: EnterpriseId, { blockValues, blockTacs }: BlockValues): RawBuilder<unknown> => sql`
  select id, kind from block_rule
  where enterprise_id = ${enterpriseId} and value = any(${blockValues}::text[])
    and (kind <> 'TAC' or value = any(${blockTacs}::text[])) order by value desc limit 1`

export type ProfileBlockRecord = Pick<BlockRecord, 'id' | 'kind' | 'value' | 'created_at' | 'created_by_name'> & {
  profile_id: string
}

const PREFIXES = sql.raw(`array(select left(p.eid, n) from generate_series(${RANGE_MIN}, ${RANGE_MAX}) n)`)

const blocksOfStatement = statement(
  'select block rules of devices',
  ({ enterpriseId, profileIds }: { enterpriseId: EnterpriseId; profileIds: readonly string[] }) => sql`
    select p.id as profile_id, r.id, r.kind, r.value, r.created_at,
      coalesce(${nameOfUser('r.created_by')}, '') as created_by_name
    from profile p
    left join device d on d.enterprise_id = p.enterprise_id and d.eid = p.eid
    cross join lateral (
      select * from block_rule r where r.enterprise_id = ${enterpriseId}
        and r.value = any(${PREFIXES} || array[p.eid, d.tac]) and (r.kind <> 'TAC' or r.value = d.tac)
      order by r.value desc limit 1) r
    where p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[]) and p.eid is not null
      and exists (select 1 from block_rule where enterprise_id = ${enterpriseId})`,
  { present: ['created_by_name'] },
)

/** Those of the profiles whose device is blocked, each with the rule that `ruleFor` finds. */
export async function selectBlocksOf(db: TenantDb, profileIds: readonly string[]): Promise<ProfileBlockRecord[]> {
  return await blocksOfStatement(db, { enterpriseId: db.enterpriseId, profileIds })
}

type BlockedProfileRecord = Row<'profile', 'id' | 'iccid'> & { eid: string; device: string }

const profilesOfStatement = shapedStatement(
  'select profiles of blocked device',
  ({
    kind,
    enterpriseId,
    isBlocked,
    limit,
  }: Pick<BlockRecord, 'kind'> & {
    enterpriseId: EnterpriseId
    isBlocked: RawBuilder<unknown>
    limit: number
  }) => sql`
    select p.id, p.iccid, p.eid, concat_ws(' ', p.device_brand, p.device_model) as device
    from profile p ${kind === 'TAC' ? sql`join device d on d.enterprise_id = p.enterprise_id and d.eid = p.eid` : sql``}
    where p.enterprise_id = ${enterpriseId} and not p.removed and ${isBlocked}
    order by p.eid, p.id limit ${limit + 1}`,
  { present: ['eid', 'device'], shapes: [{ kind: 'TAC', isBlocked: sql`d.tac = '1'` }] },
)

/** `limit + 1` profiles on devices that the rule blocks. */
export async function selectProfilesOf(
  db: TenantDb,
  { kind, value, limit }: Pick<BlockRecord, 'kind' | 'value'> & { limit: number },
): Promise<BlockedProfileRecord[]> {
  const eid = sql.ref('p.eid')
  const isBlocked =
    kind === 'EID' ? sql`p.eid = ${value}` : kind === 'TAC' ? sql`d.tac = ${value}` : prefixRange(eid, value)
  return await profilesOfStatement(db, { kind, enterpriseId: db.enterpriseId, isBlocked, limit })
}

export type NewHit = {
  id: string
  blockId: string
  at: Date
  eid: string
  tac: string | null
  device: string | null
  address: string | null
  profileId: ProfileId | null
}

/** Records a refusal: increments the rule's counter and stores the hit. */
export function hitWrites(enterpriseId: EnterpriseId, hit: NewHit): Write[] {
  const rule = sql`enterprise_id = ${enterpriseId} and id = ${hit.blockId}`
  return [
    sql`update block_rule set hits = hits + 1, last_hit_at = ${hit.at} where ${rule}`,
    sql`insert into block_hit (enterprise_id, id, block_id, kind, value, at, eid, tac, device, address, profile_id)
      select enterprise_id, ${hit.id}::uuid, id, kind, value, ${hit.at}::timestamptz, ${hit.eid}, ${hit.tac},
        ${hit.device}, ${hit.address}, ${hit.profileId}::uuid from block_rule where ${rule}`,
  ]
}

export type HitRecord = {
  id: string
  kind: block.BlockKind
  value: string
  at: Date
  eid: string
  tac: string | null
  device: string | null
  address: string | null
  profile_id: string | null
  iccid: string | null
}

type HitFilter = ParsedInputOf<typeof block.hits>['filter']

function hitFilter(enterpriseId: EnterpriseId, { blockId, eid, from, to }: HitFilter): RawBuilder<unknown> {
  return sql`h.enterprise_id = ${enterpriseId}
    ${blockId ? sql`and h.block_id = ${blockId}` : sql``}
    ${eid ? sql`and ${prefixRange(sql.ref('h.eid'), eid)}` : sql``}
    ${from ? sql`and h.at >= ${new Date(from)}` : sql``}
    ${to ? sql`and h.at < ${new Date(to)}` : sql``}`
}

type HitPage = { filter: HitFilter; keyset: Keyset | undefined; limit: number }

const hitsStatement = shapedStatement(
  'select block hits',
  ({ enterpriseId, filter, keyset, limit }: HitPage & { enterpriseId: EnterpriseId }) => sql`
    select h.*, coalesce(h.device, t.brand || ' ' || t.model) as device, p.iccid from (
      select h.* from block_hit h where ${hitFilter(enterpriseId, filter)}
        ${keyset ? sql`and h.id < ${keyset.id}::uuid` : sql``} order by h.id desc limit ${limit + 1}) h
    left join tac t on t.tac = h.tac
    left join profile p on p.enterprise_id = h.enterprise_id and p.id = h.profile_id order by h.id desc`,
)

export async function selectHits(db: TenantDb, page: HitPage): Promise<HitRecord[]> {
  return (await hitsStatement(db, { ...page, enterpriseId: db.enterpriseId })) as HitRecord[]
}

export async function countHits(db: TenantDb, filter: HitFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from block_hit h where ${hitFilter(db.enterpriseId, filter)}`)
}

export async function hasBlocks(db: TenantDb): Promise<boolean> {
  const one = db.selectFrom('block_rule').select('id').where('enterprise_id', '=', db.enterpriseId).limit(1)
  return (await one.execute()).length > 0
}
