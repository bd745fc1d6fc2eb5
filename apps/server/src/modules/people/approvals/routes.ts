import * as approval from '@simwright/contract/platform/approval'
import { type App, serve } from '../../../http/serve.ts'
import type { ApprovalsServer as Server } from '../../../port/module.ts'
import { approveRequest, cancelRequest, explainRequest, refuseRequest } from './decide.ts'
import { askOff, keepOn, readPolicy, setPolicy } from './policy.ts'
import { countWaiting, listObjects, listRequests, readRequest } from './shown.ts'

export function routes(app: App, server: Server): void {
  serve(app, approval.policy, ({ who }) => readPolicy(server, who))
  serve(app, approval.setPolicy, ({ who, input }) => setPolicy(server, who, input))
  serve(app, approval.askOff, ({ who, input }) => askOff(server, who, input))
  serve(app, approval.keepOn, ({ who, input }) => keepOn(server, who, input))
  serve(app, approval.list, ({ who, input }) => listRequests(server, who, input))
  serve(app, approval.waiting, ({ who }) => countWaiting(server, who))
  serve(app, approval.get, ({ who, input }) => readRequest(server, who, input.id))
  serve(app, approval.objects, ({ who, input }) => listObjects(server, who, input))
  serve(app, approval.explain, ({ who, input }) => explainRequest(server, who, input))
  serve(app, approval.approve, ({ who, input }) => approveRequest(server, who, input))
  serve(app, approval.refuse, ({ who, input }) => refuseRequest(server, who, input))
  serve(app, approval.cancel, ({ who, input }) => cancelRequest(server, who, input))
}
