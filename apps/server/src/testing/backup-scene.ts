import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { withClient } from '../backup/client.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Secret } from '../secret/secret.ts'
import { closeAtEnd } from './close.ts'
import { cloneDatabase, dropDatabase } from './postgres.ts'

/** A temporary folder for backups, and empty databases to restore into; both are removed after the file's last test. */
export function backupScene() {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-backup-'))
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  const newPath = () => join(folder, `${files++}.backup`)
  return {
    folder,
    newPath,
    async backUp(url: Secret<string>, sealedKeyFile?: Buffer): Promise<string> {
      const path = newPath()
      await withClient(url, 'backup', (client) => writeBackup({ client, path, sealedKeyFile }))
      return path
    },
    async emptyDatabase(): Promise<Secret<string>> {
      const { url, urls } = inject('postgres')
      const name = `simwright_test_${randomBytes(8).toString('hex')}`
      const { owner } = await cloneDatabase({ url, urls, template: 'template0' }, name)
      closeAtEnd(() => dropDatabase(url, name))
      return owner
    },
  }
}
