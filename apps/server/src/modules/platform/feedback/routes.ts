import * as feedback from '@simwright/contract/platform/feedback'
import { type App, serve } from '../../../http/serve.ts'
import type { FeedbackServer as Server } from '../../../port/module.ts'
import { acceptFeedback, answerFeedback, listFeedback, listOwnFeedback, sendFeedback } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, feedback.send, ({ who, input, once }) => sendFeedback(server, who, { input, once }))
  serve(app, feedback.mine, ({ who }) => listOwnFeedback(server, who))
  serve(app, feedback.list, ({ input }) => listFeedback(server, input))
  serve(app, feedback.answer, ({ who, input }) => answerFeedback(server, who, input))
  serve(app, feedback.accept, ({ input }) => acceptFeedback(server, input))
}
