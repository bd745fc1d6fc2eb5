import type { Selectable } from 'kysely'
import type { GlobalTables } from '../db/tables.gen.ts'

export type PlatformRecord = Selectable<GlobalTables['platform']>
export type SmdpHostRecord = Selectable<GlobalTables['smdp_host']>

/** All platforms, at hand in memory: there are few, and every call needs one. */
export type Platforms = {
  /** The one that speaks where no other is named. */
  readonly standard: PlatformRecord
  all(): readonly PlatformRecord[]
  byId(id: string): PlatformRecord | undefined
  bySys(sys: string): PlatformRecord | undefined
  /** By the host on which browsers reach it, with the port where that is not the scheme's own. */
  byHost(host: string): PlatformRecord | undefined
  /** Whose activation codes name this SM-DP+ host, or did. Without the port. */
  smdpHost(host: string): SmdpHostRecord | undefined
  hasSmdpHosts(): boolean
  /** The SM-DP+ hosts that a platform's codes have named, the first one first. */
  smdpHostsOf(platformId: string): readonly SmdpHostRecord[]
  /** Looks again, after a change of our own. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** Where a call comes in: the platform it speaks to, and the origin under which the browser knows us. */
export type Visited = {
  readonly platform: PlatformRecord
  readonly origin: string
  /** The host is the platform's own: nothing of another platform is here. */
  readonly byHost: boolean
}
