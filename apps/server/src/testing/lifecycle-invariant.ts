import { sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import { QUEUED_DELTAS } from '../modules/profiles/lifecycle/service.ts'
import { findDifference } from '../modules/profiles/rollup/difference.ts'

type Breach = { invariant: string; object: string }

/**
 * One statement that returns a row for each violated invariant of an enterprise's profiles. The invariants hold after
 * every transaction. A counter is its stored value plus its queued changes.
 */
const BREACHES = (enterpriseId: string) => sql<Breach>`
  with p as (select * from profile where enterprise_id = ${enterpriseId} and not sample),
  a as (select * from activation_code where enterprise_id = ${enterpriseId}),
  o as (select * from download_order where enterprise_id = ${enterpriseId}),
  g as (select * from profile_place where enterprise_id = ${enterpriseId}),
  m as (select * from pool_member where enterprise_id = ${enterpriseId}),
  q as (select * from pool where enterprise_id = ${enterpriseId} and kind = 'campaign'),
  cur as (
    select p.id, p.iccid, p.status, p.order_state as copied_state, p.eid as profile_eid, p.campaign_id, p.device_brand,
      p.configuration_id || '/' || p.status as configured, a.id as code_id, a.kind, a.state as code_state, a.orders, o.id as order_id, o.state, o.eid, o.number, g.group_id,
      g.profile_id is not null as is_listed, m.pool_id, m.state as member_state
    from p left join a on a.id = p.activation_code_id left join o on o.activation_code_id = a.id and o.number = a.orders
    left join g on g.profile_id = p.id left join m on m.profile_id = p.id
  ),
  counted as (
    select 'status' as metric, null::uuid as group_id, status as dimension, count(*) from cur group by 3
    union all select 'status', group_id, status, count(*) from cur where group_id is not null group by 2, 3
    union all select 'brand', null, device_brand, count(*) from cur where device_brand is not null group by 3
    union all select 'brand', group_id, device_brand, count(*) from cur
      where device_brand is not null and group_id is not null group by 2, 3
    union all select 'configuration', null, configured, count(*) from cur group by 3
    union all select 'configuration', group_id, configured, count(*) from cur where group_id is not null group by 2, 3
  ),
  deltas as (
    select x.*, group_id, configuration_id from rollup_queue cross join lateral ${QUEUED_DELTAS}
    where enterprise_id = ${enterpriseId}
  ),
  changes as (
    select metric, group_id, dimension, delta from deltas
    union all select 'configuration', group_id, configuration_id || '/' || dimension, delta from deltas
      where metric = 'status'
  ),
  queued as (
    select metric, null::uuid as group_id, dimension, delta from changes
    union all
    select metric, group_id, dimension, delta from changes where group_id is not null
  ),
  counters as (
    select metric, group_id, dimension, sum(count) as count from (
      select metric, group_id, dimension, count from current_count where enterprise_id = ${enterpriseId}
      union all select metric, group_id, dimension, delta from queued where metric in ('status', 'brand', 'configuration')) summed
    group by 1, 2, 3 having sum(count) <> 0
  )
  select 'a counter equals what it counts' as invariant,
    concat_ws(' ', coalesce(c.metric, k.metric), coalesce(c.group_id, k.group_id), coalesce(c.dimension, k.dimension),
      'is', coalesce(k.count, 0), 'not', coalesce(c.count, 0)) as object
  from counted c full join counters k on k.metric = c.metric and k.group_id is not distinct from c.group_id
    and k.dimension = c.dimension
  where coalesce(c.count, 0) <> coalesce(k.count, 0)
  union all select 'a profile has a code with a current order', iccid from cur where order_id is null
  union all select 'the profile shows the state of its current order', iccid from cur where copied_state <> state
  union all select 'the profile shows the EID of its open order', iccid from cur
    where state in ('Released', 'Downloaded') and profile_eid is distinct from eid
  union all select 'a deleted profile is in no list, every other profile is', iccid from cur where is_listed = (status = 'REMOVED')
  union all select 'a profile that is deleted or in stock has no open lease', cur.iccid from cur join lease l
    on l.enterprise_id = ${enterpriseId} and l.profile_id = cur.id and l.ended_at is null
    where status = 'REMOVED' or (status = 'AVAILABLE' and state = 'Available')
  union all select 'a profile that is deleted or in stock has no live code', iccid from cur
    where code_state = 'LIVE' and (status = 'REMOVED' or (status = 'AVAILABLE' and state = 'Available'))
  union all select 'a profile has one live code, its current one', p.iccid from p join a on a.profile_id = p.id
    where a.state = 'LIVE' and a.id <> p.activation_code_id
  union all select 'only the current order of a profile may be open', p.iccid from p
    join o on o.profile_id = p.id join cur on cur.id = p.id
    where o.id <> cur.order_id and o.state in ('Released', 'Downloaded')
  union all select 'a code counts its orders', a.id::text from a
    where a.profile_id is not null and a.orders <> (select count(*) from o where o.activation_code_id = a.id)
  union all select 'the directory of EIDs lists open orders of that EID only', d.order_id::text
    from linked_order_directory d left join o on o.id = d.order_id
    where d.enterprise_id = ${enterpriseId}
      and (o.id is null or o.state not in ('Released', 'Downloaded') or o.eid is distinct from d.eid)
  union all select 'the directory of EIDs lists each released order that is bound', iccid from cur
    where state = 'Released' and eid is not null and kind <> 'pooled' and not exists (
      select 1 from linked_order_directory d where d.eid = cur.eid and d.order_id = cur.order_id)
  union all select 'the directory of codes lists each code', a.id::text from a where not exists (
    select 1 from activation_code_directory d where d.activation_code_id = a.id and d.matching_id = a.matching_id)
  union all select 'the directory of ICCIDs lists each profile', p.iccid from p where not exists (
    select 1 from iccid_directory d where left(d.iccid, length(p.iccid)) = p.iccid and d.profile_id = p.id)
  union all select 'the count of ICCIDs is that of the directory', null
    where (select coalesce(sum(held), 0) from iccid_count where enterprise_id = ${enterpriseId}) <> (
      select count(*) from iccid_directory
      where enterprise_id = ${enterpriseId} and profile_id is not null and not released and not downloaded)
  union all select 'the directory of ICCIDs marks what was downloaded', p.iccid from p where p.downloads > 0 and exists (
    select 1 from iccid_directory d
    where left(d.iccid, length(p.iccid)) = p.iccid and d.profile_id = p.id and not d.downloaded)
  union all select 'a package is stored only for orders in state Downloaded', b.order_id::text from bound_package b
    left join o on o.id = b.order_id where b.enterprise_id = ${enterpriseId} and o.state is distinct from 'Downloaded'
  union all select 'the profile names the campaign that it is in', cur.iccid from cur left join q on q.id = cur.pool_id
    where cur.campaign_id is distinct from q.id
  union all select 'a code is pooled while a campaign has the profile, and only then', cur.iccid from cur
    left join q on q.id = cur.pool_id
    where (cur.kind = 'pooled') <> (q.id is not null) and cur.status <> 'REMOVED' and cur.code_state = 'LIVE'
  union all select 'a campaign counts its profiles', q.id::text from q
    where q.phase <> 'ENDED' and q.profiles <> (select count(*) from m where m.pool_id = q.id)
      + (select count(*) from pool_past where enterprise_id = ${enterpriseId} and pool_id = q.id)`

/** @returns a sentence for each violated invariant; empty when all hold */
export async function brokenInvariants(db: TenantDb): Promise<string[]> {
  const { rows } = await BREACHES(db.enterpriseId).execute(db)
  return rows.map(({ invariant, object }) => `${invariant}: ${object}`)
}

/**
 * The rollups with what is queued equal the events. Differences stay, so it is enough to look at the end of a sequence.
 * @returns a sentence when they do not
 */
export async function brokenRollups(db: TenantDb): Promise<string[]> {
  const part = { from: new Date(0), to: new Date('2100-01-01') }
  const { example } = await findDifference(db, { enterpriseId: db.enterpriseId, part, now: new Date(0) })
  return example === null ? [] : [`the rollups with what is queued equal the events: ${example}`]
}
