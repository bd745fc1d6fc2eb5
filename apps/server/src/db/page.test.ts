import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '../testing/server.ts'
import { prefixRange, readCursor, writeCursor } from './page.ts'

const { server } = await testServer()

const holds = async (text: string, prefix: string) => {
  const column = sql`t.text` as RawBuilder<unknown>
  const { rows } = await sql`
    select 1 from (select ${text}::text collate "C" as text) t where ${prefixRange(column, prefix)}`.execute(
    server.db.global,
  )
  return rows.length === 1
}

describe('a prefix', () => {
  test.each(['89', '8\uffff', '\uffff', '\ud7ff', '8\u{10ffff}', '\u{10ffff}', '\u{1f600}'])(
    '%j is found',
    async (prefix) => {
      expect(await holds(prefix, prefix)).toBe(true)
      expect(await holds(`${prefix}7`, prefix)).toBe(true)
      expect(await holds('7', prefix)).toBe(false)
    },
  )

  test('matches no text that begins differently', async () => {
    expect(await holds('90', '89')).toBe(false)
    expect(await holds('8\u{10000}', '8\uffff')).toBe(false)
    expect(await holds('9', '8\u{10ffff}')).toBe(false)
  })
})

describe('a cursor', () => {
  const place = { value: '2026-01-01T00:00:00.000Z', id: crypto.randomUUID() }
  const cursor = writeCursor(place, ['list'])

  test('contains the end of a page', () => {
    expect(readCursor(cursor, ['list'])).toEqual(place)
  })

  test('of another list, or with changed content, is refused', () => {
    const changed = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const sent = (more: object) => Buffer.from(JSON.stringify({ ...changed, ...more })).toString('base64url')
    expect(readCursor(sent({}), ['list'])).toEqual(place)
    expect(() => readCursor(cursor, ['other'])).toThrow('Please check')
    for (const more of [{ v: 'never' }, { i: crypto.randomUUID() }, { b: true }])
      expect(() => readCursor(sent(more), ['list'])).toThrow('Please check')
  })
})
