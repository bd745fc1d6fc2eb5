import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { AREAS } from './area.ts'
import { PACKAGE_LEVELS } from './import-rule.ts'
import { inexactVersions } from './manifest.ts'
import { missingNamedPaths, missingReadmes, outdatedLists } from './named-path.ts'
import { SERVER_LEVELS } from './server-level.ts'
import { WEB_LEVELS } from './web-level.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'pages-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('a page that names a file or links a page that is not there is reported; addresses and code blocks are not', () => {
  const root = tree({
    'apps/server/src/db/page.ts': '',
    'apps/server/README.md':
      'In `src/db/page.ts`, not in `db/gone.ts` and `http/gone.ts`, but `db/*.ts` and `image/png`.\n',
    'docs/architecture.md':
      'See `db/page.ts`, [one](../apps/server/README.md#x), [two](gone.md), [out](https://example.com).\n\n```\n`db/no.ts`\n```\n',
  })
  expect(missingNamedPaths(root).toSorted()).toEqual([
    'apps/server/README.md: db/gone.ts',
    'apps/server/README.md: http/gone.ts',
    'docs/architecture.md: gone.md',
  ])
})

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ')

test('lists of areas and levels that differ from the rules are reported, also in their order', () => {
  const rows = (names: readonly string[]) => names.map((name) => `| \`${name}\` | x |\n`).join('')
  const folders = Object.values(WEB_LEVELS).flat()
  const pages = (areas: readonly string[], web: readonly string[] = folders) => ({
    'docs/architecture.md': [
      `- Packages: ${listed(Object.keys(PACKAGE_LEVELS))}`,
      `- Server: ${listed(SERVER_LEVELS)}`,
      `- Areas of all: ${listed(areas)}`,
      `- Web app: ${listed(Object.keys(WEB_LEVELS))}\n`,
    ].join('\n'),
    'CONTRIBUTING.md': `| area | contents |\n|---|---|\n${rows(areas)}\n`,
    'apps/web/README.md': `| folder | level | holds |\n|---|---|---|\n${rows(web)}\n`,
  })
  expect(outdatedLists(tree(pages(AREAS)))).toEqual([])
  expect(outdatedLists(tree(pages(AREAS.toReversed())))).toHaveLength(2)
  expect(outdatedLists(tree(pages(AREAS.slice(1))))).toHaveLength(2)
  expect(outdatedLists(tree(pages(AREAS, folders.slice(1))))).toHaveLength(1)
})

test('a package without a README, or with a long one, is reported', () => {
  const root = tree({
    'packages/rsp/README.md': 'long\n'.repeat(31),
    'packages/qr/README.md': 'long\n'.repeat(31),
    'packages/asn1/README.md': 'short\n',
    'packages/x509/package.json': '{}',
  })
  expect(missingReadmes(root).toSorted()).toEqual([
    'packages/qr/README.md has 31 lines',
    'packages/x509 has no README.md',
  ])
})

test('a version that is a range is reported; packages of the repository are not', () => {
  const root = tree({
    'package.json': '{"devDependencies": {"a": "1.2.3", "b": "^1.2.3"}}',
    'packages/ids/package.json': '{"dependencies": {"@simwright/qr": "*", "c": "latest", "d": "2.0.0-rc.1"}}',
  })
  expect(inexactVersions(root)).toEqual(['package.json: b@^1.2.3', 'packages/ids/package.json: c@latest'])
})
