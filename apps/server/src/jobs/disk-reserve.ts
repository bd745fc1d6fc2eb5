import { statfs } from 'node:fs/promises'
import { Problem } from '@simwright/contract'
import { notifyStaffOnce } from '../modules/people/accounts/service.ts'
import type { Server } from './port.ts'

const MIB = 1024 * 1024
const LOOK_EACH_MS = 60_000

type Needs = Pick<Server, 'config' | 'db' | 'clock' | 'random' | 'log'>

/** What is free on the disk of the embedded database, in MiB; of another database it is not known. */
async function freeMiB({ databaseUrl, dataDir }: Needs['config']): Promise<number | undefined> {
  if (databaseUrl !== undefined) return undefined
  const { bavail, bsize } = await statfs(dataDir)
  return Math.floor((bavail * bsize) / MIB)
}

/** Notifies the staff, once an hour, when less than the reserve is free. @returns whether it is */
async function isBelowReserve(server: Needs): Promise<boolean> {
  const free = await freeMiB(server.config)
  if (free === undefined || free >= server.config.diskReserveMb) return false
  const hour = server.clock.now().toISOString().slice(0, 13)
  const facts = { free, reserve: server.config.diskReserveMb }
  server.log.warn(facts, 'the disk is nearly full: uploads are refused')
  await notifyStaffOnce(server, { once: `DISK_SHORT ${hour}`, news: { kind: 'DISK_SHORT', facts } }).catch((err) =>
    server.log.warn({ err }, 'the staff could not be notified of the full disk'),
  )
  return true
}

/** What is left is for downloads and for repairs. @throws Problem disk_short */
export async function refuseUploadBelowReserve(server: Needs): Promise<void> {
  if (await isBelowReserve(server)) throw new Problem('disk_short')
}

/** Looks each minute, also when nobody uploads. */
export function watchDisk(server: Needs): { stop(): Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve()
  const look = () => {
    looking = isBelowReserve(server).catch((err) => server.log.warn({ err }, 'the free space of the disk is not known'))
  }
  look()
  const timer = setInterval(look, LOOK_EACH_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
