import { endpoints, HIDDEN_CODE, hideCodes } from '@simwright/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { maskedJson } from './masked-json.ts'
import { shapeOf } from './shape.ts'

const shown = (value: unknown, schema?: z.core.$ZodType) =>
  JSON.parse(maskedJson(value, schema && shapeOf(schema)).text)
const KEY = '0123456789abcdef0123456789ABCDEF'

const Sent = z.object({
  name: z.string().optional(),
  yaml: z.string().max(1_000).optional(),
  rows: z
    .array(z.object({ iccid: z.string().transform((text) => text.trim()) }))
    .readonly()
    .default([]),
  texts: z.record(z.string(), z.string()).nullable().optional(),
  extra: z.unknown().optional(),
  choice: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), first: z.string() }),
      z.object({ kind: z.literal('b'), second: z.string() }),
    ])
    .optional(),
})

describe('a stored body', () => {
  test.each([
    'ki',
    'Ki',
    'KI',
    'opc',
    'OPc',
    'op',
    'upp',
    'cc',
    'pin1',
    'PUK2',
    'adm1',
    'ADM',
    'matchingId',
    'activationCode',
    'acLink',
    'confirmationCode',
    'secretKey',
    'key',
    'token',
    'ticket',
    'password',
    'newPassword',
    'kic',
    'signature',
  ])('hides the field %s', (name) => {
    expect(shown({ rows: [{ [name]: '12345678', iccid: '8944' }] })).toEqual({
      rows: [{ [name]: '***', iccid: '8944' }],
    })
    expect(shown({ [name]: ['a', { b: 'c' }] })).toEqual({ [name]: '***' })
  })

  test('shows that a secret field is empty, off or absent', () => {
    expect(shown({ ki: null, pin1: '', link: false, puk1: undefined })).toEqual({ ki: null, pin1: '', link: false })
  })

  test.each([
    `LPA:1$smdp.example.com$${KEY}`,
    `sw_${KEY.toLowerCase()}.AbCd-EfGh_0123456789`,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=',
    KEY,
    '/c/5E1C93A27B40D86F11B9',
  ])('hides what has the form of a secret in any field: %s', (secret) => {
    expect(maskedJson({ note: `was ${secret} here` }).text).toBe('{"note":"was *** here"}')
    expect(shown({ note: secret }).note).toBe('***')
  })

  test('hides the value next to the name of a secret field, and texts of several lines', () => {
    const value = {
      changes: [
        { field: 'adm1', value: '12345678' },
        { field: 'spn', value: 'Nordtel' },
      ],
      text: 'KI\n00',
    }
    expect(shown(value)).toEqual({
      changes: [
        { field: 'adm1', value: '***' },
        { field: 'spn', value: 'Nordtel' },
      ],
      text: '***',
    })
  })

  test.each([
    ['a document in one line', { yaml: `{authentication: {ki: ${KEY}, confirmationCode: 271828}}` }],
    ['a field that the contract does not have', { name: 'A', confirmation: '271828' }],
    ['a document as a field name', { name: 'A', '{confirmationCode: 271828}': 1 }],
    ['an object where a text belongs', { name: { code: '271828' } }],
    ['a text where a list belongs', { rows: 'confirmationCode: 271828' }],
    ['a text where anything may be', { extra: 'confirmationCode: 271828' }],
    ['an object where anything may be', { extra: { code: '271828' } }],
    ['an unknown field of a row', { rows: [{ iccid: '8944', note: '271828' }] }],
    ['a name of a record with a key', { texts: { [`ki_${KEY}`]: 'a', [`${KEY}_`]: '***' } }],
    ['a field of no choice', { choice: { kind: 'a', other: '271828' } }],
  ])('hides %s', (_name, value) => {
    const { text } = maskedJson(value, shapeOf(Sent))
    expect(text).toContain('***')
    expect(text).not.toMatch(new RegExp(`271828|${KEY}`))
  })

  test('shows what the contract has, through all its wrappers', () => {
    const value = {
      name: 'A',
      rows: [{ iccid: '8944' }],
      texts: { en: 'Hello' },
      choice: { kind: 'b', second: 'two' },
    }
    expect(shown(value, Sent)).toEqual(value)
  })

  test('of a refusal hides a key in the path of a fault', () => {
    const faults = [{ path: `ki_${KEY}`, rule: 'unknown', text: `Unknown key "ki_${KEY}".` }]
    expect(shown({ obj: { faults } })).toEqual({
      obj: { faults: [{ path: 'ki_***', rule: 'unknown', text: 'Unknown key "ki_***".' }] },
    })
  })

  test('shows identifiers', () => {
    const value = { iccid: '8944012345678900017', eid: '89049032123451234512345678901235', imsi: '999700000000001' }
    expect(shown(value)).toEqual(value)
  })

  test('is cut to valid JSON, with an effort that does not depend on the size', () => {
    let reads = 0
    const row = {
      get iccid() {
        reads += 1
        return '8944012345678900017'
      },
      ki: KEY,
    }
    const rows = Array<typeof row>(200_000).fill(row)
    const { text, cut } = maskedJson({ metaDatas: rows, note: 'x'.repeat(1_000_000) })
    expect([cut, text.length < 5_000, reads < 500]).toEqual([true, true, true])
    expect(JSON.parse(text).metaDatas.at(-1)).toBe('…')
    expect(maskedJson(`a\u{d800}\0${'é'.repeat(600)}`)).toMatchObject({ cut: true })
    expect(JSON.parse(maskedJson('a\u{d800}').text)).toBe('a\u{fffd}')
    expect(maskedJson([1, null, true, 'b'])).toEqual({ text: '[1,null,true,"b"]', cut: false })
  })

  test('hides every field that the contract hides during a visit', () => {
    const names = endpoints.flatMap(({ endpoint }) => codeNames(endpoint.output, new Set()))
    expect(names.length).toBeGreaterThan(5)
    for (const name of new Set(names)) expect(shown({ [name]: 'a code' }), name).toEqual({ [name]: '***' })
  })
})

/** The names of code fields anywhere in a schema. */
function codeNames(schema: unknown, seen: Set<unknown>): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  if (!(schema instanceof z.ZodType)) return Object.values(schema).flatMap((part) => codeNames(part, seen))
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => [
      ...(hideCodes(field, 'a code') === HIDDEN_CODE ? [name] : []),
      ...codeNames(field, seen),
    ])
  return codeNames(schema.def, seen)
}
