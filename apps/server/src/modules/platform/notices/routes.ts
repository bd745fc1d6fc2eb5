import * as notice from '@simwright/contract/platform/notice'
import { type App, serve } from '../../../http/serve.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import { choose, listChoices, setDigest } from './choice.ts'
import { listNotices, readNotices } from './service.ts'
import { listThresholds, setThreshold } from './threshold.ts'

export function routes(app: App, server: Server): void {
  serve(app, notice.list, ({ who, input }) => listNotices(server, who, input))
  serve(app, notice.read, ({ who, input }) => readNotices(server, who, input.id))
  serve(app, notice.choices, ({ who }) => listChoices(server, who))
  serve(app, notice.choose, ({ who, input }) => choose(server, who, input))
  serve(app, notice.setDigest, ({ who, input, timeZone }) => setDigest(server, who, { ...input, timeZone }))
  serve(app, notice.listThresholds, ({ who }) => listThresholds(server, who))
  serve(app, notice.setThreshold, ({ who, input }) => setThreshold(server, who, input))
}
