import * as campaign from '@simwright/contract/provisioning/campaign'
import { type App, serve } from '../../../http/serve.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { listRefusals, readOutcome, readPublicCampaign, readTrend } from './figures.ts'
import { emptyCampaign, fillCampaign, previewFill, previewNewFill } from './fill.ts'
import { endCampaign, moveCampaign, removeCampaign } from './phase.ts'
import { recycleHandedOut } from './recycling.ts'
import { writeRefusals, writeReport } from './report.ts'
import { addCampaign, editCampaign, listCampaigns, readCampaign } from './service.ts'
import { openWatch } from './watch.ts'

export function routes(app: App, server: Server): void {
  serve(app, campaign.list, ({ who, input }) => listCampaigns(server, who, input))
  serve(app, campaign.get, ({ who, input }) => readCampaign(server, who, input.id))
  serve(app, campaign.live, ({ who, input, signal }) => openWatch(server, who, { id: input.id, signal }))
  serve(app, campaign.add, ({ who, input, once }) => addCampaign(server, who, { input, once }))
  serve(app, campaign.edit, ({ who, input }) => editCampaign(server, who, input))
  serve(app, campaign.preview, ({ who, input, timeZone }) => previewFill(server, who, { input, timeZone }))
  serve(app, campaign.previewNew, ({ who, input, timeZone }) => previewNewFill(server, who, { input, timeZone }))
  serve(app, campaign.fill, ({ who, input, timeZone, once }) => fillCampaign(server, who, { input, timeZone, once }))
  serve(app, campaign.takeOut, ({ who, input }) => emptyCampaign(server, who, input))
  serve(app, campaign.start, ({ who, input }) => moveCampaign(server, who, { ...input, action: 'start' }))
  serve(app, campaign.pause, ({ who, input }) => moveCampaign(server, who, { ...input, action: 'pause' }))
  serve(app, campaign.resume, ({ who, input }) => moveCampaign(server, who, { ...input, action: 'resume' }))
  serve(app, campaign.end, ({ who, input }) => endCampaign(server, who, input))
  serve(app, campaign.recycle, ({ who, input }) => recycleHandedOut(server, who, input.id))
  serve(app, campaign.remove, ({ who, input }) => removeCampaign(server, who, input))
  serve(app, campaign.trend, ({ who, input, timeZone }) => readTrend(server, who, { input, timeZone }))
  serve(app, campaign.refusals, ({ who, input }) => listRefusals(server, who, input))
  serve(app, campaign.outcome, ({ who, input }) => readOutcome(server, who, input.id))
  serve(app, campaign.report, ({ who, input }) => writeReport(server, who, input.id))
  serve(app, campaign.refusalReport, ({ who, input }) => writeRefusals(server, who, input.id))
  serve(app, campaign.publicCampaign, ({ input, visited }) => readPublicCampaign(server, input.slug, visited))
}
