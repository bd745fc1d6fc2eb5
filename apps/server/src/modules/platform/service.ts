import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform'
import type { AppConfig } from '@simwright/contract/platform'
import type * as contractOfStaff from '@simwright/contract/platforms'
import type { Db } from '../../db/database.ts'
import type { Server } from '../../server.ts'
import { paletteOf } from './palette.ts'
import { insertPlatform, type PlatformRecord, selectPlatform, selectPlatformById, selectPlatforms } from './queries.ts'

/** The platform that every installation has: it speaks where no other is named. */
export const DEFAULT_SYS = 'simwright'

const DEFAULT_PLATFORM = {
  sys: DEFAULT_SYS,
  app_name: 'Simwright',
  icon_url: '/icon.svg',
  theme_color: '#4453d6',
} as const

/** At each start; several processes may do it at once. */
export async function makeDefaultPlatform({
  db,
  random,
  clock,
}: Pick<Server, 'db' | 'random' | 'clock'>): Promise<void> {
  await insertPlatform(db.global, { id: random.uuid(), ...DEFAULT_PLATFORM, created_at: clock.now() })
}

/** The named platform, or the default one for a name that is not known. */
export async function findPlatform(db: Db['global'], sys: string | undefined): Promise<PlatformRecord> {
  const named = sys === undefined ? undefined : await selectPlatform(db, sys)
  const found = named ?? (await selectPlatform(db, DEFAULT_SYS))
  if (found === undefined) throw new Problem('unavailable')
  return found
}

/** A platform that something belongs to. */
export async function findPlatformById(db: Db['global'], id: string): Promise<PlatformRecord> {
  const found = await selectPlatformById(db, id)
  if (found === undefined) throw new Problem('unavailable')
  return found
}

/** For platform staff. There are few: each is a brand. */
export async function listPlatforms(server: Server): Promise<OutputOf<typeof contractOfStaff.list>> {
  const found = await selectPlatforms(server.db.global)
  const items = found.map(({ id, sys, app_name, icon_url, theme_color, created_at }) => ({
    id,
    sys,
    appName: app_name,
    iconUrl: icon_url,
    themeColor: theme_color,
    createdAt: created_at.toISOString(),
  }))
  return { items }
}

type Providers = OutputOf<typeof contract.query>['providers']

/** `providersOf` answers which ways to sign in a platform offers. */
export async function queryPlatform(
  server: Server,
  sys: string | undefined,
  providersOf: (platformId: string) => Promise<Providers>,
): Promise<OutputOf<typeof contract.query>> {
  const platform = await findPlatform(server.db.global, sys)
  const { app_name, icon_url, theme_color } = platform
  const { shades, base } = paletteOf(theme_color)
  const appConfig: AppConfig = {
    iconUrl: icon_url,
    styleProperties: { theme: theme_color, palette: shades, primaryShade: { light: base, dark: base } },
  }
  return {
    appName: app_name,
    appConfig: JSON.stringify(appConfig),
    developmentMail: server.mail.mailbox !== undefined,
    passwordMax: server.config.passwordMax,
    sys: platform.sys,
    providers: await providersOf(platform.id),
  }
}
