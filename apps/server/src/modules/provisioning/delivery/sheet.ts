import type { EnterpriseId } from '../../../db/row-id.ts'
import type { FileAnswer } from '../../../http/call.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import type { Task } from '../../../worker/task.ts'
import type { SheetOrder } from './sheet-task.ts'

const SHEET: Task<SheetOrder, Uint8Array> = {
  name: 'label sheet',
  file: new URL('./sheet-task.ts', import.meta.url),
  length: 'long',
  cpuMs: 180_000,
  memoryMiB: 768,
}

/** Writes labels that are not of activation codes to label sheets, as PDF. */
export async function writeSheet(
  { workers }: Pick<Server, 'workers'>,
  { enterpriseId, fileName }: { enterpriseId: EnterpriseId; fileName: string },
  order: SheetOrder,
): Promise<FileAnswer> {
  const body = await workers.run(SHEET, { tenant: enterpriseId, input: order })
  return { fileName, contentType: 'application/pdf', body }
}
