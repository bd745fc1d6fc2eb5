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
  test('is mended in its cells, keys too, and generated with the others', async () => {
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

  test('stays faulty while a rule is broken: by the cell, by what is missing, by an ICCID of others', async () => {
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

  test('that repeated another frees both; one that repeats from now on is named in both', async () => {
    const [one, two, three] = fresh(3)
    const { id } = await upload([one!, { ...two, ICCID: one!.ICCID! }, { ...three, IMSI: '1' }])
    const freed = await mend(id, 3, { ICCID: two!.ICCID! })
    expect(freed.source).toMatchObject({ faulty: 1, faultCounts: [{ column: 'IMSI' }] })
    const doubled = await mend(id, 4, { IMSI: three!.IMSI!, ICCID: two!.ICCID! })
    expect(doubled.row.faults).toEqual([expect.objectContaining({ text: 'The same ICCID stands in line 3.' })])
    expect(doubled.source).toMatchObject({ faulty: 2 })
    const { items } = await enterprise.owner.ask(source.rows, { id, only: 'faulty' })
    expect(items.map(({ line, faults }) => [line, faults[0]!.text])).toEqual([
      [3, 'The same ICCID stands in line 4.'],
      [4, 'The same ICCID stands in line 3.'],
    ])
  })

  test('is found by its line alone: no other, no good one, none of a file that is gone', async () => {
    const [one, two] = fresh(2)
    const { id } = await upload([one!, { ...two, IMSI: '1' }])
    const refused = (line: number) => enterprise.owner.refusal(source.mend, { id, line, values: { IMSI: two!.IMSI! } })
    expect(await refused(2)).toMatchObject({ code: '19404' })
    expect(await refused(9)).toMatchObject({ code: '19404' })
    await enterprise.owner.ask(source.discard, { id })
    expect(await refused(3)).toMatchObject({ code: '13015' })
  })
})

describe('columns that a file calls by other names', () => {
  const [one, two] = fresh(2)
  const csv = (row: Subscriber) =>
    subscriberCsv([row]).replace('ICCID,IMSI,KI,OPC', 'Sim number,IMSI,Auth key,OPC,Shelf').replace(/\n$/, ',A7\n')
  const columns = { 'sim number': 'ICCID', 'AUTH KEY': 'KI', Shelf: '' }
  const send = (content: string, more: object = {}) =>
    enterprise.owner.upload(source.upload, { configurationId, ...more }, { name: 'subscribers.csv', content })

  test('are asked for, told once, remembered, and forgotten when told to', async () => {
    await expect(send(csv(one!))).rejects.toMatchObject({
      code: '13004',
      obj: { header: ['SIM NUMBER', 'IMSI', 'AUTH KEY', 'OPC', 'SHELF'] },
    })
    const told = await send(csv(one!), { columns: JSON.stringify(columns) })
    expect(told).toMatchObject({
      total: 1,
      faulty: 0,
      columns: ['ICCID', 'IMSI', 'KI', 'OPC'],
      renamed: [
        { name: 'SIM NUMBER', column: 'ICCID' },
        { name: 'AUTH KEY', column: 'KI' },
        { name: 'SHELF', column: '' },
      ],
    })
    expect(await send(csv(two!))).toMatchObject({ faulty: 0, columns: told.columns })
    const other = await t.enterprise()
    const theirs = await configured(other.owner)
    const file = { name: 'subscribers.csv', content: csv(two!) }
    await expect(other.owner.upload(source.upload, { configurationId: theirs }, file)).rejects.toMatchObject({
      code: '13004',
    })
    await enterprise.owner.ask(source.forgetColumns, {})
    await expect(send(csv(two!))).rejects.toMatchObject({ code: '13004' })
  })

  test('are refused when two of them mean the same, or one is missing then', async () => {
    const twice = { ...columns, Shelf: 'ICCID' }
    await expect(send(csv(one!), { columns: JSON.stringify(twice) })).rejects.toMatchObject({ code: '13005' })
    const without = { ...columns, 'Auth key': '' }
    await expect(send(csv(one!), { columns: JSON.stringify(without) })).rejects.toMatchObject({ code: '13003' })
    await expect(send(csv(one!), { columns: '{"Sim number": "SHOE"}' })).rejects.toMatchObject({ code: '19400' })
  })

  test('are not asked for where line 1 may be a record: a key must not come back', async () => {
    const refused = send(subscriberCsv([one!]).split('\n')[1]!)
    await expect(refused).rejects.toMatchObject({
      code: '13002',
      obj: expect.not.objectContaining({ header: expect.anything() }),
    })
  })
})
