import { expect, it } from 'vitest'
import { copyForms } from './copy-as.ts'

const code = 'LPA:1$smdp.example.com:8443$0A1B2C3D$$1'

it('a shell does not expand the dollar signs of a code', () => {
  expect(copyForms.shell(code)).toBe("'LPA:1$smdp.example.com:8443$0A1B2C3D$$1'")
  expect(copyForms.shell("it's")).toBe("'it'\\''s'")
})

it('a code round-trips through a URL', () => {
  expect(new URL(`https://x.example/?code=${copyForms.url(code)}`).searchParams.get('code')).toBe(code)
})

it('a code round-trips through JSON', () => {
  expect(JSON.parse(copyForms.json(code))).toBe(code)
})
