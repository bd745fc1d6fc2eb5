import { existsSync } from 'node:fs'
import type { Db } from '../db/database.ts'
import { StartRefusal } from '../runtime/start-refusal.ts'
import { Secret } from '../secret/secret.ts'
import { createKeyFile, type KeyFile, readKeyFile } from './key-file.ts'
import { hasOwnKeys, openOwnKey, opensOwnKey } from './own-key.ts'
import { type KeyRing, Sealer, UnsealError } from './sealer.ts'

/**
 * Reads the key file, creates it at the very first start, and checks that this database was sealed with it. With
 * another key file the server would start but could open no sealed value.
 * @throws Error with advice
 */
export async function openKeys(db: Db, { path, at }: { path: string; at: Date }): Promise<KeyFile> {
  if (!existsSync(path)) {
    if (await hasOwnKeys(db)) {
      throw new StartRefusal(
        `The key file ${path} is missing, but the database has values sealed with it. Restore it from your backup, or ` +
          `set KEK_FILE to it.`,
      )
    }
    createKeyFile(path)
  }
  const keys = readKeyFile(path)
  for (const [key, name] of KEY_PROOFS) await proveKey(db, { name, ring: keys[key], path, at })
  return keys
}

/** The rows in `sealed_key` that prove that the key file is the right one. */
const KEY_PROOFS = [
  ['card', 'proof of the card key'],
  ['service', 'proof of the service key'],
] as const satisfies readonly (readonly [keyof KeyFile, string])[]

/** Whether a database with these rows of `sealed_key` was sealed with this key file. */
export function fitsKeys(keys: KeyFile, rows: readonly { name: string; sealed: Uint8Array }[]): boolean {
  return KEY_PROOFS.every(([key, proof]) => {
    const row = rows.find(({ name }) => name === proof)
    return row === undefined || opensOwnKey(new Sealer(keys[key]), row)
  })
}

async function proveKey(db: Db, { name, ring, path, at }: { name: string; ring: KeyRing; path: string; at: Date }) {
  try {
    await openOwnKey(db, new Sealer(ring), { name, make: () => new Secret(Buffer.from(name)), at })
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    throw new StartRefusal(`${path} is not the key file that this database was sealed with (${name}).`, {
      cause: error,
    })
  }
}
