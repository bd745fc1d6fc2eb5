import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { backupCommand, restoreCommand, UsageFault } from './command-line.ts'

test('the arguments of a backup', () => {
  expect(backupCommand(['x.backup'])).toEqual({
    path: resolve('x.backup'),
    withKeyFile: false,
    passphraseFile: undefined,
  })
  const words = ['--with-key-file', '--passphrase-file', '-', '/var/x.backup']
  expect(backupCommand(words)).toEqual({ path: '/var/x.backup', withKeyFile: true, passphraseFile: '-' })
})

test('the arguments of a restore', () => {
  const words = ['/var/x.backup', '--without-key-file']
  expect(restoreCommand(words)).toEqual({ path: '/var/x.backup', withoutKeyFile: true, passphraseFile: undefined })
})

test.each([
  ['no file', backupCommand, []],
  ['two files', backupCommand, ['a', 'b']],
  ['an unknown option', backupCommand, ['a', '--zip']],
  ['a passphrase as an argument', backupCommand, ['a', '--with-key-file', '--passphrase', 'secret']],
  ['a passphrase file for nothing', backupCommand, ['a', '--passphrase-file', 'p']],
  ['no file to restore', restoreCommand, ['--without-key-file']],
  [
    'a passphrase for a key file that is left out',
    restoreCommand,
    ['a', '--without-key-file', '--passphrase-file', 'p'],
  ],
] as const)('%s is refused', (_, command, words) => {
  expect(() => command(words)).toThrow(UsageFault)
})
