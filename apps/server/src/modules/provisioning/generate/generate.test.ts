import { createHash } from 'node:crypto'
import { enterpriseRoles, rolePermissions } from '@simwright/contract'
import * as batch from '@simwright/contract/provisioning/batch'
import { isActivationCode, parseActivationCode } from '@simwright/ids'
import { deriveOpc } from '@simwright/saip'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  activationCodeOf,
  cardKeysOf,
  configured,
  finished,
  generated,
  outcomesOf,
  profileOf,
  staged,
} from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers as fresh } from '../../../testing/subscriber.ts'
import { QUEUED_DELTAS } from '../../profiles/lifecycle/service.ts'
import { openChunk } from '../../profiles/source/chunk.ts'
import { openConfirmation } from './service.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

/** The cells of all rows of an upload that are still stored. */
async function storedCells(sourceId: string): Promise<string[]> {
  const { rows } = await t.server.db.tenantTx(enterprise.id, (db) =>
    sql<{ part: number; sealed: Buffer }>`select part, sealed from source_part where source_id = ${sourceId}`.execute(
      db,
    ),
  )
  const location = { enterpriseId: enterprise.id, sourceId }
  return rows.flatMap(({ part, sealed }) =>
    openChunk(t.server, { ...location, chunk: part }, sealed).flatMap(({ cells }) => cells),
  )
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

describe('a confirmed upload', () => {
  test('becomes a batch: an activation code for each row, seen in Fleet', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Main job' })
    const rows = fresh(1203)
    const done = await generated(enterprise.owner, { configurationId, rows: rows })
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
    const codes = (await outcomesOf(enterprise.owner, done.id)).map(({ activationCode }) => activationCode!)
    expect(codes.every(isActivationCode)).toBe(true)
    const parsed = parseActivationCode(codes[0]!)
    expect(parsed).toMatchObject({ host: t.server.smdp.address, confirmationCodeRequired: false })
    expect(parsed.matchingId).toMatch(/^[0-9A-F]{32}$/)
    const profile = await profileOf(enterprise.owner, rows[1202]!.ICCID)
    expect(profile).toMatchObject({
      imsi: rows[1202]!.IMSI,
      status: 'AVAILABLE',
      orderState: 'Released',
      spn: 'Alba',
      batchCode: done.code,
    })
  })

  test('stores all keys of each card, and generates those not in the file', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Keys' })
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
    await generated(enterprise.owner, { configurationId, rows: [bare!, own] })
    const keys = await cardKeysOf(t, enterprise, given!.ICCID)
    expect(keys).toMatchObject({
      pin1: '7391',
      pin2: '8213',
      puk1: '11223344',
      puk2: '99887766',
      adm1: '55667788',
      smsp: '+447785016005',
    })
    expect([hex(keys.ki), hex(keys.opc)]).toEqual([given!.KI, given!.OPC])
    const drawn = await cardKeysOf(t, enterprise, bare!.ICCID)
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
    expect(await profileOf(enterprise.owner, given!.ICCID)).toMatchObject({ msisdn: '447700900001', notes: 'desk' })
  })

  test('computes OPc if the file has OP', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'OP' })
    const [one] = fresh(1)
    await generated(enterprise.owner, {
      configurationId,
      rows: [{ ...one, OPC: '', OP: 'B81F60A29C4D73E50B6AD84F1E92C735', KI: '7D3E91C4A5084FB26E1A97C3D0528BF6' }],
    })
    expect(hex((await cardKeysOf(t, enterprise, one!.ICCID)).opc)).toBe('298CBE9BC24CBAC6538E9AFBD1056A00')
    expect(
      hex(
        deriveOpc(
          Buffer.from('7D3E91C4A5084FB26E1A97C3D0528BF6', 'hex'),
          Buffer.from('B81F60A29C4D73E50B6AD84F1E92C735', 'hex'),
        ),
      ),
    ).toBe('298CBE9BC24CBAC6538E9AFBD1056A00')
  })

  test('links the order of a row with an EID to that device', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Linked' })
    const [one] = fresh(1)
    const eid = '89049032123451234512345678901235'
    await generated(enterprise.owner, { configurationId, rows: [{ ...one, EID: eid }] })
    expect(await profileOf(enterprise.owner, one!.ICCID)).toMatchObject({ eid, orderState: 'Released' })
    const linked = await t.server.db.global
      .selectFrom('linked_order_directory')
      .selectAll()
      .where('eid', '=', eid)
      .execute()
    expect(linked).toMatchObject([{ enterprise_id: enterprise.id }])
  })

  test('can be confirmed only once', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Once' })
    const { id } = await staged(enterprise.owner, { configurationId, rows: fresh(2) })
    const answers = await Promise.allSettled([1, 2, 3].map(() => enterprise.owner.ask(batch.start, { sourceId: id })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      answers
        .filter(({ status }) => status === 'rejected')
        .map((answer) => (answer as PromiseRejectedResult).reason.code),
    ).toEqual(['13015', '13015'])
  })

  test('with invalid rows is refused, unless they are left out', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Faulty' })
    const [good, bad] = fresh(2)
    const { id } = await staged(enterprise.owner, {
      configurationId,
      rows: [good!, { ...bad, IMSI: '460001234567890' }],
    })
    expect(await enterprise.owner.refusal(batch.start, { sourceId: id })).toMatchObject({
      code: '13016',
      message: '1 of 2 rows have errors. Leave them out, or upload a corrected file.',
    })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id, leaveOutFaulty: true })
    const done = await finished(enterprise.owner, batchId)
    expect(done).toMatchObject({ total: 1, succeeded: 1, leftOut: 1, leftOutUntil: expect.any(String) })
    const { text } = await enterprise.owner.file(batch.leftOut, { id: batchId })
    const [header, ...lines] = text.trim().split('\r\n')
    expect(header).toMatch(/LINE,ICCID.*REASON$/)
    expect(lines).toEqual([expect.stringContaining(`3,${bad!.ICCID}`)])
    expect(lines[0]).toContain('460 IMSI is not allowed.')
    expect(await storedCells(id)).not.toContain(bad!.KI)
    expect(await storedCells(id)).toContain(bad!.ICCID)
    await t.server.db.tenantTx(enterprise.id, (db) =>
      sql`update source set expires_at = ${t.server.clock.now()} where id = ${id}`.execute(db),
    )
    expect(await enterprise.owner.ask(batch.get, { id: batchId })).toMatchObject({ leftOut: 1, leftOutUntil: null })
    expect(await enterprise.owner.refusal(batch.leftOut, { id: batchId })).toMatchObject({ code: '13015' })
    const none = await staged(enterprise.owner, { configurationId, rows: [{ ...bad, IMSI: '1' }] })
    expect(await enterprise.owner.refusal(batch.start, { sourceId: none.id, leaveOutFaulty: true })).toMatchObject({
      code: '13014',
    })
  })

  test('requires a configuration that a profile can be built from, for a file and for a single code', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Unbuildable' })
    const [one, two] = fresh(2)
    const { id } = await staged(enterprise.owner, { configurationId, rows: [one!] })
    // like a version stored before the builder's check existed
    await t.server.db.tenantTx(enterprise.id, (db) =>
      sql`with gone as (update profile_configuration set version = 2 where id = ${configurationId})
        insert into profile_configuration_version
          (enterprise_id, configuration_id, version, fields, created_by, created_at)
        select enterprise_id, configuration_id, 2, fields || '{"fplmn": ["99970"]}', created_by, created_at
        from profile_configuration_version where configuration_id = ${configurationId}`.execute(db),
    )
    const refused = {
      code: '12003',
      message: expect.stringContaining('The home network 99970 cannot be a forbidden network.'),
    }
    expect(await enterprise.owner.refusal(batch.start, { sourceId: id })).toMatchObject(refused)
    const single = { configurationId, iccid: two!.ICCID!, imsi: two!.IMSI!, ki: two!.KI, opc: two!.OPC }
    expect(await enterprise.owner.refusal(batch.single, single)).toMatchObject(refused)
  })

  test('requires a complete configuration', async () => {
    const configurationId = await configured(enterprise.owner, {
      name: 'Incomplete',
      hplmn: [],
      serviceProviderName: '',
    })
    await expect(staged(enterprise.owner, { configurationId, rows: fresh(1) })).rejects.toMatchObject({
      code: '12002',
      message: expect.stringContaining('service provider name, home network (HPLMN)'),
    })
  })

  // rows left out stay without their secrets; see the test of invalid rows
  test('has no staged keys left when its batch has ended', async () => {
    const left = await t.server.db.tenantTx(enterprise.id, (db) =>
      db
        .selectFrom('source_part as p')
        .innerJoin('batch as b', 'b.source_id', 'p.source_id')
        .where('b.process', '=', 'COMPLETE')
        .where('b.left_out', '=', 0)
        .select('p.part')
        .execute(),
    )
    expect(left).toEqual([])
  })

  test('is counted: generated codes and available profiles', async () => {
    const other = await t.enterprise()
    const configurationId = await configured(other.owner, { name: 'Counted' })
    await generated(other.owner, { configurationId, rows: fresh(7) })
    // one statement, because the roll-up moves rows from the queue to the other tables meanwhile
    const { rows: deltas } = await t.server.db.systemTx((db) =>
      sql<{ metric: string; dimension: string; count: number }>`
        select x.metric, x.dimension, x.delta as count from rollup_queue cross join lateral ${QUEUED_DELTAS}
        where enterprise_id = ${other.id}
        union all select metric, dimension, count from rollup where enterprise_id = ${other.id} and kind = 'total'
        union all select metric, dimension, count from current_count
        where enterprise_id = ${other.id} and metric = 'status'`.execute(db),
    )
    expect(deltas.sort((a, b) => a.metric.localeCompare(b.metric))).toEqual([
      { metric: 'generated', dimension: '', count: 7 },
      { metric: 'status', dimension: 'AVAILABLE', count: 7 },
    ])
  })
})

describe('a confirmation code', () => {
  test('is required as configured, stored as a sealed hash, and in the result of users who may generate', async () => {
    const configurationId = await configured(enterprise.owner, {
      name: 'Random code',
      confirmationCode: { mode: 'random' },
    })
    const [drawn, given] = fresh(2)
    const done = await generated(enterprise.owner, {
      configurationId,
      rows: [drawn!, { ...given, CONFIRMATION_CODE: '58207' }],
    })
    const code = await activationCodeOf(t, enterprise, drawn!.ICCID)
    const { confirmationCode } = await cardKeysOf(t, enterprise, drawn!.ICCID)
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

  test('is hidden from users who may not generate', async () => {
    const configurationId = await configured(enterprise.owner, {
      name: 'Fixed code',
      confirmationCode: { mode: 'fixed', code: '73519735' },
    })
    const [one] = fresh(1)
    const done = await generated(enterprise.owner, { configurationId, rows: [one!] })
    expect((await cardKeysOf(t, enterprise, one!.ICCID)).confirmationCode).toBe('73519735')
    const readers = enterpriseRoles.filter((role) => rolePermissions[role].includes('Generate_AC_Log_View'))
    const seeing: string[] = []
    for (const role of readers) {
      const { text } = await (await enterprise.member(role)).file(batch.result, { id: done.id })
      const columns = text.split('\r\n')[0]
      expect(text.includes('73519735')).toBe(columns === 'ICCID,ACTIVATION_CODE,LINK,CONFIRMATION_CODE,REASON')
      if (text.includes('73519735')) seeing.push(role)
    }
    expect(seeing).toEqual(['Owner', 'Admin', 'Sub-admin', 'Operator'])
    expect(readers).toEqual(['Owner', 'Admin', 'Sub-admin', 'Operator', 'Developer', 'Viewer'])
  })
})

describe('the expiry of a code', () => {
  test('is in the row, or else follows from the days in the configuration', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Lifetime', acLifetimeDays: 30 })
    const [days, own] = fresh(2)
    await generated(enterprise.owner, {
      configurationId,
      rows: [days!, { ...own, EXPIRE_TIME: '2099-01-02 03:04:05' }],
    })
    const inDays = new Date(t.clock.now().getTime() + 30 * 24 * 60 * 60 * 1000)
    expect((await activationCodeOf(t, enterprise, days!.ICCID)).expires_at).toEqual(inDays)
    expect((await activationCodeOf(t, enterprise, own!.ICCID)).expires_at).toEqual(new Date('2099-01-02T03:04:05Z'))
  })
})

describe('quick generate', () => {
  test('generates one code synchronously, also with generated keys', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Quick' })
    const [one] = fresh(1)
    const made = await enterprise.owner.ask(batch.single, {
      configurationId,
      iccid: `${one!.ICCID!.slice(0, 19)}F`,
      imsi: one!.IMSI!,
      makeKeys: true,
    })
    expect(made.iccid).toBe(one!.ICCID!.slice(0, 19))
    expect(await profileOf(enterprise.owner, made.iccid)).toMatchObject({
      id: made.profileId,
      activationCode: made.activationCode,
    })
    expect(await enterprise.owner.ask(batch.get, { id: made.batchId })).toMatchObject({
      type: 'SINGLE_GENERATE',
      process: 'COMPLETE',
      succeeded: 1,
    })
    expect((await cardKeysOf(t, enterprise, made.iccid)).ki).toHaveLength(16)
  })

  test('names invalid fields, by the rules of source data', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Quick faults' })
    const sent = { configurationId, iccid: '8.98E+18', imsi: '460001234567890', ki: '0'.repeat(31), opc: '' }
    const refused = await enterprise.owner.refusal(batch.single, sent)
    expect(refused.code).toBe('19400')
    expect(
      (refused.obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`).sort(),
    ).toEqual([
      expect.stringContaining('iccid: Invalid ICCID. Damaged by a spreadsheet'),
      'imsi: 460 IMSI is not allowed.',
      'ki: Must be 32 hexadecimal digits; this has 31.',
      'opc: Required',
    ])
  })

  test('refuses an ICCID that exists, and creates no batch', async () => {
    const configurationId = await configured(enterprise.owner, { name: 'Quick again' })
    const [one] = fresh(1)
    const sent = { configurationId, iccid: one!.ICCID!, imsi: one!.IMSI!, makeKeys: true }
    await enterprise.owner.ask(batch.single, sent)
    const before = (await enterprise.owner.ask(batch.list, {})).total
    expect(await enterprise.owner.refusal(batch.single, sent)).toMatchObject({ code: '13018' })
    expect((await enterprise.owner.ask(batch.list, {})).total).toBe(before)
    const other = await t.enterprise()
    const theirs = { ...sent, configurationId: await configured(other.owner, { name: 'Quick' }) }
    expect(await other.owner.refusal(batch.single, theirs)).toMatchObject({ code: '13017' })
  })
})
