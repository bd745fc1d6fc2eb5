import { expect, test } from 'vitest'
import { z } from 'zod'
import { isRequiredIn } from './required-field.ts'

const schema = z
  .strictObject({
    name: z.string().trim().min(1, 'Required').max(64),
    notes: z.string().max(500).optional(),
    text: z.string().default(''),
    email: z.email().transform((mail) => mail.toLowerCase()),
    count: z.int().min(1),
    plan: z.enum(['PRO', 'BASIC']),
    tags: z.array(z.string()),
    networks: z.array(z.object({ plmn: z.string().min(5) })).min(1),
    isOn: z.boolean(),
    consent: z.literal(true),
    address: z.object({ city: z.string().min(1), state: z.string() }).optional(),
  })
  .refine(() => true)

test('a field is required if the schema refuses an empty one', () => {
  const required = ['name', 'email', 'count', 'networks', 'networks.0.plmn', 'address.city']
  const others = [
    'plan',
    'notes',
    'text',
    'tags',
    'isOn',
    'consent',
    'address',
    'address.state',
    'nothing',
    'name.first',
  ]
  expect([...required, ...others].filter((path) => isRequiredIn(schema, path))).toEqual(required)
  expect(isRequiredIn(schema.pipe(z.any()), 'name')).toBe(true)
})
