import type { PlatformAppletName } from '@simwright/contract/profiles/platform-applet'
import type { Selectable } from 'kysely'
import type { PlatformId } from '../db/row-id.ts'
import type { GlobalTables } from '../db/tables.gen.ts'

export type PlatformRecord = Selectable<GlobalTables['platform']>
export type SmdpHostRecord = Selectable<GlobalTables['smdp_host']>

export type AppletHash = Pick<Selectable<GlobalTables['platform_applet']>, 'platform_id' | 'applet' | 'sha256'>

/** All platforms, cached in memory: there are few, and every call needs one. */
export type Platforms = {
  /** The default platform. */
  readonly standard: PlatformRecord
  all(): readonly PlatformRecord[]
  byId(id: string): PlatformRecord | undefined
  bySys(sys: string): PlatformRecord | undefined
  /** By the host that browsers use, with the port unless it is the scheme's default. */
  byHost(host: string): PlatformRecord | undefined
  /** The platform whose activation codes use or used this SM-DP+ host, without port. */
  smdpHost(host: string): SmdpHostRecord | undefined
  hasSmdpHosts(): boolean
  /** All SM-DP+ hosts that a platform's codes have used, oldest first. */
  smdpHostsOf(platformId: PlatformId): readonly SmdpHostRecord[]
  /** The SHA-256 of the file of an applet; undefined if the applet is present on the card. */
  appletFile(platformId: PlatformId, applet: PlatformAppletName): string | undefined
  /** Reads the platforms again, after this process has changed them. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** The platform and origin that a browser's call is addressed to. */
export type Visited = {
  readonly platform: PlatformRecord
  readonly origin: string
  /** The platform was chosen by its own host, so this origin serves no other platform. */
  readonly byHost: boolean
}
