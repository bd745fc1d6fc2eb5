import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import type { Fact } from './match.ts'

/** An event is committed within this time after it happened: each statement ends after 60 seconds. */
export const LATE_MS = 5 * 60_000

const openFeedStatement = statement(
  'open feed of rules',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    insert into rule_feed (enterprise_id, after_snapshot, after_at, newest_at, swept_to, next_at)
    values (${enterpriseId}, pg_current_snapshot()::text, ${at}, ${at}, ${at}, ${at})
    on conflict (enterprise_id) do update set rules_version = rule_feed.rules_version + 1, next_at = excluded.next_at`,
)

/** Called by each change of a rule: processes compile the rules again. The first one opens the feed from now on. */
export async function openFeed(db: TenantDb, at: Date): Promise<void> {
  await openFeedStatement(db, { enterpriseId: db.enterpriseId, at })
}

/** Whether something happened since the events of feed `f` were read: one row of two indexes. */
const hasNews = condition`(coalesce((select e.at from profile_event e where e.enterprise_id = f.enterprise_id
  order by e.at desc limit 1) > f.newest_at, false) or exists (select from batch b
    where b.enterprise_id = f.enterprise_id and b.completed_at > f.newest_at and b.type <> 'SINGLE_GENERATE'
      and not b.sample))`

/** Whether {@link selectDueFeeds} finds an account. */
export const feedsDue = (at: Date) => condition`((select min(next_at) from rule_feed) <= ${at}
  or coalesce((select bool_or(${hasNews}) from rule_feed f), false))`

const dueStatement = statement(
  'select due feeds of rules',
  ({ at, limit }: { at: Date; limit: number }) => sql`
    select f.enterprise_id from rule_feed f where f.next_at <= ${at} or ${hasNews} order by f.next_at limit ${limit}`,
)

/** Enterprise accounts with rules in which something has happened, or something may be due. */
export async function selectDueFeeds(db: SystemDb, at: Date, limit: number): Promise<EnterpriseId[]> {
  return (await dueStatement(db, { at, limit })).map(({ enterprise_id: id }) => id)
}

export type Feed = RowOf<'lock feed of rules'>

const lockFeedStatement = statement(
  'lock feed of rules',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select * from rule_feed where enterprise_id = ${enterpriseId} for update skip locked`,
)

/** Locks the feed until the transaction ends; undefined if another process reads it. */
export async function lockFeed(db: TenantDb): Promise<Feed | undefined> {
  return (await lockFeedStatement(db, { enterpriseId: db.enterpriseId }))[0]
}

const beginPageStatement = statement(
  'begin to read feed of rules',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    update rule_feed set to_snapshot = pg_current_snapshot()::text, to_at = ${at}
    where enterprise_id = ${enterpriseId} returning to_snapshot, to_at`,
  { present: ['to_snapshot', 'to_at'] },
)

/** Fixes up to which event the feed is read. */
export async function beginPages(db: TenantDb, at: Date): Promise<{ to_snapshot: string; to_at: Date }> {
  return (await beginPageStatement(db, { enterpriseId: db.enterpriseId, at }))[0]!
}

const COLUMNS = sql`e.id as event_id, e.profile_id, e.type, e.at, e.group_id, e.configuration_id, e.region, e.device_brand,
  e.device_model, e.subject_code, e.reason_code, e.eid, e.rule_depth, p.iccid`

const traitsJoin = (needsTraits: boolean) =>
  needsTraits
    ? sql`left join profile_trait t on t.enterprise_id = e.enterprise_id and t.profile_id = e.profile_id`
    : sql`left join (select null::uuid[] as tags, null::jsonb as attributes where false) t on false`

const TRAITS = sql`coalesce(t.tags, '{}') as tags, coalesce(t.attributes, '{}') as attributes`

/** `xmin` is the end of a transaction's number. Both ends are less than 2^31 transactions old. */
export const TRANSACTION = sql`(n.last - ((n.last - e.xmin::text::bigint) & 4294967295))::text::xid8`

type NewEvents = {
  enterpriseId: EnterpriseId
  types: readonly string[]
  after: string
  to: string
  cursorAt: Date
  cursorId: string
  traits: RawBuilder<unknown>
  limit: number
}

const newEventsStatement = shapedStatement(
  'select new events for rules',
  ({ enterpriseId, types, after, to, cursorAt, cursorId, traits, limit }: NewEvents) => sql`
    select ${COLUMNS}, ${TRAITS}, '{}'::text[] as later
    from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as last) n
    join profile_event e on e.enterprise_id = ${enterpriseId} and e.type = any(${types}::text[])
      and (e.at, e.id) > (${cursorAt}::timestamptz, ${cursorId}::uuid)
      and not pg_visible_in_snapshot(${TRANSACTION}, ${after}::pg_snapshot)
      and pg_visible_in_snapshot(${TRANSACTION}, ${to}::pg_snapshot)
    join profile p on p.enterprise_id = e.enterprise_id and p.id = e.profile_id and not p.sample
    ${traits}
    order by e.at, e.id limit ${limit}`,
  { present: ['tags', 'attributes', 'later'], shapes: [{ traits: traitsJoin(true) }] },
)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Page = { types: readonly string[]; needsTraits: boolean; limit: number }

/** The next events that the feed has not read, oldest first. */
export async function selectNewEvents(
  db: TenantDb,
  feed: Pick<Feed, 'after_snapshot' | 'after_at' | 'cursor_at' | 'cursor_id'> & { to_snapshot: string },
  { types, needsTraits, limit }: Page,
): Promise<Fact[]> {
  if (types.length === 0) return []
  const rows = await newEventsStatement(db, {
    enterpriseId: db.enterpriseId,
    types,
    after: feed.after_snapshot,
    to: feed.to_snapshot,
    cursorAt: feed.cursor_at ?? new Date(feed.after_at.getTime() - LATE_MS),
    cursorId: feed.cursor_id ?? FIRST_ID,
    traits: traitsJoin(needsTraits),
    limit,
  })
  return rows.map(factOf)
}

type EventRow = RowOf<'select new events for rules'>

function factOf(row: EventRow): Fact {
  return {
    eventId: row.event_id,
    profileId: row.profile_id,
    type: row.type as Fact['type'],
    at: row.at,
    batch: null,
    groupId: row.group_id,
    configurationId: row.configuration_id,
    region: row.region,
    deviceBrand: row.device_brand,
    deviceModel: row.device_model,
    subjectCode: row.subject_code,
    reasonCode: row.reason_code,
    eid: row.eid,
    depth: row.rule_depth ?? 0,
    iccid: row.iccid,
    tags: row.tags,
    attributes: row.attributes as Fact['attributes'],
    later: row.later,
  }
}

export async function moveCursor(db: TenantDb, { at, eventId }: Pick<Fact, 'at' | 'eventId'>): Promise<void> {
  await db
    .updateTable('rule_feed')
    .set({ cursor_at: at, cursor_id: eventId })
    .where('enterprise_id', '=', db.enterpriseId)
    .execute()
}

const endPagesStatement = statement(
  'end pages of feed of rules',
  ({ enterpriseId, nextAt }: { enterpriseId: EnterpriseId; nextAt: Date }) => sql`
    update rule_feed f set after_snapshot = coalesce(to_snapshot, after_snapshot), after_at = coalesce(to_at, after_at),
      to_snapshot = null, to_at = null, cursor_at = null, cursor_id = null, next_at = ${nextAt},
      newest_at = greatest(newest_at, (select e.at from profile_event e where e.enterprise_id = f.enterprise_id
        and e.at <= f.to_at order by e.at desc limit 1), (select b.completed_at from batch b
        where b.enterprise_id = f.enterprise_id and b.completed_at <= f.to_at and b.type <> 'SINGLE_GENERATE'
          and not b.sample order by b.completed_at desc limit 1))
    where enterprise_id = ${enterpriseId}`,
)

/** All events up to the snapshot are read. */
export async function endPages(db: TenantDb, nextAt: Date): Promise<void> {
  await endPagesStatement(db, { enterpriseId: db.enterpriseId, nextAt })
}

export async function updateSwept(db: TenantDb, to: Date): Promise<void> {
  await db.updateTable('rule_feed').set({ swept_to: to }).where('enterprise_id', '=', db.enterpriseId).execute()
}

type Past = {
  enterpriseId: EnterpriseId
  types: readonly string[]
  without: readonly string[]
  from: Date
  to: Date
  afterAt: Date
  afterId: string
  traits: RawBuilder<unknown>
  limit: number
}

const pastEventsStatement = shapedStatement(
  'select past events for rules',
  ({ enterpriseId, types, without, from, to, afterAt, afterId, traits, limit }: Past) => sql`
    select ${COLUMNS}, ${TRAITS}, array(select distinct l.type from profile_event l
        where l.enterprise_id = e.enterprise_id and l.profile_id = e.profile_id and l.id > e.id
          and l.type = any(${without}::text[])) as later
    from profile_event e
    join profile p on p.enterprise_id = e.enterprise_id and p.id = e.profile_id and not p.sample
    ${traits}
    where e.enterprise_id = ${enterpriseId} and e.type = any(${types}::text[]) and e.at > ${from} and e.at <= ${to}
      and (e.at, e.id) > (${afterAt}::timestamptz, ${afterId}::uuid)
    order by e.at, e.id limit ${limit}`,
  { present: ['tags', 'attributes', 'later'], shapes: [{ traits: traitsJoin(true) }] },
)

export type PastRange = { types: readonly string[]; without: readonly string[]; from: Date; to: Date }

/** Events after `from` until `to`, oldest first, each with the types of what happened to its profile since. */
export async function selectPastEvents(
  db: TenantDb,
  range: PastRange,
  { after, needsTraits, limit }: { after: Fact | undefined; needsTraits: boolean; limit: number },
): Promise<Fact[]> {
  const rows = await pastEventsStatement(db, {
    enterpriseId: db.enterpriseId,
    ...range,
    afterAt: after?.at ?? range.from,
    afterId: after?.eventId ?? FIRST_ID,
    traits: traitsJoin(needsTraits),
    limit,
  })
  return rows.map(factOf)
}

const restartFeedsStatement = statement(
  'restart feeds of rules',
  ({ at }: { at: Date }) => sql`
    with dropped as (
      update rule_run set state = 'DROPPED', reasons = array['The database was restored before the rule acted.']
      where state = 'WAITING')
    update rule_feed set after_snapshot = pg_current_snapshot()::text, after_at = ${at}, to_snapshot = null, to_at = null,
      cursor_at = null, cursor_id = null, newest_at = ${at}, swept_to = ${at}, next_at = ${at}`,
)

/** After a restore: rules go on with what happens from now on, and what waited is dropped. */
export async function restartFeeds(db: SystemDb, at: Date): Promise<void> {
  await restartFeedsStatement(db, { at })
}
