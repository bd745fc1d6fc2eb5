import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import { type App, serve } from '../../../http/serve.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { exportReport } from './file.ts'
import { listChoices, runReport } from './report.ts'
import { editReport, listReports, removeReport, saveReport } from './saved.ts'
import { addSchedule, editSchedule, listRecipients, listSchedules, removeSchedule } from './schedule.ts'

export function routes(app: App, server: Server): void {
  serve(app, report.run, ({ who, input, timeZone }) => runReport(server, who, { input, timeZone }))
  serve(app, report.exportFile, ({ who, input, timeZone }) => exportReport(server, who, { input, timeZone }))
  serve(app, report.choices, ({ who, input, timeZone }) => listChoices(server, who, { input, timeZone }))
  serve(app, report.list, ({ who }) => listReports(server, who))
  serve(app, report.add, ({ who, input }) => saveReport(server, who, input))
  serve(app, report.edit, ({ who, input }) => editReport(server, who, input))
  serve(app, report.remove, ({ who, input }) => removeReport(server, who, input))
  serve(app, schedule.list, ({ who }) => listSchedules(server, who))
  serve(app, schedule.recipients, ({ who }) => listRecipients(server, who))
  serve(app, schedule.add, ({ who, input }) => addSchedule(server, who, input))
  serve(app, schedule.edit, ({ who, input }) => editSchedule(server, who, input))
  serve(app, schedule.remove, ({ who, input }) => removeSchedule(server, who, input))
}
