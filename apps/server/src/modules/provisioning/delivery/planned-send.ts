import type { PermissionId } from '@simwright/contract'
import { MAILS_MAX } from '@simwright/contract/provisioning/delivery'
import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import type { TenantDb } from '../../../db/database.ts'
import { withGroupLimit } from '../../../db/group-limit.ts'
import type { EnterpriseId, GroupId, ProfileId, UserId } from '../../../db/row-id.ts'
import type { Letter } from '../../../port/mail.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { hasPages, whyNoCode } from '../../profiles/fleet/service.ts'
import { unfitReason } from './code-assignment.ts'
import { buildLetters } from './code-letter.ts'
import { countSentSince, insertCodeMails, type MailableRecord, selectByProfile } from './code-mail-queries.ts'
import { notifyOfUnsent } from './planned-notice.ts'
import {
  isActive,
  type LockedRecord,
  lockFree,
  selectDue,
  selectOpen,
  selectVisible,
  updatePlanned,
} from './planned-queries.ts'

/** Deliveries per sweep, and per transaction of an enterprise account; the next ones take the rest. */
const SWEEP_LIMIT = 400
const BATCH_LIMIT = 50

const DAY_MS = 24 * 60 * 60_000
/** Deliveries that cannot be sent yet are tried again after this time. */
const RETRY_MS = 10 * 60_000
/** When the answer of the mail server is looked up first. */
const FIRST_LOOK_MS = 10_000

type Planner = {
  userId: UserId
  name: string
  permissions: ReadonlySet<PermissionId>
  groupIds: readonly GroupId[] | undefined
}

/** Reads active members with the permissions that they have now. The module of members is in a later area. */
export type ReadPlanners = (db: TenantDb, query: { at: Date; userIds: readonly UserId[] }) => Promise<Planner[]>

export type SendNeeds = { readPlanners: ReadPlanners }

/**
 * Sends the deliveries that are due. Any number of processes may do so: a delivery is queued as a mail and marked in one
 * transaction, which skips what another process has locked and what has changed since it was read. So each is sent once.
 */
export async function sendDue(server: Server, { readPlanners }: SendNeeds): Promise<void> {
  const now = server.clock.now()
  const due = await server.db.systemTx((db) => selectDue(db, { now, state: 'PLANNED', limit: SWEEP_LIMIT }))
  for (const [enterpriseId, ids] of due)
    for (let from = 0; from < ids.length; from += BATCH_LIMIT) {
      if (server.stopping.aborted) return
      const batch = ids.slice(from, from + BATCH_LIMIT)
      await sendBatch(server, enterpriseId, { ids: batch, readPlanners }).catch((err: unknown) =>
        postpone(server, enterpriseId, { ids: batch, err }),
      )
    }
}

async function postpone(
  server: Server,
  enterpriseId: EnterpriseId,
  { ids, err }: { ids: readonly string[]; err: unknown },
): Promise<void> {
  server.log.error({ err, enterpriseId }, 'planned deliveries could not be sent; they are tried again in ten minutes')
  const next_at = new Date(server.clock.now().getTime() + RETRY_MS)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const free = await lockFree(db, ids)
    await updatePlanned(db, [...free.keys()], { next_at, reason: 'The portal could not send it; it tries again.' })
  })
}

/** What to do with a delivery: `late` is tried again, `skip` ends it. */
type Decision =
  | { kind: 'mail'; row: LockedRecord; code: MailableRecord; sentBy: string }
  | { kind: 'page'; row: LockedRecord }
  | { kind: 'late' | 'skip'; row: LockedRecord; reason: string }

async function sendBatch(
  server: Server,
  enterpriseId: EnterpriseId,
  { ids, readPlanners }: SendNeeds & { ids: readonly string[] },
): Promise<void> {
  const read = await server.db.tenantRead(enterpriseId, (db) => readBatch(server, db, { ids, readPlanners }))
  const { rows, members, ...found } = read
  if (rows.length === 0) return
  const seen = await selectSeen(server, enterpriseId, { rows, members })
  const decisions = decide(rows, { ...found, planners: new Map(members.map((one) => [one.userId, one])), seen })
  const mails = decisions.filter((one) => one.kind === 'mail')
  const letters = await buildLetters(
    server,
    enterpriseId,
    mails.map(({ row, code, sentBy }) => ({
      email: row.recipient!,
      code,
      sentBy,
      message: row.message,
      language: row.language as EndUserLanguage | null,
    })),
  )
  const letterOf = new Map(mails.map(({ row }, index) => [row.id, letters[index]!]))
  await server.db.tenantTx(enterpriseId, (db) => apply(server, db, { decisions, letterOf }))
}

const PLANNER_LEFT = 'Who planned it has left the enterprise account.'

type Facts = {
  at: Date
  codes: ReadonlyMap<ProfileId, MailableRecord>
  planners: ReadonlyMap<UserId, Planner>
  /** The profiles of the deliveries that their planners see. */
  seen: ReadonlySet<string>
  /** E-mails that may still be sent today. */
  room: number
  isActive: boolean
  pages: boolean
}

/** The deliveries that are due, and what decides about them. */
async function readBatch(server: Server, db: TenantDb, { ids, readPlanners }: SendNeeds & { ids: readonly string[] }) {
  const at = server.clock.now()
  const rows = (await selectOpen(db, ids)).filter(({ next_at }) => next_at <= at)
  const members = await readPlanners(db, { at, userIds: [...new Set(rows.map(({ planned_by }) => planned_by))] })
  return {
    at,
    rows,
    members,
    codes: await selectByProfile(
      db,
      rows.map(({ profile_id }) => profile_id),
    ),
    room: MAILS_MAX.day - (await countSentSince(db, new Date(at.getTime() - DAY_MS))),
    isActive: await isActive(db),
    pages: await hasPages(server, db),
  }
}

function decide(rows: readonly LockedRecord[], facts: Facts): Decision[] {
  let { room } = facts
  return rows.map((row) => {
    const decision = decideOne(row, { ...facts, room })
    if (decision.kind === 'mail') room -= 1
    return decision
  })
}

/** The ids of the deliveries whose profiles their planners see, who may be limited to groups. */
async function selectSeen(
  { db }: Pick<Server, 'db'>,
  enterpriseId: EnterpriseId,
  { rows, members }: { rows: readonly LockedRecord[]; members: readonly Planner[] },
): Promise<Set<string>> {
  const seen = new Set<string>()
  for (const { userId, groupIds: groups } of members) {
    const own = rows.filter(({ planned_by }) => planned_by === userId)
    const limit = groups && { enterpriseId, userId, groups }
    const profileIds = own.map(({ profile_id }) => profile_id)
    const visible = await withGroupLimit(limit, () =>
      db.tenantRead(enterpriseId, (db) => selectVisible(db, profileIds)),
    )
    for (const { id, profile_id } of own) if (visible.has(profile_id)) seen.add(id)
  }
  return seen
}

function decideOne(row: LockedRecord, facts: Facts): Decision {
  if (!facts.isActive) return { kind: 'late', row, reason: 'The enterprise account is suspended.' }
  const planner = facts.planners.get(row.planned_by)
  const skip = (reason: string): Decision => ({ kind: 'skip', row, reason })
  if (!planner) return skip(PLANNER_LEFT)
  if (!planner.permissions.has('Fleet_Export')) return skip('Who planned it may no longer send activation codes.')
  const code = facts.codes.get(row.profile_id)
  if (!facts.seen.has(row.id) || !code) return skip('Who planned it no longer sees the profile.')
  const unfit = whyNoCode(code) ?? unfitReason(code, facts.at)
  if (unfit !== null && unfit !== undefined) return skip(unfit)
  if (row.opens_page && !facts.pages) return skip('Public pages are not in the plan of this enterprise account.')
  if (row.opens_page && code.ac_format !== 'AC_LINK') return skip('Its public page was closed.')
  if (row.recipient === null) return { kind: 'page', row }
  if (facts.room <= 0) {
    const max = MAILS_MAX.day.toLocaleString('en')
    return { kind: 'late', row, reason: `Up to ${max} e-mails a day. It is sent when there is room.` }
  }
  return { kind: 'mail', row, code, sentBy: planner.name }
}

type Applied = { decisions: readonly Decision[]; letterOf: ReadonlyMap<string, Letter> }

/** Does what was decided, but for deliveries that changed since they were read or that another process does. */
async function apply(server: Server, db: TenantDb, { decisions, letterOf }: Applied): Promise<void> {
  const held = await lockFree(
    db,
    decisions.map(({ row }) => row.id),
  )
  const own = decisions.filter(({ row }) => held.get(row.id) === row.version)
  const at = server.clock.now()
  let sent = 0
  const opened: string[] = []
  for (const one of own) {
    const { row } = one
    if (one.kind === 'mail') {
      await queueOne(server, db, { ...one, letter: letterOf.get(row.id)! })
      sent += 1
    } else if (one.kind === 'page') opened.push(row.id)
    else if (one.kind === 'skip')
      await updatePlanned(db, [row.id], { state: 'SKIPPED', reason: one.reason, ended_at: at })
    else await updatePlanned(db, [row.id], { reason: one.reason, next_at: new Date(at.getTime() + RETRY_MS) })
  }
  await updatePlanned(db, opened, { state: 'SENT', sent_at: at, ended_at: at, reason: null })
  const unsent = own.flatMap((one) =>
    one.kind === 'skip' ? [{ ...one.row, reason: one.reason, hasLeft: one.reason === PLANNER_LEFT }] : [],
  )
  await notifyOfUnsent(server, db, unsent)
  if (sent + opened.length === 0) return
  const entry = {
    enterpriseId: db.enterpriseId,
    object: { id: null, name: '' },
    after: { mails: sent, pages: opened.length },
  }
  await recordAudit(server, db, { action: 'delivery.sent', ...entry })
}

type Queued = { row: LockedRecord; code: MailableRecord; letter: Letter }

async function queueOne(server: Server, db: TenantDb, { row, code, letter }: Queued): Promise<void> {
  const at = server.clock.now()
  const mailId = await server.mail.queue(db as never, letter)
  const mail = {
    id: server.random.uuid(),
    profileId: code.id,
    codeId: code.activation_code_id,
    recipient: row.recipient!,
    mailId,
  }
  await insertCodeMails(db, { mails: [mail], userId: row.planned_by, at })
  const next_at = new Date(at.getTime() + FIRST_LOOK_MS)
  await updatePlanned(db, [row.id], { state: 'QUEUED', mail_id: mailId, next_at, reason: null })
}
