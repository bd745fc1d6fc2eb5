import { createHash } from 'node:crypto'
import * as batch from '@simwright/contract/batch'
import * as configuration from '@simwright/contract/configuration'
import * as fleet from '@simwright/contract/fleet'
import * as source from '@simwright/contract/source'
import { isActivationCode, parseActivationCode } from '@simwright/ids'
import { deriveOpc } from '@simwright/saip'
import { sql } from 'kysely'
import type { Client as PgClient } from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loginClient } from '../../db/connection.ts'
import { type Client, type TestEnterprise, type TestServer, testServer } from '../../testing/server.ts'
import { type Subscriber, subscriberCsv, subscribers } from '../../testing/subscriber.ts'
import { wakeBatches } from './jobs.ts'
import { runBatch } from './run.ts'
import { openCardKeys, openConfirmation } from './service.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

let used = 0
/** Subscribers that no other test has. */
function fresh(count: number): Subscriber[] {
  used += count
  return subscribers(count, used - count)
}

type Fields = Partial<configuration.ConfigurationInput>

async function configure(client: Client, name: string, more: Fields = {}): Promise<string> {
  const { id } = await client.ask(configuration.add, {
    fields: {
      name,
      type: 'Regular',
      profileName: 'Consumer plan',
      serviceProviderName: 'Alba',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
      ...more,
    },
  })
  return id
}

async function stage(client: Client, configurationId: string, rows: readonly Subscriber[]) {
  const file = { name: 'subscribers.csv', content: subscriberCsv(rows) }
  return await client.upload(source.upload, { configurationId }, file)
}

async function finished(client: Client, id: string): Promise<batch.Batch> {
  let last: batch.Batch | undefined
  for await (const event of client.events(batch.progress, { id })) last = event
  return last!
}

/** From the file to the end of the batch. */
async function generate(
  rows: readonly Subscriber[],
  { client = enterprise.owner, configurationId, ...options }: Generating,
): Promise<batch.Batch> {
  const { id } = await stage(client, configurationId, rows)
  const { batchId } = await client.ask(batch.start, { sourceId: id, ...options })
  return await finished(client, batchId)
}
type Generating = { client?: Client; configurationId: string; generateAgain?: boolean; leaveOutFaulty?: boolean }

const rowsOf = async (id: string) => (await enterprise.owner.ask(batch.rows, { id, limit: 200 })).items

const profileOf = async (iccid: string | undefined) =>
  (await enterprise.owner.ask(fleet.list, { filter: { search: iccid } })).items[0]!

/** What the card will hold, as package building opens it. */
async function keysOf(iccid: string | undefined) {
  const { id } = await profileOf(iccid)
  const { sealed } = await t.server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('profile_key').select('sealed').where('profile_id', '=', id).executeTakeFirstOrThrow(),
  )
  return openCardKeys(t.server.vault, { enterpriseId: enterprise.id, profileId: id }, sealed)
}

async function codeOf(iccid: string | undefined) {
  const { matchingId } = await profileOf(iccid)
  return await t.server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('activation_code').selectAll().where('matching_id', '=', matchingId).executeTakeFirstOrThrow(),
  )
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

describe('a confirmed upload', () => {
  test('becomes a batch: an activation code for each row, seen in Fleet', async () => {
    const configurationId = await configure(enterprise.owner, 'Main job')
    const rows = fresh(1203)
    const done = await generate(rows, { configurationId })
    expect(done).toMatchObject({
      process: 'COMPLETE',
      type: 'GENERATE_AC',
      total: 1203,
      succeeded: 1203,
      failed: 0,
      processed: 1203,
      protection: 'PLAIN',
      fileName: 'subscribers.csv',
      configurationName: 'Main job',
    })
    expect(done.code).toMatch(/^B\d{12}$/)
    const codes = (await rowsOf(done.id)).map(({ activationCode }) => activationCode!)
    expect(codes.every(isActivationCode)).toBe(true)
    const parsed = parseActivationCode(codes[0]!)
    expect(parsed).toMatchObject({ host: t.server.smdp.address, confirmationCodeRequired: false })
    expect(parsed.matchingId).toMatch(/^[0-9A-F]{32}$/)
    const profile = await profileOf(rows[1202]!.ICCID)
    expect(profile).toMatchObject({
      imsi: rows[1202]!.IMSI,
      status: 'AVAILABLE',
      orderState: 'Released',
      spn: 'Alba',
      batchCode: done.code,
    })
  })

  test('keeps all keys of each card, drawn where the file gives none', async () => {
    const configurationId = await configure(enterprise.owner, 'Keys')
    const [bare, given] = fresh(2)
    const own = {
      ...given,
      PIN1: '7391',
      PIN2: '8213',
      PUK1: '11223344',
      PUK2: '99887766',
      ADM1: '55667788',
      SMSP: '+447785016005',
      MSISDN: '447700900001',
      NOTES: 'desk',
    }
    await generate([bare!, own], { configurationId })
    const keys = await keysOf(given!.ICCID)
    expect(keys).toMatchObject({
      pin1: '7391',
      pin2: '8213',
      puk1: '11223344',
      puk2: '99887766',
      adm1: '55667788',
      smsp: '+447785016005',
    })
    expect([hex(keys.ki), hex(keys.opc)]).toEqual([given!.KI, given!.OPC])
    const drawn = await keysOf(bare!.ICCID)
    expect(drawn.puk1).toMatch(/^\d{8}$/)
    const random = [
      drawn.kic,
      drawn.kid,
      drawn.kik,
      drawn.scp03Enc,
      drawn.scp03Mac,
      drawn.scp03Dek,
      drawn.ppkEnc,
      drawn.ppkCmac,
      drawn.ppkInitialMac,
      keys.kic,
    ].map(hex)
    expect(new Set(random).size).toBe(random.length)
    expect(random.every((key) => /^[0-9A-F]{32}$/.test(key))).toBe(true)
    expect(await profileOf(given!.ICCID)).toMatchObject({ msisdn: '447700900001', notes: 'desk' })
  })

  test('computes OPc where the file gives OP', async () => {
    const configurationId = await configure(enterprise.owner, 'OP')
    const [one] = fresh(1)
    await generate(
      [{ ...one, OPC: '', OP: 'CDC202D5123E20F62B6D676AC72CB318', KI: '465B5CE8B199B49FAA5F0A2EE238A6BC' }],
      { configurationId },
    )
    expect(hex((await keysOf(one!.ICCID)).opc)).toBe('CD63CB71954A9F4E48A5994E37A02BAF')
    expect(
      hex(
        deriveOpc(
          Buffer.from('465B5CE8B199B49FAA5F0A2EE238A6BC', 'hex'),
          Buffer.from('CDC202D5123E20F62B6D676AC72CB318', 'hex'),
        ),
      ),
    ).toBe('CD63CB71954A9F4E48A5994E37A02BAF')
  })

  test('links the order of a row with an EID to that device', async () => {
    const configurationId = await configure(enterprise.owner, 'Linked')
    const [one] = fresh(1)
    const eid = '89049032123451234512345678901235'
    await generate([{ ...one, EID: eid }], { configurationId })
    expect(await profileOf(one!.ICCID)).toMatchObject({ eid, orderState: 'Released' })
    const linked = await t.server.db.global
      .selectFrom('linked_order_directory')
      .selectAll()
      .where('eid', '=', eid)
      .execute()
    expect(linked).toMatchObject([{ enterprise_id: enterprise.id }])
  })

  test('can be confirmed once only', async () => {
    const configurationId = await configure(enterprise.owner, 'Once')
    const { id } = await stage(enterprise.owner, configurationId, fresh(2))
    const answers = await Promise.allSettled([1, 2, 3].map(() => enterprise.owner.ask(batch.start, { sourceId: id })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      answers
        .filter(({ status }) => status === 'rejected')
        .map((answer) => (answer as PromiseRejectedResult).reason.code),
    ).toEqual(['13015', '13015'])
  })

  test('with faulty rows is refused, unless they are left out', async () => {
    const configurationId = await configure(enterprise.owner, 'Faulty')
    const [good, bad] = fresh(2)
    const { id } = await stage(enterprise.owner, configurationId, [good!, { ...bad, IMSI: '460001234567890' }])
    expect(await enterprise.owner.refusal(batch.start, { sourceId: id })).toMatchObject({
      code: '13016',
      message: '1 of 2 rows have faults. Leave them out, or upload a corrected file.',
    })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id, leaveOutFaulty: true })
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ total: 1, succeeded: 1 })
    const none = await stage(enterprise.owner, configurationId, [{ ...bad, IMSI: '1' }])
    expect(await enterprise.owner.refusal(batch.start, { sourceId: none.id, leaveOutFaulty: true })).toMatchObject({
      code: '13014',
    })
  })

  test('needs a complete configuration', async () => {
    const configurationId = await configure(enterprise.owner, 'Incomplete', { hplmn: [], serviceProviderName: '' })
    await expect(stage(enterprise.owner, configurationId, fresh(1))).rejects.toMatchObject({
      code: '12002',
      message: expect.stringContaining('service provider name, HPLMN'),
    })
  })

  test('leaves no staged key behind when its batch has ended', async () => {
    const left = await t.server.db.tenantTx(enterprise.id, (db) =>
      db
        .selectFrom('source_part as p')
        .innerJoin('batch as b', 'b.source_id', 'p.source_id')
        .where('b.process', '=', 'COMPLETE')
        .select('p.part')
        .execute(),
    )
    expect(left).toEqual([])
  })

  test('is counted: generated codes, and profiles that are available', async () => {
    const other = await t.enterprise()
    const configurationId = await configure(other.owner, 'Counted')
    await generate(fresh(7), { client: other.owner, configurationId })
    const deltas = await t.server.db.systemTx(async (db) => {
      const queued = await db
        .selectFrom('rollup_queue')
        .select(['metric', 'dimension', 'delta as count'])
        .where('enterprise_id', '=', other.id)
        .execute()
      const rolled = await db
        .selectFrom('rollup')
        .select(['metric', 'dimension', 'count'])
        .where('enterprise_id', '=', other.id)
        .execute()
      const current = await db
        .selectFrom('current_count')
        .select(['metric', 'dimension', 'count'])
        .where('enterprise_id', '=', other.id)
        .execute()
      return [...queued, ...rolled, ...current]
    })
    expect(deltas.sort((a, b) => a.metric.localeCompare(b.metric))).toEqual([
      { metric: 'generated', dimension: '', count: 7 },
      { metric: 'status', dimension: 'AVAILABLE', count: 7 },
    ])
  })
})

describe('a confirmation code', () => {
  test('is asked for as the configuration says, kept as a sealed hash, and told to who hands it out', async () => {
    const configurationId = await configure(enterprise.owner, 'Random code', { confirmationCode: { mode: 'random' } })
    const [drawn, given] = fresh(2)
    const done = await generate([drawn!, { ...given, CONFIRMATION_CODE: '58207' }], { configurationId })
    const code = await codeOf(drawn!.ICCID)
    const { confirmationCode } = await keysOf(drawn!.ICCID)
    expect(confirmationCode).toMatch(/^\d{6}$/)
    const hash = openConfirmation(
      t.server.vault,
      { enterpriseId: enterprise.id, activationCodeId: code.id },
      code.sealed_confirmation!,
    )
    expect(hex(hash.reveal())).toBe(createHash('sha256').update(confirmationCode).digest('hex').toUpperCase())
    const { text } = await enterprise.owner.file(batch.result, { id: done.id })
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('ICCID,ACTIVATION_CODE,LINK,CONFIRMATION_CODE,REASON')
    expect(lines[1]).toMatch(
      new RegExp(`^${drawn!.ICCID},LPA:1\\$[^,]+\\$\\$1,http://[^,]+/ac/[\\w-]{22},${confirmationCode},$`),
    )
    expect(lines[2]!.split(',')[3]).toBe('58207')
  })

  test('stays hidden from those who may not generate', async () => {
    const configurationId = await configure(enterprise.owner, 'Fixed code', {
      confirmationCode: { mode: 'fixed', code: '73519' },
    })
    const [one] = fresh(1)
    const done = await generate([one!], { configurationId })
    expect((await keysOf(one!.ICCID)).confirmationCode).toBe('73519')
    const viewer = await enterprise.member('Viewer')
    const { text } = await viewer.file(batch.result, { id: done.id })
    expect(text.split('\r\n')[0]).toBe('ICCID,ACTIVATION_CODE,LINK,REASON')
    expect(text).not.toContain('73519')
  })
})

describe('an ICCID that exists', () => {
  test('in another enterprise is "not available", in the preview and in the batch', async () => {
    const other = await t.enterprise()
    const [one, two] = fresh(2)
    const mine = await configure(enterprise.owner, 'First come')
    const staged = await stage(enterprise.owner, mine, [one!, two!])
    await generate([one!], { client: other.owner, configurationId: await configure(other.owner, 'First') })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: staged.id })
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 1, failed: 1 })
    expect(await rowsOf(batchId)).toMatchObject([
      { iccid: one!.ICCID, success: false, reason: 'This ICCID is not available.', activationCode: null },
      { iccid: two!.ICCID, success: true, reason: null },
    ])
    const preview = await stage(enterprise.owner, mine, [one!])
    expect(preview.faultCounts).toEqual([
      { column: 'ICCID', rule: 'taken', text: 'This ICCID is not available.', count: 1 },
    ])
  })

  test('in the own enterprise fails its row, and the preview says so', async () => {
    const configurationId = await configure(enterprise.owner, 'Exists')
    const [one] = fresh(1)
    await generate([one!], { configurationId })
    const before = await profileOf(one!.ICCID)
    const staged = await stage(enterprise.owner, configurationId, [one!])
    expect(staged).toMatchObject({ faulty: 0, existing: 1 })
    const { items } = await enterprise.owner.ask(source.rows, { id: staged.id, only: 'existing' })
    expect(items).toMatchObject([{ exists: true, faults: [] }])
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: staged.id })
    await finished(enterprise.owner, batchId)
    expect(await rowsOf(batchId)).toMatchObject([{ success: false, reason: 'This ICCID exists already.' }])
    expect(await profileOf(one!.ICCID)).toEqual(before)
  })

  test('gets a new code and new keys when asked for, and the old code dies', async () => {
    const configurationId = await configure(enterprise.owner, 'Again')
    const [one] = fresh(1)
    const eid = '89049032123451234512345678901235'
    const first = await generate([{ ...one, EID: eid }], { configurationId })
    const [old] = await rowsOf(first.id)
    const before = await codeOf(one!.ICCID)
    const next = { ...one, KI: subscribers(1)[0]!.KI, IMSI: '999700000999999' }
    const second = await generate([next], { configurationId, generateAgain: true })
    expect(second).toMatchObject({ succeeded: 1, failed: 0 })
    const [renewed] = await rowsOf(second.id)
    expect(renewed!.profileId).toBe(old!.profileId)
    expect(renewed!.activationCode).not.toBe(old!.activationCode)
    expect(await profileOf(one!.ICCID)).toMatchObject({
      status: 'AVAILABLE',
      imsi: '999700000999999',
      eid: null,
      batchCode: second.code,
      activationCode: renewed!.activationCode,
    })
    expect(hex((await keysOf(one!.ICCID)).ki)).toBe(next.KI)
    const { dead, orders, linked, events } = await t.server.db.tenantTx(enterprise.id, async (db) => ({
      dead: await db.selectFrom('activation_code').select('state').where('id', '=', before.id).executeTakeFirst(),
      orders: await db
        .selectFrom('download_order')
        .select('state')
        .where('profile_id', '=', old!.profileId!)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      linked: await db
        .selectFrom('linked_order_directory as l')
        .innerJoin('download_order as o', 'o.id', 'l.order_id')
        .select('l.eid')
        .where('o.profile_id', '=', old!.profileId!)
        .execute(),
      events: await db
        .selectFrom('profile_event')
        .select('type')
        .where('profile_id', '=', old!.profileId!)
        .orderBy('id')
        .execute(),
    }))
    expect(dead).toEqual({ state: 'DEAD' })
    expect(orders).toEqual([{ state: 'Unavailable' }, { state: 'Released' }])
    expect(linked).toEqual([])
    expect(events).toEqual([{ type: 'GENERATED' }, { type: 'GENERATED_AGAIN' }])
    const { text } = await enterprise.owner.file(batch.result, { id: first.id })
    expect(text).toContain(old!.activationCode)
  })

  test('that a device holds gets no new code', async () => {
    const configurationId = await configure(enterprise.owner, 'Held')
    const [one] = fresh(1)
    await generate([one!], { configurationId })
    const { id } = await profileOf(one!.ICCID)
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('profile').set({ status: 'INSTALLED' }).where('id', '=', id).execute(),
    )
    const again = await generate([one!], { configurationId, generateAgain: true })
    expect(await rowsOf(again.id)).toMatchObject([
      { success: false, reason: 'The profile is INSTALLED: a device holds it.' },
    ])
  })
})

describe('the life of a code', () => {
  test('ends with the row, else with the days of the configuration', async () => {
    const configurationId = await configure(enterprise.owner, 'Lifetime', { acLifetimeDays: 30 })
    const [days, own] = fresh(2)
    await generate([days!, { ...own, EXPIRE_TIME: '2099-01-02 03:04:05' }], { configurationId })
    const inDays = new Date(t.clock.now().getTime() + 30 * 24 * 60 * 60 * 1000)
    expect((await codeOf(days!.ICCID)).expires_at).toEqual(inDays)
    expect((await codeOf(own!.ICCID)).expires_at).toEqual(new Date('2099-01-02T03:04:05Z'))
  })
})

describe('a batch', () => {
  test('that is cancelled reports the rows that were not done', async () => {
    const configurationId = await configure(enterprise.owner, 'Cancelled')
    const { id } = await stage(enterprise.owner, configurationId, fresh(4_000))
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await enterprise.owner.ask(batch.cancel, { id: batchId })
    const done = await finished(enterprise.owner, batchId)
    expect(done).toMatchObject({ process: 'COMPLETE', canceled: true, processed: 4_000 })
    expect(done.failed).toBeGreaterThan(0)
    const failed = await enterprise.owner.ask(batch.rows, { id: batchId, only: 'failed' })
    expect(failed.items[0]).toMatchObject({ success: false, reason: 'The batch was cancelled.' })
    expect(await enterprise.owner.refusal(batch.cancel, { id: batchId })).toMatchObject({ code: '13019' })
  })

  test('tells how it goes on until it ends', async () => {
    const configurationId = await configure(enterprise.owner, 'Watched')
    const { id } = await stage(enterprise.owner, configurationId, fresh(6_000))
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    const seen: number[] = []
    for await (const { processed } of enterprise.owner.events(batch.progress, {})) seen.push(processed)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(await enterprise.owner.ask(batch.get, { id: batchId })).toMatchObject({
      process: 'COMPLETE',
      succeeded: 6_000,
    })
  })

  test('whose process has vanished is taken over when its lease ends, and not before', async () => {
    const configurationId = await configure(enterprise.owner, 'Vanished')
    const [one] = fresh(1)
    const { batchId } = await enterprise.owner.ask(batch.single, {
      configurationId,
      iccid: one!.ICCID!,
      imsi: one!.IMSI!,
      makeKeys: true,
    })
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db
        .updateTable('batch')
        .set({
          process: 'PROCESSING',
          completed_at: null,
          lease_holder: t.server.random.uuid(),
          lease_until: sql<Date>`clock_timestamp() + interval '1 second'`,
        })
        .where('id', '=', batchId)
        .execute(),
    )
    await wakeBatches(t.server)
    await runBatch(t.server, { enterpriseId: enterprise.id, id: batchId })
    expect(await enterprise.owner.ask(batch.get, { id: batchId })).toMatchObject({ process: 'PROCESSING' })
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ process: 'COMPLETE' })
  })

  test('is listed newest first, and found by its code', async () => {
    const { items } = await enterprise.owner.ask(batch.list, { limit: 5 })
    expect(items.map(({ createdAt }) => createdAt)).toEqual(
      items
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
    const found = await enterprise.owner.ask(batch.list, { filter: { code: items[3]!.code } })
    expect(found.items.map(({ id }) => id)).toEqual([items[3]!.id])
  })

  test('belongs to its enterprise alone', async () => {
    const { items } = await enterprise.owner.ask(batch.list, { limit: 1 })
    const other = await t.enterprise()
    for (const endpoint of [batch.get, batch.rows, batch.cancel, batch.result, batch.progress])
      expect(await other.owner.refusal(endpoint, { id: items[0]!.id })).toMatchObject({ code: '19404' })
  })
})

describe('quick generate', () => {
  test('makes one code at once, also with keys that are made here', async () => {
    const configurationId = await configure(enterprise.owner, 'Quick')
    const [one] = fresh(1)
    const made = await enterprise.owner.ask(batch.single, {
      configurationId,
      iccid: one!.ICCID!.slice(0, 19),
      imsi: one!.IMSI!,
      makeKeys: true,
    })
    expect(made.iccid).toBe(one!.ICCID)
    expect(await profileOf(made.iccid)).toMatchObject({ id: made.profileId, activationCode: made.activationCode })
    expect(await enterprise.owner.ask(batch.get, { id: made.batchId })).toMatchObject({
      type: 'SINGLE_GENERATE',
      process: 'COMPLETE',
      succeeded: 1,
    })
    expect((await keysOf(made.iccid)).ki).toHaveLength(16)
  })

  test('names the wrong fields, by the rules of source data', async () => {
    const configurationId = await configure(enterprise.owner, 'Quick faults')
    const sent = { configurationId, iccid: '8.98E+18', imsi: '460001234567890', ki: '0'.repeat(31), opc: '' }
    const refused = await enterprise.owner.refusal(batch.single, sent)
    expect(refused.code).toBe('19400')
    expect(
      (refused.obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`).sort(),
    ).toEqual([
      expect.stringContaining('iccid: Invalid ICCID. Damaged by a spreadsheet'),
      'imsi: 460 IMSI is not allowed.',
      'ki: Length is 32 characters.',
      'opc: Required',
    ])
  })

  test('refuses an ICCID that exists, and leaves no batch of it', async () => {
    const configurationId = await configure(enterprise.owner, 'Quick again')
    const [one] = fresh(1)
    const sent = { configurationId, iccid: one!.ICCID!, imsi: one!.IMSI!, makeKeys: true }
    await enterprise.owner.ask(batch.single, sent)
    const before = (await enterprise.owner.ask(batch.list, {})).total
    expect(await enterprise.owner.refusal(batch.single, sent)).toMatchObject({ code: '13018' })
    expect((await enterprise.owner.ask(batch.list, {})).total).toBe(before)
    const other = await t.enterprise()
    const theirs = { ...sent, configurationId: await configure(other.owner, 'Quick') }
    expect(await other.owner.refusal(batch.single, theirs)).toMatchObject({ code: '13017' })
  })
})

describe('when work fails half-way', () => {
  const canary = { KI: 'C0FFEE0D15EA5E5A1AD5B0BACAFED00D', OPC: '0B501E7EDEADFA11B1A5EBA11F005BA1', ADM1: '90817263' }
  const written = [canary.KI, canary.OPC].flatMap((key) => [
    key.toLowerCase(),
    Buffer.from(key, 'hex').toString('base64').toLowerCase(),
    Buffer.from(key).toString('hex'),
  ])

  /** Every row of every table, as text in lower case; the queue's jobs too. */
  async function dump(): Promise<string> {
    const rows = await t.server.db.systemTx(async (db) => {
      const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
          and has_table_privilege(oid, 'select')`.execute(db)
      expect(tables.length).toBeGreaterThan(30)
      const texts: string[] = []
      for (const { name } of tables) {
        const { rows } = await sql<{
          text: string | null
        }>`select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(db)
        texts.push(rows[0]?.text ?? '')
      }
      return texts
    })
    return [...rows, JSON.stringify(await jobs())].join(' ').toLowerCase()
  }

  const asLogin = async <T>(work: (client: PgClient) => Promise<T>): Promise<T> => {
    const client = loginClient(t.server.databaseUrl, 'test')
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const jobs = () => asLogin(async (client) => (await client.query('select * from graphile_worker._private_jobs')).rows)

  test('stands nowhere in the clear: no table, no job, no log line, not even when work fails half-way', async () => {
    const configurationId = await configure(enterprise.owner, 'Canary')
    const rows = fresh(2).map((row) => ({ ...row, ...canary }))
    const { id } = await stage(enterprise.owner, configurationId, rows)
    await asLogin((client) => client.query('alter table profile_key add constraint broken check (false) not valid'))
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await vi.waitFor(() => expect(t.logged.join('')).toContain('it will be tried again'), 5_000)
    await expectNowhere()
    await asLogin((client) => client.query('alter table profile_key drop constraint broken'))
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 2 })
    await expectNowhere()
    expect((await keysOf(rows[0]!.ICCID)).adm1).toBe(canary.ADM1)
  })

  test('is not tried for ever: after ten starts without success the batch ends, and says so', async () => {
    const configurationId = await configure(enterprise.owner, 'Hopeless')
    const { id } = await stage(enterprise.owner, configurationId, fresh(1))
    const before = t.logged.length
    await asLogin((client) => client.query('alter table profile_key add constraint broken check (false) not valid'))
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await vi.waitFor(() => expect(t.logged.slice(before).join('')).toContain('it will be tried again'), 5_000)
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('batch').set({ attempts: 10 }).where('id', '=', batchId).execute(),
    )
    expect(await finished(enterprise.owner, batchId)).toMatchObject({ succeeded: 0, failed: 1 })
    await asLogin((client) => client.query('alter table profile_key drop constraint broken'))
    expect(await rowsOf(batchId)).toMatchObject([
      { success: false, reason: 'Could not be generated. Please write to us and quote the batch.' },
    ])
  })

  async function expectNowhere(): Promise<void> {
    const places = { dump: await dump(), log: t.logged.join(' ').toLowerCase() }
    for (const text of [...written, canary.ADM1])
      for (const place of Object.values(places)) expect(place.includes(text)).toBe(false)
  }

  test('is found by this search where it does stand', async () => {
    const configurationId = await configure(enterprise.owner, 'Control')
    await generate(
      fresh(1).map((row) => ({ ...row, NOTES: canary.KI })),
      { configurationId },
    )
    expect((await dump()).includes(written[0]!)).toBe(true)
  })
})
