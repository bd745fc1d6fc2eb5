import type { FastifyRequest } from 'fastify'
import type { BrandServer as Server } from '../../../port/module.ts'
import { iconUrlOf, visitedAt } from './address.ts'
import { paletteOf } from './palette.ts'

/**
 * The page with the name and icon of the platform that was called. The page of an activation code on the shared host
 * gets a neutral name, so that it does not reveal the platform before the code is looked up.
 */
export function brandedPage(server: Server, { client: { host }, url }: FastifyRequest, page: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  const { platform, byHost } = visitedAt(server, { host, sys: SYS_IN_PATH.exec(path)?.[1] })
  const isOpen = byHost || !path.startsWith('/ac/')
  const name = escaped(isOpen ? platform.app_name : 'eSIM')
  const icon = `<link rel="icon" href="${escaped(isOpen ? iconUrlOf(platform) : 'data:,')}" />`
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title><meta name="application-name" content="${name}" />`)
    .replace(/<link rel="icon"[^>]*>/, () => icon)
}

/** The address of the portal in the text of the guide. */
const WRITTEN_ADDRESS = 'http://localhost:8080'

/** A page of the guide with the address of the portal, and the name, icon and colors of the platform that was called. */
export function brandedGuidePage(server: Server, { client: { host } }: FastifyRequest, page: string): string {
  const { platform } = visitedAt(server, { host, sys: undefined })
  const { palette, shade } = paletteOf(platform.theme_color)
  const icon = `<link rel="icon" href="${escaped(iconUrlOf(platform))}">`
  return page
    .replaceAll('{appName}', () => escaped(platform.app_name))
    .replaceAll(WRITTEN_ADDRESS, () => escaped(server.config.publicUrl))
    .replace(/<link rel="icon"[^>]*>/, () => `${icon}<meta name="accent" content="${palette.join(' ')} ${shade}">`)
}

const SYS_IN_PATH =
  /^\/(?:login|signup|signerror|confirm|fgpassword|sign\/reset|invitation|prices|terms|privacy)\/([a-z0-9-]{1,64})$/

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
