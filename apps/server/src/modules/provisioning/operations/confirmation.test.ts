import type { InputOf } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import * as operation from '@simwright/contract/provisioning/operation'
import { expect, test } from 'vitest'
import { generated, operated } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { freshSubscribers } from '../../../testing/subscriber.ts'

const scene = await smdpScene()
const { enterprise, order, phones, server } = scene
const { owner } = enterprise

type Given = Extract<InputOf<typeof operation.start>['operation'], { kind: 'CONFIRMATION' }>

const confirm = (ids: readonly string[], given: Omit<Given, 'kind'>) =>
  operated(owner, { operation: { kind: 'CONFIRMATION', ...given }, selection: { ids: [...ids] } })

const codeOf = async (id: string) => (await owner.ask(fleet.detail, { id })).activationCode

const download = async (id: string, confirmationCode?: string) =>
  (await phones.phone().download(await codeOf(id), { ...(confirmationCode ? { confirmationCode } : {}) })).outcome

/** Lines of the result without its head: ICCID, outcome, code, reason. */
async function resultOf(id: string, client = owner) {
  const { text } = await client.file(operation.result, { id })
  const [head, ...lines] = text.trim().split('\r\n')
  return { head, lines: lines.map((line) => line.split(',')) }
}

/** Everything that is kept of an operation, as text; what is sealed is not readable in it. */
async function keptOf(id: string): Promise<string> {
  const kept = await server.db.tenantTx(enterprise.id, async (db) => [
    await db.selectFrom('operation').selectAll().where('id', '=', id).execute(),
    await db.selectFrom('operation_row').selectAll().where('operation_id', '=', id).execute(),
    await db.selectFrom('profile_event').selectAll().execute(),
  ])
  const entries = await owner.ask(audit.list, { filter: { objectId: id } })
  return JSON.stringify([kept, entries], (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
}

test('a fixed confirmation code takes the place of the old one at the SM-DP+', async () => {
  const { profileId: id } = await order({ confirmationCode: '4711' })
  const { id: operationId } = await confirm([id], { mode: 'fixed', code: '80523' })
  expect(await download(id, '4711')).toBe('refused-by-server')
  expect((await scene.shown(id)).confirmationFailures).toBe(1)
  expect(await download(id, '80523')).toBe('installed')
  expect((await resultOf(operationId)).lines.map(([, outcome, code]) => [outcome, code])).toEqual([['DONE', '80523']])
  expect(await keptOf(operationId)).not.toContain('80523')
})

test('the activation code, and its QR code with it, says whether a confirmation code is asked for', async () => {
  const { profileId: id, activationCode: bare } = await order()
  await confirm([id], { mode: 'fixed', code: '1234' })
  expect(await codeOf(id)).toBe(`${bare}$$1`)
  expect(await download(id)).not.toBe('installed')
  await confirm([id], { mode: 'none' })
  expect(await codeOf(id)).toBe(bare)
  expect(await download(id)).toBe('installed')
})

test('random codes differ, and are told to who may generate activation codes only', async () => {
  const ids = [(await order()).profileId, (await order({ confirmationCode: '4711' })).profileId]
  const { id: operationId } = await confirm(ids, { mode: 'random', digits: 8 })
  const told = await resultOf(operationId)
  expect(told.head).toBe('ICCID,OUTCOME,CONFIRMATION_CODE,REASON')
  const codes = told.lines.map(([, , code]) => code!)
  expect(new Set(codes).size).toBe(2)
  const kept = await keptOf(operationId)
  for (const code of codes) {
    expect(code).toMatch(/^\d{8}$/)
    expect(kept).not.toContain(code)
  }
  const viewer = await enterprise.member('Viewer')
  expect((await resultOf(operationId, viewer)).head).toBe('ICCID,OUTCOME,REASON')
  const { iccid } = await scene.shown(ids[0]!)
  expect(await download(ids[0]!, told.lines.find(([first]) => first === iccid)?.[2])).toBe('installed')
  // a code that does not hold any more is not handed out
  await confirm(ids, { mode: 'none' })
  expect((await resultOf(operationId)).lines.filter(([, , code]) => code !== '')).toHaveLength(1)
})

test('is undone: each has the code of before again, but for those that were changed meanwhile', async () => {
  const [bare, coded, other] = await Promise.all([order(), order({ confirmationCode: '4711' }), order()])
  const changed = await confirm([bare!.profileId, coded!.profileId, other!.profileId], { mode: 'fixed', code: '5555' })
  await confirm([other!.profileId], { mode: 'fixed', code: '6666' })
  const { id } = await owner.ask(operation.undo, { id: changed.id })
  for await (const _ of owner.events(operation.progress, { id }));
  expect(await owner.ask(operation.get, { id })).toMatchObject({ succeeded: 2, failed: 1, canUndo: false })
  expect((await resultOf(id)).lines.map((line) => line.at(-1))).toContain('It was changed again meanwhile.')
  expect(await codeOf(bare!.profileId)).toBe(bare!.activationCode)
  expect(await download(coded!.profileId, '5555')).toBe('refused-by-server')
  expect(await download(coded!.profileId, '4711')).toBe('installed')
  expect(await download(other!.profileId, '6666')).toBe('installed')
})

test('stays when the profile is generated again', async () => {
  const { profileId: id } = await order()
  await confirm([id], { mode: 'fixed', code: '7777' })
  await operated(owner, { operation: { kind: 'AGAIN' }, selection: { ids: [id] } })
  expect(await codeOf(id)).toMatch(/\$\$1$/)
  expect(await download(id, '7777')).toBe('installed')
})

test('is set apart for what no device is awaited for, and for codes that rotate', async () => {
  const held = await order()
  expect(await download(held.profileId)).toBe('installed')
  const rotating = await scene.configured({ name: 'Rotating', rotation: true })
  const { id: batchId } = await generated(owner, { configurationId: rotating, rows: freshSubscribers(1) })
  const { items } = await owner.ask(batch.rows, { id: batchId, limit: 1 })
  const { items: found } = await owner.ask(fleet.list, { filter: { iccid: items[0]!.iccid } })
  const selection = { ids: [held.profileId, found[0]!.id] }
  const asked = { operation: { kind: 'CONFIRMATION', mode: 'none' } as const, selection }
  const { fits, apart } = await owner.ask(operation.preview, asked)
  expect(fits).toBe(0)
  const reasons = [
    'It rotates: each code of its batch opens all of them.',
    'Its activation code is not waiting for a device.',
  ]
  expect(apart.map(({ reason }) => reason).sort()).toEqual(reasons)
  const { id } = await confirm(selection.ids, { mode: 'none' })
  expect((await resultOf(id)).lines.map((line) => line.at(-1)).sort()).toEqual(reasons)
})

test.each([
  ['without a code', { mode: 'fixed' }],
  ['of three digits', { mode: 'fixed', code: '123' }],
  ['of letters', { mode: 'fixed', code: 'abcd' }],
  ['of nine random digits', { mode: 'random', digits: 9 }],
] as const)('a confirmation code %s is refused', async (_name, given) => {
  const selection = { ids: [crypto.randomUUID()] }
  const refusal = await owner.refusal(operation.start, { operation: { kind: 'CONFIRMATION', ...given }, selection })
  expect(refusal.code).toBe('19400')
})

test('the log shows who changed confirmation codes, and how, but none of them', async () => {
  const { profileId: id } = await order()
  const { id: operationId } = await confirm([id], { mode: 'random' })
  const { items } = await owner.ask(audit.list, { filter: { objectId: operationId } })
  expect(items).toMatchObject([
    { action: 'operation.started', after: { kind: 'CONFIRMATION', given: 'random', rows: 1 } },
  ])
  expect((await scene.timeline(id))[0]).toMatchObject({ type: 'EDITED', text: 'It has a new confirmation code.' })
})
