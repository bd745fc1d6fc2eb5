import { problems } from '@simwright/contract'
import * as feedback from '@simwright/contract/platform/feedback'
import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dayText } from '../../../format/day.ts'
import { testServer } from '../../../testing/server.ts'
import { givePlan } from '../plans/service.ts'

const t = await testServer()
const staff = await t.staff()
const DAY_MS = 24 * 60 * 60_000

const message = { mood: 4, text: 'A map of the downloads, please.', page: '/dashboard' }
const answer = { answer: 'Thank you.\nIt comes in spring.' }

const entriesOf = (enterpriseId: string, action: string) =>
  t.server.db.systemTx((db) =>
    sql`
      select after from audit_inbox where enterprise_id = ${enterpriseId} and action = ${action} union all
      select after from audit_entry where enterprise_id = ${enterpriseId} and action = ${action}`.execute(db),
  )

async function newest() {
  const [item] = (await staff.ask(feedback.list, {})).items
  if (!item) throw new Error('no feedback')
  return item
}

describe('feedback', () => {
  test('is stored, shown to its sender, and read by platform staff', async () => {
    const { owner, id, member } = await t.enterprise('Harbour Mobile')
    await owner.ask(feedback.send, message)
    expect((await owner.ask(feedback.mine, {})).items).toMatchObject([{ mood: 4, text: message.text, answer: null }])
    expect((await (await member('Admin')).ask(feedback.mine, {})).items).toEqual([])
    expect(await newest()).toMatchObject({
      ...message,
      enterpriseId: id,
      enterpriseName: 'Harbour Mobile',
      name: 'Sample Owner',
      answer: null,
      version: 1,
    })
  })

  test('is answered by mail and in the portal', async () => {
    const sender = await t.signUpAndIn()
    await sender.ask(feedback.send, { text: message.text })
    const { enterpriseId, id, version } = await newest()
    t.clock.moveMs(1)
    expect(await staff.ask(feedback.answer, { enterpriseId, id, version, fields: answer })).toEqual({ version: 2 })
    expect(await newest()).toMatchObject({ ...answer, answeredBy: 'Platform Admin', version: 2, mood: null })
    expect((await sender.ask(feedback.mine, {})).items).toMatchObject([answer])
    expect((await sender.ask(notice.list, {})).items).toMatchObject([{ kind: 'FEEDBACK_ANSWERED' }])
    const [letter] = await t.letters(sender.person.email)
    expect(letter).toMatchObject({ kind: 'FEEDBACK_ANSWERED', subject: 'Your feedback on Simwright' })
    expect(letter?.text).toContain('It comes in spring.')
  })

  test('can be filtered by whether it is answered, and is paged', async () => {
    const { owner } = await t.enterprise()
    for (const text of ['one', 'two', 'three']) {
      t.clock.moveMs(5)
      await owner.ask(feedback.send, { text })
    }
    const first = await staff.ask(feedback.list, { filter: { answered: false }, limit: 2 })
    expect(first.items.map(({ text }) => text)).toEqual(['three', 'two'])
    const second = await staff.ask(feedback.list, { filter: { answered: false }, limit: 2, cursor: first.next ?? '' })
    expect(second.items[0]?.text).toBe('one')
    const foreign = await staff.refusal(feedback.list, { filter: { answered: true }, cursor: first.next ?? '' })
    expect(foreign.code).toBe(problems.invalid.code)
    const answered = await staff.ask(feedback.list, { filter: { answered: true } })
    expect(answered.items.every(({ answer }) => answer !== null)).toBe(true)
    expect(answered.total).toBe(answered.items.length)
  })

  test('can be answered once per version', async () => {
    const { owner } = await t.enterprise()
    await owner.ask(feedback.send, message)
    const { enterpriseId, id, version } = await newest()
    await staff.ask(feedback.answer, { enterpriseId, id, version, fields: answer })
    const second = await staff.refusal(feedback.answer, { enterpriseId, id, version, fields: { answer: 'Again' } })
    expect(second.code).toBe(problems.changed_meanwhile.code)
    expect((await owner.ask(feedback.mine, {})).items).toMatchObject([answer])
  })
})

describe('a refusal', () => {
  test('of empty and too long feedback, an invalid mood, or an invalid page', async () => {
    const { owner } = await t.enterprise()
    for (const bad of [
      { text: ' ' },
      { text: 'x'.repeat(2001) },
      { text: 'x', mood: 6 },
      { text: 'x', page: 'https://x' },
    ])
      expect((await owner.refusal(feedback.send, bad)).code).toBe(problems.invalid.code)
    expect((await owner.ask(feedback.mine, {})).items).toEqual([])
  })

  test('of the eleventh feedback of a day, but not of the first of the next day', async () => {
    const { owner } = await t.enterprise()
    for (let i = 0; i < feedback.FEEDBACK_A_DAY; i += 1) await owner.ask(feedback.send, message)
    expect((await owner.refusal(feedback.send, message)).code).toBe(problems.too_many.code)
    await t.server.db.systemTx((db) =>
      db
        .updateTable('feedback')
        .set({ created_at: new Date(t.clock.now().getTime() - DAY_MS) })
        .execute(),
    )
    await owner.ask(feedback.send, message)
  })

  test('of an answer to missing feedback, or for another enterprise account', async () => {
    const { owner, id: other } = await t.enterprise()
    await owner.ask(feedback.send, message)
    const { enterpriseId, id, version } = await newest()
    const fields = answer
    const elsewhere = (await t.enterprise()).id
    for (const key of [
      { enterpriseId: elsewhere, id },
      { enterpriseId, id: crypto.randomUUID() },
    ])
      expect((await staff.refusal(feedback.answer, { ...key, version, fields })).code).toBe(problems.not_found.code)
    expect((await owner.refusal(feedback.answer, { enterpriseId: other, id, version, fields })).status).toBe(403)
    const support = await t.staff('Platform support')
    expect((await support.refusal(feedback.answer, { enterpriseId, id, version, fields })).status).toBe(403)
    expect((await support.ask(feedback.list, {})).items[0]).toMatchObject({ id })
  })
})

describe('accepted feedback', () => {
  test('extends an active trial by 15 days, once, and notifies its sender by mail and in the portal', async () => {
    const { owner, id: enterpriseId } = await t.enterprise('Thankful Mobile', 'DEMO')
    const { endsAt } = await owner.ask(plan.startTrial, {})
    await owner.ask(feedback.send, message)
    const { id, version, plan: activePlan } = await newest()
    expect(activePlan).toBe('PRO')
    const trialEndsAt = new Date(Date.parse(endsAt) + 15 * DAY_MS).toISOString()
    const once = await Promise.allSettled([1, 2].map(() => staff.ask(feedback.accept, { enterpriseId, id, version })))
    expect(once.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { version: 2, trialEndsAt } }])
    const again = await staff.refusal(feedback.accept, { enterpriseId, id, version: 2 })
    expect(again.code).toBe(problems.changed_meanwhile.code)
    expect((await owner.ask(plan.queryOrder, {})).trial).toMatchObject({ state: 'running', daysLeft: 30 })
    expect((await owner.ask(feedback.mine, {})).items[0]!.acceptedAt).toBe(t.clock.now().toISOString())
    expect((await owner.ask(notice.list, {})).items).toMatchObject([
      { kind: 'FEEDBACK_ANSWERED', facts: { trialDays: 15 } },
    ])
    const letters = await t.letters((await newest()).email)
    expect(letters.map(({ kind }) => kind)).toEqual(['FEEDBACK_ACCEPTED'])
    expect(letters[0]!.text).toContain(
      `Thankful Mobile is 15 days longer. It runs until ${dayText(new Date(trialEndsAt))}.`,
    )
    const { rows } = await entriesOf(enterpriseId, 'feedback.accepted')
    expect(rows).toEqual([{ after: { days: 15 } }])
  })

  test('restarts a trial that has ended for 15 days, and extends one that has not started', async () => {
    const enterprise = await t.enterprise('Late Mobile', 'DEMO')
    await enterprise.owner.ask(plan.startTrial, {})
    await enterprise.owner.ask(feedback.send, message)
    const { id, version } = await newest()
    t.clock.moveMs(40 * DAY_MS)
    const owner = await t.sessionIn(enterprise.owner, enterprise.id)
    const admin = await t.staff()
    expect((await owner.ask(plan.queryOrder, {})).trial.state).toBe('ended')
    await admin.ask(feedback.accept, { enterpriseId: enterprise.id, id, version })
    expect((await owner.ask(plan.queryOrder, {})).trial).toMatchObject({ state: 'running', daysLeft: 15 })

    const other = await t.enterprise('Other Mobile', 'DEMO')
    await other.owner.ask(feedback.send, message)
    const [item] = (await admin.ask(feedback.list, {})).items
    const accepted = await admin.ask(feedback.accept, { enterpriseId: other.id, id: item!.id, version: 1 })
    expect(accepted.trialEndsAt).toBeNull()
    expect((await other.owner.ask(plan.queryOrder, {})).trial).toMatchObject({ state: 'available', days: 30 })
  })

  test('extends the trial from the end of the plan that has replaced it', async () => {
    const { owner, id: enterpriseId } = await t.enterprise('Paying Mobile', 'DEMO')
    await owner.ask(plan.startTrial, {})
    const until = new Date(t.clock.now().getTime() + 60 * DAY_MS)
    await givePlan(t.server, { enterpriseId, plan: 'BASIC', endsAt: until })
    await owner.ask(feedback.send, message)
    const admin = await t.staff()
    const [item] = (await admin.ask(feedback.list, {})).items
    const { trialEndsAt } = await admin.ask(feedback.accept, { enterpriseId, id: item!.id, version: 1 })
    expect(trialEndsAt).toBe(new Date(until.getTime() + 15 * DAY_MS).toISOString())
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({ plan: 'BASIC', kind: 'GIVEN' })
  })

  test('needs staff with the permission, existing feedback, and its enterprise account', async () => {
    const { owner, id: enterpriseId } = await t.enterprise('Greedy Mobile', 'DEMO')
    await owner.ask(feedback.send, message)
    const admin = await t.staff()
    const [item] = (await admin.ask(feedback.list, {})).items
    const { id, version } = item!
    for (const client of [owner, await t.staff('Platform support')])
      expect((await client.refusal(feedback.accept, { enterpriseId, id, version })).status).toBe(403)
    for (const key of [
      { enterpriseId: (await t.enterprise()).id, id },
      { enterpriseId, id: crypto.randomUUID() },
    ])
      expect((await admin.refusal(feedback.accept, { ...key, version })).code).toBe(problems.not_found.code)
    expect((await owner.ask(plan.queryOrder, {})).trial).toMatchObject({ state: 'available', days: 15 })
  })
})
