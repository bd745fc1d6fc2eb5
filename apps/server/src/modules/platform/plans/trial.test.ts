import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import { describe, expect, test } from 'vitest'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { addTrialDays, givePlan, notifyOfTrials } from './service.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60_000

/** Moves the clock and runs the job twice in parallel. @returns the kinds of the user's notices, newest first */
async function notifiedAfter(days: number, client: Client, { id }: TestEnterprise): Promise<string[]> {
  t.clock.moveMs(days * DAY_MS)
  await Promise.all([notifyOfTrials(t.server), notifyOfTrials(t.server)])
  const { items } = await (await t.sessionIn(client, id)).ask(notice.list, {})
  return items.map(({ kind }) => kind)
}

const mailsTo = async (client: Client) =>
  (await t.letters(emailOf(client))).map(({ kind, subject }) => ({ kind, subject }))

const emailOf = ({ token }: Client): string =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).email

async function withTrial(): Promise<TestEnterprise> {
  const enterprise = await t.enterprise(undefined, 'DEMO')
  await enterprise.owner.ask(plan.startTrial, {})
  return enterprise
}

describe('the end of a free trial', () => {
  test('is announced seven, three and one days before and afterwards, once each, by mail and in the portal', async () => {
    const enterprise = await withTrial()
    const { owner } = enterprise
    expect(await notifiedAfter(7.9, owner, enterprise)).toHaveLength(0)
    expect(await notifiedAfter(0.2, owner, enterprise)).toHaveLength(1)
    expect(await notifiedAfter(3.8, owner, enterprise)).toHaveLength(1)
    expect(await notifiedAfter(0.2, owner, enterprise)).toHaveLength(2)
    expect(await notifiedAfter(2, owner, enterprise)).toHaveLength(3)
    const all = ['TRIAL_ENDED', 'TRIAL_ENDING', 'TRIAL_ENDING', 'TRIAL_ENDING']
    expect(await notifiedAfter(1, owner, enterprise)).toEqual(all)
    expect(await notifiedAfter(1, owner, enterprise)).toEqual(all)
    expect(await mailsTo(owner)).toEqual([
      { kind: 'TRIAL_ENDED', subject: 'Your free trial of Simwright is expired.' },
      { kind: 'TRIAL_ENDING', subject: 'Your free trial of Simwright ends soon' },
      { kind: 'TRIAL_ENDING', subject: 'Your free trial of Simwright ends soon' },
      { kind: 'TRIAL_ENDING', subject: 'Your free trial of Simwright ends soon' },
    ])
  })

  test('is announced to owners and finance, not to others', async () => {
    const enterprise = await withTrial()
    const [finance, viewer] = [await enterprise.member('Finance'), await enterprise.member('Viewer')]
    expect(await notifiedAfter(13, finance, enterprise)).toEqual(['TRIAL_ENDING'])
    expect(await notifiedAfter(0, viewer, enterprise)).toEqual([])
  })

  test('is announced again after an extension', async () => {
    const enterprise = await withTrial()
    const { owner, id: enterpriseId } = enterprise
    expect(await notifiedAfter(13, owner, enterprise)).toEqual(['TRIAL_ENDING'])
    await t.server.db.tenantTx(enterpriseId, (db) => addTrialDays(t.server, db, { days: 15 }))
    expect(await notifiedAfter(2, owner, enterprise)).toEqual(['TRIAL_ENDING'])
    expect(await notifiedAfter(13, owner, enterprise)).toEqual(['TRIAL_ENDING', 'TRIAL_ENDING'])
  })

  test('is not announced while another plan has replaced it', async () => {
    const enterprise = await withTrial()
    const endsAt = new Date(t.clock.now().getTime() + 60 * DAY_MS)
    await givePlan(t.server, { enterpriseId: enterprise.id, plan: 'BASIC', endsAt })
    expect(await notifiedAfter(13, enterprise.owner, enterprise)).toEqual([])
    expect(await notifiedAfter(3, enterprise.owner, enterprise)).toEqual([])
  })
})
