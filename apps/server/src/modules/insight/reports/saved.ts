import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import * as report from '@simwright/contract/insight/report'
import type { TenantDb } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { requireManageable } from '../../../http/manageable.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { isAdmin } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { factsOf } from './file.ts'
import {
  countSavedReports,
  deleteSavedReport,
  insertSavedReport,
  lockSavedReport,
  type SavedRecord,
  selectSavedReports,
  updateSavedReport,
} from './saved-queries.ts'

export async function listReports(server: Server, who: Who): Promise<OutputOf<typeof report.list>> {
  const rows = await server.db.tenantRead(who.enterpriseId, (db) => selectSavedReports(db, who))
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      parameters: parametersOf(row),
      isShared: row.shared,
      version: row.version,
      createdBy: row.created_by_name,
      manageable: isManageable(who, row),
      schedules: row.schedules,
    })),
  }
}

/** Stored parameters that a later version no longer accepts are those of a new report of the kind. */
export function parametersOf({ parameters }: Pick<SavedRecord, 'parameters'>): report.ReportParameters {
  const parsed = report.ReportParameters.safeParse(parameters)
  return parsed.success ? parsed.data : report.ReportParameters.parse({})
}

export async function saveReport(
  server: Server,
  who: Who,
  { fields }: ParsedInputOf<typeof report.add>,
): Promise<OutputOf<typeof report.add>> {
  const { enterpriseId, userId } = who
  const id = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    if ((await countSavedReports(db)) >= report.SAVED_REPORTS_MAX)
      throw fault('fields.name', 'too_many', `Up to ${report.SAVED_REPORTS_MAX} saved reports. Delete one first.`)
    const row = { id, fields, userId, at: server.clock.now() }
    await insertSavedReport(db, row).catch(nameUsed(fields))
    const entry = { enterpriseId, object: { id, name: fields.name }, after: savedFacts(fields) }
    await recordAudit(server, db, { action: 'report.saved', ...entry })
  })
  return { id, version: 1 }
}

export async function editReport(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof report.edit>,
): Promise<OutputOf<typeof report.edit>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockManageable(db, who, { id, version })
    await updateSavedReport(db, { id, fields, at: server.clock.now() }).catch(nameUsed(fields))
    await recordAudit(server, db, {
      action: 'report.edited',
      enterpriseId,
      object: { id, name: fields.name },
      before: savedFacts({ name: held.name, parameters: parametersOf(held), isShared: held.shared }),
      after: savedFacts(fields),
    })
  })
  return { version: version + 1 }
}

/** Deletes a saved report; its schedules go with it. */
export async function removeReport(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof report.remove>,
): Promise<OutputOf<typeof report.remove>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockManageable(db, who, { id, version })
    await deleteSavedReport(db, id)
    const before = savedFacts({ name: held.name, parameters: parametersOf(held), isShared: held.shared })
    const entry = { enterpriseId, object: { id, name: held.name }, before }
    await recordAudit(server, db, { action: 'report.removed', ...entry })
  })
  return {}
}

/** Whether the user sees a saved report: it is their own or shared. */
export const isVisible = (
  { userId }: Pick<Who, 'userId'>,
  { shared, created_by }: Pick<SavedRecord, 'shared' | 'created_by'>,
): boolean => shared || created_by === userId

/** @throws Problem not_found, forbidden, or changed_meanwhile */
async function lockManageable(
  db: TenantDb,
  who: Who,
  { id, version }: { id: string; version: number },
): Promise<SavedRecord> {
  return requireManageable(await lockSavedReport(db, id), {
    version,
    isVisible: (row) => isVisible(who, row),
    isManageable: (row) => isManageable(who, row),
  })
}

const isManageable = (who: Who, { created_by, shared }: SavedRecord): boolean =>
  created_by === who.userId || (shared && isAdmin(who))

const savedFacts = ({ name, parameters, isShared: shared }: report.SavedReportFields) => ({
  name,
  shared,
  ...factsOf(parameters),
})

const nameUsed =
  ({ name, isShared }: report.SavedReportFields) =>
  (error: unknown): never => {
    if (!isUniqueViolation(error, isShared ? 'saved_report_shared_name' : 'saved_report_own_name')) throw error
    throw fault('fields.name', 'taken', `A ${isShared ? 'shared ' : ''}report named "${name}" already exists.`)
  }
