import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { changedFiles, filtersOf, selectChanged, selectionLine } from './changed.ts'

const root = mkdtempSync(join(tmpdir(), 'changed-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

test('what a branch has changed since main is found, committed or not, with new and deleted files', () => {
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 'test@example.com')
  git('config', 'user.name', 'Test')
  write({
    '.gitignore': 'dist\n',
    'packages/ids/src/iccid.ts': 'export const a = 1\n',
    'packages/ids/src/iccid.test.ts': "import { a } from './iccid.ts'\n",
    'packages/ids/src/eid.ts': 'export const b = 1\n',
    'packages/ids/src/eid.test.ts': "import { b } from './eid.ts'\n",
    'packages/ids/src/old.ts': 'export const c = 1\n',
  })
  git('add', '.')
  git('commit', '-qm', 'first')
  expect(changedFiles(root, '')).toEqual([])
  expect(selectionLine(selectChanged(root, ''))).toBe('0 changed files reach 0 test files')
  git('checkout', '-qb', 'work')
  write({ 'packages/ids/src/iccid.ts': 'export const a = 2\n' })
  git('commit', '-qam', 'second')
  rmSync(join(root, 'packages/ids/src/old.ts'))
  write({ 'packages/ids/src/imsi.test.ts': '', 'dist/built.js': '' })
  expect(changedFiles(root, '')).toEqual([
    'packages/ids/src/iccid.ts',
    'packages/ids/src/imsi.test.ts',
    'packages/ids/src/old.ts',
  ])
  expect(changedFiles(root, 'HEAD')).toEqual(['packages/ids/src/imsi.test.ts', 'packages/ids/src/old.ts'])
  const selected = selectChanged(root, '')
  expect(selected.tests).toEqual(['packages/ids/src/iccid.test.ts', 'packages/ids/src/imsi.test.ts'])
  expect(selectionLine(selected)).toBe('3 changed files reach 2 test files')
  expect(() => changedFiles(root, 'nowhere')).toThrow('nowhere')
})

test('the tests are filters of their runners', () => {
  expect(filtersOf(['packages/ids/src/iccid.test.ts', 'tests/e2e/team.test.ts'])).toEqual({
    vitest: ['packages/ids/src/iccid.test.ts'],
    playwright: ['tests/e2e/team\\.test\\.ts'],
  })
})
