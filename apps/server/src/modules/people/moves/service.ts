import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as move from '@simwright/contract/people/move'
import { ArrivalReport, MOVE_HOURS } from '@simwright/contract/people/move'
import type { TenantDb } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'
import { countSelected } from '../../profiles/fleet/service.ts'
import { MoveFault } from './archive-format.ts'
import { deleteExport, insertExport, selectArrival, selectExport, selectExports } from './export-queries.ts'
import { readParts } from './export-work.ts'
import { readRecipient } from './pgp.ts'
import { reportText } from './report.ts'
import { fingerprintOf, openSigner } from './signer.ts'

export { exportToFile } from './export-file.ts'
export { type Arrived, importEnterprise, inspectArchive } from './import.ts'
export { readPrivateRecipient } from './pgp.ts'
export { reportText } from './report.ts'
export { readFingerprint } from './signer.ts'

const HOUR_MS = 60 * 60_000

export async function readOverview(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof move.overview>> {
  const signer = fingerprintOf(openSigner(server))
  const { items, arrival } = await server.db.tenantRead(enterpriseId, async (db) => ({
    items: await selectExports(db, server.clock.now()),
    arrival: await selectArrival(db),
  }))
  return {
    signer,
    items: items.map(({ id, process, recipient, ...row }) => ({
      id,
      process: process as move.MoveArchive['process'],
      recipient,
      total: Number(row.total),
      written: Number(row.written),
      bytes: Number(row.bytes),
      createdAt: row.created_at.toISOString(),
      completedAt: row.completed_at?.toISOString() ?? null,
      expiresAt: row.expires_at.toISOString(),
      createdBy: row.created_by_name ?? '',
    })),
    arrival: arrival
      ? {
          signer: arrival.signer,
          exportedAt: arrival.exported_at.toISOString(),
          arrivedAt: arrival.arrived_at.toISOString(),
          report: ArrivalReport.parse(arrival.report),
        }
      : null,
  }
}

/**
 * What an archive with card keys needs besides the permission and a recent proof of identity: a second factor.
 * @throws Problem second_factor_needed
 */
function requireSensitive({ hasSecondFactor, ssoEnterpriseId }: Who): void {
  // who signs in by single sign-on has the second factor of that provider
  if (!hasSecondFactor && ssoEnterpriseId === null) throw new Problem('second_factor_needed')
}

export async function startExport(
  server: Server,
  who: Who,
  { key }: ParsedInputOf<typeof move.start>,
): Promise<OutputOf<typeof move.start>> {
  requireSensitive(who)
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  const { fingerprint: recipient } = await readRecipient(key, at).catch((error: unknown) => {
    if (error instanceof MoveFault) throw fault('key', 'key', error.message)
    throw error
  })
  const id = server.random.uuid()
  const expiresAt = new Date(at.getTime() + MOVE_HOURS * HOUR_MS)
  try {
    await server.db.tenantTx(enterpriseId, async (db) => {
      const selection = { filter: {}, except: [] }
      const profiles = await countSelected(db, { enterpriseId, selection, asOf: at, timeZone: 'UTC' })
      await demandApproval(server, db, {
        operation: 'EXPORT',
        userId,
        facts: { archive: recipient },
        sentence: `Write an archive of the account with all keys, for ${recipient}`,
        // it has all codes and keys
        amount: Math.max(1, profiles),
      })
      await insertExport(db, { id, key, recipient, userId, at, expiresAt })
      await recordAudit(server, db, {
        action: 'enterprise.exportStarted',
        enterpriseId,
        object: await objectOf(db),
        after: { recipient },
      })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'enterprise_export_running')) throw error
    throw fault('key', 'running', 'An archive is being written. Wait for it, or delete it.')
  }
  await server.jobs.add('exportEnterprise', { enterpriseId, id })
  return { id, recipient }
}

async function objectOf(db: TenantDb): Promise<{ id: string; name: string }> {
  return { id: db.enterpriseId, name: (await selectEnterprise(db)).name }
}

export async function readContent(server: Server, who: Who, id: string): Promise<FileAnswer> {
  requireSensitive(who)
  const { enterpriseId } = who
  const ref = { enterpriseId, id }
  const found = await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await selectExport(db, ref, server.clock.now())
    if (row?.process !== 'COMPLETE') throw new Problem('not_found')
    const object = await objectOf(db)
    const entry = { enterpriseId, object, after: { recipient: row.recipient } }
    await recordAudit(server, db, { action: 'enterprise.exportDownloaded', ...entry })
    return row
  })
  return {
    fileName: `enterprise account ${found.created_at.toISOString().slice(0, 10)}.tar`,
    contentType: 'application/x-tar',
    body: readParts(server, ref),
  }
}

export async function removeExport(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof move.remove>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const recipient = await deleteExport(db, { enterpriseId, id })
    if (recipient === undefined) throw new Problem('not_found')
    const entry = { enterpriseId, object: await objectOf(db), before: { recipient } }
    await recordAudit(server, db, { action: 'enterprise.exportRemoved', ...entry })
  })
  return {}
}

export async function writeArrivalFile(server: Server, { enterpriseId }: Who): Promise<FileAnswer> {
  const found = await server.db.tenantRead(enterpriseId, async (db) => ({
    arrival: await selectArrival(db),
    name: (await selectEnterprise(db)).name,
  }))
  if (!found.arrival) throw new Problem('not_found')
  const { signer, exported_at: exportedAt, arrived_at: arrivedAt, report } = found.arrival
  return {
    fileName: 'arrival.txt',
    contentType: 'text/plain; charset=utf-8',
    body: reportText({ name: found.name, signer, exportedAt, arrivedAt, report: ArrivalReport.parse(report) }),
  }
}
