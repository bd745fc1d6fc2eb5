import { problems } from '@simwright/contract'
import * as feedback from '@simwright/contract/feedback'
import * as notice from '@simwright/contract/notice'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'

const t = await testServer()
const staff = await t.staff()
const DAY_MS = 24 * 60 * 60_000

const said = { mood: 4, text: 'A map of the downloads, please.', page: '/dashboard' }
const answer = { answer: 'Thank you.\nIt comes in spring.' }

async function newest() {
  const [item] = (await staff.ask(feedback.list, {})).items
  if (!item) throw new Error('no feedback')
  return item
}

describe('feedback', () => {
  test('is kept, shown to its sender, and read by platform staff', async () => {
    const { owner, id, member } = await t.enterprise('Harbour Mobile')
    await owner.ask(feedback.send, said)
    expect((await owner.ask(feedback.mine, {})).items).toMatchObject([{ mood: 4, text: said.text, answer: null }])
    expect((await (await member('Admin')).ask(feedback.mine, {})).items).toEqual([])
    expect(await newest()).toMatchObject({
      ...said,
      enterpriseId: id,
      enterpriseName: 'Harbour Mobile',
      name: 'Sample Owner',
      answer: null,
      version: 1,
    })
  })

  test('is answered by mail and in the portal', async () => {
    const sender = await t.signUpAndIn()
    await sender.ask(feedback.send, { text: said.text })
    const { enterpriseId, id, version } = await newest()
    t.clock.moveMs(1)
    expect(await staff.ask(feedback.answer, { enterpriseId, id, version, fields: answer })).toEqual({ version: 2 })
    expect(await newest()).toMatchObject({ ...answer, answeredBy: 'Platform Admin', version: 2, mood: null })
    expect((await sender.ask(feedback.mine, {})).items).toMatchObject([answer])
    expect((await sender.ask(notice.list, {})).items).toMatchObject([{ kind: 'FEEDBACK_ANSWERED' }])
    const [letter] = await t.letters(sender.person.email)
    expect(letter).toMatchObject({ kind: 'FEEDBACK_ANSWERED', subject: 'Your feedback to Simwright' })
    expect(letter?.text).toContain('It comes in spring.')
  })

  test('is listed by whether it is answered, page by page', async () => {
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

  test('of one version is answered once', async () => {
    const { owner } = await t.enterprise()
    await owner.ask(feedback.send, said)
    const { enterpriseId, id, version } = await newest()
    await staff.ask(feedback.answer, { enterpriseId, id, version, fields: answer })
    const second = await staff.refusal(feedback.answer, { enterpriseId, id, version, fields: { answer: 'Again' } })
    expect(second.code).toBe(problems.changed_meanwhile.code)
    expect((await owner.ask(feedback.mine, {})).items).toMatchObject([answer])
  })
})

describe('refused is', () => {
  test('empty, overlong and misplaced feedback', async () => {
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

  test('the eleventh of a day, not that of the next', async () => {
    const { owner } = await t.enterprise()
    for (let i = 0; i < feedback.FEEDBACK_A_DAY; i += 1) await owner.ask(feedback.send, said)
    expect((await owner.refusal(feedback.send, said)).code).toBe(problems.too_many.code)
    await t.server.db.systemTx((db) =>
      db
        .updateTable('feedback')
        .set({ created_at: new Date(t.clock.now().getTime() - DAY_MS) })
        .execute(),
    )
    await owner.ask(feedback.send, said)
  })

  test('an answer to what there is not, or in the name of another enterprise account', async () => {
    const { owner, id: other } = await t.enterprise()
    await owner.ask(feedback.send, said)
    const { enterpriseId, id, version } = await newest()
    const fields = answer
    const elsewhere = (await t.enterprise()).id
    for (const place of [
      { enterpriseId: elsewhere, id },
      { enterpriseId, id: crypto.randomUUID() },
    ])
      expect((await staff.refusal(feedback.answer, { ...place, version, fields })).code).toBe(problems.not_found.code)
    expect((await owner.refusal(feedback.answer, { enterpriseId: other, id, version, fields })).status).toBe(403)
    const support = await t.staff('Platform support')
    expect((await support.refusal(feedback.answer, { enterpriseId, id, version, fields })).status).toBe(403)
    expect((await support.ask(feedback.list, {})).items[0]).toMatchObject({ id })
  })
})
