import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Server } from './port.ts'
import { insertBatch, type NewBatch } from './queries.ts'

/** Inserts a batch with a code that is unique in the enterprise. @returns the code */
export async function addBatch(
  server: Server,
  db: TenantDb,
  { enterpriseId, userId }: Who,
  { configurationName, ...batch }: Omit<NewBatch, 'code' | 'userId' | 'at'> & { configurationName: string | null },
): Promise<string> {
  for (;;) {
    const code = batchCode(server)
    const isInserted = await insertBatch(db, enterpriseId, { ...batch, code, userId, at: server.clock.now() })
    if (!isInserted) continue
    const { type, fileName, generateAgain, configurationVersion: version, range } = batch
    const after = {
      type,
      rows: batch.total,
      configuration: configurationName,
      version,
      fileName,
      generateAgain,
      ...range,
    }
    await recordAudit(server, db, {
      enterpriseId,
      action: 'batch.started',
      object: { id: batch.id, name: code },
      after,
    })
    return code
  }
}

/** `B` and 12 digits. */
function batchCode({ random }: Pick<Server, 'random'>): string {
  const number = Buffer.from(random.bytes(6)).readUIntBE(0, 6) % 10 ** 12
  return `B${String(number).padStart(12, '0')}`
}
