import { type Client, DatabaseError } from 'pg'
import type { Config } from '../config.ts'
import { type ReachedDatabase, reachDatabase } from '../db/reach.ts'
import { readKeyFileText } from '../seal/key-file.ts'
import { Secret } from '../secret/secret.ts'
import { withClient } from './client.ts'
import type { BackupCommand } from './command-line.ts'
import { refuseForeignKeyFile } from './key-proof.ts'
import { readPassphrase } from './passphrase.ts'
import { checkPassphrase, sealKeyFile } from './sealed-key-file.ts'
import { type BackupSummary, writeBackup } from './write-backup.ts'

type Options = { config: Config; command: BackupCommand; signal: AbortSignal }

/**
 * Backs up the configured database, even while it is in use.
 * @throws BackupFault
 */
export async function runBackup({ config, command, signal }: Options): Promise<BackupSummary> {
  const { path, withKeyFile, passphraseFile } = command
  const passphrase = withKeyFile ? await readPassphrase({ file: passphraseFile, use: 'new' }) : undefined
  if (passphrase) checkPassphrase(passphrase)
  const database = await reachDatabase(config)
  try {
    const sealedKeyFile = passphrase && (await sealKeyFileOf(database, { path: config.kekFile, passphrase }))
    return await withClient(database.url, 'backup', async (client) => {
      const summary = await writeBackup({ client, path, sealedKeyFile, signal })
      await recordRun(client, summary)
      return summary
    })
  } finally {
    await database.close()
  }
}

/** Records a complete backup for the dashboard of the staff. A read-only replica, and a database before its migration, cannot. */
async function recordRun(client: Client, { takenAt, bytes }: BackupSummary): Promise<void> {
  try {
    await client.query('insert into backup_run (taken_at, bytes) values ($1, $2) on conflict do nothing', [
      takenAt,
      bytes,
    ])
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
  }
}

async function sealKeyFileOf(
  database: ReachedDatabase,
  { path, passphrase }: { path: string; passphrase: Secret<string> },
) {
  const text = readKeyFileText(path)
  await withClient(database.url, 'backup', (client) => refuseForeignKeyFile(client, { text, path }))
  return await sealKeyFile(new Secret(Buffer.from(text.reveal())), passphrase)
}
