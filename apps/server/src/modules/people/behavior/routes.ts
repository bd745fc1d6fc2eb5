import * as behavior from '@simwright/contract/people/behavior'
import { type App, serve } from '../../../http/serve.ts'
import type { BehaviorServer as Server } from '../../../port/module.ts'
import { readBehavior, saveBehavior } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, behavior.query, ({ who, input }) => readBehavior(server, who, input))
  serve(app, behavior.save, ({ who, input }) => saveBehavior(server, who, input))
}
