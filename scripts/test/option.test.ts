import { expect, test } from 'vitest'
import { takeOptions } from './option.ts'

test('the options of the command are taken from its arguments', () => {
  expect(takeOptions(['apps/server', '--table=/tmp/a.tsv', '-t', 'name'])).toEqual({
    table: '/tmp/a.tsv',
    words: ['apps/server', '-t', 'name'],
  })
  expect(takeOptions([])).toEqual({ words: [] })
})

test('a table without a file is refused', () => {
  expect(() => takeOptions(['--table'])).toThrow('--table=FILE writes the table')
  expect(() => takeOptions(['--table='])).toThrow('--table=FILE writes the table')
})
