import type { SystemDb } from '../../../db/database.ts'
import type { TacServer as Server } from '../../../port/module.ts'
import { fillDeviceNames } from '../../profiles/lifecycle/service.ts'
import { type DeviceName, updateDeviceNames } from '../smdp/service.ts'

export { namingDue } from './name-queries.ts'

import { lockNaming, type NamelessDevice, selectNameless, selectNames, updateNaming } from './name-queries.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Devices per transaction, and transactions per sweep; the next sweep continues. */
const DEVICES_PER_TX = 500
const TXS_PER_SWEEP = 20

/**
 * Sets brand and model of devices, and of the profiles on them, whose TAC was unknown when they were seen and is known
 * now. Safe to run in several processes at once: one works, the others skip.
 */
export async function nameDevices(server: Needs): Promise<void> {
  for (let tx = 0; tx < TXS_PER_SWEEP; tx += 1) {
    const isMore = await server.db.systemTx((db) => nameSome(server, db))
    if (!isMore) return
  }
}

async function nameSome(server: Needs, db: SystemDb): Promise<boolean> {
  const cursor = await lockNaming(db)
  if (!cursor) return false
  const devices = await selectNameless(db, cursor, DEVICES_PER_TX)
  const named = await namesOf(db, devices)
  if (named.length > 0) {
    // profiles before devices: the lock order of a download
    await fillDeviceNames(db, { holders: named, at: server.clock.now(), newId: server.random.uuid })
    await updateDeviceNames(db, named)
  }
  const isMore = devices.length === DEVICES_PER_TX
  await updateNaming(db, isMore ? devices.at(-1) : undefined)
  return isMore
}

async function namesOf(db: SystemDb, devices: readonly NamelessDevice[]): Promise<DeviceName[]> {
  const tacs = new Set(devices.flatMap(({ tac }) => [tac, swapNibbles(tac)]))
  const names = new Map((await selectNames(db, [...tacs])).map((row) => [row.tac, row]))
  return devices.flatMap(({ enterprise_id: enterpriseId, eid, tac }) => {
    const name = names.get(tac) ?? names.get(swapNibbles(tac))
    return name ? [{ enterpriseId, eid, brand: name.brand, model: name.model }] : []
  })
}

/**
 * The TAC with the digits of each byte swapped: some clients send plain BCD instead of the swapped nibbles of the
 * standard.
 */
const swapNibbles = (tac: string) => tac.replace(/(.)(.)/g, '$2$1')
