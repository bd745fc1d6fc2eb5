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

/**
 * The classes of `styles/shared.css` that no component uses, as `path .class`, and the class names without a module that
 * components use and no file of `styles` has, as `component .class`.
 */
export function strayClassNames(root: string): string[] {
  const components = globSync(`${WEB_APP}/**/*.tsx`, { cwd: root })
    .filter((path) => !path.startsWith(`${WEB_APP}/guide/`))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const styles = globSync(`${WEB_APP}/styles/*.css`, { cwd: root })
  const known = new Set(styles.flatMap((path) => classesIn(readFileSync(join(root, path), 'utf8'))))
  const used = components.flatMap(({ path, text }) => classWordsIn(text).map((name) => ({ path, name })))
  const usedNames = new Set(used.map(({ name }) => name))
  const shared = `${WEB_APP}/styles/shared.css`
  const unused = styles.includes(shared)
    ? classesIn(readFileSync(join(root, shared), 'utf8')).filter((name) => !usedNames.has(name))
    : []
  return [
    ...unused.map((name) => `${shared} .${name}`),
    ...used.filter(({ name }) => !known.has(name)).map(({ path, name }) => `${path} .${name}`),
  ]
}

/** The class names that a component's attributes `className` and `classNames` have as strings, in conditions too. */
function classWordsIn(text: string): string[] {
  return [...text.matchAll(/\bclassNames?=(?:"([^"]*)"|\{)/g)].flatMap(({ 0: start, 1: plain, index }) => {
    if (plain !== undefined) return wordsOf(plain)
    const expression = inBraces(text, index + start.length).replace(/[!=]== '[^']*'|\['[^']*'\]/g, ' ')
    const strings = [...expression.matchAll(/'([^']*)'/g)].map(([, one = '']) => one)
    const templates = [...expression.matchAll(/`([^`]*)`/g)].map(([, one = '']) => one.replace(/\$\{[^}]*\}/g, ' '))
    return [...strings, ...templates].flatMap(wordsOf)
  })
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The text from `start` to the brace that closes the one before it. */
function inBraces(text: string, start: number): string {
  let depth = 1
  let end = start
  while (depth > 0 && end < text.length) {
    if (text[end] === '{') depth++
    if (text[end] === '}') depth--
    end++
  }
  return text.slice(start, end - 1)
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
