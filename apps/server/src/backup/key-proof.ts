import type { ClientBase } from 'pg'
import { parseKeyFile } from '../seal/key-file.ts'
import { fitsKeys } from '../seal/open-keys.ts'
import type { Secret } from '../secret/secret.ts'
import { BackupFault } from './fault.ts'

/**
 * Makes sure that a key file belongs to the database, because no other key file opens its sealed values.
 * @throws BackupFault if it does not
 */
export async function refuseForeignKeyFile(client: ClientBase, { text, path }: { text: Secret<string>; path: string }) {
  const { rows } = await client.query<{ name: string; sealed: Buffer }>('select name, sealed from public.sealed_key')
  if (fitsKeys(parseKeyFile(text, path), rows)) return
  throw new BackupFault(
    `${path} is not the key file that this database was sealed with. Set KEK_FILE to the right one.`,
  )
}
