import { expect, test } from 'vitest'
import { z } from 'zod'
import { httpsSession } from './profiles/section/https-session.ts'
import { ruleText } from './rule-text.ts'

const Form = z.object({ name: z.string().min(3).max(5), note: z.string(), count: z.int().max(3) })

const textsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: ruleText, reportInput: true }).error?.issues.map(({ message }) => message)

test('broken rules have the texts of the specification', () => {
  expect(textsOf(Form, { name: 'abcdef', count: 4 })).toEqual(['Up to 5 characters.', 'Required', 'Invalid count.'])
  expect(textsOf(Form, { name: '', note: '', count: 1 })).toEqual(['Required'])
  expect(textsOf(Form, { name: 'a', note: 1, count: 1 })).toEqual(['At least 3 characters.', 'Invalid note.'])
})

test('a text of ASCII without spaces names the characters that it may have', () => {
  const { host } = httpsSession.fields
  expect(textsOf(host.schema, 'admin.example:8443')).toBeUndefined()
  for (const value of ['ad min', 'admin.exämple'])
    expect(textsOf(host.schema, value)).toEqual(['Any or a combination of letters, digits and special symbols.'])
})
