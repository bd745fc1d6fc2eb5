import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import { describe, expect, test } from 'vitest'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { addTrialDays, givePlan, tellOfTrials } from './service.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60_000

/** What somebody is told about the trial, newest first; told by two processes at once. */
async function toldAfter(days: number, client: Client, { id }: TestEnterprise): Promise<string[]> {
  t.clock.moveMs(days * DAY_MS)
  await Promise.all([tellOfTrials(t.server), tellOfTrials(t.server)])
  const { items } = await (await t.sessionIn(client, id)).ask(notice.list, {})
  return items.map(({ kind }) => kind)
}

const mailsTo = async (client: Client) =>
  (await t.letters(emailOf(client))).map(({ kind, subject }) => ({ kind, subject }))

const emailOf = ({ token }: Client): string =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).email

async function tried(): Promise<TestEnterprise> {
  const enterprise = await t.enterprise(undefined, 'DEMO')
  await enterprise.owner.ask(plan.startTrial, {})
  return enterprise
}

describe('the end of a free trial', () => {
  test('is told three days before and when it has come, once each, by mail and in the header', async () => {
    const enterprise = await tried()
    const { owner } = enterprise
    expect(await toldAfter(11.9, owner, enterprise)).toEqual([])
    expect(await toldAfter(0.2, owner, enterprise)).toEqual(['TRIAL_ENDING'])
    expect(await toldAfter(1, owner, enterprise)).toEqual(['TRIAL_ENDING'])
    expect(await toldAfter(2, owner, enterprise)).toEqual(['TRIAL_ENDED', 'TRIAL_ENDING'])
    expect(await toldAfter(1, owner, enterprise)).toEqual(['TRIAL_ENDED', 'TRIAL_ENDING'])
    expect(await mailsTo(owner)).toEqual([
      { kind: 'TRIAL_ENDED', subject: 'Your free trial of Simwright is expired.' },
      { kind: 'TRIAL_ENDING', subject: 'Your free trial of Simwright ends soon' },
    ])
  })

  test('is told to those who look after the plan, not to others', async () => {
    const enterprise = await tried()
    const [finance, viewer] = [await enterprise.member('Finance'), await enterprise.member('Viewer')]
    expect(await toldAfter(13, finance, enterprise)).toEqual(['TRIAL_ENDING'])
    expect(await toldAfter(0, viewer, enterprise)).toEqual([])
  })

  test('is told anew when it was put off', async () => {
    const enterprise = await tried()
    const { owner, id: enterpriseId } = enterprise
    expect(await toldAfter(13, owner, enterprise)).toEqual(['TRIAL_ENDING'])
    await t.server.db.tenantTx(enterpriseId, (db) => addTrialDays(t.server, db, { enterpriseId, days: 15 }))
    expect(await toldAfter(2, owner, enterprise)).toEqual(['TRIAL_ENDING'])
    expect(await toldAfter(13, owner, enterprise)).toEqual(['TRIAL_ENDING', 'TRIAL_ENDING'])
  })

  test('is not told where a plan runs in its place', async () => {
    const enterprise = await tried()
    const endsAt = new Date(t.clock.now().getTime() + 60 * DAY_MS)
    await givePlan(t.server, { enterpriseId: enterprise.id, plan: 'BASIC', endsAt })
    expect(await toldAfter(13, enterprise.owner, enterprise)).toEqual([])
    expect(await toldAfter(3, enterprise.owner, enterprise)).toEqual([])
  })
})
