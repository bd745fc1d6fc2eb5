import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/invitation'
import { CAME_SHOWN, newInvitationCode, showInvitationCode } from '@simwright/contract/people/invitation'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { InvitationsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { linkOf, platformOf } from '../../platform/brand/service.ts'
import {
  countLinks,
  insertLink,
  type LinkRecord,
  selectCame,
  selectLink,
  selectLinks,
  updateStopped,
} from './queries.ts'

export { refusalFault, requireInvitation, takeInvitation } from './sign-up.ts'

/** The enterprise whose audit log records the actions of staff. */
const AT_STAFF = { enterpriseId: STAFF_ENTERPRISE_ID }

const CODE_BYTES = 16
const DAY_MS = 24 * 60 * 60 * 1000

/** The invitation links of all platforms, for platform staff. */
export async function listLinks(
  server: Server,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['invitation links', given]
  const keyset = readCursor(cursor, scope)
  const filter = { states: given.state, at: server.clock.now() }
  const rows = await selectLinks(server.db.global, { filter, keyset, limit })
  const counted = await countLinks(server.db.global, filter)
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => linkFrom(server, row)), next: page.next, ...capTotal(counted) }
}

/** @throws Problem not_found */
export async function readLink(server: Server, id: string): Promise<OutputOf<typeof contract.get>> {
  const at = server.clock.now()
  return await server.db.systemTx(async (db) => {
    const row = await selectLink(db, { id, at })
    if (!row) throw new Problem('not_found')
    const came = await selectCame(db, { id, limit: CAME_SHOWN })
    return {
      ...linkFrom(server, row),
      came: came.map(({ enterprise_id, name, used_at }) => ({
        enterpriseId: enterprise_id,
        name,
        at: used_at.toISOString(),
      })),
    }
  })
}

function linkFrom(server: Server, row: LinkRecord): contract.InvitationLink {
  const platform = platformOf(server, row.platform_id)
  const code = showInvitationCode(row.code)
  return {
    id: row.id,
    code,
    url: `${linkOf(server, platform, '/signup')}?invitation=${code}`,
    platform: platform.app_name,
    plan: row.plan,
    planDays: row.plan_days,
    trialDays: row.trial_days,
    state: row.state,
    uses: row.uses,
    maxUses: row.max_uses,
    expiresAt: row.expires_at?.toISOString() ?? null,
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    note: row.note,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

/** Creates a link that works through the day `until` (UTC). @throws Problem invalid */
export async function addLink(
  server: Server,
  { userId }: Who,
  { input, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  const { platformId, plan, planDays, trialDays, maxUses, until, note } = input.fields
  const at = server.clock.now()
  const platform = server.platforms.byId(platformId)
  if (!platform) throw fault('fields.platformId', 'gone', 'Choose a platform.')
  const expiresAt = until === null ? null : new Date(Date.parse(`${until}T00:00:00Z`) + DAY_MS)
  if (expiresAt !== null && expiresAt <= at) throw fault('fields.until', 'past', 'Enter a day in the future.')
  const id = server.random.uuid()
  const code = newInvitationCode(server.random.bytes(CODE_BYTES))
  const gift = { plan, plan_days: plan === null ? null : planDays, trial_days: trialDays }
  const link = { platform_id: platformId, max_uses: maxUses, expires_at: expiresAt, note, created_by: userId }
  return await once.globalTx(async (db) => {
    await insertLink(db, { id, code, ...gift, ...link, created_at: at })
    const after = { platform: platform.app_name, plan, planDays: gift.plan_days, trialDays, maxUses, expiresAt, note }
    await recordAudit(server, db, { ...AT_STAFF, action: 'invitation.added', object: objectOf(id, code), after })
    return { id }
  })
}

/** @throws Problem not_found, changed_meanwhile */
export async function stopLink(
  server: Server,
  { id, version }: ParsedInputOf<typeof contract.stop>,
): Promise<OutputOf<typeof contract.stop>> {
  await server.db.globalTx(async (db) => {
    const stopped = await updateStopped(db, { id, version, at: server.clock.now() })
    if (stopped === 'unknown') throw new Problem('not_found')
    if (stopped === 'changed') throw new Problem('changed_meanwhile')
    const object = objectOf(id, stopped.code)
    await recordAudit(server, db, { ...AT_STAFF, action: 'invitation.stopped', object })
  })
  return { version: version + 1 }
}

/** The log names a link by the first group of its code, so that its readers cannot use it. */
const objectOf = (id: string, code: string) => ({ id, name: `${code.slice(0, 5)}…` })
