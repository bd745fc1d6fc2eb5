import type { ParsedInputOf } from '@simwright/contract'
import type * as fleet from '@simwright/contract/profiles/fleet'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { FleetServer as Server } from '../../../port/module.ts'
import { logFile } from '../../platform/audit/service.ts'
import { type EventRecord, resolveLog, selectLog } from './log-queries.ts'
import { sentenceOf } from './sentence.ts'

type Filter = ParsedInputOf<typeof fleet.exportLog>['filter']

const COLUMNS = ['TIME', 'EVENT', 'ICCID', 'EID', 'DEVICE', 'ACTOR', 'BY', 'ADDRESS', 'STATUS_CODE', 'TEXT']

const lineOf = (row: EventRecord): string[] => [
  row.at.toISOString(),
  row.type,
  row.iccid,
  row.eid ?? '',
  row.device ?? '',
  row.actor,
  row.actor_name ?? '',
  row.address ?? '',
  row.subject_code && row.reason_code ? `${row.subject_code}/${row.reason_code}` : '',
  sentenceOf(row),
]

export async function exportLog(server: Server, who: Who, filter: Filter): Promise<FileAnswer> {
  return await logFile(server, who, {
    log: 'profile',
    name: 'Profile log',
    filter,
    columns: COLUMNS,
    read: async (db, after, limit) => {
      const keyset = after && { value: after.at.toISOString(), id: after.id }
      const listed = await resolveLog(db, filter)
      return await selectLog(db, { ...listed, keyset, limit })
    },
    lineOf,
  })
}
