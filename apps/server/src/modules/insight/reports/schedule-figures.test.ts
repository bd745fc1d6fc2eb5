import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import * as batch from '@simwright/contract/provisioning/batch'
import { expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'
import { sendDueReports } from './jobs.ts'

const t = await testServer({
  background: 'none',
  settings: { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://portal.example.com' },
})

test('a scheduled report waits until the counters have all events of before its hour', async () => {
  const { id: enterpriseId, owner, ownerId } = await t.enterprise()
  const configurationId = await configured(owner)
  const { id: reportId } = await owner.ask(report.add, {
    fields: { name: 'Usage', parameters: { range: 'yesterday' } },
  })
  const fields = { every: 'DAY' as const, hour: 0, timeZone: 'UTC', recipients: [ownerId] }
  const { nextAt } = await owner.ask(schedule.add, { reportId, fields })
  await owner.ask(batch.single, {
    configurationId,
    iccid: '8944500000000000000',
    imsi: '999700000000000',
    makeKeys: true,
  })
  t.clock.moveMs(Date.parse(nextAt!) - t.clock.now().getTime())
  const mails = async () => {
    await sendDueReports(t.server)
    const client = await t.sessionIn(owner, enterpriseId)
    return (await client.ask(schedule.list, {})).items[0]!.lastMails
  }
  expect(await mails()).toBeNull()
  await foldAll(t.server)
  expect(await mails()).toBe(1)
})
