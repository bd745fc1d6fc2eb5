import * as security from '@simwright/contract/people/security'
import { type App, serve } from '../../../http/serve.ts'
import type { SecurityServer as Server } from '../../../port/module.ts'
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  demandSecondFactor,
  readSecurity,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, security.overview, ({ who }) => readSecurity(server, who))
  serve(app, security.beginApp, ({ who }) => beginApp(server, who))
  serve(app, security.confirmApp, ({ who, input }) => confirmApp(server, who, input))
  serve(app, security.removeApp, ({ who }) => removeApp(server, who))
  serve(app, security.renewRecoveryCodes, ({ who }) => renewRecoveryCodes(server, who))
  serve(app, security.beginPasskey, ({ who, visited }) => beginPasskey(server, who, visited.origin))
  serve(app, security.addPasskey, ({ who, input, visited }) =>
    addPasskey(server, who, { input, origin: visited.origin }),
  )
  serve(app, security.renamePasskey, ({ who, input }) => renamePasskey(server, who, input))
  serve(app, security.removePasskey, ({ who, input }) => removePasskey(server, who, input.id))
  serve(app, security.demandSecondFactor, ({ who, input }) => demandSecondFactor(server, who, input))
}
