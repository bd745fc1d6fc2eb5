import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { closeAtEnd } from '../../../testing/close.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { signedInOwner, startServer } from '../../../testing/killed-server.ts'
import { openMailServer } from '../../../testing/mail-server.ts'
import { settingsFor } from '../../../testing/postgres.ts'

const { url, urls } = await openTestDatabase()
const owner = loginClient(url, 'test')
const mailServer = await openMailServer()
beforeAll(() => owner.connect())
afterAll(async () => {
  await owner.end()
  await mailServer.close()
})

const SCHEDULES = 6

type Running = Awaited<ReturnType<typeof startServer>>

async function end({ child, gone }: Running, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  child.kill(signal)
  await gone
}

test('server processes of one database queue the mail of each due report once, also after one was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-schedules-'))
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  const mail = { SMTP_URL: mailServer.url, PUBLIC_URL: 'http://127.0.0.1' }
  const settings = { DATA_DIR: folder, ...mail, ...settingsFor(urls) }
  const { cookies } = await signedInOwner(settings)
  const first = await startServer(settings, cookies)
  const [recipient] = (await first.client.ask(schedule.recipients, {})).items
  for (let n = 1; n <= SCHEDULES; n += 1) {
    const { id: reportId } = await first.client.ask(report.add, { fields: { name: `Report ${n}`, parameters: {} } })
    const fields = { timeZone: 'UTC', recipients: [recipient!.id] }
    await first.client.ask(schedule.add, { reportId, fields })
  }
  await end(first, 'SIGTERM')
  await owner.query('set role simwright_system')
  await owner.query(`update report_schedule set next_at = now() - interval '1 hour'`)
  const running = await Promise.all([startServer(settings, cookies), startServer(settings, cookies)])
  const sent = async () => {
    const { rows } = await owner.query<{ sent: number }>(
      'select count(*)::int as sent from report_schedule where last_at is not null',
    )
    return rows[0]!.sent
  }
  try {
    await expect.poll(sent, { interval: 20 }).toBeGreaterThan(0)
    await end(running[0]!, 'SIGKILL')
    running[0] = await startServer(settings, cookies)
    await expect.poll(sent).toBe(SCHEDULES)
    // every process has had the time for a sweep of its own
    await sleep(3_000)
    // a mail that the killed process had taken goes out again when its lease has ended, which is not waited for here
    const { rows } = await owner.query<{ mails: number }>(
      `select count(*)::int as mails from mail_message where kind = 'REPORT'`,
    )
    expect(rows).toEqual([{ mails: SCHEDULES }])
  } finally {
    for (const one of running) await end(one, 'SIGTERM')
  }
})
