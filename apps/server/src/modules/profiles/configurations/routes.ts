import * as configuration from '@simwright/contract/profiles/configuration'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import {
  addConfiguration,
  editConfiguration,
  listConfigurations,
  readConfiguration,
  removeConfiguration,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, configuration.list, ({ who, input }) => listConfigurations(server, who, input))
  serve(app, configuration.get, ({ who, input }) => readConfiguration(server, who, input.id))
  serve(app, configuration.add, ({ who, input, once }) => addConfiguration(server, who, { input, once }))
  serve(app, configuration.edit, ({ who, input }) => editConfiguration(server, who, input))
  serve(app, configuration.remove, ({ who, input }) => removeConfiguration(server, who, input))
}
