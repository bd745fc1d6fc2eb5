import { basename } from 'node:path'
import * as notice from '@simwright/contract/platform/notice'
import { type Curve, generateKeyPair } from '@simwright/rsp'
import { issueTestPki } from '@simwright/x509'
import { afterAll, expect, test } from 'vitest'
import { STAFF_ENTERPRISE_ID } from '../db/staff-enterprise.ts'
import { mailNotices } from '../modules/platform/notices/jobs.ts'
import { certificateFolder } from '../testing/certificate-folder.ts'
import type { Client } from '../testing/client.ts'
import { openMailServer } from '../testing/mail-server.ts'
import { testServer } from '../testing/server.ts'
import { checkThresholds } from './threshold-check.ts'

const DAY_MS = 24 * 60 * 60_000

const pki = issueTestPki({
  now: new Date(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  generateKeyPair: (curve: string) => generateKeyPair(curve as Curve),
  host: 'smdp.example.com',
  oid: '2.999.20',
})
const mailServer = await openMailServer()
afterAll(() => mailServer.close())
const t = await testServer({
  background: 'queue',
  settings: {
    SMTP_URL: mailServer.url,
    PUBLIC_URL: 'https://portal.example.com',
    RSP_CERTS_DIR: certificateFolder(pki),
  },
})

/** Runs the checks as two processes would, and mails what is due. */
async function check(): Promise<void> {
  await Promise.all([checkThresholds(t.server), checkThresholds(t.server)])
  await mailNotices(t.server)
}

const emailOf = ({ token = '' }: Client): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email

test('a certificate that runs out notifies the staff once for each level, in the bell and by mail', async () => {
  const staff = await t.staff()
  const [first] = t.server.smdp.certificates().toSorted((a, b) => a.notAfter.getTime() - b.notAfter.getTime())
  const { name, notAfter } = first!
  const days = async () => {
    const client = await t.sessionIn(staff, STAFF_ENTERPRISE_ID)
    const { items } = await client.ask(notice.list, { kinds: ['CERTIFICATE_ENDING'], limit: 50 })
    return items.flatMap(({ facts }) => ('days' in facts && facts.name === basename(name) ? [facts.days] : []))
  }
  const goTo = (daysBefore: number) =>
    t.clock.moveMs(notAfter.getTime() - daysBefore * DAY_MS - t.clock.now().getTime())
  goTo(31)
  await check()
  expect(await days()).toEqual([])
  goTo(29.5)
  for (let n = 0; n < 3; n += 1) await check()
  expect(await days()).toEqual([29])
  goTo(6.5)
  for (let n = 0; n < 3; n += 1) await check()
  expect(await days()).toEqual([6, 29])
  const mailed = () =>
    mailServer.received
      .filter(({ to }) => to.includes(emailOf(staff)))
      .filter(({ email }) => email.subject === `The certificate ${basename(name)} expires soon`)
  await expect.poll(mailed).toHaveLength(2)
})
