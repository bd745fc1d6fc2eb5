import * as configuration from '@simwright/contract/profiles/configuration'
import * as version from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { type App, serve } from '../../../http/serve.ts'
import type { ConfigurationsServer as Server } from '../../../port/module.ts'
import {
  addConfiguration,
  editConfiguration,
  listConfigurations,
  readConfiguration,
  removeConfiguration,
  silenceAdvice,
} from './service.ts'
import {
  exportYaml,
  getVersion,
  importYaml,
  listVersions,
  planYaml,
  readUsage,
  restoreVersion,
} from './version-service.ts'

export function routes(app: App, server: Server): void {
  serve(app, configuration.list, ({ who, input }) => listConfigurations(server, who, input))
  serve(app, configuration.get, ({ who, input }) => readConfiguration(server, who, input.id))
  serve(app, configuration.add, ({ who, input, once }) => addConfiguration(server, who, { input, once }))
  serve(app, configuration.edit, ({ who, input }) => editConfiguration(server, who, input))
  serve(app, configuration.silence, ({ who, input }) => silenceAdvice(server, who, input))
  serve(app, version.list, ({ who, input }) => listVersions(server, who, input))
  serve(app, version.get, ({ who, input }) => getVersion(server, who, input))
  serve(app, version.restore, ({ who, input }) => restoreVersion(server, who, input))
  serve(app, version.usage, ({ who, input }) => readUsage(server, who, input))
  serve(app, yaml.exportYaml, ({ who, input }) => exportYaml(server, who, input))
  serve(app, yaml.importYaml, ({ who, input, once }) => importYaml(server, who, { input, once }))
  serve(app, yaml.planYaml, ({ who, input }) => planYaml(server, who, input))
  serve(app, configuration.remove, ({ who, input }) => removeConfiguration(server, who, input))
}
