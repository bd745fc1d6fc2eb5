import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/approval'
import type { ApprovalOperation } from '@simwright/contract/platform/approval-operation'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { ApprovalsServer as Server } from '../../../port/module.ts'
import {
  type Approvers,
  countRequests,
  type RequestFilter,
  type RequestRecord,
  readApprovers,
  selectObjects,
  selectRequest,
  selectRequests,
  shownMark,
} from '../../platform/approval/service.ts'

const isoOf = (at: Date | null) => at?.toISOString() ?? null
const textOrNull = (text: string) => (text === '' ? null : text)

/** What decides who may approve a request. */
export const approvableOf = ({ operation, person_id, requested_at }: RequestRecord) => ({
  operation: operation as ApprovalOperation,
  personId: person_id as UserId,
  requestedAt: requested_at,
})

/** Why the caller may not approve or refuse the request; undefined if the caller may. */
export function whyNotDecide(who: Who, approvers: Approvers, row: RequestRecord): string | undefined {
  if (who.key?.kind === 'SERVICE') return 'a service key acts for no person.'
  if (!who.permissions.has('Approval_Decide')) return 'you may not approve requests.'
  return approvers.whyNot(approvableOf(row), who.userId)
}

/** The requester and the approver can withdraw it until the work starts. */
export function canCancel(who: Who, row: RequestRecord, at: Date): boolean {
  const isOwn = row.person_id === who.userId
  if (row.state === 'PENDING') return isOwn
  if (row.state !== 'APPROVED' || (row.mode === 'AUTO' && row.starts_at !== null && row.starts_at <= at)) return false
  return isOwn || row.decided_by === who.userId
}

export type Seen = { who: Who; approvers: Approvers; at: Date }

export function requestOf({ who, approvers, at }: Seen, row: RequestRecord): contract.ApprovalRequest {
  const whyNot = row.state === 'PENDING' ? whyNotDecide(who, approvers, row) : undefined
  return {
    id: row.id,
    operation: row.operation as ApprovalOperation,
    sentence: row.sentence,
    amount: row.amount,
    state: row.state as contract.ApprovalState,
    mode: row.mode as 'AUTO' | 'REPEAT',
    requestedBy: row.requested_by_name,
    requestedByKey: textOrNull(row.key_name),
    rule: textOrNull(row.rule_name),
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    comment: row.comment,
    objects: row.objects,
    sha256: row.objects_sha256?.toString('hex') ?? null,
    decidedBy: textOrNull(row.decided_by_name),
    decidedAt: isoOf(row.decided_at),
    decisionComment: row.decision_comment,
    startsAt: isoOf(row.starts_at),
    endedAt: isoOf(row.ended_at),
    reason: row.reason,
    changed: row.changed as contract.ApprovalRequest['changed'],
    version: row.version,
    isOwn: row.person_id === who.userId,
    canDecide: row.state === 'PENDING' && whyNot === undefined,
    canCancel: canCancel(who, row, at),
    whyNot: whyNot ?? null,
  }
}

const personsOf = (rows: readonly RequestRecord[]) => [...new Set(rows.map((row) => row.person_id as UserId))]

/** The permission, and a view that is not limited. */
const mayDecide = ({ permissions, groups }: Who) => permissions.has('Approval_Decide') && !groups

/** Requests that wait are few; of more than so many, the newest are looked at. */
const WAITING_MAX = 500

/** The ids of the requests that the caller may approve now. */
async function idsToDecide({ clock }: Pick<Server, 'clock'>, db: TenantDb, who: Who): Promise<string[]> {
  const page = { filter: { state: ['PENDING'] as const }, direction: 'desc', keyset: undefined } as const
  const rows = await selectRequests(db, { ...page, limit: WAITING_MAX })
  if (rows.length === 0) return []
  const approvers = await readApprovers(db, { at: clock.now(), persons: personsOf(rows) })
  return rows.filter((row) => whyNotDecide(who, approvers, row) === undefined).map(({ id }) => id)
}

export async function listRequests(
  server: Server,
  who: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const direction = sort?.direction ?? 'desc'
  const scope = ['approvals', filter, direction]
  const keyset = readCursor(cursor, scope)
  const at = server.clock.now()
  const { which, state, operation } = filter
  const isOwnOnly = which === 'mine' || (which === undefined && !who.permissions.has('Approval_View'))
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const where: RequestFilter = {
      state,
      operation,
      personId: isOwnOnly ? who.userId : undefined,
      ids: which === 'waiting' ? (mayDecide(who) ? await idsToDecide(server, db, who) : []) : undefined,
    }
    const rows = await selectRequests(db, { filter: where, direction, keyset, limit })
    const counted = await countRequests(db, where)
    const page = cutPage(rows, limit, (last) =>
      writeCursor({ value: last.requested_at.toISOString(), id: last.id }, scope),
    )
    const approvers = await readApprovers(db, { at, persons: personsOf(page.items) })
    const items = page.items.map((row) => requestOf({ who, approvers, at }, row))
    return { items, next: page.next, ...capTotal(counted) }
  })
}

/** Asks nothing of the database for a user who may approve nothing. */
export async function countWaiting(
  server: Pick<Server, 'db' | 'clock'>,
  who: Who,
): Promise<OutputOf<typeof contract.waiting>> {
  if (!mayDecide(who)) return { count: 0 }
  return await server.db.tenantRead(who.enterpriseId, async (db) => ({
    count: Math.min(100, (await idsToDecide(server, db, who)).length),
  }))
}

/** @throws Problem not_found, also for a request that the caller may not see */
export async function findVisible(server: Server, db: TenantDb, who: Who, row: RequestRecord | undefined) {
  if (!row) throw new Problem('not_found')
  const at = server.clock.now()
  const seen = { who, at, approvers: await readApprovers(db, { at, persons: personsOf([row]) }) }
  const maySee =
    row.person_id === who.userId ||
    who.permissions.has('Approval_View') ||
    whyNotDecide(who, seen.approvers, row) === undefined
  if (!maySee) throw new Problem('not_found')
  return { row, seen }
}

export async function readRequest(server: Server, who: Who, id: string): Promise<contract.ApprovalRequest> {
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const { row, seen } = await findVisible(server, db, who, await selectRequest(db, id))
    return requestOf(seen, row)
  })
}

export async function listObjects(
  server: Server,
  who: Who,
  { id, cursor, limit }: ParsedInputOf<typeof contract.objects>,
): Promise<OutputOf<typeof contract.objects>> {
  const scope = ['approval objects', id]
  const afterLine = Number(readCursor(cursor, scope)?.value ?? 0)
  const rows = await server.db.tenantRead(who.enterpriseId, async (db) => {
    await findVisible(server, db, who, await selectRequest(db, id))
    return await selectObjects(db, id, { afterLine, limit: limit + 1 })
  })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: String(last.line), id }, scope))
  const items = page.items.map(({ line, profileId, iccid, mark }) => ({
    line,
    profileId,
    iccid,
    state: shownMark(mark),
  }))
  return { items, next: page.next }
}
