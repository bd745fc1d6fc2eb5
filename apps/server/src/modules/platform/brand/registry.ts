import type { AppletHash, PlatformRecord, Platforms, SmdpHostRecord } from '../../../port/platforms.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { type LoopNeeds, loop } from '../../../work/loop.ts'
import { insertDefaultPlatform, selectPlatforms, selectSmdpHosts } from './queries.ts'

/** The short name of the default platform, which every installation has. */
export const DEFAULT_SYS = 'simwright'

export const DEFAULT_ICON = '/icon.svg'

const DEFAULT_PLATFORM = {
  sys: DEFAULT_SYS,
  app_name: 'Simwright',
  icon_url: DEFAULT_ICON,
  theme_color: '#4453d6',
  mail_texts: '{}',
} as const

/** Other processes notify of changes. A process also reads this often, in case it missed a notification. */
const READ_EACH_MS = 30_000

type Opened = Runtime & LoopNeeds & { readApplets: (db: Runtime['db']['global']) => Promise<AppletHash[]> }

/** Inserts the default platform if it is missing; several processes may do it at once. */
export async function openPlatforms({ db, random, clock, log, metrics, readApplets }: Opened): Promise<Platforms> {
  const at = clock.now()
  await insertDefaultPlatform(db.global, { id: random.uuid(), ...DEFAULT_PLATFORM, created_at: at, updated_at: at })
  let platforms: readonly PlatformRecord[] = []
  let hosts: readonly SmdpHostRecord[] = []
  let applets: readonly AppletHash[] = []
  let started = 0
  let current = 0
  // reads may overlap: a result is out of date if that of a later read is already in use
  const reload = async () => {
    started += 1
    const own = started
    const read = await Promise.all([selectPlatforms(db.global), selectSmdpHosts(db.global), readApplets(db.global)])
    if (own < current) return
    current = own
    ;[platforms, hosts, applets] = read
  }
  await reload()
  const reading = loop(
    { name: 'platforms', everyMs: READ_EACH_MS, firstMs: READ_EACH_MS, run: reload },
    { log, metrics },
  )
  const unlisten = await db.listen('platform_changed', () => reading.wake())
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
    appletFile: (platformId, applet) =>
      applets.find((file) => file.platform_id === platformId && file.applet === applet)?.sha256,
    reload,
    close: async () => {
      await Promise.all([reading.stop(), unlisten()])
    },
  }
}
