import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeField, HIDDEN_CODE, hasCodes, hideCodes } from './code-field.ts'

const Code = z.object({ iccid: z.string(), code: codeField(z.string()), link: codeField(z.string()).nullable() })

test('a code is hidden wherever its field is: in lists, in unions, in extended and optional objects', () => {
  const value = { iccid: '8944', code: 'LPA:1$a$B', link: null }
  const hidden = { iccid: '8944', code: HIDDEN_CODE, link: null }
  expect(hideCodes(Code, value)).toEqual(hidden)
  expect(hideCodes(z.object({ items: z.array(Code.extend({ notes: z.string() })) }), { items: [value] })).toEqual({
    items: [hidden],
  })
  expect(hideCodes(z.union([z.object({ name: z.string() }), Code]).nullable(), value)).toEqual(hidden)
  expect(hideCodes(z.object({ one: Code.optional() }), { one: value })).toEqual({ one: hidden })
  expect(hideCodes(z.record(z.string(), Code), { first: value })).toEqual({ first: hidden })
})

test('a schema has codes wherever a field is, and only then', () => {
  const plain = z.object({ iccid: z.string(), tags: z.array(z.string()) })
  for (const schema of [
    Code,
    z.object({ items: z.array(Code.extend({ notes: z.string() })) }),
    z.union([plain, Code]).nullable(),
    z.object({ one: Code.optional() }),
    z.record(z.string(), Code),
    z.lazy(() => z.intersection(plain, Code)),
  ]) {
    expect(hasCodes(schema)).toBe(true)
  }
  expect(hasCodes(plain)).toBe(false)
})

test('the value itself stays as it is, and absent codes stay absent', () => {
  const value = { iccid: '8944', code: 'LPA:1$a$B', link: null }
  hideCodes(Code, value)
  expect(value.code).toBe('LPA:1$a$B')
  expect(hideCodes(Code.nullable(), null)).toBeNull()
  expect(hideCodes(Code.partial(), { iccid: '8944' })).toEqual({ iccid: '8944' })
})
