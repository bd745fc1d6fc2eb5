import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginClient } from '../db/connection.ts'
import type { Secret } from '../secret/secret.ts'
import { seededOwner } from '../seed/portal.ts'
import { backupScene } from '../testing/backup-scene.ts'
import { testServer } from '../testing/server.ts'
import { ArchiveWriter, readArchive } from './archive.ts'
import { selectContents, selectUncovered } from './catalog.ts'
import { withClient } from './client.ts'
import { BackupFault } from './fault.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { openBackup, restoreBackup } from './restore-backup.ts'
import { MANIFEST_ENTRY, writeBackup } from './write-backup.ts'

const PROFILES = 60

const t = await testServer({ isOwn: true })
const { newPath, backUp, emptyDatabase } = backupScene()
const { databaseUrl } = t.server
let path = ''
/** The database into which the backup was restored. */
let restored: Secret<string>

beforeAll(async () => {
  await seededOwner(t.server, { count: PROFILES, smallAccounts: 1 })
  await t.enterprise('Harbour')
  path = await backUp(databaseUrl)
  restored = await emptyDatabase()
  await restore(path, restored)
})

async function restore(from: string, url: Secret<string>): Promise<void> {
  const backup = await openBackup(from)
  await withClient(url, 'restore', (client) => restoreBackup({ backup, client }))
}

/** The backup with changed entries and a valid digest. */
async function rewritten(change: (manifest: Manifest) => object): Promise<string> {
  const to = newPath()
  const file = await open(to, 'wx')
  const archive = new ArchiveWriter(file)
  for await (const { name, content } of readArchive(path)) {
    const isManifest = name === MANIFEST_ENTRY
    await archive.add(name, isManifest ? Buffer.from(JSON.stringify(change(parseManifest(content)))) : content)
  }
  await archive.end()
  await file.close()
  return to
}

describe('a backup', () => {
  test('restored and backed up again has the same rows in every table', async () => {
    const { manifest } = await openBackup(path)
    const again = await openBackup(await backUp(restored))
    expect(again.manifest.tables).toEqual(manifest.tables)
    expect(again.manifest.migrations).toEqual(manifest.migrations)
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
    expect(rows.profile).toBeGreaterThanOrEqual(PROFILES)
    expect(rows.sealed_key).toBeGreaterThan(2)
  })

  test('restored has foreign keys, triggers, policies and privileges', async () => {
    const guards = (of: Secret<string>) =>
      withClient(of, 'test', async (client) => {
        const { rows } = await client.query(`
          select 'constraint' as kind, conrelid::regclass::text as on, conname::text as name,
                 pg_get_constraintdef(oid) || convalidated as text from pg_constraint where connamespace = 'public'::regnamespace
          union all
          select 'trigger', tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
          union all
          select 'table', oid::regclass::text, relacl::text, (relrowsecurity, relforcerowsecurity)::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          union all
          select 'index', oid::regclass::text, '', pg_get_indexdef(oid) from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')
          order by 1, 2, 3`)
        return rows
      })
    expect(await guards(restored)).toEqual(await guards(databaseUrl))
  })

  test('covers everything with rows: there is no sequence or view', async () => {
    expect(await withClient(databaseUrl, 'test', selectUncovered)).toEqual([])
  })

  test('excludes the table that /readyz truncates: reading it would block /readyz until the backup ends', async () => {
    const { manifest } = await openBackup(path)
    const names = manifest.tables.map(({ name }) => name)
    expect(names).not.toContain('write_probe')
    const all = await withClient(databaseUrl, 'test', (client) =>
      client.query(`select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`),
    )
    expect([...names, 'write_probe'].sort()).toEqual(all.rows.map(({ relname }) => relname).sort())
  })

  test('is a snapshot: rows committed while it runs are not in it', async () => {
    const late = newPath()
    await withClient(databaseUrl, 'backup', async (client) => {
      const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
      // another connection adds a row right after the snapshot is taken
      client.query = ((...all: unknown[]) => {
        const answered = query(...all)
        if (all[0] !== 'set local role simwright_system') return answered
        return answered.then(() => t.enterprise('Too late'))
      }) as typeof client.query
      await writeBackup({ client, path: late })
    })
    const url = await emptyDatabase()
    await restore(late, url)
    const names = await withClient(url, 'test', async (client) => {
      await client.query('set role simwright_system')
      return (await client.query('select name from enterprise')).rows.map((row) => row.name)
    })
    expect(names).toContain('Harbour')
    expect(names).not.toContain('Too late')
  })

  test('is readable only by its owner and never replaces a file', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const before = readFileSync(path)
    await expect(withClient(databaseUrl, 'backup', (client) => writeBackup({ client, path }))).rejects.toThrow(
      'already exists',
    )
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('that is interrupted leaves no file', async () => {
    const aborted = newPath()
    const stop = new AbortController()
    const working = withClient(databaseUrl, 'backup', (client) => {
      setImmediate(() => stop.abort())
      return writeBackup({ client, path: aborted, signal: stop.signal })
    })
    await expect(working).rejects.toThrow('aborted')
    expect(readdirSync(join(aborted, '..')).filter((name) => aborted.endsWith(name.slice(0, 8)))).toEqual([])
  })

  test('into a missing folder is refused', async () => {
    const nowhere = join(newPath(), 'x.backup')
    await expect(withClient(databaseUrl, 'backup', (client) => writeBackup({ client, path: nowhere }))).rejects.toThrow(
      /x\.backup can't be written \(ENOENT\)/,
    )
  })

  test('of an empty database is refused', async () => {
    const url = await emptyDatabase()
    await expect(backUp(url)).rejects.toThrow('there is nothing to back up')
  })
})

describe('a restore refuses', () => {
  test('a file truncated anywhere', async () => {
    const { size } = statSync(path)
    for (const length of [0, 1, 511, 512, 2047, 2048, Math.floor(size / 2), size - 2048, size - 513, size - 1]) {
      const cut = newPath()
      copyFileSync(path, cut)
      truncateSync(cut, length)
      await expect(openBackup(cut)).rejects.toThrow(/is not a complete backup/)
    }
  })

  test('a file with one changed byte anywhere', async () => {
    const bytes = readFileSync(path)
    const step = Math.floor(bytes.length / 25)
    const inTheTail = [2048, 2000, 1536, 1500, 1024, 1, 600].map((back) => bytes.length - back)
    const positions = [...Array.from({ length: 25 }, (_, index) => index * step), ...inTheTail]
    const changed = newPath()
    for (const position of positions) {
      const copy = Buffer.from(bytes)
      copy[position]! ^= 0x01
      writeFileSync(changed, copy)
      await expect(openBackup(changed), `byte ${position}`).rejects.toThrow(BackupFault)
    }
  })

  test('a backup with newer migrations, with advice', async () => {
    const newer = await rewritten((manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, '9999_tomorrow'],
    }))
    await expect(openBackup(newer)).rejects.toThrow(/made by a newer Simwright .*9999_tomorrow/)
  })

  test('a backup in a newer format', async () => {
    const newer = await rewritten((manifest) => ({ ...manifest, format: 2, more: true }))
    await expect(openBackup(newer)).rejects.toThrow(/has format 2, which a newer Simwright writes/)
  })

  test('a database that is not empty, without changing it', async () => {
    await expect(restore(path, databaseUrl)).rejects.toThrow(/The database is not empty: it holds \d+ tables/)
    const url = await emptyDatabase()
    await withClient(url, 'test', (client) => client.query('create table mine (x int)'))
    await expect(restore(path, url)).rejects.toThrow('holds 1 tables, among them public.mine')
  })

  test('rows that do not match the manifest, leaving the database empty', async () => {
    const url = await emptyDatabase()
    const wrongCount = await rewritten((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === 'profile' ? { ...table, rows: table.rows + 1 } : table)),
    }))
    await expect(restore(wrongCount, url)).rejects.toThrow('The rows of profile do not match')
    const otherTable = await rewritten(({ tables, ...manifest }) => ({ ...manifest, tables: tables.slice(1) }))
    await expect(restore(otherTable, url)).rejects.toThrow('not those of its migrations')
    const client = loginClient(url, 'test')
    await client.connect()
    expect(await selectContents(client)).toEqual([])
    await client.end()
  })

  test('a missing file, and one that is not a backup', async () => {
    await expect(openBackup('/nowhere/x')).rejects.toThrow('The file /nowhere/x does not exist')
    const folder = newPath()
    mkdirSync(folder)
    await expect(openBackup(folder)).rejects.toThrow('is not a file')
    const text = newPath()
    writeFileSync(text, 'x'.repeat(10_000))
    await expect(openBackup(text)).rejects.toThrow('is not a complete backup')
  })
})
