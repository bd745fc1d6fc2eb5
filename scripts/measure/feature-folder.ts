import { dirname } from 'node:path'
import { filesOf } from './tree.ts'

/**
 * The folders that a feature of the web app touches: those with files whose path has the name of its folder, in the
 * singular or plural. Tests count, generated and built files do not.
 */
export function foldersByFeature(root: string): Map<string, readonly string[]> {
  const files = filesOf(root, '{apps,packages,tests,docs}/**/*.{ts,tsx,css,sql,md}').filter(
    (path) => !path.endsWith('.gen.ts'),
  )
  const features = new Set(
    filesOf(root, 'apps/web/src/features/*/*/*').map((path) => path.split('/').slice(4, 6).join('/')),
  )
  return new Map(
    [...features].map((feature) => {
      const named = nameOf(feature.split('/')[1]!)
      return [feature, [...new Set(files.filter((path) => named.test(path)).map((path) => dirname(path)))]]
    }),
  )
}

/** Matches paths with the name as a whole word: `groups` is in `groups/queries.ts` and `0030_group.sql`. */
function nameOf(folder: string): RegExp {
  const singular = folder.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  const plural = folder.replace(/y$/, 'ie')
  return new RegExp(`(^|[/_])(${folder}|${singular}|${plural}s)([/.]|$)`)
}
