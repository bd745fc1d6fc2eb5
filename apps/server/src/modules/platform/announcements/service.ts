import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/announcement'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { AnnouncementsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import { platformOf } from '../brand/service.ts'
import {
  type AnnouncementColumns,
  type AnnouncementRecord,
  countAnnouncements,
  deleteDismissals,
  insertAnnouncement,
  insertDismissal,
  lockAnnouncement,
  selectAnnouncements,
  selectCurrent,
  updateAnnouncement,
} from './queries.ts'

/** The enterprise whose audit log records the actions of staff. */
const AT_STAFF = { enterpriseId: STAFF_ENTERPRISE_ID }

/** Members see at most this many at a time. */
const CURRENT_MAX = 10

/** The announcements that the user sees now. */
export async function listCurrent(
  server: Server,
  { userId, platformId }: Who,
): Promise<OutputOf<typeof contract.current>> {
  const reader = { userId, platformId, at: server.clock.now(), limit: CURRENT_MAX }
  const rows = await selectCurrent(server.db.global, reader)
  return {
    items: rows.map(({ id, kind, text, link, starts_at, is_dismissed }) => ({
      id,
      kind,
      text,
      link,
      startsAt: starts_at.toISOString(),
      isDismissed: is_dismissed,
    })),
  }
}

export async function dismissAnnouncement(
  server: Server,
  { userId }: Who,
  id: string,
): Promise<OutputOf<typeof contract.dismiss>> {
  await insertDismissal(server.db.global, { id, userId, at: server.clock.now() })
  return {}
}

/** All announcements, for platform staff. */
export async function listAnnouncements(
  server: Server,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['announcements', given]
  const keyset = readCursor(cursor, scope)
  const filter = { states: given.state, at: server.clock.now() }
  const rows = await selectAnnouncements(server.db.global, { filter, keyset, limit })
  const counted = await countAnnouncements(server.db.global, filter)
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => announcementOf(server, row)), next: page.next, ...capTotal(counted) }
}

function announcementOf(server: Server, row: AnnouncementRecord): contract.Announcement {
  const { id, kind, text, link, state, platform_id: platformId, version } = row
  return {
    id,
    kind,
    text,
    link,
    state,
    platformId,
    platform: platformId === null ? null : platformOf(server, platformId).app_name,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    version,
  }
}

/** @throws Problem invalid */
export async function addAnnouncement(
  server: Server,
  { userId }: Who,
  { input, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  const at = server.clock.now()
  const id = server.random.uuid()
  const columns = columnsOf(server, input.fields, at)
  return await once.globalTx(async (db) => {
    await insertAnnouncement(db, { id, ...columns, created_by: userId, created_at: at })
    const after = factsOf(server, columns)
    await recordAudit(server, db, { ...AT_STAFF, action: 'announcement.added', object: objectOf(id, columns), after })
    return { id }
  })
}

/** @throws Problem invalid, not_found, changed_meanwhile */
export async function editAnnouncement(
  server: Server,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  await server.db.globalTx(async (db) => {
    const stored = await lockAnnouncement(db, { id, version })
    if (stored === 'unknown') throw new Problem('not_found')
    if (stored === 'changed' || stored.withdrawn_at !== null) throw new Problem('changed_meanwhile')
    const columns = columnsOf(server, fields, stored.starts_at)
    await updateAnnouncement(db, { id, version, ...columns })
    const { text, kind, link } = columns
    if (text !== stored.text || kind !== stored.kind || link !== stored.link) await deleteDismissals(db, id)
    const facts = { before: factsOf(server, stored), after: factsOf(server, columns) }
    await recordAudit(server, db, {
      ...AT_STAFF,
      action: 'announcement.edited',
      object: objectOf(id, columns),
      ...facts,
    })
  })
  return { version: version + 1 }
}

/** @throws Problem not_found, changed_meanwhile */
export async function withdrawAnnouncement(
  server: Server,
  { id, version }: ParsedInputOf<typeof contract.withdraw>,
): Promise<OutputOf<typeof contract.withdraw>> {
  await server.db.globalTx(async (db) => {
    const stored = await lockAnnouncement(db, { id, version })
    if (stored === 'unknown') throw new Problem('not_found')
    if (stored === 'changed' || stored.withdrawn_at !== null) throw new Problem('changed_meanwhile')
    await updateAnnouncement(db, { id, version, withdrawn_at: server.clock.now() })
    await recordAudit(server, db, { ...AT_STAFF, action: 'announcement.withdrawn', object: objectOf(id, stored) })
  })
  return { version: version + 1 }
}

/** @param start the start, if the fields name none */
function columnsOf(
  server: Server,
  fields: ParsedInputOf<typeof contract.add>['fields'],
  start: Date,
): AnnouncementColumns {
  const { kind, text, link, platformId } = fields
  if (platformId !== null && !server.platforms.byId(platformId))
    throw fault('fields.platformId', 'gone', 'Choose a platform.')
  const startsAt = fields.startsAt === null ? start : new Date(fields.startsAt)
  const endsAt = fields.endsAt === null ? null : new Date(fields.endsAt)
  if (endsAt !== null && endsAt <= startsAt) throw fault('fields.endsAt', 'order', 'After the start.')
  return { kind, text, link, platform_id: platformId, starts_at: startsAt, ends_at: endsAt }
}

const factsOf = (server: Server, { kind, text, link, platform_id, starts_at, ends_at }: AnnouncementColumns) => ({
  kind,
  text,
  link,
  platform: platform_id === null ? null : platformOf(server, platform_id).app_name,
  startsAt: starts_at,
  endsAt: ends_at,
})

const NAME_LENGTH = 60

/** The log names an announcement by the start of its text. */
const objectOf = (id: string, { text }: Pick<AnnouncementColumns, 'text'>) => ({
  id,
  name: text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text,
})
