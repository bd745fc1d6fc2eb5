import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Secret } from '../secret/secret.ts'
import { readPassphrase } from './passphrase.ts'
import { openKeyFile, sealKeyFile } from './sealed-key-file.ts'

const content = new Secret(Buffer.from('{"card": "canary"}'))
const passphrase = new Secret('correct horse battery')
/** The format is the same at any cost; deriving a key at the cost of a real backup takes half a second. */
const LOW_COST = { memory: 64, passes: 1, parallelism: 1 }
const sealed = await sealKeyFile(content, passphrase, LOW_COST)
const folder = mkdtempSync(join(tmpdir(), 'simwright-passphrase-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a key file is sealed, and the passphrase opens it', async () => {
  const costly = await sealKeyFile(content, passphrase)
  expect(costly.includes('canary')).toBe(false)
  expect(JSON.parse(costly.toString())).toMatchObject({ memory: 256 * 1024, passes: 3 })
  const opened = await openKeyFile(costly, passphrase)
  expect(Buffer.from(opened.reveal()).toString()).toBe('{"card": "canary"}')
})

test('a passphrase is independent of its Unicode normalization', async () => {
  const one = await sealKeyFile(content, new Secret('Zürich am Morgen'.normalize('NFC')), LOW_COST)
  const opened = await openKeyFile(one, new Secret('Zürich am Morgen'.normalize('NFD')))
  expect(Buffer.from(opened.reveal()).toString()).toBe('{"card": "canary"}')
})

test('a wrong passphrase is refused', async () => {
  await expect(openKeyFile(sealed, new Secret('correct horse batterz'))).rejects.toThrow('The passphrase is wrong')
})

test.each([
  ['content', (bytes: Buffer) => Buffer.concat([Buffer.of(bytes[0]! ^ 1), bytes.subarray(1)]).toString('base64')],
  ['salt', () => Buffer.alloc(16).toString('base64')],
  ['tag', () => Buffer.alloc(16).toString('base64')],
])('a changed %s does not open', async (field, changed) => {
  const text = JSON.parse(sealed.toString())
  text[field] = changed(Buffer.from(text[field], 'base64'))
  await expect(openKeyFile(Buffer.from(JSON.stringify(text)), passphrase)).rejects.toThrow('The passphrase is wrong')
})

test('costs that would exhaust memory are refused before any work', async () => {
  const text = { ...JSON.parse(sealed.toString()), memory: 64 * 1024 * 1024 }
  await expect(openKeyFile(Buffer.from(JSON.stringify(text)), passphrase)).rejects.toThrow('memory')
})

test('a short passphrase is refused', async () => {
  await expect(sealKeyFile(content, new Secret('short'))).rejects.toThrow('at least 12 characters')
})

test('a passphrase is the first line of a file', async () => {
  const file = join(folder, 'passphrase')
  writeFileSync(file, 'correct horse battery\nmore\n')
  expect((await readPassphrase({ file, use: 'new' })).reveal()).toBe('correct horse battery')
  const missing = readPassphrase({ file: join(folder, 'missing'), use: 'new' })
  await expect(missing).rejects.toThrow(/missing can't be read \(ENOENT\)/)
})
