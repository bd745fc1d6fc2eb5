import * as sample from '@simwright/contract/provisioning/sample'
import { type App, serve } from '../../../http/serve.ts'
import type { SamplesServer as Server } from '../../../port/module.ts'
import { removeSamples } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, sample.remove, ({ who }) => removeSamples(server, who))
}
