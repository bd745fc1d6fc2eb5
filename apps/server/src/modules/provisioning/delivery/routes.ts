import * as delivery from '@simwright/contract/provisioning/delivery'
import * as endUserPage from '@simwright/contract/provisioning/end-user-page'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import { type App, serve } from '../../../http/serve.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import {
  addPlan,
  addPreset,
  cancelPlanned,
  chooseStandard,
  editPlanned,
  editPreset,
  editSettings,
  exportExclusions,
  exportLeftOut,
  followPage,
  inspectCode,
  listFiles,
  listMails,
  listPlanned,
  listPresets,
  movePlanned,
  openFileProgress,
  openPage,
  planMails,
  previewFile,
  previewPlan,
  querySettings,
  readContent,
  readPage,
  removePreset,
  sendMails,
  setPage,
  startFile,
  uploadLogo,
  writeLabel,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, delivery.presets, ({ who }) => listPresets(server, who))
  serve(app, delivery.addPreset, ({ who, input, once }) => addPreset(server, who, { input, once }))
  serve(app, delivery.editPreset, ({ who, input }) => editPreset(server, who, input))
  serve(app, delivery.removePreset, ({ who, input }) => removePreset(server, who, input.id))
  serve(app, delivery.setStandard, ({ who, input }) => chooseStandard(server, who, input.id))
  serve(app, delivery.uploadLogo, ({ who, file }) => uploadLogo(server, who, file))
  serve(app, delivery.publicCode, ({ input, visited, address }) =>
    openPage(server, { slug: input.slug, visited, address }),
  )
  serve(app, delivery.publicCourse, ({ input, visited, address, signal }) =>
    followPage(server, { ...input, visited, address, signal }),
  )
  serve(app, endUserPage.query, ({ who }) => querySettings(server, who))
  serve(app, endUserPage.edit, ({ who, input }) => editSettings(server, who, input))
  serve(app, delivery.page, ({ who, input }) => readPage(server, who, input.profileId))
  serve(app, delivery.setPage, ({ who, input }) => setPage(server, who, input))
  serve(app, delivery.previewFile, ({ who, input, timeZone }) => previewFile(server, who, { ...input, timeZone }))
  serve(app, delivery.excludedFile, ({ who, input, timeZone }) => exportExclusions(server, who, { ...input, timeZone }))
  serve(app, delivery.startFile, ({ who, input, timeZone, once }) => startFile(server, who, { input, timeZone, once }))
  serve(app, delivery.files, ({ who }) => listFiles(server, who))
  serve(app, delivery.fileProgress, ({ who, input, signal }) => openFileProgress(server, who, { id: input.id, signal }))
  serve(app, delivery.fileContent, ({ who, input }) => readContent(server, who, input.id))
  serve(app, delivery.fileLeft, ({ who, input }) => exportLeftOut(server, who, input.id))
  serve(app, delivery.label, ({ who, input }) => writeLabel(server, who, input))
  serve(app, delivery.inspect, ({ who, input }) => inspectCode(server, who, input))
  serve(app, delivery.planMails, ({ who, input, timeZone }) => planMails(server, who, { input, timeZone }))
  serve(app, delivery.sendMails, ({ who, input, timeZone, once }) => sendMails(server, who, { input, timeZone, once }))
  serve(app, delivery.mails, ({ who, input }) => listMails(server, who, input))
  serve(app, plannedDelivery.preview, ({ who, input, timeZone }) =>
    previewPlan(server, who, { plan: input, callerZone: timeZone }),
  )
  serve(app, plannedDelivery.add, ({ who, input, timeZone, once }) =>
    addPlan(server, who, { input, callerZone: timeZone, once }),
  )
  serve(app, plannedDelivery.list, ({ who, input }) => listPlanned(server, who, input))
  serve(app, plannedDelivery.edit, ({ who, input }) => editPlanned(server, who, input))
  serve(app, plannedDelivery.move, ({ who, input }) => movePlanned(server, who, input))
  serve(app, plannedDelivery.cancel, ({ who, input }) => cancelPlanned(server, who, input))
}
