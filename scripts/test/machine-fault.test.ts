import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { machineFaults } from './machine-fault.ts'

const folder = mkdtempSync(join(tmpdir(), 'machine-fault-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a machine with room for files and an open port has no fault', async () => {
  expect(await machineFaults({ folder })).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('a folder for temporary files that cannot be written to is one line that says how to mend it', async () => {
  expect(await machineFaults({ folder: join(folder, 'missing') })).toEqual([
    expect.stringMatching(/^No file can be written in .*missing \(ENOENT\): .*TMPDIR.*\.$/),
  ])
})

test('a full folder for temporary files is one line, with what is free and what is needed', async () => {
  expect(await machineFaults({ folder, neededMib: 2 ** 40 })).toEqual([
    expect.stringMatching(/^The temporary folder .* has \d+ MiB free, and the tests need 1099511627776 MiB: .*TMPDIR/),
  ])
})

test('a port that cannot be opened is one line', async () => {
  // an address for documentation, which no machine has (RFC 5737)
  expect(await machineFaults({ folder, address: '192.0.2.1' })).toEqual([
    expect.stringMatching(/^No port can be opened on 192\.0\.2\.1 \(EADDRNOTAVAIL\): /),
  ])
})
