import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import Fastify, { type FastifyRequest } from 'fastify'
import { openGate } from './gate.ts'
import { bearerOf } from './http/browser.ts'
import { letReferenceCall } from './http/cross-origin.ts'
import { readClients } from './http/forwarded.ts'
import { serveGuide } from './http/guide.ts'
import { serveHealth } from './http/health.ts'
import { BODY_LIMIT_BYTES, readJsonBodies } from './http/json-body.ts'
import { hasKeyRateLeft } from './http/key-rate.ts'
import { logProgramCalls } from './http/program-call.ts'
import { limitCalls } from './http/rate-limit.ts'
import { answerErrors, refuseError } from './http/refusal.ts'
import { givenRequestId } from './http/request.ts'
import { logRequests } from './http/request-log.ts'
import { setSecurityHeaders } from './http/security-header.ts'
import type { App } from './http/serve.ts'
import { watchConnections } from './http/stop.ts'
import { readForms } from './http/upload.ts'
import { serveWebApp } from './http/web-app.ts'
import * as adminDashboard from './modules/insight/admin/routes.ts'
import * as comments from './modules/insight/comments/routes.ts'
import * as dashboard from './modules/insight/dashboard/routes.ts'
import * as home from './modules/insight/home/routes.ts'
import * as live from './modules/insight/live/routes.ts'
import * as reports from './modules/insight/reports/routes.ts'
import * as search from './modules/insight/search/routes.ts'
import * as views from './modules/insight/views/routes.ts'
import * as discounts from './modules/money/discounts/routes.ts'
import * as invoices from './modules/money/invoices/routes.ts'
import * as orders from './modules/money/orders/routes.ts'
import * as staffOrders from './modules/money/staff-orders/routes.ts'
import * as stripe from './modules/money/stripe/routes.ts'
import * as transfers from './modules/money/transfers/routes.ts'
import * as accounts from './modules/people/accounts/routes.ts'
import * as approvals from './modules/people/approvals/routes.ts'
import * as behavior from './modules/people/behavior/routes.ts'
import * as clients from './modules/people/clients/routes.ts'
import * as enterprises from './modules/people/enterprises/routes.ts'
import * as invitations from './modules/people/invitations/routes.ts'
import * as moves from './modules/people/moves/routes.ts'
import * as oauth from './modules/people/oauth/routes.ts'
import * as security from './modules/people/security/routes.ts'
import * as sessions from './modules/people/sessions/routes.ts'
import * as team from './modules/people/team/routes.ts'
import * as announcements from './modules/platform/announcements/routes.ts'
import * as audit from './modules/platform/audit/routes.ts'
import * as brand from './modules/platform/brand/routes.ts'
import { brandedGuidePage, brandedPage } from './modules/platform/brand/service.ts'
import * as feedback from './modules/platform/feedback/routes.ts'
import * as legal from './modules/platform/legal/routes.ts'
import * as mail from './modules/platform/mail/routes.ts'
import * as notices from './modules/platform/notices/routes.ts'
import * as plans from './modules/platform/plans/routes.ts'
import * as whiteLabel from './modules/platform/white-label/routes.ts'
import * as applets from './modules/profiles/applets/routes.ts'
import * as attributes from './modules/profiles/attributes/routes.ts'
import * as configurations from './modules/profiles/configurations/routes.ts'
import * as fleet from './modules/profiles/fleet/routes.ts'
import * as groups from './modules/profiles/groups/routes.ts'
import * as inspection from './modules/profiles/inspection/routes.ts'
import * as source from './modules/profiles/source/routes.ts'
import * as tags from './modules/profiles/tags/routes.ts'
import * as callLog from './modules/programs/calls/routes.ts'
import * as es2plus from './modules/programs/es2plus/routes.ts'
import * as apiKeys from './modules/programs/keys/routes.ts'
import { isApiKey } from './modules/programs/keys/service.ts'
import * as openApi from './modules/programs/open-api/routes.ts'
import * as webhooks from './modules/programs/webhooks/routes.ts'
import * as block from './modules/provisioning/block/routes.ts'
import * as campaigns from './modules/provisioning/campaigns/routes.ts'
import * as delivery from './modules/provisioning/delivery/routes.ts'
import * as erasure from './modules/provisioning/erasure/routes.ts'
import * as generate from './modules/provisioning/generate/routes.ts'
import * as leaks from './modules/provisioning/leaks/routes.ts'
import * as lease from './modules/provisioning/lease/routes.ts'
import * as operations from './modules/provisioning/operations/routes.ts'
import * as phone from './modules/provisioning/phone/routes.ts'
import * as pushes from './modules/provisioning/pushes/routes.ts'
import * as recycle from './modules/provisioning/recycle/routes.ts'
import * as rules from './modules/provisioning/rules/routes.ts'
import * as samples from './modules/provisioning/samples/routes.ts'
import * as smdp from './modules/provisioning/smdp/routes.ts'
import * as tac from './modules/provisioning/tac/routes.ts'
import * as vouchers from './modules/provisioning/vouchers/routes.ts'
import type { Server } from './server.ts'

/** All modules with endpoints on the portal's port. */
const modules = [
  brand,
  whiteLabel,
  legal,
  accounts,
  security,
  sessions,
  live,
  enterprises,
  moves,
  team,
  approvals,
  behavior,
  audit,
  home,
  reports,
  notices,
  announcements,
  search,
  feedback,
  applets,
  configurations,
  inspection,
  source,
  generate,
  fleet,
  smdp,
  delivery,
  groups,
  tags,
  attributes,
  operations,
  recycle,
  phone,
  leaks,
  lease,
  dashboard,
  adminDashboard,
  block,
  plans,
  orders,
  invoices,
  discounts,
  stripe,
  transfers,
  staffOrders,
  clients,
  invitations,
  tac,
  samples,
  campaigns,
  vouchers,
  erasure,
  rules,
  pushes,
  mail,
  oauth,
  views,
  comments,
  apiKeys,
  callLog,
  es2plus,
  webhooks,
  openApi,
]

/** Builds the portal's HTTP application, without listening. */
export async function buildApp(server: Server): Promise<App> {
  const fastify = Fastify({
    logger: false,
    genReqId: (request) => givenRequestId(request.headers) ?? server.random.uuid(),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { headersTimeout: server.limits.headersMs, connectionsCheckingInterval: server.limits.headersMs / 5 },
    requestTimeout: 120_000,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => refuseError(server, { error, request, reply }),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  fastify.decorate('portal', server)
  fastify.decorate('gate', openGate(server))
  fastify.decorateRequest('who', undefined)
  const app = fastify as unknown as App

  watchConnections(app, server)
  readClients(app, server.config)
  limitBodyTime(app, server.limits.bodyMs)
  logRequests(app, server)
  logProgramCalls(app, server.callLog)
  answerErrors(app, server)
  readJsonBodies(app)
  await setSecurityHeaders(app, server.config.publicUrl)
  await app.register(cookie)
  await readForms(app)
  letReferenceCall(app, (request) => bearerOf(request) !== undefined && !isApiKey(bearerOf(request)))
  await limitCalls(app, server.limits, (request) => hasKeyRateLeft(server, bearerOf(request)))

  serveHealth(app, server)
  for (const module of modules) module.routes(app, server)
  const renderGuide = (request: FastifyRequest, page: string) => brandedGuidePage(server, request, page)
  await serveGuide(app, { publicUrl: server.config.publicUrl, renderPage: renderGuide })
  await serveWebApp(app, (request, page) => brandedPage(server, request, page))
  return app
}

/**
 * Answers HTTP status 408 and closes the connection if a request body does not arrive in time, as Node does for
 * headers. Multipart forms are exempt; the request timeout limits them.
 */
function limitBodyTime(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', async ({ raw, headers }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => {
      // undefined: passed by `inject`, without a socket
      if (raw.complete !== false || reply.raw.headersSent) return
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy())
    }, bodyMs)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
