import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

type Directives = Record<string, string[]>

/**
 * The policy of every page. Scripts, fonts and calls are allowed only from the same origin, without inline scripts.
 * Inline styles are allowed, because the UI library sets its colors by style elements.
 */
function directivesOf(isHttps: boolean): Directives {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
  }
}

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** Security headers of every answer. */
export async function setSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const https = isHttps(publicUrl)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(https) },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()')
  })
}

/**
 * Route option for pages that must not act for the user, such as documentation: the browser gives them an origin of their
 * own, so that their scripts cannot read the cookies or the storage of the portal, and cannot call it with a session.
 */
export function sandboxed(publicUrl: string) {
  const sandbox = ['allow-scripts', 'allow-forms']
  const directives = { ...directivesOf(isHttps(publicUrl)), sandbox }
  return { helmet: { contentSecurityPolicy: { useDefaults: false, directives }, originAgentCluster: false } }
}

/** Lets pages of another origin load a file, as sandboxed pages do. For files that anyone may read. */
export function openToOtherOrigins(reply: { header(name: string, value: string): unknown }): void {
  reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.header('access-control-allow-origin', '*')
}
