import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Manifest } from './import-rule.ts'

/** The package.json of each workspace, by folder; that of the root has the empty name. */
export function readManifests(root: string): Map<string, Manifest> {
  const files = globSync('{packages,apps}/*/package.json', { cwd: root })
  return new Map(['package.json', ...files].map((file) => [dirname(file).replace('.', ''), readManifest(root, file)]))
}

function readManifest(root: string, file: string): Manifest {
  const text = JSON.parse(readFileSync(join(root, file), 'utf8'))
  const names = (...fields: string[]) => new Set(fields.flatMap((field) => Object.keys(text[field] ?? {})))
  return { runtime: names('dependencies', 'optionalDependencies'), development: names('devDependencies') }
}

/** Dependencies whose version is a range, as `package.json: name@range`; the lockfile alone would pin them. */
export function inexactVersions(root: string): string[] {
  const files = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: root })]
  return files.flatMap((file) => {
    const text = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const fields = ['dependencies', 'devDependencies', 'optionalDependencies'].map((field) => text[field] ?? {})
    const versions = fields.flatMap((found) => Object.entries<string>(found))
    const ranges = versions.filter(([name, version]) => !name.startsWith('@simwright/') && !/^\d[\w.-]*$/.test(version))
    return ranges.map(([name, version]) => `${file}: ${name}@${version}`)
  })
}
