import { API_PREFIX, Problem, type ProblemName } from '@simwright/contract'
import * as oauth from '@simwright/contract/people/oauth'
import * as sso from '@simwright/contract/people/sso'
import type { FastifyRequest } from 'fastify'
import { browserOf } from '../../../http/browser.ts'
import type { Browser } from '../../../http/call.ts'
import { publicLimit } from '../../../http/rate-limit.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { DEFAULT_SYS, type Visited, visitedAt } from '../../platform/brand/service.ts'
import { beginLink, listIdentities, unlink } from './identity.ts'
import { accept, finish, linkByPassword, prove, register, render, sendCode, type Visit } from './service.ts'
import { addDomain, checkDomain, findSso, readSso, removeDomain, removeSso, saveSso } from './sso.ts'
import { beginTest } from './sso-test.ts'

export function routes(app: App, server: Server): void {
  for (const page of ['login', 'signup'] as const) serveRender(app, server, page)
  serve(app, oauth.finish, ({ input, ...call }) => finish(server, input, visitOf(call)))
  serve(app, oauth.register, ({ input, ...call }) => register(server, input, visitOf(call)))
  serve(app, oauth.accept, ({ input, ...call }) => accept(server, input, visitOf(call)))
  serve(app, oauth.linkByPassword, ({ input, ...call }) => linkByPassword(server, input, visitOf(call)))
  serve(app, oauth.sendCode, ({ input, ...call }) => sendCode(server, input.ticket, visitOf(call)))
  serve(app, oauth.prove, ({ input, ...call }) => prove(server, input, visitOf(call)))
  serve(app, oauth.findSso, ({ input, visited }) => findSso(server, input.email, visited.platform))
  serve(app, oauth.identities, ({ who }) => listIdentities(server, who))
  serve(app, oauth.beginLink, ({ who, input, browser, visited }) =>
    beginLink(server, who, { input, browser, origin: visited.origin }),
  )
  serve(app, oauth.unlink, ({ who, input }) => unlink(server, who, input.id))
  serve(app, sso.query, ({ who }) => readSso(server, who))
  serve(app, sso.beginTest, ({ who, input, browser, visited }) =>
    beginTest(server, who, { input, browser, origin: visited.origin }),
  )
  serve(app, sso.save, ({ who, input }) => saveSso(server, who, input))
  serve(app, sso.remove, ({ who, input }) => removeSso(server, who, input.version))
  serve(app, sso.addDomain, ({ who, input }) => addDomain(server, who, input.domain))
  serve(app, sso.checkDomain, ({ who, input }) => checkDomain(server, who, input.domain))
  serve(app, sso.removeDomain, ({ who, input }) => removeDomain(server, who, input.domain))
}

const visitOf = ({ address, browser, visited }: { address: string; browser: Browser; visited: Visited }): Visit => ({
  address,
  userAgent: browser.userAgent,
  origin: visited.origin,
  platformId: visited.platform.id,
  device: browser.device,
  browser,
})

type RenderRequest = FastifyRequest<{ Params: { provider: string; sys: string } }>

/**
 * Serves a navigation of the browser, not an API call: redirects to the provider or, when that is not possible, to the
 * error page with the reason. The request contributes nothing to the target but its validated parameters.
 */
function serveRender(app: App, server: Server, page: 'login' | 'signup'): void {
  const url = `${API_PREFIX}/oauth/render/${page}/:provider/:sys`
  app.get(url, { config: { rateLimit: publicLimit(server.limits) } }, async (request, reply) => {
    const { provider, sys } = (request as RenderRequest).params
    const browser = browserOf(request, reply, server.config.publicUrl)
    const visited = visitedAt(server, { host: request.client.host, sys })
    reply.header('cache-control', 'no-store')
    try {
      return reply.redirect(await render(server, browser, { provider, visited }), 302)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return reply.redirect(errorPagePath(error.kind, sys), 302)
    }
  })
}

function errorPagePath(kind: ProblemName, sys: string): string {
  const suffix = sys === DEFAULT_SYS || !/^[a-z0-9-]{1,64}$/.test(sys) ? '' : `/${sys}`
  return `/signerror${suffix}?reason=${kind}`
}
