import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readImportGraph } from '../check/import-graph.ts'
import type { Filters } from './filter.ts'
import { testsReached } from './reached.ts'

/** The tests to run for what has changed; `all` is every test. */
type Selection = { changed: readonly string[]; tests: 'all' | readonly string[] }

/**
 * Finds the tests that the changes since `commit` reach, committed or not. Without a commit these are the changes since
 * the branch left main, or, without a branch main, those that are not committed.
 * @throws Error if git does not know the commit
 */
export function selectChanged(root: string, commit: string): Selection {
  const changed = changedFiles(root, commit)
  const files = [...git(root, ['ls-files']), ...git(root, UNTRACKED)].filter((file) => existsSync(join(root, file)))
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  return {
    changed,
    tests: changed.length === 0 ? [] : testsReached({ graph: readImportGraph(root), files, read }, changed),
  }
}

const UNTRACKED = ['ls-files', '--others', '--exclude-standard']

/** The files that differ from the commit, with those that git does not know yet. */
export function changedFiles(root: string, commit: string): string[] {
  const since = commit === '' ? branchStart(root) : commit
  return [...git(root, ['diff', '--name-only', '--no-renames', since]), ...git(root, UNTRACKED)].toSorted()
}

function branchStart(root: string): string {
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return 'HEAD'
}

function git(root: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', [...args, '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr?.trim() || 'could not run'}`)
  return stdout.split('\0').filter(Boolean)
}

/** The tests as filters of their runners. Playwright's filters are regular expressions. */
export function filtersOf(tests: readonly string[]): Filters {
  const isWalk = (test: string) => test.startsWith('tests/e2e/')
  return {
    vitest: tests.filter((test) => !isWalk(test)),
    playwright: tests.filter(isWalk).map((test) => test.replaceAll('.', '\\.')),
  }
}

/** What was selected, in one line. */
export function selectionLine({ changed, tests }: Selection): string {
  const reaching = changed.length === 1 ? '1 changed file reaches' : `${changed.length} changed files reach`
  if (tests === 'all') return `${reaching} all tests`
  return `${reaching} ${tests.length} test ${tests.length === 1 ? 'file' : 'files'}`
}
