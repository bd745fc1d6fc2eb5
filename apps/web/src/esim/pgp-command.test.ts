import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { encryptCommand, importCommand } from './pgp-command.ts'

test('the README has the encryption commands that the page shows', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(importCommand('simwright-KEY.asc'))
  expect(readme).toContain(encryptCommand('FINGERPRINT', 'profiles.csv'))
  expect(readme.match(/`gpg [^`]*`/g)).toHaveLength(2)
})
