import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repeatedEnterprises } from './tenant-handle.ts'

const root = mkdtempSync(join(tmpdir(), 'tenant-handle-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the enterprise beside its handle is found, with its line', () => {
  const folder = join(root, 'apps/server/src')
  mkdirSync(folder, { recursive: true })
  const lines = [
    'function one(db: TenantDb, enterpriseId: EnterpriseId) {}',
    'const other = (server: Server, db: TenantDb, enterpriseId: string) => {}',
    'function ofAll(system: SystemDb, enterpriseId: EnterpriseId) {}',
    'const taken = (db: TenantDb, { enterpriseId, id }: BatchKey) => {}',
    'function named(db: TenantDb, id: string) {}',
    'function later(db: TenantDb, id: string, enterpriseId: EnterpriseId) {}',
  ]
  writeFileSync(join(folder, 'a.ts'), lines.join('\n'))
  expect(repeatedEnterprises(root)).toEqual([1, 2, 4].map((line) => `apps/server/src/a.ts:${line}`))
})
