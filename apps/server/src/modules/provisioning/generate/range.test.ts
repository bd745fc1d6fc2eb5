import * as audit from '@simwright/contract/platform/audit'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { buildAutn, enableProfile, joinSqn, milenageKeys } from '@simwright/euicc'
import { iccidAt, parseIccid } from '@simwright/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cardKeysOf,
  configured,
  finished,
  generated,
  operated,
  outcomesOf,
  profileOf,
} from '../../../testing/generated.ts'
import { testPhones } from '../../../testing/phone.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  configurationId = await configured(enterprise.owner, { name: 'Lab' })
})

const FIRST = parseIccid('8944600000000000000')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

let used = 0
/** Numbers that no other test of this file uses. */
function unusedNumbers(count: number) {
  used += count
  const from = used - count
  return {
    configurationId,
    firstIccid: iccidAt(FIRST, from),
    firstImsi: `99970${String(5_000_000_000 + from)}`,
    count,
  }
}

async function generatedRange(count: number) {
  const range = unusedNumbers(count)
  const { batchId } = await enterprise.owner.ask(batch.startRange, range)
  return { range, done: await finished(enterprise.owner, batchId) }
}

describe('a range', () => {
  test('has a preview: its ends, and how many of its numbers are in use', async () => {
    const range = unusedNumbers(1000)
    const other = await t.enterprise()
    const [theirs] = newSubscribers(1)
    await generated(other.owner, {
      configurationId: await configured(other.owner),
      rows: [{ ...theirs, ICCID: iccidAt(parseIccid(range.firstIccid), 7) }],
    })
    const [mine, gone, twin] = newSubscribers(3)
    await generated(enterprise.owner, {
      configurationId,
      rows: [
        { ...mine, ICCID: iccidAt(parseIccid(range.firstIccid), 1) },
        { ...gone, ICCID: iccidAt(parseIccid(range.firstIccid), 2) },
        { ...twin, IMSI: range.firstImsi },
      ],
    })
    const { id } = await profileOf(enterprise.owner, iccidAt(parseIccid(range.firstIccid), 2))
    await operated(enterprise.owner, { operation: { kind: 'REMOVE' }, selection: { ids: [id] } })
    expect(
      await enterprise.owner.ask(batch.previewRange, {
        ...range,
        firstIccid: range.firstIccid.slice(0, 19),
        nineteenDigits: 'missing',
      }),
    ).toEqual({
      firstIccid: range.firstIccid,
      lastIccid: iccidAt(parseIccid(range.firstIccid), 999),
      firstImsi: range.firstImsi,
      lastImsi: String(BigInt(range.firstImsi) + 999n),
      total: 1000,
      existing: 1,
      otherDigits: 0,
      deleted: 1,
      taken: 1,
      doubledImsis: 1,
      nineteenDigits: { total: 1000, ownCheckDigit: 0, setting: 'missing', isAsked: false },
      plan: expect.objectContaining({ name: 'LAB', left: null }),
    })
  })

  test('of 19 digits is asked about if the first speaks against the configuration; its numbers have one form', async () => {
    const { firstImsi } = unusedNumbers(3)
    const range = { configurationId, firstIccid: '8944600000000500000', firstImsi, count: 3 }
    const asked = await enterprise.owner.ask(batch.previewRange, range)
    expect(asked.nineteenDigits).toEqual({ total: 3, ownCheckDigit: 0, setting: 'complete', isAsked: true })
    expect(await enterprise.owner.refusal(batch.startRange, range)).toMatchObject({ code: '13060' })
    const { batchId } = await enterprise.owner.ask(batch.startRange, { ...range, nineteenDigits: 'complete' })
    await finished(enterprise.owner, batchId)
    expect((await outcomesOf(enterprise.owner, batchId)).map(({ iccid }) => iccid)).toEqual([
      '8944600000000500000',
      '8944600000000500001',
      '8944600000000500002',
    ])
    // each number that ends in its own check digit is followed by the next that does
    const checked = {
      configurationId,
      firstIccid: '8944600000000600002',
      firstImsi: `${firstImsi.slice(0, 14)}9`,
      count: 2,
    }
    const shown = await enterprise.owner.ask(batch.previewRange, checked)
    expect(shown).toMatchObject({ lastIccid: '8944600000000600010', nineteenDigits: { isAsked: false } })
    const again = await enterprise.owner.ask(batch.previewRange, { ...range, nineteenDigits: 'missing' })
    expect(again).toMatchObject({ firstIccid: parseIccid('8944600000000500000'), existing: 3, otherDigits: 3 })
    const use = await enterprise.owner.ask(batch.rangeUse, { kind: 'ICCID', first: '8944600000000499999', count: 5 })
    expect(use.runs.map(({ state, first, count }) => [state, first, count])).toEqual([
      ['free', '8944600000000499999', 1],
      ['used', '8944600000000500000', 3],
      ['free', '8944600000000500003', 1],
    ])
  })

  test('becomes a batch with keys of its own for each profile', async () => {
    const { range, done } = await generatedRange(1203)
    expect(done).toMatchObject({
      type: 'BATCH_GENERATE',
      succeeded: 1203,
      failed: 0,
      fileName: null,
      protection: null,
      coreFile: 'open',
      range: { firstIccid: range.firstIccid, lastIccid: iccidAt(parseIccid(range.firstIccid), 1202) },
    })
    const last = done.range!
    expect(await profileOf(enterprise.owner, last.lastIccid)).toMatchObject({
      imsi: last.lastImsi,
      status: 'AVAILABLE',
      batchCode: done.code,
    })
    const [one, two] = [
      await cardKeysOf(t, enterprise, range.firstIccid),
      await cardKeysOf(t, enterprise, last.lastIccid),
    ]
    expect(new Set([one.ki, one.opc, two.ki, two.opc].map(hex)).size).toBe(4)
  })

  test('with an ICCID in use fails only that row, unless it is generated again', async () => {
    const { range } = await generatedRange(2)
    const keys = await cardKeysOf(t, enterprise, range.firstIccid)
    const again = { ...range, count: 3 }
    used += 1
    const first = await enterprise.owner.ask(batch.startRange, again)
    expect(await finished(enterprise.owner, first.batchId)).toMatchObject({ succeeded: 1, failed: 2 })
    expect((await outcomesOf(enterprise.owner, first.batchId))[0]).toMatchObject({
      reason: 'This ICCID already exists.',
    })
    const second = await enterprise.owner.ask(batch.startRange, { ...again, generateAgain: true })
    expect(await finished(enterprise.owner, second.batchId)).toMatchObject({ succeeded: 3, failed: 0 })
    expect(hex((await cardKeysOf(t, enterprise, range.firstIccid)).ki)).not.toBe(hex(keys.ki))
  })

  test('has keys of the algorithm, which only the CSV file can hold', async () => {
    const id = await configured(enterprise.owner, { name: 'TUAK', algorithm: 'TUAK', kiLength: '256' })
    const range = { ...unusedNumbers(2), configurationId: id }
    const { batchId } = await enterprise.owner.ask(batch.startRange, range)
    const done = await finished(enterprise.owner, batchId)
    expect(done).toMatchObject({ succeeded: 2, coreFile: 'open', coreFormats: ['CSV'] })
    const { ki, opc } = await cardKeysOf(t, enterprise, range.firstIccid)
    expect([ki.length, opc.length]).toEqual([32, 32])
    const unfit = await enterprise.owner.refusal(batch.coreFile, { id: batchId, format: 'OPEN5GS', dnn: 'internet' })
    expect(unfit).toMatchObject({ code: '13053' })
    const { text } = await enterprise.owner.file(batch.coreFile, { id: batchId, format: 'CSV', dnn: 'internet' })
    expect(text).toContain(',TUAK,')
    expect(text).toContain(`${hex(ki)},${hex(opc)}`)
    const again = await enterprise.owner.upload(
      source.upload,
      { configurationId: id },
      { name: 'core.csv', content: text },
    )
    expect(again).toMatchObject({ total: 2, faulty: 0, existing: 2 })
  })

  test('is refused if a number or the count is invalid, naming the field', async () => {
    const range = unusedNumbers(1)
    const refusalOf = async (more: object) => {
      const { obj } = await enterprise.owner.refusal(batch.previewRange, { ...range, ...more })
      return (obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`)
    }
    expect(await refusalOf({ count: 1_000_001 })).toEqual(['count: Up to 1,000,000 at once.'])
    expect(await refusalOf({ count: 0 })).toEqual(['count: At least 1.'])
    expect(await refusalOf({ firstImsi: '460001234567890' })).toEqual(['firstImsi: 460 IMSI is not allowed.'])
    expect((await refusalOf({ firstIccid: '8.98E+18' }))[0]).toContain('firstIccid: Invalid ICCID. Damaged')
    expect(await refusalOf({ firstIccid: iccidAt(parseIccid('9999999999999999990'), 0), count: 100 })).toEqual([
      'count: The range goes beyond the largest ICCID.',
    ])
    expect(await refusalOf({ firstImsi: '999999999999990', count: 100 })).toEqual([
      'count: The range goes beyond the largest IMSI of this country.',
    ])
    expect((await refusalOf({ firstIccid: iccidAt(parseIccid('8999900999999999990'), 0), count: 100 }))[0]).toContain(
      'are sample data',
    )
  })
})

describe('the use of a range', () => {
  const looked = (kind: 'ICCID' | 'IMSI', first: string, count: number) =>
    enterprise.owner.ask(batch.rangeUse, { kind, first, count })

  test('lists its runs of numbers that are used, free, taken or doubled', async () => {
    const base = unusedNumbers(20)
    const number = (index: number) => iccidAt(parseIccid(base.firstIccid), index)
    const imsi = (index: number) => String(BigInt(base.firstImsi) + BigInt(index))
    const generate = async (from: number, count: number) => {
      const range = { configurationId, firstIccid: number(from), firstImsi: imsi(from), count }
      const { batchId } = await enterprise.owner.ask(batch.startRange, range)
      await finished(enterprise.owner, batchId)
    }
    await generate(3, 4)
    await generate(10, 1)
    const other = await t.enterprise()
    const [theirs, twin] = newSubscribers(2)
    const theirConfiguration = await configured(other.owner)
    await generated(other.owner, { configurationId: theirConfiguration, rows: [{ ...theirs, ICCID: number(7) }] })
    await generated(enterprise.owner, { configurationId, rows: [{ ...twin, IMSI: imsi(5) }] })
    const { id } = await profileOf(enterprise.owner, number(10))
    await operated(enterprise.owner, { operation: { kind: 'REMOVE' }, selection: { ids: [id] } })

    const iccids = await looked('ICCID', base.firstIccid, 20)
    expect(iccids).toMatchObject({ last: number(19), total: 20, used: 4, taken: 1, doubled: 0, free: 15, isCut: false })
    expect(iccids.runs).toEqual([
      { state: 'free', first: number(0), last: number(2), count: 3 },
      { state: 'used', first: number(3), last: number(6), count: 4 },
      { state: 'taken', first: number(7), last: number(7), count: 1 },
      { state: 'free', first: number(8), last: number(19), count: 12 },
    ])
    const imsis = await looked('IMSI', base.firstImsi, 20)
    expect(imsis.runs.map(({ state, count }) => [state, count])).toEqual([
      ['free', 3],
      ['used', 2],
      ['doubled', 1],
      ['used', 1],
      ['free', 13],
    ])
  })

  test('is refused if a number or the count is invalid', async () => {
    const refused = (sent: object) =>
      enterprise.owner.refusal(batch.rangeUse, { kind: 'IMSI', first: '999700000000001', count: 1, ...sent })
    expect((await refused({ first: '460001234567890' })).obj.faults).toMatchObject([{ path: 'first' }])
    expect((await refused({ count: 1_000_001 })).obj.faults).toMatchObject([{ text: 'Up to 1,000,000 at once.' }])
    expect((await refused({ kind: 'ICCID', first: '1' })).obj.faults).toMatchObject([{ path: 'first' }])
  })
})

describe('the core-network file of a range', () => {
  test('matches the card: the downloaded profile answers what the network computes from it', async () => {
    const { range, done } = await generatedRange(1)
    const { text } = await enterprise.owner.file(batch.coreFile, { id: done.id, format: 'SRSRAN' })
    const [, algorithm, imsi, ki, kind, opc, amf, sqn] = text.trimEnd().split('\n').at(-1)!.split(',')
    expect([algorithm, imsi, kind]).toEqual(['mil', range.firstImsi, 'opc'])
    const { activationCode } = await profileOf(enterprise.owner, range.firstIccid)
    const phone = (await testPhones(t)).phone()
    expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
    await enableProfile(phone, range.firstIccid)

    const key = { algorithm: 'milenage', k: bytes(ki!), opc: bytes(opc!) } as const
    const rand = bytes('23553CBE9637A89D218AE64DAE47BF35')
    const challenge = (number: Uint8Array) => {
      const autn = buildAutn(key, { rand, sqn: number, amf: bytes(amf!) })
      return bytes(`008800812210${hex(rand)}10${hex(autn)}00`)
    }
    const send = async (command: Uint8Array) => hex(await phone.euicc.transmit(command))
    expect(await send(bytes('00A4040C07A0000000871002'))).toBe('9000')
    expect(await send(challenge(joinSqn(0, 0)))).toMatch(/^61/)
    expect(await send(bytes('00C0000000'))).toMatch(/^DC/)
    expect(await send(challenge(bytes(sqn!)))).toMatch(/^61/)
    const { res, ck, ik } = milenageKeys(key, rand)
    expect(await send(bytes('00C0000000'))).toContain(`DB08${hex(res)}10${hex(ck)}10${hex(ik)}`)
  })

  test('can be downloaded once, and the audit log names the user', async () => {
    const { done } = await generatedRange(3)
    const operator = await enterprise.member('Operator')
    const { text } = await operator.file(batch.coreFile, { id: done.id, format: 'CSV' })
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('ICCID,IMSI,MSISDN,ALGORITHM,KI,OPC,AMF,SQN')
    expect(lines).toHaveLength(4)
    const [iccid, imsi, , , ki, opc] = lines[3]!.split(',')
    expect({ iccid, imsi }).toEqual({ iccid: done.range!.lastIccid, imsi: done.range!.lastImsi })
    const keys = await cardKeysOf(t, enterprise, iccid)
    expect([ki, opc]).toEqual([hex(keys.ki), hex(keys.opc)])
    for (const client of [operator, enterprise.owner])
      expect(await client.refusal(batch.coreFile, { id: done.id, format: 'OPEN5GS' })).toMatchObject({ code: '13041' })
    expect(await enterprise.owner.ask(batch.get, { id: done.id })).toMatchObject({ coreFile: 'taken' })
    const { items } = await enterprise.owner.ask(audit.list, { filter: { action: ['batch.keysHandedOut'] } })
    expect(items[0]).toMatchObject({ objectName: done.code, after: { format: 'CSV' } })
  })

  test('is refused without the permission, for files with keys of their own, and after a day', async () => {
    const { done } = await generatedRange(1)
    const ask = { id: done.id, format: 'CSV' } as const
    const viewer = await enterprise.member('Viewer')
    expect(await viewer.refusal(batch.coreFile, ask)).toMatchObject({ status: 403 })
    const upload = await generated(enterprise.owner, { configurationId, rows: newSubscribers(1) })
    expect(await enterprise.owner.refusal(batch.coreFile, { ...ask, id: upload.id })).toMatchObject({ code: '13041' })
    t.clock.moveMs(11 * 60 * 1000)
    expect(await enterprise.owner.refusal(batch.coreFile, ask)).toMatchObject({ code: '11008' })
    t.clock.moveMs(24 * 60 * 60 * 1000)
    const later = await enterprise.member('Operator')
    expect(await later.refusal(batch.coreFile, ask)).toMatchObject({ code: '13041' })
    expect(await later.ask(batch.get, { id: done.id })).toMatchObject({ coreFile: 'over' })
  })
})
