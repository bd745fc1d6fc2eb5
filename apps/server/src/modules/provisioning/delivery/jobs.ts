import type { DeliveryServer as Server } from '../../../port/module.ts'
import { hasLapsed, releaseAll, selectLapsed } from '../../../work/lease.ts'
import { type FileRef, fileWork } from './file-queries.ts'
import { writeFile } from './file-work.ts'
import { type SendNeeds, sendDue } from './planned-send.ts'
import { settleQueued } from './planned-settle.ts'

export { plannedDue } from './planned-queries.ts'
export { reopenRetried } from './planned-settle.ts'

/** Task `writeCodes`: writes a file of the delivery module. */
export async function writeCodes(server: Server, ref: FileRef): Promise<void> {
  await writeFile(server, ref)
}

/** Sweep: wakes files in progress whose lease has lapsed (killed process, lost task, error). */
export async function wakeFiles(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx((db) => selectLapsed(db, fileWork))
  for (const ref of lapsed) await server.jobs.add('writeCodes', ref)
}

/** Releases all file leases when the only server on its database starts: their holders are gone. */
export async function releaseFiles(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, fileWork))
}

/** Whether {@link wakeFiles} has something to wake. */
export const filesDue = () => hasLapsed(fileWork)

/** Sweep: sends planned deliveries that are due, and records what the mail server answered. */
export async function sendPlanned(server: Server, needs: SendNeeds): Promise<void> {
  await sendDue(server, needs)
  await settleQueued(server)
}
