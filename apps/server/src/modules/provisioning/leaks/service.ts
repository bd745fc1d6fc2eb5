import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/leak'
import { COUNT_CAP, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import type { LeaksServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { countLeaks, dismissLeaks, selectCode, selectLeaks } from './queries.ts'

export { insertPageNetwork } from './queries.ts'

export async function listLeaks(
  server: Server,
  who: Who,
  { filter, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['leaks', who.enterpriseId, filter]
  const last = readCursor(cursor, scope)
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const before = last && { at: new Date(last.value), id: last.id }
    const rows = await selectLeaks(db, { filter, before, limit })
    const page = cutPage(rows, limit, ({ found_at, id }) => writeCursor({ value: found_at.toISOString(), id }, scope))
    const counted = await countLeaks(db, filter, COUNT_CAP)
    return {
      items: page.items.map((row) => ({
        id: row.id,
        profileId: row.profile_id,
        iccid: row.iccid,
        kind: row.kind as contract.LeakKind,
        value: row.value,
        hours: row.hours,
        state: row.state as contract.LeakState,
        foundAt: row.found_at.toISOString(),
        dismissedAt: row.dismissed_at?.toISOString() ?? null,
        dismissedBy: row.dismissed_at === null ? null : row.dismissed_by_name,
      })),
      next: page.next,
      total: Math.min(counted, COUNT_CAP),
      capped: counted > COUNT_CAP,
    }
  })
}

/** @throws Problem not_found */
export async function dismissLeak(
  server: Server,
  who: Who,
  { profileId }: ParsedInputOf<typeof contract.dismiss>,
): Promise<OutputOf<typeof contract.dismiss>> {
  const { enterpriseId, userId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const code = await selectCode(db, profileId)
    if (!code) throw new Problem('not_found')
    const at = server.clock.now()
    const dismissed = await dismissLeaks(db, { profileId, matchingId: code.matching_id, userId, at })
    if (dismissed > 0) {
      const object = { id: profileId, name: code.iccid }
      await recordAudit(server, db, { action: 'profile.leakDismissed', enterpriseId, object })
    }
    return { dismissed }
  })
}
