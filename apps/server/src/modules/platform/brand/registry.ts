import type { PlatformRecord, Platforms, SmdpHostRecord } from '../../../port/platforms.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { insertDefaultPlatform, selectPlatforms, selectSmdpHosts } from './queries.ts'

/** The platform that every installation has. It is the default where no other is named. */
export const DEFAULT_SYS = 'simwright'

export const DEFAULT_ICON = '/icon.svg'

const DEFAULT_PLATFORM = {
  sys: DEFAULT_SYS,
  app_name: 'Simwright',
  icon_url: DEFAULT_ICON,
  theme_color: '#4453d6',
  mail_texts: '{}',
} as const

/** Other processes notify of changes; this is how often a process looks by itself, in case it missed one. */
const LOOK_EVERY_MS = 5_000

/** Inserts the default platform if it is missing; several processes may do it at once. */
export async function openPlatforms({ db, random, clock, log }: Runtime): Promise<Platforms> {
  const at = clock.now()
  await insertDefaultPlatform(db.global, { id: random.uuid(), ...DEFAULT_PLATFORM, created_at: at, updated_at: at })
  let platforms: readonly PlatformRecord[] = []
  let hosts: readonly SmdpHostRecord[] = []
  let begun = 0
  let shown = 0
  // reads may overlap: the result of one that began before a result already taken is out of date
  const reload = async () => {
    begun += 1
    const own = begun
    const read = await Promise.all([selectPlatforms(db.global), selectSmdpHosts(db.global)])
    if (own < shown) return
    shown = own
    ;[platforms, hosts] = read
  }
  const look = () => void reload().catch((err: unknown) => log.warn({ err }, 'the platforms could not be read again'))
  await reload()
  const unlisten = await db.listen('platform_changed', look)
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    get standard() {
      return platforms.find(({ sys }) => sys === DEFAULT_SYS)!
    },
    all: () => platforms,
    byId: (id) => platforms.find((platform) => platform.id === id),
    bySys: (sys) => platforms.find((platform) => platform.sys === sys),
    byHost: (host) => platforms.find((platform) => platform.host !== null && platform.host === host.toLowerCase()),
    smdpHost: (host) => hosts.find((known) => known.host === host.toLowerCase()),
    hasSmdpHosts: () => hosts.length > 0,
    smdpHostsOf: (platformId) => hosts.filter((known) => known.platform_id === platformId),
    reload,
    close: async () => {
      clearInterval(timer)
      await unlisten()
    },
  }
}
