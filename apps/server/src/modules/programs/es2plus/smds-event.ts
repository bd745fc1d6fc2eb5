import type { TenantDb } from '../../../db/database.ts'
import type { Es2plusServer as Server } from '../../../port/module.ts'
import type { LockedProfile } from '../../profiles/lifecycle/service.ts'
import { insertEvent } from '../../provisioning/smds/service.ts'
import { Es2plusRefusal } from './refusal.ts'

/** @throws Es2plusRefusal for an SM-DS other than our own */
export function checkSmds({ smds }: Pick<Server, 'smds'>, address: string): void {
  if (address.toLowerCase() !== smds.address.toLowerCase()) throw new Es2plusRefusal('smdsInaccessible')
}

type Released = { row: LockedProfile; host: string; at: Date }

/** Registers the event of a released order, if the operator named an SM-DS. @throws Es2plusRefusal */
export async function registerEvent(db: TenantDb, { row, host, at }: Released): Promise<void> {
  const { smds_address: smds, order_eid: eid, matching_id: eventId, device_trust: trust } = row
  if (smds === null || eid === null) return
  const event = { eid, eventId, owner: '', rspServerAddress: host, trust, at }
  if (!(await insertEvent(db, event))) throw new Es2plusRefusal('smdsFailed')
}
