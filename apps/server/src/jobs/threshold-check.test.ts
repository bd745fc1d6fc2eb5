import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as notice from '@simwright/contract/platform/notice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { closeAtEnd } from '../testing/close.ts'
import { openTestDatabase } from '../testing/database.ts'
import { signedInOwner, startServer } from '../testing/killed-server.ts'
import { settingsFor } from '../testing/postgres.ts'

const { url, urls } = await openTestDatabase()
const owner = loginClient(url, 'test')
beforeAll(() => owner.connect())
afterAll(() => owner.end())

async function mails(): Promise<string[]> {
  const { rows } = await owner.query<{ kind: string }>('select kind from mail_message order by kind')
  return rows.map(({ kind }) => kind)
}

test('two server processes notify once of a used plan and of a falling success rate, by mail too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-thresholds-'))
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, ...settingsFor(urls) }
  const { enterpriseId, cookies } = await signedInOwner(settings)
  await owner.query('set role simwright_system')
  await owner.query(
    `with given as (
      update plan_order set kind = 'GIVEN', downloads = 100 where enterprise_id = $1 returning enterprise_id, id
    )
    insert into plan_use (enterprise_id, order_id, slot, used) select enterprise_id, id, 0, 85 from given`,
    [enterpriseId],
  )
  await owner.query(
    `insert into rollup (enterprise_id, kind, dimension, metric, bucket, count)
     values ($1, 'total', '', 'failed', date_trunc('hour', now()), 50)`,
    [enterpriseId],
  )
  const running = await Promise.all([startServer(settings, cookies), startServer(settings, cookies)])
  try {
    const { client } = running[0]!
    const kinds = async () => (await client.ask(notice.list, {})).items.map(({ kind }) => kind).sort()
    await expect.poll(kinds).toEqual(['SUCCESS_FALLS', 'USAGE_REACHED'])
    await expect.poll(mails).toEqual(['NOTICE', 'USAGE_REACHED'])
    // the other process has had the time for its own check
    await sleep(2_000)
    expect(await kinds()).toEqual(['SUCCESS_FALLS', 'USAGE_REACHED'])
  } finally {
    for (const { child, gone } of running) {
      child.kill('SIGTERM')
      await gone
    }
  }
  expect(await mails()).toEqual(['NOTICE', 'USAGE_REACHED'])
})
