import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, finished, outcomesOf, profileOf, staged } from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers as fresh, type Subscriber, subscriberCsv } from '../../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  configurationId = await configured(enterprise.owner)
})

const upload = (rows: readonly Subscriber[]) => staged(enterprise.owner, { configurationId, rows })
const mend = (id: string, line: number, values: Subscriber) => enterprise.owner.ask(source.mend, { id, line, values })
const faultsOf = ({ faults }: source.SourceRow) => faults.map(({ column, rule }) => `${column} ${rule}`)

describe('a faulty row', () => {
  test('can be corrected cell by cell, keys included, and is then generated with the others', async () => {
    const [good, bad] = fresh(2)
    const { id } = await upload([good!, { ...bad, IMSI: '460001234567890', KI: '12', NOTES: 'kept' }])
    const half = await mend(id, 3, { IMSI: bad!.IMSI! })
    expect(faultsOf(half.row)).toEqual(['KI length'])
    expect(half.source).toMatchObject({ faulty: 1, faultCounts: [{ column: 'KI', rule: 'length', count: 1 }] })
    const whole = await mend(id, 3, { KI: bad!.KI! })
    expect(whole.row).toMatchObject({ faults: [], values: { IMSI: bad!.IMSI, NOTES: 'kept' }, secret: ['KI', 'OPC'] })
    expect(JSON.stringify(whole)).not.toContain(bad!.KI)
    expect(whole.source).toMatchObject({ faulty: 0, faultCounts: [] })
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: id })
    await finished(enterprise.owner, batchId)
    expect((await outcomesOf(enterprise.owner, batchId)).map(({ success }) => success)).toEqual([true, true])
    expect(await profileOf(enterprise.owner, bad!.ICCID)).toMatchObject({ imsi: bad!.IMSI, notes: 'kept' })
  })

  test('stays faulty while a cell is invalid, a column is missing, or another enterprise has the ICCID', async () => {
    const [one, two] = fresh(2)
    const { id } = await upload([{ ...one, IMSI: '1' }])
    expect(faultsOf((await mend(id, 2, { IMSI: '460001234567890' })).row)).toEqual(['IMSI forbidden'])
    expect(faultsOf((await mend(id, 2, { IMSI: one!.IMSI!, OPC: '' })).row)).toEqual(['OPC required'])
    const other = await t.enterprise()
    const theirs = await staged(other.owner, { configurationId: await configured(other.owner), rows: [two!] })
    const { batchId } = await other.owner.ask(batch.start, { sourceId: theirs.id })
    await finished(other.owner, batchId)
    expect(faultsOf((await mend(id, 2, { OPC: one!.OPC!, ICCID: two!.ICCID! })).row)).toEqual(['ICCID taken'])
    expect((await mend(id, 2, { ICCID: one!.ICCID! })).row.faults).toEqual([])
  })

  test('with a repeated IMSI: both rows have a warning, which a correction clears', async () => {
    const [one, two, three] = fresh(3)
    const { id, ...before } = await upload([one!, { ...two, IMSI: one!.IMSI!, KI: '12' }, { ...three, KI: one!.KI! }])
    expect(before).toMatchObject({ faulty: 1, warned: 3 })
    expect(before.warningCounts.map(({ rule, count }) => [rule, count]).sort()).toEqual([
      ['imsi_repeated', 2],
      ['ki_repeated', 2],
    ])
    const corrected = await mend(id, 3, { IMSI: two!.IMSI!, KI: two!.KI! })
    expect(corrected).toMatchObject({ row: { faults: [], warnings: [] }, source: { faulty: 0, warned: 2 } })
    expect(corrected.source.warningCounts).toMatchObject([{ rule: 'ki_repeated', count: 2 }])
    const { items } = await enterprise.owner.ask(source.rows, { id, only: 'warned' })
    expect(items.map(({ line, warnings }) => [line, warnings.map(({ text }) => text)])).toEqual([
      [2, ['The same Ki is in line 4.']],
      [4, ['The same Ki is in line 2.']],
    ])
    expect(JSON.stringify(items)).not.toContain(one!.KI)
  })

  test('has a warning when another profile has its IMSI, but not when its own profile has', async () => {
    const [one, two] = fresh(2)
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: (await upload([one!])).id })
    await finished(enterprise.owner, batchId)
    const again = await upload([one!, { ...two, IMSI: one!.IMSI! }])
    expect(again).toMatchObject({ faulty: 0, existing: 1 })
    const { items } = await enterprise.owner.ask(source.rows, { id: again.id, only: 'warned' })
    expect(items.map(({ line, warnings }) => [line, warnings.map(({ rule }) => rule).sort()])).toEqual([
      [2, ['imsi_repeated']],
      [3, ['imsi_in_use', 'imsi_repeated']],
    ])
  })

  test('has a warning when its profile exists and would get another number of ICCID digits', async () => {
    const [row] = fresh(1)
    const nineteen = { ...row!, ICCID: `${row!.ICCID!.slice(0, 19)}F` }
    const { batchId } = await enterprise.owner.ask(batch.start, { sourceId: (await upload([nineteen])).id })
    await finished(enterprise.owner, batchId)
    expect(await upload([nineteen])).toMatchObject({ existing: 1, warned: 0 })
    const again = await upload([row!])
    expect(again).toMatchObject({ existing: 1, warned: 1 })
    expect(again.warningCounts.map(({ column, rule, count }) => [column, rule, count])).toEqual([
      ['ICCID', 'other_iccid_digits', 1],
    ])
  })

  test('with a repeated ICCID: a correction clears both rows, and a new repetition is reported in both', async () => {
    const [one, two, three] = fresh(3)
    const { id } = await upload([one!, { ...two, ICCID: one!.ICCID! }, { ...three, IMSI: '1' }])
    const corrected = await mend(id, 3, { ICCID: two!.ICCID! })
    expect(corrected.source).toMatchObject({ faulty: 1, faultCounts: [{ column: 'IMSI' }] })
    const repeating = await mend(id, 4, { IMSI: three!.IMSI!, ICCID: two!.ICCID! })
    expect(repeating.row.faults).toEqual([expect.objectContaining({ text: 'The same ICCID is in line 3.' })])
    expect(repeating.source).toMatchObject({ faulty: 2 })
    const { items } = await enterprise.owner.ask(source.rows, { id, only: 'faulty' })
    expect(items.map(({ line, faults }) => [line, faults[0]!.text])).toEqual([
      [3, 'The same ICCID is in line 4.'],
      [4, 'The same ICCID is in line 3.'],
    ])
  })

  test('is found by its line; other lines, valid rows and discarded files are refused', async () => {
    const [one, two] = fresh(2)
    const { id } = await upload([one!, { ...two, IMSI: '1' }])
    const refused = (line: number) => enterprise.owner.refusal(source.mend, { id, line, values: { IMSI: two!.IMSI! } })
    expect(await refused(2)).toMatchObject({ code: '19404' })
    expect(await refused(9)).toMatchObject({ code: '19404' })
    await enterprise.owner.ask(source.discard, { id })
    expect(await refused(3)).toMatchObject({ code: '13015' })
  })
})

describe('columns with other names in a file', () => {
  const [one, two] = fresh(2)
  const csv = (row: Subscriber) =>
    subscriberCsv([row]).replace('ICCID,IMSI,KI,OPC', 'Sim number,IMSI,Auth key,OPC,Shelf').replace(/\n$/, ',A7\n')
  const columns = { 'sim number': 'ICCID', 'AUTH KEY': 'KI', Shelf: '' }
  const send = (content: string, more: object = {}) =>
    enterprise.owner.upload(source.upload, { configurationId, ...more }, { name: 'subscribers.csv', content })

  test('are mapped once, remembered for later files, and forgotten on request', async () => {
    await expect(send(csv(one!))).rejects.toMatchObject({
      code: '13004',
      obj: {
        header: ['Sim number', 'IMSI', 'Auth key', 'OPC', 'Shelf'],
        samples: [
          { text: one!.ICCID },
          { text: one!.IMSI },
          { text: null, length: 32 },
          { text: null },
          { text: null },
        ],
        required: [['ICCID'], ['IMSI'], ['KI'], ['OPC', 'OP']],
        known: { IMSI: 'IMSI', OPC: 'OPC' },
        // those of a configuration of type Regular, whose columns are not those of an applet or an ISIM
        columns: expect.not.arrayContaining(['C9']),
      },
    })
    const mapped = await send(csv(one!), { columns: JSON.stringify(columns) })
    expect(mapped).toMatchObject({
      total: 1,
      faulty: 0,
      columns: ['ICCID', 'IMSI', 'KI', 'OPC'],
      renamed: [
        { name: 'Sim number', column: 'ICCID' },
        { name: 'Auth key', column: 'KI' },
        { name: 'Shelf', column: '' },
      ],
    })
    expect(await send(csv(two!))).toMatchObject({ faulty: 0, columns: mapped.columns })
    const other = await t.enterprise()
    const theirs = await configured(other.owner)
    const file = { name: 'subscribers.csv', content: csv(two!) }
    await expect(other.owner.upload(source.upload, { configurationId: theirs }, file)).rejects.toMatchObject({
      code: '13004',
    })
    await enterprise.owner.ask(source.forgetColumns, {})
    await expect(send(csv(two!))).rejects.toMatchObject({ code: '13004' })
  })

  test('are refused when two map to the same column, or a required column is missing', async () => {
    const twice = { ...columns, Shelf: 'ICCID' }
    await expect(send(csv(one!), { columns: JSON.stringify(twice) })).rejects.toMatchObject({ code: '13005' })
    const without = { ...columns, 'Auth key': '' }
    await expect(send(csv(one!), { columns: JSON.stringify(without) })).rejects.toMatchObject({ code: '13003' })
    await expect(send(csv(one!), { columns: '{"Sim number": "SHOE"}' })).rejects.toMatchObject({ code: '19400' })
  })

  test('are not returned when line 1 may be a record, which contains a key', async () => {
    const refused = send(subscriberCsv([one!]).split('\n')[1]!)
    await expect(refused).rejects.toMatchObject({
      code: '13002',
      obj: expect.not.objectContaining({ header: expect.anything() }),
    })
  })
})
