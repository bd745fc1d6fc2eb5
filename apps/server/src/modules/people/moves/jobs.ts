import type { MovesServer as Server } from '../../../port/module.ts'
import { hasLapsed, releaseAll, selectLapsed } from '../../../work/lease.ts'
import { type ExportRef, exportWork } from './export-queries.ts'
import { writeExport } from './export-work.ts'

/** Task `exportEnterprise`: writes the archive of an enterprise account. */
export async function exportEnterprise(server: Server, ref: ExportRef): Promise<void> {
  await writeExport(server, ref)
}

/** Sweep: wakes archives in progress whose lease has lapsed (killed process, lost task, error). */
export async function wakeExports(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx((db) => selectLapsed(db, exportWork))
  for (const ref of lapsed) await server.jobs.add('exportEnterprise', ref)
}

/** Releases all leases of archives when the only server on its database starts: their holders are gone. */
export async function releaseExports(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, exportWork))
}

/** Whether {@link wakeExports} has something to wake. */
export const exportsDue = () => hasLapsed(exportWork)
