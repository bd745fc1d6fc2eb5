import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as team from '@simwright/contract/people/team'
import type { Keyset } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { TeamServer as Server } from '../../../port/module.ts'
import { ApprovalNeeded, askApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { resendInvitation } from './invitation.ts'
import { deactivateMember, findRole, reactivateMember, removeMember, setRole } from './member.ts'
import { countMembers, type MemberFilter, type MemberRecord, selectMembers } from './queries.ts'
import { requireGrantable, roleOf } from './role.ts'

type MemberAction = (server: Server, who: Who, id: string) => Promise<unknown>

/** Applies the action to each member separately: a failure is reported and does not stop the others. */
export async function applyToMembers(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof team.many>,
): Promise<OutputOf<typeof team.many>> {
  const act = await actionOf(server, who, input)
  const names = await namesOf(server, who, input.ids)
  const items: OutputOf<typeof team.many>['items'] = []
  for (const id of input.ids) {
    const reason = await act(server, who, id).then(
      () => null,
      (error) => reasonOf(server, who, error),
    )
    items.push({ id: names.has(id) ? id : null, name: names.get(id) ?? '', done: reason === null, reason })
  }
  return { items }
}

/** A change of role that needs approval becomes a request of its own; the member repeats it once it is approved. */
async function reasonOf(server: Server, { enterpriseId, key }: Who, error: unknown): Promise<string> {
  if (error instanceof ApprovalNeeded) {
    const asked = { needed: error, call: undefined, timeZone: 'UTC', key }
    return (await server.db.tenantTx(enterpriseId, (db) => askApproval(server, db, asked))).message
  }
  if (error instanceof Problem) return error.message
  throw error
}

/** @throws Problem for an unknown role, or one with permissions that the user does not have */
async function actionOf(
  server: Server,
  who: Who,
  { action, roleId }: ParsedInputOf<typeof team.many>,
): Promise<MemberAction> {
  if (action === 'RESEND') return resendInvitation
  if (action === 'DEACTIVATE') return deactivateMember
  if (action === 'REACTIVATE') return reactivateMember
  if (action === 'REMOVE') return removeMember
  if (roleId === undefined) throw fault('roleId', 'required', 'Required')
  requireGrantable(who, await server.db.tenantTx(who.enterpriseId, (db) => findRole(db, roleId)))
  return (_server, _who, id) => setRole(server, who, { id, roleId })
}

async function namesOf(server: Server, { enterpriseId }: Who, ids: readonly string[]): Promise<Map<string, string>> {
  const page = { filter: { ids }, sort: BY_NAME, keyset: undefined, limit: ids.length }
  const found = await server.db.tenantRead(enterpriseId, (db) => selectMembers(db, page))
  return new Map(found.map(({ id, name, email }) => [id, name || email]))
}

const BY_NAME = { by: 'name', direction: 'asc' } as const
const ROWS_AT_ONCE = 500

/** Exports all members that match, by name. */
export async function exportMembers(
  server: Server,
  who: Who,
  { filter: given, ids }: ParsedInputOf<typeof team.exportCsv>,
): Promise<FileAnswer> {
  const { enterpriseId } = who
  const filter = { ...given, ...(ids ? { ids } : {}) }
  await server.db.tenantTx(enterpriseId, async (db) => {
    const rows = await countMembers(db, filter)
    const object = { id: enterpriseId, name: 'CSV' }
    await recordAudit(server, db, { enterpriseId, action: 'member.exported', object, after: { rows } })
  })
  const day = server.clock.now().toISOString().slice(0, 10)
  return csvFile(`members ${day}.csv`, exportRows(server, enterpriseId, filter))
}

const COLUMNS = ['NAME', 'EMAIL', 'STATE', 'ROLE', 'SECOND_FACTOR', 'LAST_SEEN', 'SINCE']

async function* exportRows(server: Server, enterpriseId: EnterpriseId, filter: MemberFilter): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for (let keyset: Keyset | undefined; ; ) {
    const page = { filter, sort: BY_NAME, keyset, limit: ROWS_AT_ONCE - 1 }
    const rows = await server.db.tenantRead(enterpriseId, (db) => selectMembers(db, page))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(exportLine)
    keyset = { value: last.sort_name, id: last.id }
  }
}

function exportLine(row: MemberRecord): string[] {
  const { name, email, state, second_factor, last_seen_at, since } = row
  const factor = state === 'INVITED' ? '' : second_factor ? 'ON' : 'OFF'
  return [name, email, state, roleOf(row)?.name ?? '', factor, last_seen_at?.toISOString() ?? '', since.toISOString()]
}
