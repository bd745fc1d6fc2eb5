import { expect, test } from 'vitest'
import { isBackendTitle, parsePidFile } from './kill-target.ts'

test.each([
  'postgres: simwright_app simwright [local] idle',
  'postgres: simwright_owner simwright_test_0bea51cb [local] idle in transaction\0',
  'postgres: simwright_app simwright 127.0.0.1(40112) SELECT',
])('a connection is known by the title of its process: %s', (title) => {
  expect(isBackendTitle(title)).toBe(true)
})

test.each([
  'postgres: checkpointer ',
  'postgres: autovacuum worker simwright',
  'postgres: autovacuum launcher ',
  'postgres: logical replication launcher ',
  '/usr/lib/postgresql/bin/postgres -D /data',
])('no other process of PostgreSQL is one: %s', (title) => {
  expect(isBackendTitle(title)).toBe(false)
})

test('the database is reached by its socket, or by address without one', () => {
  const lines = ['811', '/data/cluster', '1790000000', '5544', '/data/postgres-18', 'localhost', ' 1 1', 'ready']
  expect(parsePidFile(lines.join('\n'))).toEqual({ pid: 811, port: 5544, host: '/data/postgres-18' })
  lines[4] = ''
  expect(parsePidFile(lines.join('\n'))).toEqual({ pid: 811, port: 5544, host: '127.0.0.1' })
  expect(() => parsePidFile('')).toThrow('not complete')
})
