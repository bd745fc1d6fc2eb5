import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { readCredential, removeCredentials, saveCredential } from './credential-file.ts'
import { EXIT } from './exit-code.ts'
import { runCommand } from './run.ts'
import { tableText } from './table.ts'
import { VERSION } from './version.ts'

const folder = mkdtempSync(join(tmpdir(), 'simwright-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECRET = 'a'.repeat(43)
const KEY = `sw_${'0'.repeat(32)}.${SECRET}`
const env = { SIMWRIGHT_CREDENTIALS: join(folder, 'credentials.json') }

async function ended(words: readonly string[], more: Record<string, string> = {}) {
  const [output, notes] = [new PassThrough(), new PassThrough()]
  const exit = await runCommand(words, {
    env: { ...env, ...more },
    input: new PassThrough() as never,
    output: output as never,
    notes: notes as never,
    signal: new AbortController().signal,
  })
  const text = (stream: PassThrough) => String(stream.read() ?? '')
  return { exit, output: text(output), notes: text(notes) }
}

describe('a wrong command ends with exit code 2 and says what is wrong', () => {
  test.each([
    [['nonsense'], 'Unknown command "nonsense"'],
    [['campaign', 'nonsense'], 'Unknown command "campaign nonsense"'],
    [['list', '--nonsense'], `Unknown option '--nonsense'. simwright list --help shows the options.\n`],
    [['list', 'nonsense'], 'Unknown list "nonsense"'],
    [['list', 'profiles', 'more'], '"more" is too much'],
    [['list', '--limit', '0'], '--limit is a whole number'],
    [['login'], 'URL is missing'],
    [['watch', '--count', '0'], '--count is a whole number'],
    [['webhook', 'listen', '--count', '1.5'], '--count is a whole number'],
    [['webhook', 'listen', '--forward', 'ftp://localhost/'], '--forward is a URL'],
    [['call', '/no/such/path'], 'No call for programs has the path'],
    [['call', '/fleet/count', '[]'], 'is a JSON object'],
    [['call', '/fleet/export', '{}'], '--output is missing'],
    [['call', '/source/upload', '{}'], '--file is missing'],
    [['push', '8944500000000000000'], 'EID is missing'],
    [['voucher', 'add', 'Spring', 'Cards', 'many'], 'COUNT is a whole number'],
    [['rule', 'add', join(tmpdir(), 'no-such-file.yaml')], 'ENOENT'],
    [['voucher', 'codes', 'Cards'], '--output is missing'],
    [['approval', 'require', 'REMOVE', 'some'], 'LIMIT is a whole number'],
    [['erasure', 'set', 'soon'], 'DAYS is a whole number'],
    [['comment', 'add', 'profile', '8944500000000000000'], 'TEXT is missing'],
    [['leak', 'dismiss'], 'ICCID is missing'],
    [['tag', 'set', 'Pilot'], 'QUERY is missing'],
    [['attribute', 'set', 'contract', 'tag:pilot'], 'is not WORD=VALUE'],
    [['attribute', 'add', 'site', '--required', '--optional'], 'exclude each other'],
    [['generate', '-c', 'Harbour'], '--iccid and --imsi are needed'],
    [['import', join(tmpdir(), 'no-such-file.csv'), '-c', 'x'], 'ENOENT'],
  ])('%j', async (words, text) => {
    const { exit, notes } = await ended(words)
    expect(exit).toBe(EXIT.usage)
    expect(notes).toContain(text)
  })
})

test('an export on standard output is CSV', async () => {
  const { exit, notes } = await ended(['export', '-o', '-', '--format', 'xlsx'])
  expect([exit, notes]).toEqual([EXIT.usage, expect.stringContaining('An XLSX file needs --output FILE.')])
  expect((await ended(['export', '-o', '-'])).exit).toBe(EXIT.signIn)
})

test('with --json an error is JSON on standard error', async () => {
  const { exit, output, notes } = await ended(['whoami', '--json'])
  expect([exit, output]).toEqual([EXIT.signIn, ''])
  expect(JSON.parse(notes)).toMatchObject({ error: { message: expect.stringContaining('Sign in first') } })
})

test('a key is not sent without TLS, and not shown', async () => {
  const { exit, notes } = await ended(['whoami'], { SIMWRIGHT_URL: 'http://portal.example', SIMWRIGHT_KEY: KEY })
  expect(exit).toBe(EXIT.usage)
  expect(notes).toContain('no TLS')
  expect(notes).toContain('--allow-http')
  expect(notes).not.toContain(SECRET)
})

test.each(COMMANDS.map(({ name }) => [name]))('%s has a help', async (name) => {
  const { exit, output } = await ended([...name.split(' '), '--help'])
  expect(exit).toBe(0)
  expect(output).toMatch(new RegExp(`^simwright ${name}`))
})

describe('the file with the keys', () => {
  const credential = { url: 'https://portal.example', key: KEY, allowHttp: false }

  test('is readable by its owner only, and refused when others can read it', () => {
    const path = saveCredential(env, credential)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readCredential(env, undefined)).toEqual(credential)
    for (const mode of [0o640, 0o604, 0o620, 0o666]) {
      chmodSync(path, mode)
      expect(() => readCredential(env, undefined)).toThrow('chmod 600')
    }
    chmodSync(path, 0o600)
  })

  test('has a key for each portal; logout removes one', () => {
    saveCredential(env, { ...credential, url: 'https://other.example' })
    expect(readCredential(env, undefined).url).toBe('https://other.example')
    expect(readCredential(env, 'https://portal.example/').url).toBe('https://portal.example')
    expect(() => readCredential(env, 'https://third.example')).toThrow('Not signed in')
    expect(removeCredentials(env, undefined)).toEqual(['https://other.example'])
    expect(readCredential(env, undefined).url).toBe('https://portal.example')
    expect(removeCredentials(env, undefined)).toEqual(['https://portal.example'])
    expect(existsSync(env.SIMWRIGHT_CREDENTIALS)).toBe(false)
  })

  test('is not used with a key of the environment, which belongs to the address of the environment', () => {
    expect(readCredential({ ...env, SIMWRIGHT_KEY: KEY, SIMWRIGHT_URL: 'https://ci.example' }, undefined)).toEqual({
      ...credential,
      url: 'https://ci.example',
    })
    expect(() => readCredential({ ...env, SIMWRIGHT_KEY: KEY }, undefined)).toThrow('Sign in first')
  })

  test('that is damaged is named', () => {
    writeFileSync(env.SIMWRIGHT_CREDENTIALS, '{', { mode: 0o600 })
    expect(() => readCredential(env, undefined)).toThrow('is damaged')
    rmSync(env.SIMWRIGHT_CREDENTIALS)
  })
})

test('texts of the portal cannot change the terminal', () => {
  expect(tableText(['NAME'], [['a\u001b[2Jb']])).toBe('NAME\na?[2Jb')
})

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  expect(VERSION).toBe(manifest.version)
})
