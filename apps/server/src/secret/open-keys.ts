import { existsSync } from 'node:fs'
import type { Db } from '../db/database.ts'
import { type KeyFile, makeKeyFile, readKeyFile } from './key-file.ts'
import { hasOwnKeys, openOwnKey } from './own-key.ts'
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
  await proveKey(db, { name: 'proof of the card key', ring: keys.card, path, at })
  await proveKey(db, { name: 'proof of the service key', ring: keys.service, path, at })
  return keys
}

async function proveKey(db: Db, { name, ring, path, at }: { name: string; ring: KeyRing; path: string; at: Date }) {
  try {
    await openOwnKey(db, new Sealer(ring), { name, make: () => new Secret(Buffer.from(name)), at })
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    throw new Error(`${path} is not the key file that this database was sealed with (${name}).`, { cause: error })
  }
}
