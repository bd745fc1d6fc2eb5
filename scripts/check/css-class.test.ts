import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { missingClasses, strayClassNames, unusedClasses } from './css-class.ts'

const root = mkdtempSync(join(tmpdir(), 'css-class-'))
const folder = join(root, 'apps/web/src/page')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(root, { recursive: true, force: true }))

function found(css: string, component: string): string[] {
  writeFileSync(join(folder, 'Page.module.css'), css)
  writeFileSync(join(folder, 'Page.tsx'), `import classes from './Page.module.css'\n${component}`)
  return unusedClasses(root).map((one) => one.split(' ')[1]!)
}

test('a class that no component uses is found, in a media query and after a comment too', () => {
  const css = '/* .no */ .a { color: red } .b.c > li { gap: 1.5px } @media (max-width: 4em) { .d { margin: 0 } }'
  expect(found(css, '<p className={classes.b} />')).toEqual(['.a', '.c', '.d'])
})

test('a class whose name begins another one is not used by it', () => {
  expect(found('.text {} .textInput {}', 'classes.textInput')).toEqual(['.text'])
})

test('a computed name can be any class, and classes of other styles are none of the module', () => {
  expect(found('.a {} .b {}', 'classes[name]')).toEqual([])
  expect(found('.a :global(.mantine-Menu-item) {}', "classes['a']")).toEqual([])
})

test('a class that is used and does not exist is found, with the component', () => {
  found('.a {}', "<p className={classes.a} id={classes['b']} />")
  expect(missingClasses(root)).toEqual(['apps/web/src/page/Page.tsx .b'])
})

test('a shared class that no component uses is found, and a name that no style has', () => {
  mkdirSync(join(root, 'apps/web/src/styles'), { recursive: true })
  writeFileSync(
    join(root, 'apps/web/src/styles/shared.css'),
    '.muted {} .strong {} .code-text {} .danger {} .push {} .panel {}',
  )
  found(
    '.a {}',
    `<p className="muted srtong" data-tone="danger">Push the panel</p>
     <p className={\`strong \${classes.a} \${tone === 'push' ? 'pash' : ''}\`} />
     <b className={isLink ? 'code-text' : classes['a']} classNames={{ input: 'code-txet' }} />`,
  )
  const component = 'apps/web/src/page/Page.tsx'
  const shared = 'apps/web/src/styles/shared.css'
  expect(strayClassNames(root)).toEqual([
    `${shared} .danger`,
    `${shared} .push`,
    `${shared} .panel`,
    `${component} .srtong`,
    `${component} .pash`,
    `${component} .code-txet`,
  ])
})
