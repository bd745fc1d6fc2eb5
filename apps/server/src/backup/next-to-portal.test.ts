import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, startServer, withServer } from '../testing/killed-server.ts'
import { programPath } from '../testing/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'simwright-beside-'))
const dataDir = join(folder, 'data')
const restoredDir = join(folder, 'restored')
const file = join(folder, 'x.backup')
const passphraseFile = join(folder, 'passphrase')
const wrongFile = join(folder, 'wrong')
let portal: Running

beforeAll(async () => {
  writeFileSync(passphraseFile, 'correct horse battery\n', { mode: 0o600 })
  writeFileSync(wrongFile, 'wrong horse battery\n', { mode: 0o600 })
  portal = await startServer({ DATA_DIR: dataDir }, { token: '', binding: '' })
})

afterAll(async () => {
  portal.child.kill('SIGTERM')
  await portal.gone
  rmSync(folder, { recursive: true, force: true })
})

type Ended = { code: number; output: string }

async function command(entry: string, words: readonly string[], env: Record<string, string>): Promise<Ended> {
  return await run([process.execPath, programPath(join(import.meta.dirname, '..', entry)), ...words], env)
}

async function run([program = '', ...words]: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, output }
}

describe('while the portal runs on the embedded database', () => {
  test('npm run admin works', async () => {
    const made = await command('admin/main.ts', ['create', 'ops@example.com'], { DATA_DIR: dataDir })
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('ops@example.com is Platform admin now') })
    expect(portal.child.exitCode).toBe(null)
  })

  test('npm run backup works, with the key file under a passphrase', async () => {
    const words = [file, '--with-key-file', '--passphrase-file', passphraseFile]
    const done = await command('backup/backup-main.ts', words, { DATA_DIR: dataDir })
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/\d+ rows of \d+ tables/) })
    const { card } = JSON.parse(readFileSync(join(dataDir, 'kek.json'), 'utf8'))
    expect(readFileSync(file).includes(card[1])).toBe(false)
    expect(portal.child.exitCode).toBe(null)
  })

  test('npm run restore is refused: the data directory is in use', async () => {
    const words = [file, '--without-key-file']
    const refused = await command('backup/restore-main.ts', words, { DATA_DIR: dataDir })
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is in use by another Simwright server') })
  })

  test('a full disk ends the backup with a clear error and no file', async () => {
    const full = join(folder, 'full', 'x.backup')
    rmSync(join(folder, 'full'), { recursive: true, force: true })
    const backup = `${process.execPath} ${programPath(join(import.meta.dirname, 'backup-main.ts'))} ${full}`
    // a file size limit fails the write like a full disk
    const words = ['/bin/bash', '-c', `mkdir -p ${join(folder, 'full')} && ulimit -f 16 && exec ${backup}`]
    const ended = await run(words, { DATA_DIR: dataDir })
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('There is not enough space for') })
    expect(readdirSync(join(folder, 'full'))).toEqual([])
  })
})

describe('into a new data directory', () => {
  test('a wrong passphrase, another key file or an unreadable backup restores nothing', async () => {
    const wrong = await command('backup/restore-main.ts', [file, '--passphrase-file', wrongFile], {
      DATA_DIR: restoredDir,
    })
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('The passphrase is wrong') })
    const unasked = await command('backup/restore-main.ts', [file], { DATA_DIR: restoredDir })
    expect(unasked).toMatchObject({ code: 1, output: expect.stringContaining('use --passphrase-file') })
    const kek = join(folder, 'other-kek.json')
    const key = Buffer.alloc(32).toString('base64')
    writeFileSync(kek, JSON.stringify({ card: { 1: key }, service: { 1: key } }), { mode: 0o600 })
    const env = { DATA_DIR: restoredDir, KEK_FILE: kek }
    const other = await command('backup/restore-main.ts', [file, '--without-key-file'], env)
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('is not the key file that this database') })
  })

  test('npm run restore restores the rows and the key file, and the portal starts with them', async () => {
    const words = [file, '--passphrase-file', passphraseFile]
    const done = await command('backup/restore-main.ts', words, { DATA_DIR: restoredDir })
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('The key file was written to') })
    const [kek, restored] = [dataDir, restoredDir].map((data) => join(data, 'kek.json'))
    expect(readFileSync(restored!, 'utf8')).toBe(readFileSync(kek!, 'utf8'))
    expect(statSync(restored!).mode & 0o777).toBe(0o600)
    const { emails, restores } = await withServer({ DATA_DIR: restoredDir }, async ({ db }) => ({
      emails: (await db.global.selectFrom('user_account').select('email').execute()).map(({ email }) => email),
      restores: await db.global.selectFrom('restore').selectAll().execute(),
    }))
    expect(emails).toContain('ops@example.com')
    expect(restores).toMatchObject([{ settled_at: expect.any(Date), released_at: null }])
    const release = () => command('admin/main.ts', ['release'], { DATA_DIR: restoredDir })
    expect(await release()).toMatchObject({ code: 0, output: 'What was held is being sent.\n' })
    expect(await release()).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is held') })
  })

  test('a second restore is refused, and so is a backup without a database', async () => {
    const words = [file, '--passphrase-file', passphraseFile]
    const again = await command('backup/restore-main.ts', words, { DATA_DIR: restoredDir })
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty') })
    const nowhere = join(folder, 'nowhere')
    const nothing = await command('backup/backup-main.ts', [`${file}2`], { DATA_DIR: nowhere })
    expect(nothing).toMatchObject({ code: 1, output: expect.stringContaining('holds no database') })
    expect(existsSync(nowhere)).toBe(false)
  })
})
