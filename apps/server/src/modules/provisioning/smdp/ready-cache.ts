import type { SmdpServer as Server } from '../../../port/module.ts'
import { areCurrent, type PlatformFiles } from '../../profiles/applets/service.ts'
import type { ReadyConfiguration } from './package.ts'

/** A compiled configuration version, and the platform's applet files in it; undefined if it has no such applets. */
type ReadyEntry = { readonly ready: ReadyConfiguration; readonly files: PlatformFiles | undefined }

/** Compiled configuration versions of this process. Versions and files never change. */
export type ReadyCache = {
  /** The cached version, unless staff have replaced a file in it. Needs no query. */
  find(
    key: string,
    server: { readonly platforms: Pick<Server['platforms'], 'appletFile'> },
  ): ReadyConfiguration | undefined
  add(key: string, entry: ReadyEntry): void
}

/** Packages have a few kilobytes, but applet files make more than 1 MiB possible. */
const LIMITS = { entries: 500, bytes: 64 * 1024 * 1024 }

/** Drops the oldest versions beyond the limits, but never the newest one. */
export function openReadyCache(limits = LIMITS): ReadyCache {
  const entries = new Map<string, ReadyEntry>()
  let bytes = 0
  const drop = (key: string) => {
    const entry = entries.get(key)
    entries.delete(key)
    bytes -= entry ? bytesOf(entry) : 0
  }
  return {
    find(key, server) {
      const entry = entries.get(key)
      const isCurrent = entry?.files === undefined || areCurrent(server, entry.files)
      return isCurrent ? entry?.ready : undefined
    },
    add(key, entry) {
      drop(key)
      entries.set(key, entry)
      bytes += bytesOf(entry)
      for (const oldest of entries.keys()) {
        if (oldest === key || (entries.size <= limits.entries && bytes <= limits.bytes)) return
        drop(oldest)
      }
    },
  }
}

const bytesOf = ({ ready: { packages } }: ReadyEntry) =>
  packages.kind === 'built' ? packages.compiled.template.length : 0
