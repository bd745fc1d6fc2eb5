import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { AREA_RULES } from './area.ts'
import { importCycles, readImportGraph } from './import-graph.ts'
import { brokenImports, IMPORT_RULES, missingImports, unnamedImports } from './import-rule.ts'
import { loadedAtStart } from './loaded-at-start.ts'
import { readManifests } from './manifest.ts'
import { brokenLevels, foldersWithoutLevel } from './server-level.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Writes a codebase with these files to disk. */
function house(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  folders.push(root)
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const TARGETS = Object.fromEntries(
  [
    'packages/ids/src/index.ts',
    'packages/rsp/src/index.ts',
    'packages/euicc/src/index.ts',
    'packages/contract/src/index.ts',
    'apps/server/src/modules/platform/vault/service.ts',
    'apps/server/src/modules/profiles/groups/queries.ts',
    'apps/server/src/modules/profiles/groups/service.ts',
    'apps/server/src/modules/provisioning/pushes/hook.ts',
    'apps/server/src/modules/provisioning/pushes/service.ts',
    'packages/contract/src/insight/dashboard.ts',
    'apps/server/src/testing/database.ts',
    'apps/web/src/features/profiles/groups/GroupsPage.tsx',
    'apps/web/src/features/profiles/groups/GroupsPage.states.tsx',
    'apps/web/src/states/answer.ts',
  ].map((path) => [path, 'export const value = 1\nexport type Thing = string\n']),
)

function claimsBrokenBy(from: string, text: string): string[] {
  const graph = readImportGraph(house({ ...TARGETS, [from]: text }))
  return [...IMPORT_RULES, ...AREA_RULES]
    .filter((rule) => brokenImports(graph, rule).length > 0)
    .map((rule) => rule.claim)
}

const value = (to: string) => `import { value } from '${to}'\nexport const x = value\n`
const type = (to: string) => `import type { Thing } from '${to}'\nexport type X = Thing\n`

describe('an import is refused when', () => {
  test.each([
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      type('../../provisioning/pushes/service.ts'),
      'modules of the area profiles import only platform, profiles',
    ],
    [
      'packages/contract/src/profiles/a.ts',
      type('../insight/dashboard.ts'),
      'contract files of the area profiles import only platform, profiles',
    ],
    [
      'packages/x509/src/a.ts',
      value('@simwright/rsp'),
      'packages/x509 (level 1) imports packages of lower levels only',
    ],
    [
      'packages/saip/src/a.ts',
      type('@simwright/contract'),
      'packages/saip (level 1) imports packages of lower levels only',
    ],
    ['tests/foreign/a.ts', type('@simwright/rsp'), 'the foreign test client shares no code with the rest'],
    [
      'packages/saip/src/a.ts',
      value('node:fs'),
      'packages do no I/O: the only Node modules they use are crypto and zlib',
    ],
    ['packages/saip/src/a.ts', value('fs'), 'packages do no I/O: the only Node modules they use are crypto and zlib'],
    [
      'packages/ids/src/a.ts',
      type('node:crypto'),
      'client, contract, ids and qr run in browsers: they use no Node modules',
    ],
    ['apps/web/src/a.tsx', type('@simwright/rsp'), 'the web app imports only contract, ids and qr'],
    [
      'apps/web/src/a.ts',
      value('../../server/src/modules/profiles/groups/service.ts'),
      'the web app imports only contract, ids and qr',
    ],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      type('../groups/queries.ts'),
      'modules import only the service.ts of other modules',
    ],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      `export * from '../groups/queries.ts'`,
      'modules import only the service.ts of other modules',
    ],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      `await import('../groups/queries.ts')`,
      'modules import only the service.ts of other modules',
    ],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      value('../../platform/vault/service.ts'),
      'only the listed modules import the vault',
    ],
    [
      'apps/server/src/http/a.ts',
      value('../modules/platform/vault/service.ts'),
      'only the listed modules import the vault',
    ],
    [
      'apps/web/src/features/profiles/fleet/A.tsx',
      value('../groups/GroupsPage.tsx'),
      'features of the web app do not import each other: a page composes them',
    ],
    [
      'apps/web/src/features/profiles/groups/A.tsx',
      value('./GroupsPage.states.tsx'),
      'the built web app does not contain the states of tests and gallery',
    ],
    [
      'apps/web/src/main.tsx',
      value('./states/answer.ts'),
      'the built web app does not contain the states of tests and gallery',
    ],
    [
      'apps/web/src/ui/A.tsx',
      value('@simwright/ids'),
      'the design system is independent of eSIM: it imports no feature, contract or identifier',
    ],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      value('@simwright/euicc'),
      'only tests, the demo, benchmarks and the process of a virtual phone import the virtual eUICC',
    ],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      value('../../../testing/database.ts'),
      'production code does not import test code',
    ],
  ])('%s has %j', (from, text, claim) => {
    expect(claimsBrokenBy(from, text)).toContain(claim)
  })

  test.each([
    ['apps/server/src/modules/profiles/lifecycle/hook-write.ts', value('../../provisioning/pushes/hook.ts')],
    ['apps/server/src/modules/provisioning/pushes/a.ts', value('../../profiles/groups/service.ts')],
    ['packages/rsp/src/a.ts', value('@simwright/ids') + type('node:crypto')],
    ['packages/rsp/src/a.test.ts', value('node:fs')],
    ['apps/server/src/testing/a.ts', value('./database.ts') + value('vitest')],
    ['packages/rsp/src/testing/a.ts', value('node:fs')],
    ['apps/web/src/a.tsx', value('@simwright/contract')],
    ['apps/web/src/features/profiles/groups/A.states.tsx', value('../../states/answer.ts') + value('./GroupsPage.tsx')],
    [
      'apps/server/src/modules/profiles/fleet/a.ts',
      value('../groups/service.ts') + type('../../platform/vault/service.ts'),
    ],
    ['apps/server/src/modules/provisioning/smdp/a.ts', value('../../platform/vault/service.ts')],
    ['apps/server/src/modules/profiles/groups/a.ts', value('./queries.ts')],
    ['apps/server/src/demo/a.ts', value('@simwright/euicc')],
    ['apps/server/src/modules/provisioning/phone/phone-process.ts', value('@simwright/euicc')],
    ['apps/server/src/modules/provisioning/phone/a.ts', value('@simwright/euicc/aka')],
  ])('but not when %s has %j', (from, text) => {
    expect(claimsBrokenBy(from, text)).toEqual([])
  })
})

describe('the import graph', () => {
  test('finds a cycle of values, and one with a type import', () => {
    const circle = (second: string) => ({ 'scripts/a.ts': value('./b.ts'), 'scripts/b.ts': second })
    expect(importCycles(readImportGraph(house(circle(value('./a.ts')))))).toEqual([
      ['scripts/a.ts', 'scripts/b.ts', 'scripts/a.ts'],
    ])
    expect(importCycles(readImportGraph(house(circle(type('./a.ts')))))).toHaveLength(1)
    expect(importCycles(readImportGraph(house(circle(''))))).toEqual([])
  })

  test('finds an import that does not resolve', () => {
    const graph = readImportGraph(house({ 'scripts/a.ts': value('./gone.ts') }))
    expect(missingImports(graph)).toEqual(['scripts/a.ts -> missing:scripts/gone.ts'])
  })

  test('finds a package that is not in the package.json of the workspace', () => {
    const root = house({
      'package.json': '{"devDependencies": {"vitest": "1"}}',
      'packages/ids/package.json': '{"dependencies": {"zod": "1"}, "devDependencies": {"jsqr": "1"}}',
      'packages/ids/src/a.ts': value('zod') + value('pg/lib/x.js') + value('jsqr') + value('vitest'),
      'scripts/a.ts': value('zod') + value('left-pad'),
      'packages/ids/src/a.test.ts': value('vitest') + value('jsqr') + value('@scope/x/y'),
    })
    expect(unnamedImports(readImportGraph(root), readManifests(root))).toEqual([
      'packages/ids/src/a.test.ts -> @scope/x',
      'packages/ids/src/a.ts -> pg',
      'packages/ids/src/a.ts -> jsqr',
      'packages/ids/src/a.ts -> vitest',
      'scripts/a.ts -> left-pad',
    ])
  })
})

describe('a folder of the server', () => {
  const found = (from: string, text: string) => brokenLevels(readImportGraph(house({ ...TARGETS, [from]: text })))

  test('imports no folder after it, not even a type, and no file that composes the server', () => {
    expect(found('apps/server/src/db/a.ts', value('../modules/profiles/groups/service.ts'))).toEqual([
      'apps/server/src/db/a.ts -> apps/server/src/modules/profiles/groups/service.ts',
    ])
    expect(found('apps/server/src/http/a.ts', type('../modules/profiles/groups/service.ts'))).toHaveLength(1)
    const composed = house({
      'apps/server/src/modules/profiles/groups/a.ts': value('../../../app.ts'),
      'apps/server/src/app.ts': 'export const value = 1\n',
    })
    expect(brokenLevels(readImportGraph(composed))).toHaveLength(1)
  })

  test('imports folders before it; tests and composing files import all', () => {
    const service = value('./modules/profiles/groups/service.ts')
    expect(found('apps/server/src/app.ts', service)).toEqual([])
    expect(found('apps/server/src/db/a.test.ts', value('../modules/profiles/groups/service.ts'))).toEqual([])
    expect(found('apps/server/src/jobs/a.ts', value('../modules/profiles/groups/service.ts'))).toEqual([])
  })

  test('without a level is reported, and a level without a folder', () => {
    const faults = foldersWithoutLevel(house({ 'apps/server/src/extra/a.ts': '', 'apps/server/src/jobs/a.ts': '' }))
    expect(faults).toContain('apps/server/src/extra has no level')
    expect(faults).toContain('apps/server/src/http does not exist')
    expect(faults).not.toContain('apps/server/src/jobs does not exist')
  })
})

test('a library loaded at the start is reported with its import path; dynamic and type imports are not', () => {
  const root = house({
    'apps/server/src/main.ts': "import type { Zip } from 'yazl'\nexport const x: Zip = await import('./early.ts')\n",
    'apps/server/src/early.ts':
      "import * as pdfkit from 'pdfkit'\nexport const early = [pdfkit, import('./late.ts')]\n",
    'apps/server/src/late.ts': "import 'openpgp'\n",
  })
  expect(loadedAtStart(readImportGraph(root))).toEqual([
    'apps/server/src/main.ts -> apps/server/src/early.ts -> npm:pdfkit',
  ])
})
