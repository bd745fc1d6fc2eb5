import { setTimeout as sleep } from 'node:timers/promises'
import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as notice from '@simwright/contract/platform/notice'
import * as source from '@simwright/contract/profiles/source'
import { Client as PgClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configured } from '../testing/generated.ts'
import { testServer } from '../testing/server.ts'
import { newSubscribers, subscriberCsv } from '../testing/subscriber.ts'

const t = await testServer({ isOwn: true })
/** Executes SQL as the owner of the tables, without the server. */
const owner = new PgClient({ connectionString: t.server.databaseUrl.reveal(), application_name: 'outage test' })
beforeAll(async () => {
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

async function readiness() {
  const response = await fetch(`${t.url}/readyz`)
  const { parts } = (await response.json()) as { parts: Record<string, boolean> }
  return { status: response.status, parts }
}

describe('/readyz', () => {
  test('is not ready while writes fail, even if reads work', async () => {
    await owner.query('revoke insert on write_probe from simwright_app')
    expect(await readiness()).toMatchObject({ status: 503, parts: { database: true, writes: false } })
    await owner.query('grant insert on write_probe to simwright_app')
    await expect.poll(readiness).toMatchObject({ status: 200, parts: { writes: true } })
  })

  test('answers while the database is frozen, and recovers', async () => {
    await owner.query('begin; lock table once_request in access exclusive mode')
    await sleep(1_100)
    const frozen = await readiness()
    await owner.query('rollback')
    expect(frozen).toMatchObject({ status: 503, parts: { database: false } })
    await expect.poll(readiness).toMatchObject({ status: 200 })
  })
})

test('a call that fails because the database is unreachable is answered 503 with Retry-After', async () => {
  const { rows } = await owner.query('select current_database() as name')
  const [{ name }] = rows as [{ name: string }]
  await owner.query(`alter database ${name} connection limit 0`)
  await owner.query(
    'select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = current_database() and application_name = $1',
    ['simwright'],
  )
  try {
    const person = { email: 'ada@example.com', password: 'Quiet-Harbour-7' }
    // the outcome of the first call on a connection that just broke is unknown
    await expect.poll(async () => (await t.stranger().send(account.login, person)).status).toBe(503)
    const response = await t.stranger().send(account.login, person)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ success: false, code: problems.database_away.code })
  } finally {
    await owner.query(`alter database ${name} connection limit -1`)
  }
})

test('below the reserve of free disk space uploads are refused, and the staff is notified once', async () => {
  const short = await testServer({ settings: { DISK_RESERVE_MB: '999999999' } })
  const staff = await short.staff()
  const { owner: client } = await short.enterprise()
  const configurationId = await configured(client)
  const file = { name: 'subscribers.csv', content: subscriberCsv(newSubscribers(1)) }
  for (let nth = 0; nth < 2; nth += 1) {
    await expect(client.upload(source.upload, { configurationId }, file)).rejects.toMatchObject({
      status: 507,
      code: problems.disk_short.code,
    })
  }
  const { items } = await staff.ask(notice.list, {})
  expect(items.filter(({ kind }) => kind === 'DISK_SHORT')).toEqual([
    expect.objectContaining({ facts: { free: expect.any(Number), reserve: 999_999_999 } }),
  ])
})
