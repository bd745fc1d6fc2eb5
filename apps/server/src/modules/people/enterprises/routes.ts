import * as enterprise from '@simwright/contract/people/enterprise'
import { isUuid, sendImage } from '../../../http/image-answer.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { EnterprisesServer as Server } from '../../../port/module.ts'
import { endReplaced } from '../sessions/service.ts'
import {
  addEnterprise,
  cancelDeletion,
  editSettings,
  findLogo,
  leaveEnterprise,
  listEnterprises,
  previewDeletion,
  readSettings,
  removeLogo,
  requestDeletion,
  saveLogo,
  switchEnterprise,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, enterprise.list, ({ who }) => listEnterprises(server, who))
  serve(app, enterprise.switchTo, async ({ who, input, address, browser }) => {
    const from = { address, userAgent: browser.userAgent }
    const cookies = await switchEnterprise(server, who, { id: input.id, from })
    await endReplaced(server, browser)
    browser.keepSession(cookies)
    return { token: cookies.token }
  })
  serve(app, enterprise.add, ({ who, input, once }) => addEnterprise(server, who, { input, once }))
  serve(app, enterprise.settings, ({ who }) => readSettings(server, who))
  serve(app, enterprise.edit, ({ who, input }) => editSettings(server, who, input))
  serve(app, enterprise.saveLogo, ({ who, file }) => saveLogo(server, who, file))
  serve(app, enterprise.removeLogo, ({ who }) => removeLogo(server, who))
  serveLogos(app, server)
  serve(app, enterprise.deletionPreview, ({ who }) => previewDeletion(server, who))
  serve(app, enterprise.requestDeletion, ({ who, input }) => requestDeletion(server, who, input))
  serve(app, enterprise.cancelDeletion, ({ who }) => cancelDeletion(server, who))
  serve(app, enterprise.leave, async ({ who, browser }) => {
    const answer = await leaveEnterprise(server, who)
    browser.forgetSession()
    return answer
  })
}

function serveLogos(app: App, server: Server): void {
  app.get<{ Params: { enterprise: string; id: string } }>('/logo/:enterprise/:id', async ({ params }, reply) => {
    const { enterprise: enterpriseId, id } = params
    const isNamed = isUuid(enterpriseId) && isUuid(id)
    return sendImage(reply, isNamed ? await findLogo(server, { enterpriseId, id }) : undefined)
  })
}
