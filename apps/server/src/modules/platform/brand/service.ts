import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/brand'
import type { AppConfig } from '@simwright/contract/platform/brand'
import type { PlatformId } from '../../../db/row-id.ts'
import type { BrandServer as Server } from '../../../port/module.ts'
import type { Visited } from '../../../port/platforms.ts'
import { contactEmailOf, iconUrlOf, imagePath } from './address.ts'
import { paletteOf } from './palette.ts'

export type { PlatformRecord, Visited } from '../../../port/platforms.ts'
export {
  findPlatform,
  hasContact,
  iconUrlOf,
  imagePath,
  linkOf,
  logoPath,
  originOf,
  platformOf,
  senderOf,
  smdpAddressOf,
  visitedAt,
} from './address.ts'
export { brandedGuidePage, brandedPage } from './branded-page.ts'
export { paletteOf } from './palette.ts'
export { insertPlatform, type PlatformColumns, updatePlatform } from './queries.ts'
export { DEFAULT_ICON, DEFAULT_SYS, openPlatforms } from './registry.ts'

type Providers = OutputOf<typeof contract.query>['providers']

/** @param providersOf returns the identity providers that a platform offers */
export async function queryPlatform(
  server: Server,
  { platform, byHost }: Visited,
  providersOf: (platformId: PlatformId) => Promise<Providers>,
): Promise<OutputOf<typeof contract.query>> {
  const { palette, shade } = paletteOf(platform.theme_color)
  const appConfig: AppConfig = {
    iconUrl: iconUrlOf(platform),
    styleProperties: { theme: platform.theme_color, palette, primaryShade: { light: shade, dark: shade } },
  }
  return {
    appName: platform.app_name,
    appConfig: JSON.stringify(appConfig),
    developmentMail: server.mail.mailbox !== undefined,
    passwordMax: server.config.passwordMax,
    sys: platform.sys,
    byHost,
    logoUrl: platform.logo_id === null ? null : imagePath(platform.logo_id),
    termsUrl: platform.terms_url,
    privacyUrl: platform.privacy_url,
    supportEmail: platform.support_email,
    contactEmail: contactEmailOf(platform),
    contactText: platform.contact_text,
    providers: await providersOf(platform.id),
  }
}
