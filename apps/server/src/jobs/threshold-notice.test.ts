import * as notice from '@simwright/contract/platform/notice'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { afterAll, expect, test } from 'vitest'
import { mailNotices } from '../modules/platform/notices/jobs.ts'
import { type MailServer, openMailServer } from '../testing/mail-server.ts'
import type { Client } from '../testing/server.ts'
import { smdpScene } from '../testing/smdp-scene.ts'
import { checkThresholds } from './threshold-check.ts'

const mailServer: MailServer = await openMailServer()
afterAll(() => mailServer.close())
const scene = await smdpScene({
  background: 'queue',
  settings: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://portal.example.com' },
})
const { server, enterprise, phones } = scene

/** Runs the checks as two processes would, and mails what is due. */
async function check(): Promise<void> {
  await Promise.all([checkThresholds(server), checkThresholds(server)])
  await mailNotices(server)
}

const emailOf = ({ token = '' }: Client): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email

/** The subjects of the mails that the SMTP server has received for an address. */
const subjectsFor = (email: string) =>
  mailServer.received.filter(({ to }) => to.includes(email)).map(({ email: { subject } }) => subject)

test('a campaign that runs low notifies once, in the bell and by mail', async () => {
  const { owner } = enterprise
  const configurationId = await scene.configured({ name: 'Festival' })
  const { id } = await owner.ask(campaign.add, {
    fields: { name: 'Spring', configurationId, confirmationCode: { mode: 'none' } },
  })
  for (let n = 0; n < 5; n += 1) {
    const { iccid } = await scene.order({}, configurationId)
    await owner.ask(campaign.fill, { id, filter: { iccid } })
  }
  await owner.ask(campaign.start, { id, version: (await owner.ask(campaign.get, { id })).version })
  const { activationCode } = await owner.ask(campaign.get, { id })
  const listed = async () => (await owner.ask(notice.list, { kinds: ['CAMPAIGN_LOW'] })).items.map(({ facts }) => facts)
  await check()
  expect(await listed()).toEqual([])
  for (let n = 0; n < 5; n += 1) expect((await phones.phone().download(activationCode)).outcome).toBe('installed')
  for (let n = 0; n < 3; n += 1) await check()
  expect(await listed()).toEqual([{ campaignId: id, name: 'Spring', remaining: 0, total: 5 }])
  const email = emailOf(owner)
  await expect.poll(() => subjectsFor(email)).toEqual(['Campaign Spring is running low'])
})
