import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { closeAtEnd } from '../testing/close.ts'
import { openTestDatabase } from '../testing/database.ts'
import { withClient } from './client.ts'
import { runBackup } from './run-backup.ts'

test('a complete backup is recorded with its time and size, for the dashboard of the staff', async () => {
  const { url } = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'simwright-run-backup-'))
  closeAtEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DATABASE_URL: url.reveal(), DATA_DIR: folder })
  const command = { path: join(folder, 'x.backup'), withKeyFile: false, passphraseFile: undefined }
  const { takenAt, bytes } = await runBackup({ config, command: command, signal: new AbortController().signal })
  const { rows } = await withClient(url, 'test', (client) => client.query('select taken_at, bytes from backup_run'))
  expect(rows.map((row) => [new Date(row.taken_at).toISOString(), Number(row.bytes)])).toEqual([
    [new Date(takenAt).toISOString(), bytes],
  ])
})
