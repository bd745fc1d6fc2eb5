import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { Secret } from '../secret/secret.ts'
import { openTestDatabase } from '../testing/database.ts'
import { createKeyFile, readKeyFile } from './key-file.ts'
import { openKeys } from './open-keys.ts'
import { openOwnKey } from './own-key.ts'
import { Sealer, UnsealError } from './sealer.ts'

const { db, url } = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'key-file-'))
const at = new Date('2026-01-01T00:00:00Z')
let files = 0
const fresh = () => join(folder, `kek-${files++}.json`)

afterAll(() => rmSync(folder, { recursive: true }))

/** Deletes a sealed key, as the owner of the tables; no role of the server can. */
beforeEach(async () => {
  const owner = loginClient(url, 'test')
  await owner.connect()
  await owner.query('truncate sealed_key')
  await owner.end()
})

describe('the key file', () => {
  test('is created at the first start, readable by its owner only, with two keys of 32 bytes', async () => {
    const path = join(folder, 'new-folder', 'kek.json')
    const keys = await openKeys(db, { path, at })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const [card, service] = [keys.card.get(1)!.reveal(), keys.service.get(1)!.reveal()]
    expect([card.length, service.length]).toEqual([32, 32])
    expect(Buffer.from(card).equals(service)).toBe(false)
  })

  test('is read again at the next start', async () => {
    const path = fresh()
    const first = await openKeys(db, { path, at })
    const again = await openKeys(db, { path, at })
    expect(again.card.get(1)!.reveal()).toEqual(first.card.get(1)!.reveal())
  })

  test('created by two processes at once is one file', () => {
    const path = fresh()
    createKeyFile(path)
    const text = readFileSync(path, 'utf8')
    createKeyFile(path)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('that others can read is refused', () => {
    const path = fresh()
    createKeyFile(path)
    chmodSync(path, 0o640)
    expect(() => readKeyFile(path)).toThrow('chmod 600')
  })

  test.each<[string, string]>([
    ['is not JSON', '{'],
    ['has no card key', '{"service": {"1": "AAAA"}}'],
    ['has no version', '{"card": {}, "service": {}}'],
    ['has a key version 0', `{"card": {"0": "${'A'.repeat(43)}="}, "service": {"1": "${'A'.repeat(43)}="}}`],
    ['has a key of 31 bytes', `{"card": {"1": "${'A'.repeat(42)}=="}, "service": {"1": "${'A'.repeat(43)}="}}`],
    ['has something that is not a key', `{"card": {"1": "hello!"}, "service": {"1": "${'A'.repeat(43)}="}}`],
    ['has more than the two', `{"card": {"1": "${'A'.repeat(43)}="}, "service": {"1": "${'A'.repeat(43)}="}, "x": 1}`],
  ])('that %s is refused', (_, text) => {
    const path = fresh()
    writeFileSync(path, text, { mode: 0o600 })
    expect(() => readKeyFile(path)).toThrow(path)
  })

  test('is not created again if it is lost and the database has sealed keys', async () => {
    await openKeys(db, { path: fresh(), at })
    const lost = fresh()
    await expect(openKeys(db, { path: lost, at })).rejects.toThrow('is missing')
    expect(existsSync(lost)).toBe(false)
  })

  test('of another installation is refused', async () => {
    await openKeys(db, { path: fresh(), at })
    const foreign = fresh()
    createKeyFile(foreign)
    await expect(openKeys(db, { path: foreign, at })).rejects.toThrow('is not the key file')
  })
})

describe('a key of the installation', () => {
  const sealer = new Sealer(new Map([[1, new Secret(Buffer.alloc(32, 1))]]))

  test('is generated once, even if requested concurrently', async () => {
    let made = 0
    const make = async () => {
      made += 1
      await sleep(50)
      return new Secret(Buffer.from(`key ${made}`))
    }
    const keys = await Promise.all(
      Array.from({ length: 4 }, () => openOwnKey(db, sealer, { name: 'signing', make, at })),
    )
    expect(made).toBe(1)
    expect(keys.map((key) => Buffer.from(key.reveal()).toString())).toEqual(Array(4).fill('key 1'))
  })

  test('is sealed in the database, and swapping two keys is detected', async () => {
    for (const name of ['a', 'b']) {
      await openOwnKey(db, sealer, { name, make: () => new Secret(Buffer.from(`canary ${name}`)), at })
    }
    const rows = await db.global.selectFrom('sealed_key').selectAll().orderBy('name').execute()
    expect(rows.map((row) => row.sealed.includes('canary'))).toEqual([false, false])
    await db.systemTx(async (db) => {
      await db.updateTable('sealed_key').set({ sealed: rows[1]!.sealed }).where('name', '=', 'a').execute()
      await db.updateTable('sealed_key').set({ sealed: rows[0]!.sealed }).where('name', '=', 'b').execute()
    })
    for (const name of ['a', 'b']) {
      const opening = openOwnKey(db, sealer, { name, make: () => new Secret(Buffer.from('new')), at })
      await expect(opening).rejects.toThrow(UnsealError)
    }
  })

  test('that could not be generated leaves no row', async () => {
    const failing = openOwnKey(db, sealer, { name: 'x', make: () => Promise.reject(new Error('no entropy')), at })
    await expect(failing).rejects.toThrow('no entropy')
    const later = await openOwnKey(db, sealer, { name: 'x', make: () => new Secret(Buffer.from('made')), at })
    expect(Buffer.from(later.reveal()).toString()).toBe('made')
  })
})
