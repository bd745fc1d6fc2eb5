import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { MailAddress } from '@simwright/contract/mail-address'
import { Language } from '@simwright/contract/provisioning/end-user-page'
import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { hasPages } from '../../profiles/fleet/service.ts'
import { assignCodes } from './code-assignment.ts'
import { type MailableRecord, selectByProfile } from './code-mail-queries.ts'
import { demandMails } from './mail-approval.ts'
import {
  countOpen,
  countPlanned,
  insertPlanned,
  type LockedRecord,
  lockOpen,
  type PlannedRecord,
  selectPlanned,
  selectPlannedProfiles,
  selectState,
  updatePlanned,
} from './planned-queries.ts'
import { clockChangeOf, type PlannedTime, plannedTime } from './planned-time.ts'

type Plan = Pick<ParsedInputOf<typeof planned.preview>, 'selection' | 'rows' | 'at' | 'timeZone' | 'opensPage'>

/** A row of a plan with what is assigned to it, or with the reason why it cannot be planned. */
type Row = {
  email: string | null
  iccid: string | null
  code: MailableRecord | undefined
  time: PlannedTime | undefined
  language: EndUserLanguage | null
  reason: string | null
}

type Call = { plan: Plan; callerZone: string }

export async function previewPlan(
  server: Server,
  { enterpriseId }: Who,
  call: Call,
): Promise<OutputOf<typeof planned.preview>> {
  const rows = await server.db.tenantTx(enterpriseId, (db) => assignRows(server, db, call))
  const pairs = rows.map(({ email, iccid, code, time, reason }) => ({
    email,
    iccid: code?.iccid ?? iccid,
    profileId: code?.id ?? null,
    dueAt: time?.dueAt.toISOString() ?? null,
    clockChange: time?.clockChange ?? null,
    reason,
  }))
  return { pairs, fits: pairs.filter(({ reason }) => reason === null).length }
}

type Checked = {
  email: string | null
  time: PlannedTime | undefined
  language: EndUserLanguage | null
  reason: string | null
}

/** What can be checked of a row without its profile. */
function checkRow(row: Plan['rows'][number], { plan, callerZone }: Call, now: Date): Checked {
  const time = plannedTime(row.at || plan.at, row.timeZone || plan.timeZone || callerZone, now)
  const address = row.email === null || row.email === '' ? undefined : MailAddress.safeParse(row.email)
  const language = row.language ? Language.safeParse(row.language.toLowerCase()) : undefined
  const reason =
    address?.success === false
      ? (address.error.issues[0]?.message ?? 'Invalid e-mail.')
      : language?.success === false
        ? `Unknown language: ${row.language}. Known are ${Language.options.join(', ')}.`
        : typeof time === 'string'
          ? time
          : !address && !plan.opensPage
            ? 'The e-mail address is missing.'
            : !address && !row.iccid
              ? 'Without an e-mail address it needs an ICCID.'
              : null
  return {
    email: address?.data ?? null,
    time: typeof time === 'string' ? undefined : time,
    language: language?.data ?? null,
    reason,
  }
}

/** Assigns codes to the rows that are free of faults. */
async function assignRows(server: Server, db: TenantDb, call: Call): Promise<Row[]> {
  const { plan, callerZone } = call
  const now = server.clock.now()
  const checked = plan.rows.map((row) => ({ ...checkRow(row, call, now), iccid: row.iccid }))
  const valid = checked.filter(({ reason }) => reason === null)
  const { selection, opensPage } = plan
  const pairs = await assignCodes(server, db, { selection, recipients: valid, timeZone: callerZone, opensPage })
  const taken = await selectPlannedProfiles(
    db,
    pairs.flatMap(({ code }) => (code ? [code.id] : [])),
  )
  const pageless = plan.opensPage && !(await hasPages(server, db))
  return checked.map(({ email, iccid, time, language, reason }) => {
    const base = { email, iccid: iccid ?? null, code: undefined, time, language }
    if (reason !== null) return { ...base, reason }
    const { code, reason: unfit } = pairs.shift()!
    if (!code) return { ...base, reason: unfit }
    const why = taken.has(code.id)
      ? 'It has a planned delivery already.'
      : pageless
        ? 'Public pages are not in the plan of this enterprise account.'
        : plan.opensPage && code.ac_format !== 'AC_LINK'
          ? 'Its public page is closed: open it first.'
          : null
    return { ...base, code: why === null ? code : undefined, iccid: code.iccid, reason: why }
  })
}

export async function addPlan(
  server: Server,
  { enterpriseId, userId }: Who,
  { input, once, callerZone }: OnceCall<typeof planned.add> & { callerZone: string },
): OnceAnswer<typeof planned.add> {
  const planId = server.random.uuid()
  const at = server.clock.now()
  return await once.tenantTx(enterpriseId, async (db) => {
    const rows = await assignRows(server, db, { plan: input, callerZone })
    const fitting = rows.flatMap((row, index) =>
      row.code && row.time ? [{ ...row, index, id: server.random.uuid() }] : [],
    )
    if ((await countOpen(db, planned.PLANNED_MAX.account + 1)) + fitting.length > planned.PLANNED_MAX.account)
      throw fault('rows', 'too_many', 'Up to 20,000 deliveries can be planned at a time.')
    await demandPlan(server, db, { userId, input, rows: fitting })
    const added = new Set(
      await insertPlanned(
        db,
        fitting.map(({ id, email, code, time, language }) => ({
          id,
          plan_id: planId,
          profile_id: code!.id,
          recipient: email,
          ...columnsOf(time!),
          language: language ?? input.language,
          message: input.message,
          opens_page: input.opensPage,
          planned_by: userId,
          created_at: at,
        })),
      ),
    )
    const late = new Set(fitting.flatMap(({ id, index }) => (added.has(id) ? [] : [index])))
    const left = rows.flatMap(({ reason }, row) =>
      reason !== null
        ? [{ row, reason }]
        : late.has(row)
          ? [{ row, reason: 'It has a planned delivery already.' }]
          : [],
    )
    if (added.size === 0) return { planId: null, planned: 0, left }
    await recordAudit(server, db, {
      action: 'delivery.planned',
      enterpriseId,
      object: { id: planId, name: '' },
      after: { count: added.size, opensPage: input.opensPage },
    })
    return { planId, planned: added.size, left }
  })
}

type PlanDemand = { userId: UserId; input: ParsedInputOf<typeof planned.add>; rows: readonly Row[] }

/** Planning e-mails needs the approval, not sending what is planned. A page that opens sends nothing. @throws ApprovalNeeded */
async function demandPlan(server: Server, db: TenantDb, { userId, input, rows }: PlanDemand): Promise<void> {
  const mailed = rows.flatMap(({ email, code }) => (email !== null && code ? [{ email, code }] : []))
  const times = rows.map(({ code, time, language }) => [code!.id, time!.dueAt, language])
  const { message, language, opensPage } = input
  const facts = { mails: 'planned', times, message, language, opensPage }
  await demandMails(server, db, { userId, mailed, facts, does: 'Plan to send' })
}

const columnsOf = ({ localTime, timeZone, dueAt }: PlannedTime) => ({
  local_time: localTime,
  time_zone: timeZone,
  due_at: dueAt,
  next_at: dueAt,
})

export async function listPlanned(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof planned.list>,
): Promise<OutputOf<typeof planned.list>> {
  const direction = sort?.direction ?? 'asc'
  const scope = ['planned deliveries', filter, direction]
  const keyset = readCursor(cursor, scope)
  const at = server.clock.now()
  const { rows, counted } = await server.db.tenantRead(enterpriseId, async (db) => ({
    rows: await selectPlanned(db, { filter, at, direction, keyset, limit }),
    counted: await countPlanned(db, { filter, at }),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.due_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => plannedOf(row, at)), next: page.next, ...capTotal(counted) }
}

function plannedOf(row: PlannedRecord, now: Date): planned.PlannedDelivery {
  const isLate = row.state === 'QUEUED' || (row.state === 'PLANNED' && row.due_at <= now)
  return {
    id: row.id,
    planId: row.plan_id,
    version: row.version,
    state: isLate ? 'WAITING' : (row.state as planned.PlannedState),
    profileId: row.profile_id,
    iccid: row.iccid,
    recipient: row.recipient,
    at: row.local_time,
    timeZone: row.time_zone,
    dueAt: row.due_at.toISOString(),
    clockChange: clockChangeOf(row.local_time, row.time_zone),
    language: row.language as EndUserLanguage | null,
    message: row.message,
    opensPage: row.opens_page,
    reason: row.reason,
    sentAt: row.sent_at?.toISOString() ?? null,
    plannedBy: row.planned_by_name,
  }
}

/** @throws Problem `not_found`, `outdated`, and `delivery_sent` for one that is sent, skipped or canceled */
export async function editPlanned(
  server: Server,
  { enterpriseId, userId }: Who,
  { id, version, fields }: ParsedInputOf<typeof planned.edit>,
): Promise<OutputOf<typeof planned.edit>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const [held] = await lockOpen(db, { ids: [id] })
    if (!held) throw new Problem((await selectState(db, id)) ? 'delivery_sent' : 'not_found')
    if (held.version !== version) throw new Problem('changed_meanwhile')
    const { opensPage } = fields
    const { recipient, time } = checkFields(fields, server.clock.now())
    const { language, message } = fields
    if (recipient !== null && recipient !== held.recipient)
      await demandRecipient(server, db, { userId, held, version, recipient })
    const change = { recipient, ...columnsOf(time), language, message, opens_page: opensPage, planned_by: userId }
    await updatePlanned(db, [id], { ...change, reason: null })
    await recordAudit(server, db, {
      action: 'delivery.edited',
      enterpriseId,
      object: { id, name: '' },
      after: { at: time.localTime, timeZone: time.timeZone, opensPage },
    })
  })
  return { version: version + 1 }
}

type NewRecipient = { userId: UserId; held: LockedRecord; version: number; recipient: string }

/** Another address for a planned delivery, or one where it had none, is an e-mail that nobody approved. @throws ApprovalNeeded */
async function demandRecipient(
  server: Server,
  db: TenantDb,
  { userId, held, version, recipient }: NewRecipient,
): Promise<void> {
  const code = (await selectByProfile(db, [held.profile_id])).get(held.profile_id)
  if (!code) return
  const facts = { mails: 'planned', id: held.id, version }
  await demandMails(server, db, { userId, mailed: [{ email: recipient, code }], facts, does: 'Plan to send' })
}

type Fields = ParsedInputOf<typeof planned.edit>['fields']

/** @throws Problem `invalid` with the field at fault */
function checkFields(
  { email, at, timeZone, opensPage }: Fields,
  now: Date,
): { recipient: string | null; time: PlannedTime } {
  const address = email === null || email === '' ? undefined : MailAddress.safeParse(email)
  if (address?.success === false) throw fault('fields.email', 'invalid', 'Invalid e-mail.')
  if (!address && !opensPage) throw fault('fields.email', 'required', 'Required')
  const time = plannedTime(at, timeZone, now)
  if (typeof time === 'string') throw fault('fields.at', 'time', time)
  return { recipient: address?.data ?? null, time }
}

/** @throws Problem `invalid` for a time that is unfit for one of the deliveries */
export async function movePlanned(
  server: Server,
  { enterpriseId, userId }: Who,
  { chosen, at, timeZone }: ParsedInputOf<typeof planned.move>,
): Promise<OutputOf<typeof planned.move>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockOpen(db, chosen)
    const zones = new Map<string, LockedRecord[]>()
    for (const row of held) {
      const zone = timeZone || row.time_zone
      zones.set(zone, [...(zones.get(zone) ?? []), row])
    }
    for (const [zone, rows] of zones) {
      const time = plannedTime(at, zone, server.clock.now())
      if (typeof time === 'string') throw fault('at', 'time', time)
      const change = { ...columnsOf(time), reason: null, planned_by: userId }
      await updatePlanned(db, idsOf(rows), change)
    }
    await recordChange(server, db, { action: 'delivery.moved', held, after: { at } })
    return { moved: held.length }
  })
}

export async function cancelPlanned(
  server: Server,
  { enterpriseId }: Who,
  { chosen }: ParsedInputOf<typeof planned.cancel>,
): Promise<OutputOf<typeof planned.cancel>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockOpen(db, chosen)
    await updatePlanned(db, idsOf(held), { state: 'CANCELED', ended_at: server.clock.now(), reason: null })
    await recordChange(server, db, { action: 'delivery.canceled', held, after: {} })
    return { canceled: held.length }
  })
}

const idsOf = (rows: readonly LockedRecord[]) => rows.map(({ id }) => id)

type Changed = {
  action: 'delivery.moved' | 'delivery.canceled'
  held: readonly LockedRecord[]
  after: Record<string, string>
}

async function recordChange(server: Server, db: TenantDb, { action, held, after }: Changed): Promise<void> {
  const [first] = held
  if (!first) return
  const object = { id: held.length === 1 ? first.id : first.plan_id, name: '' }
  const entry = { enterpriseId: db.enterpriseId, object, after: { count: held.length, ...after } }
  await recordAudit(server, db, { action, ...entry })
}
