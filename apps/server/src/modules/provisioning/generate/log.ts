import type { ParsedInputOf } from '@simwright/contract'
import type * as batch from '@simwright/contract/provisioning/batch'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { logFile } from '../../platform/audit/service.ts'
import { type BatchRecord, selectBatches } from './queries.ts'

type Filter = ParsedInputOf<typeof batch.exportLog>['filter']

const COLUMNS = [
  'BATCH',
  'TYPE',
  'PROCESS',
  'CONFIGURATION',
  'VERSION',
  'PROTECTION',
  'FILE',
  'TOTAL',
  'GENERATED',
  'FAILED',
  'STARTED',
  'ENDED',
  'STARTED_BY',
]

const lineOf = (row: BatchRecord): string[] => [
  row.code,
  row.type,
  row.process,
  row.configuration_name ?? '',
  String(row.configuration_version ?? ''),
  row.protection ?? '',
  row.file_name ?? '',
  String(row.total),
  String(row.succeeded),
  String(row.failed),
  row.created_at.toISOString(),
  row.completed_at?.toISOString() ?? '',
  row.created_by_name,
]

export async function exportLog(server: Server, who: Who, filter: Filter): Promise<FileAnswer> {
  return await logFile(server, who, {
    log: 'generate',
    name: 'Generate AC log',
    filter,
    columns: COLUMNS,
    read: (db, after, limit) => {
      const keyset = after && { value: after.created_at.toISOString(), id: after.id }
      return selectBatches(db, { filter, keyset, limit })
    },
    lineOf,
  })
}
