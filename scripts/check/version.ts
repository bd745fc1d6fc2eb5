import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const readVersion = (root: string, file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8')).version

/** Where another version than that of the package.json of the root is written, as `file: version`. */
export function otherVersions(root: string): string[] {
  const version = readVersion(root, 'package.json')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const [, newest] = /^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  const workspaces = globSync('{packages,apps}/*/package.json', { cwd: root })
  const written: [string, unknown][] = [
    ...workspaces.map((file): [string, unknown] => [file, readVersion(root, file)]),
    ...['', ...workspaces.map((file) => file.replace('/package.json', ''))].map((path): [string, unknown] => [
      `package-lock.json: packages["${path}"]`,
      packages[path]?.version,
    ]),
    ['the first heading of CHANGELOG.md', newest],
  ]
  return written.filter(([, one]) => one !== version).map(([where, one]) => `${where}: ${one}, but it is ${version}`)
}
