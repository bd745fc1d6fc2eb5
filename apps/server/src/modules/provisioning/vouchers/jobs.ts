import type { VouchersServer as Server } from '../../../port/module.ts'
import { forgetAddresses } from './queries.ts'

/** Deletes the addresses from which vouchers were redeemed before this time. @returns how many */
export async function dropOldAddresses(server: Pick<Server, 'db'>, before: Date): Promise<number> {
  return await server.db.systemTx((db) => forgetAddresses(db, before))
}
