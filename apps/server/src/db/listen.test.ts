import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { beginOutage } from '../testing/outage.ts'
import { loginClient } from './connection.ts'

const { db, urls } = await openTestDatabase()

const notify = (channel: string, payload: string) =>
  db.globalTx((db) => sql`select pg_notify(${channel}, ${payload})`.execute(db))

test('a notification reaches only listeners of its channel', async () => {
  const received: string[] = []
  await db.listen('batch', (id) => received.push(`batch ${id}`))
  await db.listen('batch', (id) => received.push(`batch too ${id}`))
  await db.listen('mail', (id) => received.push(`mail ${id}`))
  await notify('batch', '7')
  await expect.poll(() => received).toEqual(['batch 7', 'batch too 7'])
})

test('several channels can be listened to concurrently', async () => {
  const received: string[] = []
  const warned: string[] = []
  const warn = ({ message }: Error) => warned.push(message)
  process.on('warning', warn)
  await Promise.all(['one', 'two', 'three'].map((channel) => db.listen(channel, (id) => received.push(channel + id))))
  await notify('three', '3')
  await notify('one', '1')
  await expect.poll(() => received).toEqual(['three3', 'one1'])
  process.off('warning', warn)
  expect(warned).toEqual([])
})

test('a stopped listener receives nothing more', async () => {
  const received: string[] = []
  const stop = await db.listen('stopped', (id) => received.push(id))
  await stop()
  await db.listen('after', (id) => received.push(id))
  await notify('stopped', '1')
  await notify('after', '2')
  await expect.poll(() => received).toEqual(['2'])
})

test('a broken connection is renewed and receives notifications again', async () => {
  const received: string[] = []
  await db.listen('renewed', (id) => received.push(id))
  const administrator = loginClient(urls.app, 'test')
  await administrator.connect()
  const cut = await administrator.query(
    `select pg_terminate_backend(pid) as cut from pg_stat_activity
     where application_name = 'simwright listener' and datname = current_database()`,
  )
  await administrator.end()
  expect(cut.rows).toEqual([{ cut: true }])
  await expect.poll(() => notify('renewed', 'again').then(() => received)).toContain('again')
})

test('a channel requested while the database is unreachable is listened to afterwards', async () => {
  const received: string[] = []
  const endOutage = await beginOutage(urls.app)
  const stop = await db.listen('away', (id) => received.push(id)).catch((error: Error) => error)
  await endOutage()
  await expect.poll(() => notify('away', 'back').then(() => received)).toContain('back')
  expect(stop).toBeTypeOf('function')
})
