import { VISIT_MINUTES } from '@simwright/contract/people/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from './call.ts'

/** The absolute lifetime of a session; `exp` of the token is the same. */
export const SESSION_LIFE_SECONDS = 12 * 60 * 60

export const TOKEN_COOKIE = 'token'

/**
 * The cookie that binds a session to its browser. The prefix `__Host-` prevents other hosts and plain HTTP from setting
 * it.
 */
export function bindingCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-binding' : 'binding'
}

/** The cookie that binds a visit of platform staff to its browser. */
function visitCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-visit' : 'visit'
}

/** The cookie that identifies a browser in which a user has signed in before. */
function deviceCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-device' : 'device'
}

/** 400 days from each sign-in: the longest lifetime of a cookie (RFC 6265bis, 5.5). */
const DEVICE_LIFE_SECONDS = 400 * 24 * 60 * 60

/** The cookie that binds a sign-in at an identity provider to the browser that started it. */
function flowCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-flow' : 'flow'
}

const FLOW_LIFE_SECONDS = 60 * 60

/** The session data that the browser sent, and functions to change its cookies. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Browser {
  const secure = publicUrl.startsWith('https:')
  const common = { path: '/', secure, sameSite: 'strict', maxAge: SESSION_LIFE_SECONDS } as const
  const keepDevice = (device: string) =>
    void reply.setCookie(deviceCookie(publicUrl), device, { ...common, httpOnly: true, maxAge: DEVICE_LIFE_SECONDS })
  const token = bearerOf(request)
  const forget = (name: string, isHttpOnly: boolean) =>
    void reply.clearCookie(name, { path: '/', secure, sameSite: 'strict', httpOnly: isHttpOnly })
  return {
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    token,
    binding: request.cookies[bindingCookie(publicUrl)],
    visitBinding: request.cookies[visitCookie(publicUrl)],
    device: deviceOf(request.cookies[deviceCookie(publicUrl)]),
    flow: request.cookies[flowCookie(publicUrl)],
    keepFlow(id) {
      reply.setCookie(flowCookie(publicUrl), id, { ...common, httpOnly: true, maxAge: FLOW_LIFE_SECONDS })
    },
    keepDevice,
    keepSession({ token, binding, device }) {
      reply.setCookie(TOKEN_COOKIE, token, common)
      reply.setCookie(bindingCookie(publicUrl), binding, { ...common, httpOnly: true })
      if (device !== undefined) keepDevice(device)
    },
    keepVisit(binding) {
      reply.setCookie(visitCookie(publicUrl), binding, { ...common, httpOnly: true, maxAge: VISIT_MINUTES * 60 })
    },
    forgetSession() {
      forget(visitCookie(publicUrl), true)
      if (token !== request.cookies[TOKEN_COOKIE]) return
      forget(TOKEN_COOKIE, false)
      forget(bindingCookie(publicUrl), true)
    },
  }
}

/** The token of the Authorization header: that of a session, or an API key. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer ([A-Za-z0-9_.-]{1,4096})$/.exec(headers.authorization ?? '')?.[1]
}

const deviceOf = (cookie: string | undefined) => (cookie && /^[\w-]{43}$/.test(cookie) ? cookie : undefined)
