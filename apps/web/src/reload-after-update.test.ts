import { expect, test } from 'vitest'
import { isOtherBuild } from './reload-after-update.ts'

const page = '<script type="module" crossorigin src="/assets/start-R0O3.js"></script>'

test.each([
  ['the same build', ['/assets/start-R0O3.js'], false],
  ['another build', ['/assets/start-9f4a.js'], true],
  ['a build of which one script is the same', ['/assets/start-R0O3.js', '/assets/runtime-11.js'], true],
  ['a page without scripts of a build', [], false],
])('the page of the server is compared: %s', (_name, scripts, isOther) => {
  expect(isOtherBuild(page, scripts)).toBe(isOther)
})
