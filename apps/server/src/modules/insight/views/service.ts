import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as view from '@simwright/contract/insight/view'
import type { TenantDb } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { requireManageable } from '../../../http/manageable.ts'
import type { ViewsServer as Server } from '../../../port/module.ts'
import { isAdmin } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { countViews, deleteView, insertView, lockView, selectViews, updateView, type ViewRecord } from './queries.ts'

export async function listViews(
  server: Server,
  who: Who,
  { module }: ParsedInputOf<typeof view.list>,
): Promise<OutputOf<typeof view.list>> {
  if (!view.sharedLists[module].see.some((one) => who.permissions.has(one))) throw new Problem('forbidden')
  const rows = await server.db.tenantRead(who.enterpriseId, (db) => selectViews(db, module))
  return {
    items: rows.map((row) => ({
      ...fieldsOf(row),
      id: row.id,
      version: row.version,
      createdBy: row.created_by_name,
      manageable: isManageable(who, row),
    })),
  }
}

export async function shareView(
  server: Server,
  who: Who,
  { module, fields }: ParsedInputOf<typeof view.share>,
): Promise<OutputOf<typeof view.share>> {
  const { enterpriseId, userId } = who
  if (!mayShare(who, module)) throw new Problem('forbidden')
  const id = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    if ((await countViews(db, module)) >= view.SHARED_VIEWS_MAX)
      throw fault('fields.name', 'too_many', `Up to ${view.SHARED_VIEWS_MAX} shared views. Delete one first.`)
    await insertView(db, { id, module, fields, userId, at: server.clock.now() }).catch(nameUsed(fields))
    const entry = { enterpriseId, object: { id, name: fields.name }, after: factsOf(module, fields) }
    await recordAudit(server, db, { action: 'view.shared', ...entry })
  })
  return { id, version: 1 }
}

export async function editView(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof view.edit>,
): Promise<OutputOf<typeof view.edit>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockManageable(db, who, { id, version })
    await updateView(db, { id, fields, at: server.clock.now() }).catch(nameUsed(fields))
    await recordAudit(server, db, {
      action: 'view.edited',
      enterpriseId,
      object: { id, name: fields.name },
      before: factsOf(held.module, fieldsOf(held)),
      after: factsOf(held.module, fields),
    })
  })
  return { version: version + 1 }
}

export async function removeView(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof view.remove>,
): Promise<OutputOf<typeof view.remove>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockManageable(db, who, { id, version })
    await deleteView(db, id)
    const entry = { enterpriseId, object: { id, name: held.name }, before: factsOf(held.module, fieldsOf(held)) }
    await recordAudit(server, db, { action: 'view.removed', ...entry })
  })
  return {}
}

/** @throws Problem not_found, forbidden, or changed_meanwhile */
async function lockManageable(
  db: TenantDb,
  who: Who,
  { id, version }: { id: string; version: number },
): Promise<ViewRecord> {
  return requireManageable(await lockView(db, id), {
    version,
    isManageable: (row) => isManageable(who, row),
  })
}

const mayShare = ({ permissions }: Who, module: view.SharedList) => permissions.has(view.sharedLists[module].share)

const isManageable = (who: Who, { module, created_by }: ViewRecord): boolean =>
  mayShare(who, module) && (created_by === who.userId || isAdmin(who))

function fieldsOf({ name, filter, sort_by: by, sort_direction: direction }: ViewRecord): view.ViewFields {
  return { name, filter, ...(by !== null && direction !== null ? { sort: { by, direction } } : {}) }
}

const factsOf = (list: view.SharedList, { name, filter, sort }: view.ViewFields) => ({
  list,
  name,
  filter,
  sort: sort ? `${sort.by} ${sort.direction}` : null,
})

const nameUsed =
  ({ name }: view.ViewFields) =>
  (error: unknown): never => {
    if (!isUniqueViolation(error, 'shared_view_name')) throw error
    throw fault('fields.name', 'taken', `A shared view named "${name}" already exists.`)
  }
