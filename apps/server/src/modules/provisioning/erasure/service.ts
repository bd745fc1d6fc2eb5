import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as erasure from '@simwright/contract/provisioning/erasure'
import type { Who } from '../../../http/call.ts'
import type { ErasureServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { countOnDevices } from '../../profiles/lifecycle/service.ts'
import { selectErasure, writeErasure } from './queries.ts'

export async function readErasure(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof erasure.get>> {
  const row = await server.db.tenantRead(enterpriseId, (db) => selectErasure(db))
  return {
    days: row?.days ?? null,
    version: row?.version ?? 0,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.changed_by_name ?? null,
  }
}

export const DAY_MS = 24 * 60 * 60_000

export async function previewErasure(
  server: Server,
  { enterpriseId }: Who,
  { days }: ParsedInputOf<typeof erasure.preview>,
): Promise<OutputOf<typeof erasure.preview>> {
  const createdUntil = new Date(server.clock.now().getTime() - days * DAY_MS)
  const cap = erasure.ERASURE_COUNT_CAP
  const counted = await server.db.tenantRead(enterpriseId, (db) => countOnDevices(db, { createdUntil, cap: cap + 1 }))
  return { profiles: Math.min(counted, cap), capped: counted > cap }
}

/** @throws Problem `changed_meanwhile` */
export async function setErasure(
  server: Server,
  { enterpriseId, userId }: Who,
  { days, version }: ParsedInputOf<typeof erasure.set>,
): Promise<OutputOf<typeof erasure.set>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await selectErasure(db)
    const isWritten = await writeErasure(db, { days, version, userId, at: server.clock.now() })
    if (!isWritten) throw new Problem('changed_meanwhile')
    await recordAudit(server, db, {
      action: 'enterprise.keyErasureSet',
      enterpriseId,
      object: { id: enterpriseId, name: '' },
      before: { keysErasedAfterDays: before?.days ?? null },
      after: { keysErasedAfterDays: days },
    })
  })
  return { version: version + 1 }
}
