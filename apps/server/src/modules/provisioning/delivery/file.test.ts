import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { expect, test } from 'vitest'
import { configured, generated } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { insertFile } from './file-queries.ts'
import { writeFile } from './file-work.ts'
import { wakeFiles } from './jobs.ts'

const t = await testServer()
const enterprise = await t.enterprise()
const { owner } = enterprise
const configurationId = await configured(owner)

type State = {
  status: ProfileStatus
  order_state: 'Available' | 'Confirmed' | 'Released' | 'Error' | 'Unavailable'
  campaign_id?: string
}

const subscribers = newSubscribers(24)
const { id: batchId } = await generated(owner, { configurationId, rows: subscribers })
const { items: stock } = await owner.ask(fleet.list, { filter: { batchId }, limit: 24 })

/** Takes `count` profiles for one test and puts the first of them into these states. */
async function profiles(count: number, states: readonly State[] = []) {
  const rows = stock.splice(0, count)
  for (const [index, state] of states.entries()) await setState(rows[index]!.id, state)
  return { rows, selection: { ids: rows.map(({ id }) => id) } }
}

const setState = (id: string, state: State) =>
  t.server.db.tenantTx(enterprise.id, (db) => db.updateTable('profile').set(state).where('id', '=', id).execute())

const expired: State = { status: 'EXPIRED', order_state: 'Unavailable' }
const inStock: State = { status: 'AVAILABLE', order_state: 'Available' }
const ordered: State = { status: 'AVAILABLE', order_state: 'Confirmed' }
const failed: State = { status: 'ERROR', order_state: 'Error' }
const pooled: State = { status: 'AVAILABLE', order_state: 'Released', campaign_id: crypto.randomUUID() }
const reasons = [
  'Its activation code has expired.',
  'In stock, without an activation code: generate it again first.',
  'Its activation code ended in an error: generate it again first.',
  'In a campaign, which has one code for everyone.',
]

async function ended(id: string): Promise<delivery.CodeFile> {
  let last: delivery.CodeFile | undefined
  for await (const file of owner.events(delivery.fileProgress, { id })) last = file
  return last!
}

const leftOf = async (id: string) => {
  const { text } = await owner.file(delivery.fileLeft, { id })
  return text.trim().split('\r\n').slice(1).sort()
}

const content = async (id: string) =>
  Buffer.from(await (await owner.send(delivery.fileContent, { id })).arrayBuffer()).toString('latin1')

test('profiles without a usable code are listed before and after writing; the file has the others', async () => {
  const { rows, selection } = await profiles(6, [expired, inStock, failed, pooled])
  const preview = await owner.ask(delivery.previewFile, { selection })
  expect(preview).toMatchObject({ total: 6, fits: 2 })
  expect(preview.excluded.map(({ reason }) => reason).sort()).toEqual([...reasons].sort())
  const before = await owner.file(delivery.excludedFile, { selection })
  const { id } = await owner.ask(delivery.startFile, { given: { form: 'QR_ZIP' }, selection })
  expect(await ended(id)).toMatchObject({ process: 'COMPLETE', total: 2, written: 2, left: 4 })
  const lines = rows.slice(0, 4).map(({ iccid }, index) => {
    return `${iccid},${[expired, inStock, failed, pooled][index]!.status},${csv(reasons[index]!)}`
  })
  expect(await leftOf(id)).toEqual([...lines].sort())
  expect(before.text.trim().split('\r\n').slice(1).sort()).toEqual([...lines].sort())
  const zip = await content(id)
  expect(rows.filter(({ iccid }) => zip.includes(`qr/${iccid}.svg`))).toEqual(rows.slice(4))
  const { items } = await owner.ask(notice.list, { limit: 1 })
  expect(items[0]).toMatchObject({ kind: 'FILE_DONE', facts: { fileId: id, codes: 2, left: 4 } })
  const entries = await owner.ask(audit.list, { filter: { objectId: id } })
  expect(entries.items.map(({ action }) => action)).toEqual(['codes.downloaded', 'codes.written'])
})

const csv = (text: string) => (text.includes(',') ? `"${text}"` : text)

test('a profile without a code has no label either', async () => {
  const states = [expired, inStock, failed, pooled]
  const { rows } = await profiles(4, states)
  for (const [index, { id: profileId }] of rows.entries()) {
    const { obj } = await owner.refusal(delivery.label, { profileId })
    expect(obj).toMatchObject({ faults: [{ path: 'profileId', text: reasons[index] }] })
  }
})

test('a profile in stock has no code for anyone: neither in a file nor in an e-mail', async () => {
  const { rows, selection } = await profiles(2, [inStock, ordered])
  const expected = [reasons[1], 'In stock: an operator has ordered it and not released it yet.']
  const { excluded } = await owner.ask(delivery.previewFile, { selection })
  expect(excluded.map(({ reason }) => reason).sort()).toEqual([...expected].sort())
  const named = rows.map(({ iccid }, index) => ({ email: `user${index}@example.com`, iccid }))
  const { pairs } = await owner.ask(delivery.planMails, { selection, recipients: named })
  expect(pairs.map(({ reason }) => reason)).toEqual(expected)
  const next = await owner.ask(delivery.planMails, { selection, recipients: [{ email: 'user@example.com' }] })
  expect(next.pairs).toMatchObject([{ reason: 'No free activation code is left for it.' }])
})

test('the list of activation codes gives a reason in ref of an unusable code', async () => {
  const { rows, selection } = await profiles(2, [expired])
  const { text } = await owner.file(fleet.exportCsv, { form: 'codes', selection })
  const lines = text.trim().split('\r\n')
  expect(lines.find((line) => line.startsWith(rows[0]!.iccid))).toBe(`${rows[0]!.iccid},,,EXPIRED,${reasons[0]}`)
  expect(lines.find((line) => line.startsWith(rows[1]!.iccid))).toContain(`${rows[1]!.activationCode},`)
})

test('a file without any usable code is refused', async () => {
  const { selection } = await profiles(1, [inStock])
  const refusal = await owner.refusal(delivery.startFile, { given: { form: 'LABELS', sheet: 'ROLL' }, selection })
  expect(JSON.stringify(refusal.obj)).toContain('None of these profiles has an activation code.')
})

/** A requested file whose lease another process holds. */
async function leasedFile(selection: { ids: string[] }, more: { attempts?: number } = {}) {
  const id = t.server.random.uuid()
  const at = t.clock.now()
  const selected = { selection, asOf: at.toISOString(), timeZone: 'UTC', look: 'plain' }
  await t.server.db.tenantTx(enterprise.id, async (db) => {
    const given = { form: 'QR_ZIP', picture: 'svg' } as const
    const expiresAt = new Date(at.getTime() + 3_600_000)
    const userId = enterprise.ownerId
    await insertFile(db, { id, given, selected, total: 2, userId, at, expiresAt })
    const held = { lease_holder: t.server.random.uuid(), lease_until: new Date(Date.now() + 600_000), ...more }
    await db.updateTable('code_file').set(held).where('id', '=', id).execute()
  })
  return { enterpriseId: enterprise.id, id }
}

const releaseLease = ({ id }: { id: string }) =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('code_file').set({ lease_holder: null, lease_until: null }).where('id', '=', id).execute(),
  )

test('a profile that lost its code after the request is left out and listed', async () => {
  const { rows, selection } = await profiles(2)
  const { id } = await leasedFile(selection)
  await setState(rows[0]!.id, expired)
  await releaseLease({ id })
  await wakeFiles(t.server)
  expect(await ended(id)).toMatchObject({ process: 'COMPLETE', written: 1, left: 1 })
  expect(await leftOf(id)).toEqual([`${rows[0]!.iccid},EXPIRED,${reasons[0]}`])
})

test('a file that a killed server left half written is written again from its beginning', async () => {
  const { rows, selection } = await profiles(2, [expired])
  const { id } = await leasedFile(selection)
  const reason = 'of before'
  const past = new Date(Date.now() - 60_000)
  await t.server.db.tenantTx(enterprise.id, async (db) => {
    const ref = { enterprise_id: enterprise.id, file_id: id }
    await db
      .insertInto('code_file_part')
      .values({ ...ref, number: 0, sealed: Buffer.from('half') })
      .execute()
    await db
      .insertInto('code_file_left')
      .values({ ...ref, line: 1, iccid: '1', status: 'ERROR', reason })
      .execute()
    const held = { lease_holder: t.server.random.uuid(), lease_until: past, attempts: 1, written: 1, left_out: 1 }
    await db.updateTable('code_file').set(held).where('id', '=', id).execute()
  })
  await wakeFiles(t.server)
  expect(await ended(id)).toMatchObject({ process: 'COMPLETE', written: 1, left: 1 })
  expect(await leftOf(id)).toEqual([`${rows[0]!.iccid},EXPIRED,${reasons[0]}`])
  expect(await content(id)).toMatch(/^PK/)
})

test('a file whose writers keep dying is failed after three attempts, with a notice', async () => {
  const { selection } = await profiles(2)
  const { id } = await leasedFile(selection, { attempts: 3 })
  await releaseLease({ id })
  await wakeFiles(t.server)
  expect(await ended(id)).toMatchObject({ process: 'FAILED' })
  const { items } = await owner.ask(notice.list, { limit: 1 })
  expect(items[0]).toMatchObject({ kind: 'FILE_FAILED', facts: { fileId: id } })
})

test('a server that shuts down leaves the file to another without counting a failed attempt', async () => {
  const { selection } = await profiles(2)
  const ref = await leasedFile(selection)
  await releaseLease(ref)
  await writeFile({ ...t.server, stopping: AbortSignal.abort() }, ref)
  const row = await t.server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('code_file').selectAll().where('id', '=', ref.id).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ process: 'PROCESSING', attempts: 0, lease_holder: null })
})
