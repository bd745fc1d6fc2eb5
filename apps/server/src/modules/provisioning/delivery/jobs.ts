import type { DeliveryServer as Server } from '../../../port/module.ts'
import { releaseAll, selectLapsed } from '../../../work/lease.ts'
import { deleteExpiredFiles, type FileRef, fileWork } from './file-queries.ts'
import { writeFile } from './file-work.ts'

/** Task `writeCodes`: writes a file of the delivery module. */
export async function writeCodes(server: Server, ref: FileRef): Promise<void> {
  await writeFile(server, ref)
}

/**
 * Sweep: deletes expired files, and wakes files in progress whose lease has lapsed (killed process, lost task, error).
 */
export async function wakeFiles(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx(async (db) => {
    await deleteExpiredFiles(db, server.clock.now())
    return await selectLapsed(db, fileWork)
  })
  for (const ref of lapsed) await server.jobs.add('writeCodes', ref)
}

/** Releases all file leases when the only server on its database starts: their holders are gone. */
export async function releaseFiles(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, fileWork))
}
