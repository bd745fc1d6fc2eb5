import type { InputOf } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import * as operation from '@simwright/contract/provisioning/operation'
import { expect, test } from 'vitest'
import { generated, operated } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

const scene = await smdpScene()
const { enterprise, order, phones, server } = scene
const { owner } = enterprise

type ConfirmationInput = Extract<InputOf<typeof operation.start>['operation'], { kind: 'CONFIRMATION' }>

const confirm = (ids: readonly string[], given: Omit<ConfirmationInput, 'kind'>) =>
  operated(owner, { operation: { kind: 'CONFIRMATION', ...given }, selection: { ids: [...ids] } })

const codeOf = async (id: string) => (await owner.ask(fleet.detail, { id })).activationCode

const download = async (id: string, confirmationCode?: string) =>
  (await phones.phone().download(await codeOf(id), { ...(confirmationCode ? { confirmationCode } : {}) })).outcome

/** The result's header line, and its other lines as cells: ICCID, outcome, code, reason. */
async function resultOf(id: string, client = owner) {
  const { text } = await client.file(operation.result, { id })
  const [head, ...lines] = text.trim().split('\r\n')
  return { head, lines: lines.map((line) => line.split(',')) }
}

/** Everything stored about an operation, as text; sealed values are unreadable in it. */
async function storedTextOf(id: string): Promise<string> {
  const stored = await server.db.tenantTx(enterprise.id, async (db) => [
    await db.selectFrom('operation').selectAll().where('id', '=', id).execute(),
    await db.selectFrom('operation_row').selectAll().where('operation_id', '=', id).execute(),
    await db.selectFrom('profile_event').selectAll().execute(),
  ])
  const entries = await owner.ask(audit.list, { filter: { objectId: id } })
  return JSON.stringify([stored, entries], (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
}

test('the SM-DP+ accepts a fixed confirmation code instead of the old one', async () => {
  const { profileId: id } = await order({ confirmationCode: '4711' })
  const { id: operationId } = await confirm([id], { mode: 'fixed', code: '80523805' })
  expect(await download(id, '4711')).toBe('refused-by-server')
  expect((await scene.shown(id)).confirmationFailures).toBe(1)
  expect(await download(id, '80523805')).toBe('installed')
  expect((await resultOf(operationId)).lines.map(([, outcome, code]) => [outcome, code])).toEqual([
    ['DONE', '80523805'],
  ])
  expect(await storedTextOf(operationId)).not.toContain('80523805')
})

test('the activation code, and so its QR code, says whether a confirmation code is required', async () => {
  const { profileId: id, activationCode: bare } = await order()
  await confirm([id], { mode: 'fixed', code: '1234' })
  expect(await codeOf(id)).toBe(`${bare}$$1`)
  expect(await download(id)).not.toBe('installed')
  await confirm([id], { mode: 'none' })
  expect(await codeOf(id)).toBe(bare)
  expect(await download(id)).toBe('installed')
})

test('random codes differ, and only users who may generate activation codes can read them', async () => {
  const ids = [(await order()).profileId, (await order({ confirmationCode: '4711' })).profileId]
  const { id: operationId } = await confirm(ids, { mode: 'random', digits: 8 })
  const result = await resultOf(operationId)
  expect(result.head).toBe('ICCID,OUTCOME,CONFIRMATION_CODE,REASON')
  const codes = result.lines.map(([, , code]) => code!)
  expect(new Set(codes).size).toBe(2)
  const kept = await storedTextOf(operationId)
  for (const code of codes) {
    expect(code).toMatch(/^\d{8}$/)
    expect(kept).not.toContain(code)
  }
  const viewer = await enterprise.member('Viewer')
  expect((await resultOf(operationId, viewer)).head).toBe('ICCID,OUTCOME,REASON')
  const { iccid } = await scene.shown(ids[0]!)
  expect(await download(ids[0]!, result.lines.find(([first]) => first === iccid)?.[2])).toBe('installed')
  // a code that is no longer valid is not returned
  await confirm(ids, { mode: 'none' })
  expect((await resultOf(operationId)).lines.filter(([, , code]) => code !== '')).toHaveLength(1)
})

test('undo restores the previous code of each profile that was not changed again meanwhile', async () => {
  const [bare, coded, other] = await Promise.all([order(), order({ confirmationCode: '4711' }), order()])
  const changed = await confirm([bare!.profileId, coded!.profileId, other!.profileId], { mode: 'fixed', code: '5555' })
  await confirm([other!.profileId], { mode: 'fixed', code: '6666' })
  const { id } = await owner.ask(operation.undo, { id: changed.id })
  for await (const _ of owner.events(operation.progress, { id }));
  expect(await owner.ask(operation.get, { id })).toMatchObject({ succeeded: 2, failed: 1, canUndo: false })
  expect((await resultOf(id)).lines.map((line) => line.at(-1))).toContain('Changed again in the meantime.')
  expect(await codeOf(bare!.profileId)).toBe(bare!.activationCode)
  expect(await download(coded!.profileId, '5555')).toBe('refused-by-server')
  expect(await download(coded!.profileId, '4711')).toBe('installed')
  expect(await download(other!.profileId, '6666')).toBe('installed')
})

test('the confirmation code survives generating the profile again', async () => {
  const { profileId: id } = await order()
  await confirm([id], { mode: 'fixed', code: '7777' })
  await operated(owner, { operation: { kind: 'AGAIN' }, selection: { ids: [id] } })
  expect(await codeOf(id)).toMatch(/\$\$1$/)
  expect(await download(id, '7777')).toBe('installed')
})

test('profiles that wait for no device, and rotating codes, are excluded', async () => {
  const onDevice = await order()
  expect(await download(onDevice.profileId)).toBe('installed')
  const rotating = await scene.configured({ name: 'Rotating', rotation: true })
  const { id: batchId } = await generated(owner, { configurationId: rotating, rows: newSubscribers(1) })
  const { items } = await owner.ask(batch.rows, { id: batchId, limit: 1 })
  const { items: found } = await owner.ask(fleet.list, { filter: { iccid: items[0]!.iccid } })
  const selection = { ids: [onDevice.profileId, found[0]!.id] }
  const input = { operation: { kind: 'CONFIRMATION', mode: 'none' } as const, selection }
  const { fits, excluded } = await owner.ask(operation.preview, input)
  expect(fits).toBe(0)
  const reasons = [
    'In a batch with rotation: each code of the batch opens all its profiles.',
    'Its activation code is not waiting for a device.',
  ]
  expect(excluded.map(({ reason }) => reason).sort()).toEqual(reasons)
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

test('the audit log shows who changed confirmation codes and how, but no code', async () => {
  const { profileId: id } = await order()
  const { id: operationId } = await confirm([id], { mode: 'random' })
  const { items } = await owner.ask(audit.list, { filter: { objectId: operationId } })
  expect(items).toMatchObject([
    { action: 'operation.finished', after: { kind: 'CONFIRMATION', given: 'random', succeeded: 1 } },
    { action: 'operation.started', after: { kind: 'CONFIRMATION', given: 'random', rows: 1 } },
  ])
  expect((await scene.timeline(id))[0]).toMatchObject({ type: 'EDITED', text: 'The confirmation code was changed.' })
})
