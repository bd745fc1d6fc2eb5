import * as inspection from '@simwright/contract/profiles/inspection'
import { type App, serve } from '../../../http/serve.ts'
import type { InspectionServer as Server } from '../../../port/module.ts'
import { comparePackages, inspectPackage } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, inspection.inspect, ({ who, input }) => inspectPackage(server, who, input))
  serve(app, inspection.compare, ({ who, input }) => comparePackages(server, who, input))
}
