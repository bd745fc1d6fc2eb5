import { releaseAll, selectLapsed } from '../../../jobs/work-lease.ts'
import { deleteExpiredFiles, type FilePlace, fileWork } from './file-queries.ts'
import { writeFile } from './file-work.ts'
import type { Server } from './port.ts'

/** Writes a file with codes. */
export async function writeCodes(server: Server, place: FilePlace): Promise<void> {
  await writeFile(server, place)
}

/** Wakes the work on files that nobody writes: after a kill, a lost notice, or an error. Files whose time is over go. */
export async function wakeFiles(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx(async (db) => {
    await deleteExpiredFiles(db, server.clock.now())
    return await selectLapsed(db, fileWork)
  })
  for (const place of lapsed) await server.jobs.add('writeCodes', place)
}

/** At the start of the only server on its database: whoever wrote was killed. */
export async function freeFiles(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, fileWork))
}
