import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from './call.ts'

/** The session's absolute life; the token says the same in `exp`. */
export const SESSION_LIFE_SECONDS = 12 * 60 * 60

export const TOKEN_COOKIE = 'token'

/** The cookie that binds a session to its browser; `__Host-` keeps other hosts and plain http from setting it. */
export function bindingCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-binding' : 'binding'
}

/** The cookie that brings a visitor back from an identity provider to the browser that left. */
function flowCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-flow' : 'flow'
}

const FLOW_LIFE_SECONDS = 60 * 60

/** The session as the browser shows it, and how to change what the browser holds. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Browser {
  const secure = publicUrl.startsWith('https:')
  const common = { path: '/', secure, sameSite: 'strict', maxAge: SESSION_LIFE_SECONDS } as const
  return {
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    token: bearerOf(request.headers.authorization),
    binding: request.cookies[bindingCookie(publicUrl)],
    flow: request.cookies[flowCookie(publicUrl)],
    keepFlow(id) {
      reply.setCookie(flowCookie(publicUrl), id, { ...common, httpOnly: true, maxAge: FLOW_LIFE_SECONDS })
    },
    keepSession({ token, binding }) {
      reply.setCookie(TOKEN_COOKIE, token, common)
      reply.setCookie(bindingCookie(publicUrl), binding, { ...common, httpOnly: true })
    },
    forgetSession() {
      reply.clearCookie(TOKEN_COOKIE, { path: '/', secure, sameSite: 'strict' })
      reply.clearCookie(bindingCookie(publicUrl), { path: '/', secure, sameSite: 'strict', httpOnly: true })
    },
  }
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_.-]{1,4096})$/.exec(header ?? '')?.[1]
}
