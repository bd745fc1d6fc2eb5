import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const WEB_APP = 'apps/web/src'

/** The classes of CSS modules that no component uses, as `path .class`. */
export function unusedClasses(root: string): string[] {
  const users = Map.groupBy(importsOf(root), ({ module }) => module)
  return globSync(`${WEB_APP}/**/*.module.css`, { cwd: root }).flatMap((path) =>
    classesIn(readFileSync(join(root, path), 'utf8'))
      .filter((name) => !users.get(path)?.some(({ used, isComputed }) => isComputed || used.has(name)))
      .map((name) => `${path} .${name}`),
  )
}

/** The classes that components use and that their CSS modules lack, as `path .class`. */
export function missingClasses(root: string): string[] {
  return importsOf(root).flatMap(({ path, module, used }) => {
    const known = new Set(classesIn(readFileSync(join(root, module), 'utf8')))
    return [...used].filter((name) => !known.has(name)).map((name) => `${path} .${name}`)
  })
}

/** A component's import of a CSS module. A name that is computed can be any class. */
type StyleImport = { path: string; module: string; used: ReadonlySet<string>; isComputed: boolean }

function importsOf(root: string): StyleImport[] {
  return globSync(`${WEB_APP}/**/*.{ts,tsx}`, { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].map(([, name = '', from = '']) => ({
      path,
      module: relative(root, resolve(join(root, dirname(path)), from)),
      used: new Set(
        [...text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
          ([, a, b]) => a ?? b ?? '',
        ),
      ),
      isComputed: new RegExp(`\\b${name}(\\[(?!')|[^\\w.[ ']| satisfies\\b)`).test(text),
    }))
  })
}

function classesIn(css: string): string[] {
  const [start = '', ...afterComments] = css.split('/*')
  const selectors = [start, ...afterComments.map((text) => text.slice(text.indexOf('*/') + 2))]
    .join('')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/@[^{;]*/g, '')
  return [...new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))]
}
