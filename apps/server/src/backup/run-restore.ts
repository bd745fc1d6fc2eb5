import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { migrateWithin, migrationNames } from '../db/migrate.ts'
import { onConnection } from '../db/on-connection.ts'
import { openExclusively } from '../db/reach.ts'
import { recordRestore } from '../modules/platform/restores/service.ts'
import { systemRandom } from '../runtime/random.ts'
import { readKeyFileText, writeKeyFile } from '../seal/key-file.ts'
import { Secret } from '../secret/secret.ts'
import { withClient } from './client.ts'
import type { RestoreCommand } from './command-line.ts'
import { BackupFault } from './fault.ts'
import { refuseForeignKeyFile } from './key-proof.ts'
import type { Manifest } from './manifest.ts'
import { readPassphrase } from './passphrase.ts'
import { type OpenedBackup, openBackup, restoreBackup } from './restore-backup.ts'
import { openKeyFile } from './sealed-key-file.ts'

type Options = { config: Config; command: RestoreCommand; signal: AbortSignal }

export type RestoreSummary = {
  manifest: Manifest
  /** If `missing`, the portal does not start until the key file is at KEK_FILE. */
  keyFile: 'written' | 'present' | 'missing'
}

/**
 * Restores a backup into the configured database, which must be empty, and its key file, if it has one, to KEK_FILE. Migrates
 * it to this version, and records the restore, so that the portal holds what it would send twice.
 * @throws BackupFault; the database is still empty then
 */
export async function runRestore({ config, command, signal }: Options): Promise<RestoreSummary> {
  const backup = await openBackup(command.path)
  const path = config.kekFile
  const fromBackup = await keyFileOf(backup, command)
  const present = existsSync(path) ? readKeyFileText(path) : undefined
  if (present && fromBackup && present.reveal() !== fromBackup.reveal()) {
    throw new BackupFault(
      `${path} exists and is not the key file in the backup: move it away, or use --without-key-file.`,
    )
  }
  const database = await openExclusively(config)
  try {
    await withClient(database.url, 'restore', (client) =>
      restoreBackup({
        backup,
        client,
        signal,
        beforeCommit: async (client) => {
          const text = present ?? fromBackup
          if (text) await refuseForeignKeyFile(client, { text, path: present ? path : 'The key file in the backup' })
          await migrateWithin(client, await migrationNames())
          await recordRestore(onConnection(client), {
            id: systemRandom.uuid(),
            rowsOf: new Date(backup.manifest.takenAt),
            at: new Date(),
          })
          if (fromBackup && !present && !writeKeyFile(path, fromBackup)) throw new BackupFault(`${path} appeared.`)
        },
      }),
    )
  } finally {
    await database.close()
  }
  return { manifest: backup.manifest, keyFile: present ? 'present' : fromBackup ? 'written' : 'missing' }
}

async function keyFileOf(
  { sealedKeyFile }: OpenedBackup,
  { withoutKeyFile, passphraseFile }: RestoreCommand,
): Promise<Secret<string> | undefined> {
  if (sealedKeyFile === undefined) {
    if (passphraseFile === undefined) return undefined
    throw new BackupFault('The backup has no key file: omit --passphrase-file.')
  }
  if (withoutKeyFile) return undefined
  const passphrase = await readPassphrase({ file: passphraseFile, use: 'existing' })
  const content = await openKeyFile(sealedKeyFile, passphrase)
  return new Secret(Buffer.from(content.reveal()).toString('utf8'))
}
