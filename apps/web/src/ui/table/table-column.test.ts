import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DataColumn, type PhonePart, phoneRowOf } from './table-column.ts'

const column = (id: string, phone?: PhonePart): DataColumn<string> => ({
  id,
  header: id,
  cell: () => id,
  ...(phone ? { phone } : {}),
})

const SOURCES = new URL('../../', import.meta.url)

/** Columns that several lists share: the text of `orderColumns.code` is there. */
const shared = readFileSync(new URL('money/order-columns.tsx', SOURCES), 'utf8')
const withShared = (list: string) =>
  list.replaceAll(/orderColumns\.(\w+)/g, (_, name) => {
    const [, text = ''] = shared.split(`\n  ${name}: {`)
    return text.split('\n  },')[0]!
  })

/** The lists of columns in the source of the portal, by file. */
const lists = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) =>
  readFileSync(new URL(file, SOURCES), 'utf8')
    .split(/const \w+: readonly DataColumn<[^>]*>\[\] = \[/)
    .slice(1)
    .map((rest) => ({ file, list: withShared(rest.split('\n]')[0]!) })),
)

describe('a row of two lines', () => {
  it('has the named values on its lines, and the others below', () => {
    const row = phoneRowOf([
      column('at', 'time'),
      column('iccid', 'title'),
      column('eid'),
      column('state', 'status'),
      column('group', 'text'),
      column('actions'),
    ])
    expect([row.title, row.status, row.time, row.actions].map((one) => one?.id)).toEqual([
      'iccid',
      'state',
      'at',
      'actions',
    ])
    expect(row.texts.map(({ id }) => id)).toEqual(['group'])
    expect(row.others.map(({ id }) => id)).toEqual(['eid'])
  })

  it('begins with the first column if none is named', () => {
    expect(phoneRowOf([column('name'), column('at', 'time')]).title.id).toBe('name')
  })

  it('has a title and a time or text in each list of the portal', () => {
    expect(lists.length).toBeGreaterThan(25)
    const lacking = lists.filter(({ list }) => !/phone: 'title'/.test(list) || !/phone: '(time|text)'/.test(list))
    expect(lacking.map(({ file }) => file)).toEqual([])
  })
})
