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

test('changes count since a commit, or since the default; paths with them are refused', () => {
  expect(takeOptions(['--changed'])).toEqual({ changedSince: '', words: [] })
  expect(takeOptions(['--changed=HEAD~3', '--table=a.tsv'])).toEqual({
    table: 'a.tsv',
    changedSince: 'HEAD~3',
    words: [],
  })
  expect(() => takeOptions(['--changed', 'apps/web'])).toThrow('give no paths with it')
})
