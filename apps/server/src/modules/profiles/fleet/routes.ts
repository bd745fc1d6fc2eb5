import type { ParsedInputOf } from '@simwright/contract'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { FileAnswer, Who } from '../../../http/call.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { FleetServer as Server } from '../../../port/module.ts'
import { logFile } from '../../platform/audit/service.ts'
import { exportProfiles } from './export.ts'
import { type EventRecord, resolveLog, selectLog } from './log-queries.ts'
import { sentenceOf } from './sentence.ts'
import { countMatches, listBrands, listLog, listMakers, listProfiles, readProfile, readTimeline } from './service.ts'

const COLUMNS = ['TIME', 'EVENT', 'ICCID', 'EID', 'DEVICE', 'ACTOR', 'BY', 'RULE', 'ADDRESS', 'STATUS_CODE', 'TEXT']

export function routes(app: App, server: Server): void {
  serve(app, fleet.list, ({ who, input, timeZone }) => listProfiles(server, who, { input, timeZone }))
  serve(app, fleet.count, ({ who, input, timeZone }) => countMatches(server, who, { input, timeZone }))
  serve(app, fleet.detail, ({ who, input }) => readProfile(server, who, input.id))
  serve(app, fleet.timeline, ({ who, input }) => readTimeline(server, who, input))
  serve(app, fleet.brands, ({ who }) => listBrands(server, who))
  serve(app, fleet.makers, ({ who }) => listMakers(server, who))
  serve(app, fleet.profileLog, ({ who, input }) => listLog(server, who, input))
  serve(app, fleet.exportLog, ({ who, input }) => exportLog(server, who, input.filter))
  serve(app, fleet.exportCsv, ({ who, input, timeZone }) => exportProfiles(server, who, { input, timeZone }))
}

type Filter = ParsedInputOf<typeof fleet.exportLog>['filter']

const lineOf = (row: EventRecord): string[] => [
  row.at.toISOString(),
  row.type,
  row.iccid,
  row.eid ?? '',
  row.device ?? '',
  row.actor,
  row.actor_name ?? '',
  row.rule_name,
  row.address ?? '',
  row.subject_code && row.reason_code ? `${row.subject_code}/${row.reason_code}` : '',
  sentenceOf(row),
]

async function exportLog(server: Server, who: Who, filter: Filter): Promise<FileAnswer> {
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
