import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const WEB_APP = 'apps/web/src'

/** The classes of CSS modules that no component uses, as `path .class`. */
export function unusedClasses(root: string): string[] {
  const users = usersOf(root)
  return globSync(`${WEB_APP}/**/*.module.css`, { cwd: root }).flatMap((path) => {
    const of = users.get(path) ?? []
    return classesIn(readFileSync(join(root, path), 'utf8'))
      .filter((name) => !of.some((uses) => uses(name)))
      .map((name) => `${path} .${name}`)
  })
}

/** Whether a component uses a class. */
type Uses = (name: string) => boolean

/** The components of each CSS module, by its path. */
function usersOf(root: string): Map<string, Uses[]> {
  const found = globSync(`${WEB_APP}/**/*.{ts,tsx}`, { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].map(([, name = '', from = '']) => ({
      module: relative(root, resolve(join(root, dirname(path)), from)),
      uses: usesIn(text, name),
    }))
  })
  return new Map([...Map.groupBy(found, ({ module }) => module)].map(([module, of]) => [module, of.map((o) => o.uses)]))
}

/** `name` is that of the imported classes; one that is computed can be any of them. */
function usesIn(text: string, name: string): Uses {
  const isComputed = new RegExp(`\\b${name}(\\[(?!')|[^\\w.[ ']| satisfies\\b)`).test(text)
  return (one) => isComputed || new RegExp(`\\b${name}(\\.${one}\\b|\\['${one}'\\])`).test(text)
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
