import { statfs } from 'node:fs/promises'
import { Problem } from '@simwright/contract'
import { notifyStaffOnce } from '../modules/platform/notices/service.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { BackgroundLoop } from '../work/loop.ts'

const MIB = 1024 * 1024
const CHECK_EACH_MS = 60_000

type Needs = Pick<Server, 'config' | 'db' | 'clock' | 'random' | 'log'>

/** Free space on the disk of the embedded database, in MiB; undefined for another database. */
export async function freeMiB({
  databaseUrl,
  dataDir,
}: Pick<Needs['config'], 'databaseUrl' | 'dataDir'>): Promise<number | undefined> {
  if (databaseUrl !== undefined) return undefined
  const { bavail, bsize } = await statfs(dataDir)
  return Math.floor((bavail * bsize) / MIB)
}

/** Whether less than the reserve is free; if so, notifies the staff, at most once per hour. */
async function isBelowReserve(server: Needs): Promise<boolean> {
  const free = await freeMiB(server.config)
  if (free === undefined || free >= server.config.diskReserveMb) return false
  const hour = server.clock.now().toISOString().slice(0, 13)
  const facts = { free, reserve: server.config.diskReserveMb }
  server.log.warn(facts, 'the disk is nearly full: uploads are refused')
  await notifyStaffOnce(server, { once: `DISK_SHORT ${hour}`, news: { kind: 'DISK_SHORT', facts } }).catch((err) =>
    server.log.warn({ err }, 'could not notify the staff of the full disk'),
  )
  return true
}

/** Refuses uploads, so that the reserve is left for downloads and repairs. @throws Problem `disk_short` */
export async function refuseUploadBelowReserve(server: Needs): Promise<void> {
  if (await isBelowReserve(server)) throw new Problem('disk_short')
}

/** Checks the free space, so that the staff is notified even without uploads. */
export const watchDisk = (server: Needs): BackgroundLoop => ({
  name: 'free disk space',
  everyMs: CHECK_EACH_MS,
  run: () => isBelowReserve(server),
})
