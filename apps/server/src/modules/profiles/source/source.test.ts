import { API_PREFIX, problems } from '@simwright/contract'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { iccidAt, parseCardIccid } from '@simwright/ids'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { dropExpired } from '../../../jobs/retention.ts'
import type { Refused } from '../../../testing/client.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { type Subscriber, subscriberCsv, subscribers } from '../../../testing/subscriber.ts'
import { confirmSource, readValidRows } from './service.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  t = await testServer({ background: 'none' })
  enterprise = await t.enterprise('Alba Mobile')
  const { id } = await enterprise.owner.ask(configuration.add, { fields })
  configurationId = id
})

const fields: configuration.ConfigurationInput = {
  name: 'Consumer',
  type: 'Regular',
  profileName: 'Consumer plan',
  serviceProviderName: 'Alba',
  algorithm: 'MILENAGE',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
}

const upload = (content: string | Uint8Array, name = 'subscribers.csv') =>
  enterprise.owner.upload(source.upload, { configurationId }, { name, content })

async function refusalOf(content: string | Uint8Array, name?: string): Promise<Refused> {
  return await upload(content, name).then(
    () => {
      throw new Error('the file was not refused')
    },
    (refused) => refused as Refused,
  )
}

const countSources = () =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    db
      .selectFrom('source')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow(),
  )

test('files that arrive slowly delay nobody: a turn is taken when a file has arrived', async () => {
  const others = await Promise.all([t.enterprise(), t.enterprise(), t.enterprise()])
  const opened = vi.spyOn(t.app.uploads, 'open')
  const { uploadBytesASecond } = t.server.limits
  onTestFinished(() => {
    opened.mockRestore()
    Object.assign(t.server.limits, { uploadBytesASecond })
  })
  // a busy machine may need longer than the time after which a slow upload is ended
  Object.assign(t.server.limits, { uploadBytesASecond: 0 })
  const stop = new AbortController()
  const slow = others.map(async ({ owner }) => {
    const { id } = await owner.ask(configuration.add, { fields })
    const head = `--x\r\nContent-Disposition: form-data; name="configurationId"\r\n\r\n${id}\r\n`
    const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nICCID'
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(head + file)) })
    return await fetch(`http://127.0.0.1:${t.server.ports.portal}${API_PREFIX}${source.upload.path}`, {
      method: 'POST',
      headers: owner.headers({ 'content-type': 'multipart/form-data; boundary=x' }, {}),
      body,
      duplex: 'half',
      signal: stop.signal,
    } as RequestInit).catch(() => 'ended')
  })
  await expect.poll(() => opened.mock.calls.length).toBe(others.length)
  const done = await Promise.race([upload(subscriberCsv(subscribers(2))), ...slow])
  expect(done).toMatchObject({ total: 2, faulty: 0 })
  stop.abort()
  await Promise.all(slow)
})

describe('a file is refused as a whole', () => {
  test('when it is empty, not CSV, or has a wrong header; nothing is stored', async () => {
    const before = await countSources()
    const [row] = subscriberCsv(subscribers(1)).split('\n').slice(1)
    expect(await refusalOf('')).toMatchObject({ code: '13001', status: 422 })
    expect(await refusalOf(Buffer.from('89504e470d0a1a0a', 'hex'))).toMatchObject({ code: '13013', status: 422 })
    expect(await refusalOf(`ICCID,IMSI,KI\n${row}`)).toMatchObject({ code: '13003', status: 422 })
    expect(await refusalOf(`ICCID,IMSI,KI,OPC\n"${row}`)).toMatchObject({ code: '13012', status: 422 })
    expect(await countSources()).toEqual(before)
  })

  test('when it should be encrypted and is not', async () => {
    const before = await countSources()
    const file = { name: 'subscribers.csv', content: subscriberCsv(subscribers(1)) }
    const refused = enterprise.owner.upload(source.upload, { configurationId, protection: 'PGP' }, file)
    await expect(refused).rejects.toMatchObject({ code: '13042' })
    expect(await countSources()).toEqual(before)
  })

  test('with more than 1,000,000 records, and nothing of it stays', async () => {
    const before = await countSources()
    expect((await refusalOf(`ICCID,IMSI\n${'1,2\n'.repeat(1_000_001)}`)).code).toBe('13006')
    expect(await countSources()).toEqual(before)
  })

  test('after its first rows are stored, and nothing of it stays', async () => {
    const before = await countSources()
    const open = `${subscriberCsv(subscribers(2_000, 920))}"never closed`
    expect((await refusalOf(open)).code).toBe('13012')
    expect(await countSources()).toEqual(before)
  })

  test('of more than 192 MiB', async () => {
    expect(await refusalOf(Buffer.alloc(192 * 1024 * 1024 + 1, 'a'))).toMatchObject({ code: '13007', status: 413 })
  })
})

describe('keys of a published test set', () => {
  const [row] = subscribers(1, 900)
  const test1 = { ...row, KI: '465b5ce8b199b49faa5f0a2ee238a6bc', OPC: 'cd63cb71954a9f4e48a5994e37a02baf' }

  test('are refused for a profile of an operator, and accepted for a conformance test', async () => {
    expect(await upload(subscriberCsv([test1]))).toMatchObject({ faulty: 1 })
    const { id } = await enterprise.owner.ask(configuration.add, {
      fields: { ...fields, name: 'Conformance', type: 'Conformance_Test' },
    })
    const file = { name: 'subscribers.csv', content: subscriberCsv([test1]) }
    const staged = await enterprise.owner.upload(source.upload, { configurationId: id }, file)
    expect(staged).toMatchObject({ faulty: 0 })
    const edit = { id, version: 1, fields: { ...fields, name: 'Conformance' } }
    await enterprise.owner.ask(configuration.edit, edit)
    const start = await enterprise.owner.refusal(batch.start, { sourceId: staged.id })
    expect(start).toMatchObject({ code: '13052' })
  })
})

describe('a preview', () => {
  test('reads columns in any order and case, separated by comma, semicolon or tab, after a byte order mark', async () => {
    const [one] = subscribers(1)
    for (const delimiter of [',', ';', '\t']) {
      const text = `\uFEFF${['notes', 'opc', ' Ki', '"imsi"', 'IcCiD'].join(delimiter)}\r\n${['Zoë', one!.OPC, one!.KI, one!.IMSI, one!.ICCID].join(delimiter)}\r\n`
      const staged = await upload(text)
      expect(staged).toMatchObject({
        total: 1,
        faulty: 0,
        protection: 'PLAIN',
        columns: ['NOTES', 'OPC', 'KI', 'IMSI', 'ICCID'],
      })
      const { items } = await enterprise.owner.ask(source.rows, { id: staged.id })
      expect(items[0]!.values).toEqual({ NOTES: 'Zoë', IMSI: one!.IMSI, ICCID: one!.ICCID })
    }
  })

  test('contains no secret values, in any call or log line', async () => {
    const [one] = subscribers(1)
    const secret = { ...one, PIN1: '7391', PUK1: '73915482', ADM1: '62847193', CONFIRMATION_CODE: '58207' }
    const staged = await upload(subscriberCsv([secret, { ...secret, IMSI: '460001234567890' }]))
    const shown = JSON.stringify([
      staged,
      await enterprise.owner.ask(source.rows, { id: staged.id }),
      (await enterprise.owner.file(source.faults, { id: staged.id })).text,
      t.logged,
    ])
    for (const value of [one!.KI!, one!.OPC!, '7391', '73915482', '62847193', '58207'])
      expect(shown.toUpperCase().includes(value)).toBe(false)
    const { items } = await enterprise.owner.ask(source.rows, { id: staged.id })
    expect(items[0]!.secret).toEqual(['KI', 'OPC', 'PIN1', 'PUK1', 'ADM1', 'CONFIRMATION_CODE'])
  })

  test('names the other line of a repeated ICCID in both rows, also across chunks', async () => {
    const rows = subscribers(1200)
    rows[1100] = { ...rows[1100], ICCID: rows[3]!.ICCID!.slice(0, 19) }
    const staged = await upload(subscriberCsv(rows))
    expect(staged).toMatchObject({ total: 1200, faulty: 2 })
    const { items } = await enterprise.owner.ask(source.rows, { id: staged.id, only: 'faulty' })
    expect(items.map(({ line, faults }) => [line, faults[0]!.text])).toEqual([
      [5, 'The same ICCID is in line 1102.'],
      [1102, 'The same ICCID is in line 5.'],
    ])
    expect(staged.faultCounts).toEqual([
      { column: 'ICCID', rule: 'repeated', text: 'The same ICCID is in more than one line.', count: 2 },
    ])
  })

  test('is read in pages', async () => {
    const staged = await upload(subscriberCsv(subscribers(1010)))
    const lines: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await enterprise.owner.ask(source.rows, { id: staged.id, limit: 200, cursor })
      lines.push(...page.items.map(({ line }) => line))
      if (page.next === null) break
      cursor = page.next
    }
    expect(lines).toEqual(Array.from({ length: 1010 }, (_, index) => index + 2))
  })

  test('returns the faulty rows as a file that is read again as it is, once it is corrected', async () => {
    const [one] = subscribers(1)
    const whole = { ...one, EXPIRE_TIME: '2030-12-31 23:59:59', NOTES: '-5 dB', MSISDN: '+447700900001' }
    const staged = await upload(subscriberCsv([{ ...whole, IMSI: '99970' }]))
    const { text } = await enterprise.owner.file(source.faults, { id: staged.id })
    expect(text).toContain(',2030-12-31 23:59:59,')
    const corrected = text.replace(',99970,,,', `,${one!.IMSI},${one!.KI},${one!.OPC},`)
    const again = await upload(corrected)
    expect(again).toMatchObject({ total: 1, faulty: 0, renamed: [{ name: 'LINE' }, { name: 'REASON' }] })
    const { items } = await enterprise.owner.ask(source.rows, { id: again.id })
    const first = (await enterprise.owner.ask(source.rows, { id: staged.id })).items[0]!
    expect(items[0]!.values).toEqual({ ...first.values, IMSI: one!.IMSI })
  })

  test('returns the faulty rows as a file in which no cell is a formula', async () => {
    const [one] = subscribers(1)
    const staged = await upload(subscriberCsv([{ ...one, IMSI: '=1+1', NOTES: '@cmd' }]), 'march.csv.pgp')
    const { text, response } = await enterprise.owner.file(source.faults, { id: staged.id })
    expect(response.headers.get('content-disposition')).toContain('filename="march faults.csv"')
    expect(text.split('\r\n')).toEqual([
      'LINE,ICCID,IMSI,KI,OPC,NOTES,REASON',
      `2,${one!.ICCID},'=1+1,,,'@cmd,IMSI: Invalid IMSI. Digits only.`,
      '',
    ])
  })

  test('is deleted when it is discarded', async () => {
    const file = subscriberCsv(subscribers(2))
    const discarded = await upload(file)
    await enterprise.owner.ask(source.discard, { id: discarded.id })
    expect(await enterprise.owner.refusal(source.get, { id: discarded.id })).toMatchObject({ code: '13015' })
    expect(await enterprise.owner.refusal(source.rows, { id: discarded.id })).toMatchObject({ code: '13015' })
    const rest = await t.server.db.tenantTx(enterprise.id, (db) =>
      db.selectFrom('source_part').select('part').where('source_id', '=', discarded.id).execute(),
    )
    expect(rest).toEqual([])
  })

  test('is not found by other enterprises', async () => {
    const { id } = await upload(subscriberCsv(subscribers(2)))
    const other = await t.enterprise()
    for (const endpoint of [source.get, source.rows, source.faults, source.discard])
      expect(await other.owner.refusal(endpoint, { id })).toMatchObject({ code: '19404' })
  })

  test('has a template whose example row is recognized', async () => {
    const { text } = await enterprise.owner.file(source.template, { configurationId })
    const staged = await upload(text)
    expect(staged.faultCounts.map(({ column }) => column).sort()).toEqual(['ICCID', 'KI', 'OPC'])
    expect(staged.faultCounts).toContainEqual({
      column: 'ICCID',
      rule: 'example',
      text: 'This is the example: replace it.',
      count: 1,
    })
    expect(staged.columns).toContain('EID')
    const book = await enterprise.owner.send(source.template, { configurationId, format: 'xlsx' })
    const { columns, faultCounts } = await upload(new Uint8Array(await book.arrayBuffer()), 'template.xlsx')
    expect({ columns, faultCounts }).toEqual({ columns: staged.columns, faultCounts: staged.faultCounts })
  })
})

test('rows are sealed in the database, which contains no key of a file in clear text', async () => {
  const [one] = subscribers(1)
  const { id } = await upload(subscriberCsv([one!]))
  const rows = await t.server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('source_part').select('sealed').where('source_id', '=', id).execute(),
  )
  const stored = Buffer.concat(rows.map(({ sealed }) => sealed))
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.includes(one!.KI!)).toBe(false)
  expect(stored.includes(Buffer.from(one!.KI!, 'hex'))).toBe(false)
})

describe('ICCIDs of 19 digits', () => {
  /** Numbers that end in their own check digit, and consecutive ones, of which one in ten does. */
  const checked = (count: number) => numbered(count, '8944500000000700001')
  const consecutive = (count: number) => numbered(count, '8944500000000800000')
  const numbered = (count: number, first: string) =>
    subscribers(count).map((row, index) => ({ ...row, ICCID: iccidAt(parseCardIccid(first), index) }))

  let missing: string
  beforeAll(async () => {
    const { id } = await enterprise.owner.ask(configuration.add, {
      fields: { ...fields, name: 'Check digit missing', nineteenDigits: 'missing' },
    })
    missing = id
  })

  const uploadTo = (id: string, rows: readonly Subscriber[]) =>
    enterprise.owner.upload(
      source.upload,
      { configurationId: id },
      { name: 'subscribers.csv', content: subscriberCsv(rows) },
    )
  const shownOf = async (id: string) =>
    (await enterprise.owner.ask(source.rows, { id })).items.map(({ values }) => values.ICCID)

  test('are complete or get their check digit, as the configuration says, which the preview shows', async () => {
    const rows = checked(1)
    const given = rows[0]!.ICCID
    const complete = await uploadTo(configurationId, rows)
    expect(complete).toMatchObject({ changes: [], nineteenDigits: { total: 1, setting: 'complete', isAsked: false } })
    expect(await shownOf(complete.id)).toEqual([given])
    const mixed = await uploadTo(missing, [...consecutive(12), { ...subscribers(1, 50)[0], ICCID: `${given}F` }])
    expect(mixed).toMatchObject({
      changes: [
        { column: 'ICCID', text: 'F removed', count: 1 },
        { column: 'ICCID', text: 'Check digit added', count: 12 },
      ],
      nineteenDigits: { total: 12, setting: 'missing', isAsked: false },
    })
    const shown = await shownOf(mixed.id)
    expect(shown.map((iccid) => iccid?.length)).toEqual([...Array.from({ length: 12 }, () => 20), 19])
  })

  test.each([
    ['complete', 'consecutive numbers', () => configurationId, consecutive],
    ['missing', 'numbers that end in their own check digit', () => missing, checked],
  ] as const)('set to %s, are asked about once for %s, before anything is generated', async (_s, _n, of, rowsOf) => {
    const rows = rowsOf(1000)
    const staged = await uploadTo(of(), rows)
    expect(staged.nineteenDigits).toMatchObject({ total: 1000, isAsked: true })
    expect((await shownOf(staged.id))[0]).toBe(rows[0]!.ICCID)
    expect(await enterprise.owner.refusal(batch.start, { sourceId: staged.id })).toMatchObject({ code: '13060' })
    expect(await enterprise.owner.ask(source.get, { id: staged.id })).toMatchObject({
      nineteenDigits: { isAsked: true },
    })
  })

  test.each([
    ['complete', 19],
    ['missing', 20],
  ] as const)('answered as %s, 1,000 consecutive ones become numbers of %i digits', async (nineteenDigits, length) => {
    const rows = consecutive(1000)
    const { id: sourceId } = await uploadTo(configurationId, rows)
    const parts = await t.server.db.tenantTx(enterprise.id, async (db) => {
      await confirmSource(t.server, db, { id: sourceId, nineteenDigits })
      return [
        await readValidRows(t.server, db, { enterpriseId: enterprise.id, sourceId, chunk: 0 }),
        await readValidRows(t.server, db, { enterpriseId: enterprise.id, sourceId, chunk: 1 }),
      ]
    })
    const iccids = parts.flatMap((part) => part!.map(({ values }) => values.ICCID!))
    expect(iccids).toHaveLength(1000)
    expect(new Set(iccids.map((iccid) => iccid.length))).toEqual(new Set([length]))
    expect(iccids.map((iccid) => iccid.slice(0, 19))).toEqual(rows.map(({ ICCID }) => ICCID))
  })

  test('are asked about when a correction brings the first one', async () => {
    const { id } = await uploadTo(configurationId, [{ ...subscribers(1)[0], ICCID: 'x' }])
    const [iccid] = consecutive(2).map(({ ICCID }) => ICCID!)
    const { source: corrected } = await enterprise.owner.ask(source.mend, { id, line: 2, values: { ICCID: iccid } })
    expect(corrected).toMatchObject({ faulty: 0, nineteenDigits: { total: 1, ownCheckDigit: 0, isAsked: true } })
    expect(await enterprise.owner.refusal(batch.start, { sourceId: id })).toMatchObject({ code: '13060' })
  })

  test('are written to the file of faulty rows so that it is read as the same cards again', async () => {
    const rows = [...consecutive(2), ...checked(1).map((row) => ({ ...row, ICCID: `${row.ICCID}F` }))]
    const { id } = await uploadTo(
      configurationId,
      rows.map((row) => ({ ...row, KI: '' })),
    )
    const { text } = await enterprise.owner.file(source.faults, { id })
    const written = text.trim().split('\r\n').slice(1)
    expect(written.map((line) => line.split(',')[1])).toEqual(rows.map(({ ICCID }) => ICCID))
  })

  test('and 18 digits are refused for profiles that operators order, because ES2+ cannot name them', async () => {
    const { id } = await enterprise.owner.ask(configuration.add, {
      fields: { ...fields, name: 'Ordered', orderedBy: 'operator' },
    })
    const staged = await uploadTo(id, [{ ...subscribers(1)[0], ICCID: '894450000000090000' }])
    expect(staged.faultCounts.map(({ text }) => text)).toEqual([expect.stringContaining('ES2+ cannot name')])
  })
})

test.each([
  ['grouped as on a card', '8999 9700 0000 0000 5207', '999 70 0000000520', '89999700000000005207'],
  ['with F as from a modem', '8999970000000000506f', '999700000000507', '8999970000000000506'],
])('an ICCID %s is read', async (_what, ICCID, IMSI, read) => {
  const { id, faulty, changes } = await upload(subscriberCsv([{ ...subscribers(1)[0], ICCID, IMSI }]))
  expect([faulty, changes.length > 0]).toEqual([0, true])
  const { items } = await enterprise.owner.ask(source.rows, { id })
  expect(items[0]!.values).toMatchObject({ ICCID: read, IMSI: IMSI.replaceAll(' ', '') })
})

describe('limits of an upload', () => {
  test('the first 1,000 faults are stored, all are counted; other faulty rows must be corrected in the file', async () => {
    const [valid] = subscribers(1, 900)
    const file = `ICCID,IMSI,KI,OPC\n${'x,46,y,z\n'.repeat(2_000)}${subscriberCsv([valid!]).split('\n')[1]}\n`
    const staged = await upload(file)
    expect(staged).toMatchObject({ total: 2_001, faulty: 2_000 })
    expect(staged.faultCounts.reduce((sum, { count }) => sum + count, 0)).toBe(8_000)
    const rows: source.SourceRow[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await enterprise.owner.ask(source.rows, {
        id: staged.id,
        only: 'faulty',
        limit: 200,
        ...(cursor ? { cursor } : {}),
      })
      rows.push(...page.items)
      if (!page.next) break
      cursor = page.next
    }
    expect(rows).toHaveLength(2_000)
    const listed = rows.filter(({ faults }) => faults.every(({ rule }) => rule !== 'unlisted'))
    expect(listed.flatMap(({ faults }) => faults)).toHaveLength(1_000)
    expect(rows.at(-1)).toMatchObject({ values: {}, faults: [{ rule: 'unlisted' }] })
    const correction = { id: staged.id, line: rows.at(-1)!.line, values: valid! }
    expect((await enterprise.owner.refusal(source.mend, correction)).obj.faults).toMatchObject([{ rule: 'unlisted' }])
    await enterprise.owner.ask(source.discard, { id: staged.id })
  })

  test('the staged rows of each enterprise account have a quota', async () => {
    const staged = await upload(subscriberCsv(subscribers(1, 910)))
    await t.server.db.tenantTx(enterprise.id, (db) =>
      sql`
        insert into source_part (enterprise_id, source_id, part, rows, faulty, existing, sealed)
        values (${enterprise.id}, ${staged.id}, 1000, 0, 0, 0, convert_to(repeat('x', 64 * 1024 * 1024), 'UTF8'))`.execute(
        db,
      ),
    )
    await t.server.db.tenantTx(enterprise.id, (db) =>
      sql`
        insert into source_part (enterprise_id, source_id, part, rows, faulty, existing, sealed)
        select enterprise_id, source_id, part + n, 0, 0, 0, sealed from source_part, generate_series(1, 15) n
        where enterprise_id = ${enterprise.id} and source_id = ${staged.id} and part = 1000`.execute(db),
    )
    expect(await refusalOf(subscriberCsv(subscribers(1, 911)))).toMatchObject({
      code: problems.staged_full.code,
      status: 409,
    })
    await enterprise.owner.ask(source.discard, { id: staged.id })
    await upload(subscriberCsv(subscribers(1, 911)))
  })
})

test('an unconfirmed upload is deleted after 24 hours, with its keys', async () => {
  const { id } = await upload(subscriberCsv(subscribers(2)))
  t.clock.moveMs(24 * 60 * 60 * 1000)
  const later = await enterprise.member('Operator')
  expect(await later.refusal(source.get, { id })).toMatchObject({ code: '13015' })
  await dropExpired(t.server)
  expect(await later.refusal(source.get, { id })).toMatchObject({ code: '19404' })
  expect(await countSources()).toEqual({ rows: 0 })
})
