import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { otherVersions } from './version.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'simwright-version-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a workspace, the lockfile or a list of changes with another version is named', () => {
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: ROOT })
  for (const file of ['package.json', 'package-lock.json', 'CHANGELOG.md', ...manifests]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  expect(otherVersions(folder)).toEqual([])
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: '9.9.9' }))
  expect(otherVersions(folder)).toHaveLength(2 * manifests.length + 2)
  expect(otherVersions(folder)).toContain(`packages/cli/package.json: ${manifest.version}, but it is 9.9.9`)
})
