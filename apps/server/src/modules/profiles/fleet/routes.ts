import * as fleet from '@simwright/contract/profiles/fleet'
import { type App, serve } from '../../../http/serve.ts'
import type { FleetServer as Server } from '../../../port/module.ts'
import { exportProfiles } from './export.ts'
import { exportLog } from './log.ts'
import { countMatches, listBrands, listLog, listMakers, listProfiles, readProfile, readTimeline } from './service.ts'

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
