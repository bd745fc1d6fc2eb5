import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../apps/server/src/testing/close.ts'
import { startFault } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'simwright-browser-'))
closeAtEnd(() => rmSync(folder, { recursive: true }))

/** A program that does this instead of showing a page. */
function program(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(path, 0o755)
  return path
}

const OTHER = 'Set PLAYWRIGHT_CHROMIUM to a Chromium that starts, or unset it.'

test.skipIf(process.platform === 'win32')('a browser that shows its page has no fault', async () => {
  expect(
    await startFault(program('good', 'echo "<html><head><title>started</title></head></html>"'), { folder }),
  ).toBeUndefined()
})

test.skipIf(process.platform === 'win32').each([
  [
    'a missing library',
    ['echo "chromium: error while loading shared libraries: libnss3.so: cannot open" >&2', 'exit 127'],
    'the library libnss3.so is missing. Install Chromium with what it needs (Debian: apt-get install --reinstall chromium-headless-shell).',
  ],
  [
    'no shared memory',
    [
      'echo "[1:ERROR:platform.cc(88)] Creating shared memory in /tmp/.org.chromium.1 failed: No such file" >&2',
      'exit 133',
    ],
    `it has no shared memory in /tmp/.org.chromium.1. Free space in ${tmpdir()} and make it writable, or set TMPDIR to a folder that is.`,
  ],
  [
    'a full disk',
    ['echo "write failed: No space left on device" >&2', 'exit 1'],
    `the disk is full. Free space in ${tmpdir()}, or set TMPDIR to a folder with space.`,
  ],
  [
    'another reason',
    ['echo "" >&2', 'echo "unknown switch" >&2', 'exit 3'],
    `it ended with code 3: unknown switch. ${OTHER}`,
  ],
  ['no reason', ['exit 0'], `it ended with code 0. ${OTHER}`],
  ['a kill', ['kill -9 $$'], `it ended with SIGKILL. ${OTHER}`],
])('a browser that cannot start because of %s is one line with the cause and what to do', async (name, lines, line) => {
  const path = program(name.replaceAll(' ', '-'), ...lines)
  expect(await startFault(path, { folder })).toBe(`Chromium (${path}) cannot start: ${line}`)
})

test('a path to a Chromium that does not exist is one line', async () => {
  const path = join(folder, 'missing')
  expect(await startFault(path, { folder })).toBe(`Chromium (${path}) cannot start: spawn ${path} ENOENT. ${OTHER}`)
})

test.skipIf(process.platform === 'win32')('a browser that hangs is ended, with all its processes', async () => {
  const path = program('hangs', 'sleep 1000 &', 'wait')
  expect(await startFault(path, { folder, hangMs: 200 })).toBe(
    `Chromium (${path}) cannot start: it hung for 0.2 s. ${OTHER}`,
  )
})
