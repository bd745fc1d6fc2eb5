import type { TenantDb } from '../../../db/database.ts'
import { nameHolders } from '../../profiles/lifecycle/service.ts'
import { type DeviceName, updateDeviceNames } from '../smdp/service.ts'
import { lockNaming, type NamelessDevice, selectNameless, selectNames, updateNaming } from './name-queries.ts'
import type { Server } from './port.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Devices in a transaction, and transactions in a sweep; the rest comes in the next. */
const AT_ONCE = 500
const PARTS = 20

/**
 * Devices that were seen under a TAC that was not known get brand and model once it is, and so do the profiles that they
 * hold. Any number of processes may do it at once: one works, the others leave it alone.
 */
export async function nameDevices(server: Needs): Promise<void> {
  for (let part = 0; part < PARTS; part += 1) {
    const isMore = await server.db.systemTx((db) => nameSome(server, db))
    if (!isMore) return
  }
}

async function nameSome(server: Needs, db: TenantDb): Promise<boolean> {
  const behind = await lockNaming(db)
  if (!behind) return false
  const devices = await selectNameless(db, behind, AT_ONCE)
  const named = await namesOf(db, devices)
  if (named.length > 0) {
    // profiles before devices, as a download locks them
    await nameHolders(db, { holders: named, at: server.clock.now(), newId: server.random.uuid })
    await updateDeviceNames(db, named)
  }
  const isMore = devices.length === AT_ONCE
  await updateNaming(db, isMore ? devices.at(-1) : undefined)
  return isMore
}

async function namesOf(db: TenantDb, devices: readonly NamelessDevice[]): Promise<DeviceName[]> {
  const tacs = new Set(devices.flatMap(({ tac }) => [tac, asPrinted(tac)]))
  const names = new Map((await selectNames(db, [...tacs])).map((row) => [row.tac, row]))
  return devices.flatMap(({ enterprise_id: enterpriseId, eid, tac }) => {
    const name = names.get(tac) ?? names.get(asPrinted(tac))
    return name ? [{ enterpriseId, eid, brand: name.brand, model: name.model }] : []
  })
}

/** The other reading of a TAC: some clients send its digits as they are printed, not as the standard codes them. */
const asPrinted = (tac: string) => tac.replace(/(.)(.)/g, '$2$1')
