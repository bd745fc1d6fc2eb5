import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Place, type Sealer, UnsealError } from './sealer.ts'
import type { Secret } from './secret.ts'

/** A key of the installation itself, found by its name. */
export type OwnKey = {
  name: string
  /** Makes it when there is none yet; called in one process only, however many start at once. */
  make: () => Secret | Promise<Secret>
  at: Date
}

/** The key of that name, made and sealed at its first use, and shared by all processes on the database. */
export async function openOwnKey(db: Db, sealer: Sealer, { name, make, at }: OwnKey): Promise<Secret> {
  const found = await selectSealed(db.global, name)
  if (found) return sealer.open(placeOf(name), found)
  return await db.globalTx(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sealed_key ${name}`}, 0))`.execute(db)
    const made = await selectSealed(db, name)
    if (made) return sealer.open(placeOf(name), made)
    const secret = await make()
    const sealed = sealer.seal(placeOf(name), secret)
    await db.insertInto('sealed_key').values({ name, sealed, created_at: at }).execute()
    return secret
  })
}

/** Whether a key ring is the one that the key of that name was sealed with. */
export function opensOwnKey(sealer: Sealer, { name, sealed }: { name: string; sealed: Uint8Array }): boolean {
  try {
    sealer.open(placeOf(name), sealed)
    return true
  } catch (error) {
    if (error instanceof UnsealError) return false
    throw error
  }
}

/** Whether keys have been sealed here before: then a key file made anew cannot be the right one. */
export async function hasOwnKeys(db: Db): Promise<boolean> {
  return (await db.global.selectFrom('sealed_key').select('name').limit(1).executeTakeFirst()) !== undefined
}

async function selectSealed(db: Db['global'], name: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('sealed_key').select('sealed').where('name', '=', name).executeTakeFirst()
  return row?.sealed
}

const placeOf = (name: string): Place => ({ enterpriseId: null, table: 'sealed_key', row: name, field: 'sealed' })
