import { existsSync } from 'node:fs'
import type { Db } from '../db/database.ts'
import { type KeyFile, makeKeyFile, readKeyFile } from './key-file.ts'
import { hasOwnKeys, openOwnKey, opensOwnKey } from './own-key.ts'
import { type KeyRing, Sealer, UnsealError } from './sealer.ts'
import { Secret } from './secret.ts'

/**
 * Opens the key file, making it at the very first start, and makes sure that it is the one this database was sealed with:
 * with another one, everything would start and nothing could be opened.
 * @throws Error that says what to do.
 */
export async function openKeys(db: Db, { path, at }: { path: string; at: Date }): Promise<KeyFile> {
  if (!existsSync(path)) {
    if (await hasOwnKeys(db)) {
      throw new Error(
        `The key file ${path} is missing, but the database holds what was sealed with it. Bring it back from your ` +
          `backup, or name it by KEK_FILE.`,
      )
    }
    makeKeyFile(path)
  }
  const keys = readKeyFile(path)
  for (const [key, name] of KEY_PROOFS) await proveKey(db, { name, ring: keys[key], path, at })
  return keys
}

/** Names of the rows in `sealed_key` that only the right key file opens. */
const KEY_PROOFS = [
  ['card', 'proof of the card key'],
  ['service', 'proof of the service key'],
] as const satisfies readonly (readonly [keyof KeyFile, string])[]

/** Whether a database with these rows of `sealed_key` was sealed with that key file. */
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
    throw new Error(`${path} is not the key file that this database was sealed with (${name}).`, { cause: error })
  }
}
