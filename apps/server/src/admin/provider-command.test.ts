import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CommandFault, providerOf } from './provider-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'simwright-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secretFile = join(folder, 'secret')
writeFileSync(secretFile, 'very secret\n')
const credentials = ['--client-id', 'portal', '--client-secret-file', secretFile]

test('a preset sets name and issuer', () => {
  const settings = providerOf(['google', ...credentials])
  expect(settings).toMatchObject({
    slug: 'google',
    preset: 'GOOGLE',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    enabled: true,
  })
  expect(settings.clientSecret.reveal()).toBe('very secret')
})

test('any issuer can be added under its own name', () => {
  const own = ['--issuer', 'https://login.example.com', '--name', 'Harbour', '--slug', 'harbour', '--sys', 'north']
  const settings = providerOf(['oidc', ...credentials, ...own])
  expect(settings).toMatchObject({
    slug: 'harbour',
    name: 'Harbour',
    issuer: 'https://login.example.com',
    sys: 'north',
  })
})

test.each([
  ['no preset', credentials],
  ['an unknown preset', ['facebook', ...credentials]],
  ['two presets', ['google', 'github', ...credentials]],
  ['no client id', ['google', '--client-secret-file', secretFile]],
  ['no secret', ['google', '--client-id', 'portal']],
  ['a secret among the words', ['google', ...credentials, '--client-secret', 'x']],
  ['no issuer where none is known', ['oidc', ...credentials]],
  ['an issuer that is no address', ['oidc', ...credentials, '--issuer', 'javascript:alert(1)']],
  ['an invalid short name', ['oidc', ...credentials, '--issuer', 'https://x.example', '--slug', '../x']],
])('%s is refused', (_what, words) => {
  expect(() => providerOf(words)).toThrow(CommandFault)
})
