import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Invalid arguments; the message is shown with the usage. */
export class UsageFault extends Error {
  override name = 'UsageFault'
}

export const backupUsage = `npm run backup -- FILE [--with-key-file] [--passphrase-file FILE]

  Writes the database to FILE, even while the portal runs. Only your user can read the file.
  --with-key-file          also stores the key file (KEK_FILE) in FILE, sealed with a passphrase that you type
  --passphrase-file FILE   reads the passphrase from the first line of FILE instead; - is the standard input`

export const restoreUsage = `npm run restore -- FILE [--without-key-file] [--passphrase-file FILE]

  Restores a backup into an empty database: a new DATA_DIR, or an empty database of DATABASE_URL.
  A key file in the backup is written to KEK_FILE; you are asked for its passphrase.
  --without-key-file       does not restore the key file; copy your own to KEK_FILE
  --passphrase-file FILE   reads the passphrase from the first line of FILE instead; - is the standard input`

export type BackupCommand = { path: string; withKeyFile: boolean; passphraseFile: string | undefined }

/** @throws UsageFault */
export function backupCommand(words: readonly string[]): BackupCommand {
  const { path, flag, passphraseFile } = parse(words, 'with-key-file')
  if (passphraseFile !== undefined && !flag) throw new UsageFault('--passphrase-file is only for --with-key-file')
  return { path, withKeyFile: flag, passphraseFile }
}

export type RestoreCommand = { path: string; withoutKeyFile: boolean; passphraseFile: string | undefined }

/** @throws UsageFault */
export function restoreCommand(words: readonly string[]): RestoreCommand {
  const { path, flag, passphraseFile } = parse(words, 'without-key-file')
  if (passphraseFile !== undefined && flag) throw new UsageFault('--without-key-file needs no passphrase')
  return { path, withoutKeyFile: flag, passphraseFile }
}

function parse(words: readonly string[], flag: string) {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { [flag]: { type: 'boolean' }, 'passphrase-file': { type: 'string' } },
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw new UsageFault('one FILE is expected')
    const passphraseFile = values['passphrase-file'] as string | undefined
    return { path: resolve(file), flag: values[flag] === true, passphraseFile }
  } catch (error) {
    throw error instanceof UsageFault ? error : new UsageFault((error as Error).message)
  }
}
