import { Problem } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Sender } from '../../../port/mail.ts'
import type { BrandServer as Server } from '../../../port/module.ts'
import type { PlatformRecord, Visited } from '../../../port/platforms.ts'
import { DEFAULT_SYS } from './registry.ts'

type Needs = Pick<Server, 'platforms' | 'config'>

/**
 * The platform that a call is for: the one whose host was called, else the one that `sys` names, else the default one. The
 * host that the caller sends is only looked up. For an unknown host the origin is the configured address.
 */
export function visitedAt(server: Needs, { host, sys }: { host: string; sys: string | undefined }): Visited {
  const { platforms } = server
  const hosted = platforms.byHost(host)
  if (hosted) return { platform: hosted, origin: originOf(server, hosted), byHost: true }
  const platform = (sys === undefined ? undefined : platforms.bySys(sys)) ?? platforms.standard
  return { platform, origin: server.config.publicUrl, byHost: false }
}

/** The named platform, or the default one for an unknown name. */
export function findPlatform({ platforms }: Pick<Server, 'platforms'>, sys: string | undefined): PlatformRecord {
  return (sys === undefined ? undefined : platforms.bySys(sys)) ?? platforms.standard
}

/** The platform with this id. @throws Problem unavailable when this process does not know it yet */
export function platformOf({ platforms }: Pick<Server, 'platforms'>, id: string): PlatformRecord {
  const found = platforms.byId(id)
  if (found === undefined) throw new Problem('unavailable')
  return found
}

/** The origin at which browsers reach a platform. All platforms have the same scheme. */
export function originOf({ config }: Pick<Server, 'config'>, { host }: Pick<PlatformRecord, 'host'>): string {
  return host === null ? config.publicUrl : `${new URL(config.publicUrl).protocol}//${host}`
}

/** A link to a page of a platform. The path ends with the platform's short name, unless the host already names it. */
export function linkOf(server: Pick<Server, 'config'>, platform: PlatformRecord, path: `/${string}`): string {
  const named = platform.host !== null || platform.sys === DEFAULT_SYS ? '' : `/${platform.sys}`
  return `${originOf(server, platform)}${path}${named}`
}

/**
 * The SM-DP+ address in a platform's activation codes, with the port if it is not 443.
 * @param issuer the certificate issuer (CI) that the code's devices trust: `activation_code.issuer`, or null
 */
export function smdpAddressOf(
  { smdp }: Pick<Server, 'smdp'>,
  { smdp_address }: Pick<PlatformRecord, 'smdp_address'>,
  issuer: CertificateIssuer | null,
): string {
  return smdp.addressFor(issuer, smdp_address)
}

/** The name, address, style and texts with which a platform sends mails. */
export function senderOf(server: Pick<Server, 'config'>, platform: PlatformRecord): Sender {
  const origin = originOf(server, platform)
  return {
    platformId: platform.id,
    appName: platform.app_name,
    themeColor: platform.theme_color,
    publicUrl: origin,
    signInUrl: linkOf(server, platform, '/login'),
    logoUrl: platform.logo_id === null ? undefined : `${origin}${imagePath(platform.logo_id)}`,
    from: {
      name: platform.mail_name ?? platform.app_name,
      address: platform.mail_address ?? `no-reply@${new URL(origin).hostname}`,
    },
    supportEmail: platform.support_email ?? undefined,
    texts: platform.mail_texts as Sender['texts'],
  }
}

/** Where customers write to order a plan; null: the platform has no address. */
export const contactEmailOf = ({
  contact_email,
  support_email,
}: Pick<PlatformRecord, 'contact_email' | 'support_email'>): string | null => contact_email ?? support_email

/** Whether the contact page says how to reach the staff: by an address, or by a text of their own. */
export const hasContact = (platform: PlatformRecord): boolean =>
  contactEmailOf(platform) !== null || platform.contact_text !== null

export function imagePath(id: string): string {
  return `/brand/${id}`
}

/** The path of an enterprise account's logo. */
export function logoPath(enterpriseId: EnterpriseId, id: string): string {
  return `/logo/${enterpriseId}/${id}`
}

export function iconUrlOf({ icon_id, icon_url }: Pick<PlatformRecord, 'icon_id' | 'icon_url'>): string {
  return icon_id === null ? icon_url : imagePath(icon_id)
}
