import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Repository, SET_UP, testsReached } from './reached.ts'

const SOURCES: Record<string, { imports?: string[]; types?: string[]; late?: string[]; text?: string }> = {
  'packages/ids/src/iccid.ts': {},
  'packages/ids/src/index.ts': { imports: ['packages/ids/src/iccid.ts'] },
  'packages/ids/src/iccid.test.ts': { imports: ['packages/ids/src/iccid.ts'] },
  'packages/ids/src/other.test.ts': { types: ['packages/ids/src/iccid.ts'] },
  'apps/server/src/server.ts': { imports: ['packages/ids/src/index.ts'] },
  'apps/server/src/server.test.ts': { late: ['apps/server/src/server.ts'] },
  'apps/server/src/rule.test.ts': { text: "readFileSync('rule-cases.json')" },
  'apps/server/src/testing/global-setup.ts': {},
  'apps/web/src/main.tsx': { imports: ['apps/web/src/router.tsx'] },
  'apps/web/src/router.tsx': {
    late: ['apps/web/src/frame/Frame.tsx', 'apps/web/src/features/a/APage.tsx', 'apps/web/src/features/b/BPage.tsx'],
  },
  'apps/web/src/frame/Frame.tsx': {},
  'apps/web/src/features/a/APage.tsx': { imports: ['apps/web/src/features/a/ADrawer.tsx'] },
  'apps/web/src/features/a/ADrawer.tsx': { imports: ['apps/web/src/features/a/ADrawer.module.css'] },
  'apps/web/src/features/a/APage.states.tsx': {},
  'apps/web/src/features/a/ADrawer.states.tsx': {},
  'apps/web/src/features/b/BPage.tsx': {},
  'apps/web/src/features/b/BPage.states.tsx': {},
  'apps/web/src/states/test-page.ts': { imports: ['apps/web/src/router.tsx'] },
  'scripts/guide/guide.test.ts': {},
  'tests/e2e/portal.ts': { text: "join(import.meta.dirname, 'portal-process.ts')" },
  'tests/e2e/portal-process.ts': { imports: ['apps/server/src/server.ts'] },
  'tests/e2e/team.test.ts': { imports: ['tests/e2e/portal.ts'] },
}

const repository: Repository = {
  graph: {
    files: Object.keys(SOURCES),
    imports: Object.entries(SOURCES).flatMap(([from, { imports = [], types = [], late = [] }]) => [
      ...imports.map((to) => ({ from, to, typeOnly: false })),
      ...types.map((to) => ({ from, to, typeOnly: true })),
      ...late.map((to) => ({ from, to, typeOnly: false, dynamic: true as const })),
    ]),
  },
  files: [...Object.keys(SOURCES), 'apps/server/src/rule-cases.json', 'apps/server/src/db/migrations/0001_a.sql'],
  read: (file) => SOURCES[file]?.text ?? '',
}

const SERVER = ['apps/server/src/server.test.ts', 'apps/server/src/rule.test.ts']
const STATES = ['A', 'ADrawer', 'B'].map((name) => {
  const folder = name[0]!.toLowerCase()
  return `apps/web/src/features/${folder}/${name.length > 1 ? name : `${name}Page`}.states.tsx`
})
const WALK = 'tests/e2e/team.test.ts'
const GUIDE = 'scripts/guide/guide.test.ts'

describe('a change reaches', () => {
  test.each<[string, string, string[]]>([
    [
      'tests that import the file at any distance, late too, and processes of browser tests',
      'packages/ids/src/iccid.ts',
      ['packages/ids/src/iccid.test.ts', 'apps/server/src/server.test.ts', WALK],
    ],
    ['itself, if it is a test', 'packages/ids/src/other.test.ts', ['packages/ids/src/other.test.ts']],
    ['tests that name a file of data', 'apps/server/src/rule-cases.json', ['apps/server/src/rule.test.ts']],
    [
      'the states of a page and of what it shows, and every browser test',
      'apps/web/src/features/a/APage.tsx',
      [STATES[0]!, STATES[1]!, GUIDE, WALK],
    ],
    [
      'through a style sheet what it styles',
      'apps/web/src/features/a/ADrawer.module.css',
      [STATES[0]!, STATES[1]!, GUIDE, WALK],
    ],
    ['all states through the frame', 'apps/web/src/frame/Frame.tsx', [...STATES, GUIDE, WALK]],
    ['all states through what renders them', 'apps/web/src/states/test-page.ts', [...STATES, GUIDE]],
    ['tests with a database through a migration', 'apps/server/src/db/migrations/0001_a.sql', [...SERVER, WALK]],
    ['tests with a database through its start', 'apps/server/src/testing/global-setup.ts', [...SERVER, GUIDE]],
    ['the guide and browser tests through a page of the guide', 'docs/guide/fleet.md', [GUIDE, WALK]],
    ['no test through notes for developers', 'CONTRIBUTING.md', []],
    ['no test through a deleted source file', 'packages/ids/src/gone.ts', []],
  ])('%s', (_, changed, tests) => {
    expect(testsReached(repository, [changed]).toString().split(',').filter(Boolean).sort()).toEqual(tests.toSorted())
  })

  test.each([
    'package.json',
    'package-lock.json',
    'apps/web/package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    'scripts/test.ts',
    'scripts/test/count-assertions.ts',
    'scripts/prepare/install.mjs',
    '.ci/run',
    'apps/server/src/unknown.bin',
  ])('all tests through %s', (changed) => {
    expect(testsReached(repository, ['CONTRIBUTING.md', changed])).toBe('all')
  })
})

test.each(Object.values(SET_UP))('%s, which runs with each test of a project, exists', (file) => {
  expect(existsSync(join(import.meta.dirname, '../..', file))).toBe(true)
})
