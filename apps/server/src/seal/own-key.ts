import type { Db } from '../db/database.ts'
import { lockName } from '../db/transaction.ts'
import type { Secret } from '../secret/secret.ts'
import { type SealContext, type Sealer, UnsealError } from './sealer.ts'

/** A named key of the installation. */
export type OwnKey = {
  name: string
  /** Generates the key if it does not exist. Called in one process only, even if several start at once. */
  make: () => Secret | Promise<Secret>
  at: Date
}

/** Opens a named key. It is generated and sealed at its first use, and shared by all processes on the database. */
export async function openOwnKey(db: Db, sealer: Sealer, { name, make, at }: OwnKey): Promise<Secret> {
  const found = await selectSealed(db.global, name)
  if (found) return sealer.open(contextOf(name), found)
  return await db.globalTx(async (db) => {
    await lockName(db, `sealed_key ${name}`)
    const made = await selectSealed(db, name)
    if (made) return sealer.open(contextOf(name), made)
    const secret = await make()
    const sealed = sealer.seal(contextOf(name), secret)
    await db.insertInto('sealed_key').values({ name, sealed, created_at: at }).execute()
    return secret
  })
}

/** Whether the sealer's key ring opens the named key. */
export function opensOwnKey(sealer: Sealer, { name, sealed }: { name: string; sealed: Uint8Array }): boolean {
  try {
    sealer.open(contextOf(name), sealed)
    return true
  } catch (error) {
    if (error instanceof UnsealError) return false
    throw error
  }
}

/** Whether the database has sealed keys. If so, a newly created key file cannot be the right one. */
export async function hasOwnKeys(db: Db): Promise<boolean> {
  return (await db.global.selectFrom('sealed_key').select('name').limit(1).executeTakeFirst()) !== undefined
}

async function selectSealed(db: Db['global'], name: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('sealed_key').select('sealed').where('name', '=', name).executeTakeFirst()
  return row?.sealed
}

const contextOf = (name: string): SealContext => ({
  enterpriseId: null,
  table: 'sealed_key',
  row: name,
  field: 'sealed',
})
