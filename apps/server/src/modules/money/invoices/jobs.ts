import { setImmediate as otherWork } from 'node:timers/promises'
import { writePdf } from './file.ts'
import type { Server } from './port.ts'
import { selectWithoutPdf } from './queries.ts'

/** So that other sweeps are not delayed for long. */
const FILES_PER_RUN = 25

/** Sweep: writes and mails the PDF files of documents that were issued since the last run. */
export async function writeMissingPdfs(server: Server): Promise<void> {
  const keys = await server.db.systemTx((db) => selectWithoutPdf(db, FILES_PER_RUN))
  for (const { enterprise_id, id } of keys) {
    await writePdf(server, enterprise_id, id).catch((err: unknown) =>
      server.log.error({ err, enterpriseId: enterprise_id, id }, 'the PDF file of an invoice could not be written'),
    )
    await otherWork()
  }
}
