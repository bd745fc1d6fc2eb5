import { problems } from '@simwright/contract'
import * as dashboard from '@simwright/contract/insight/dashboard'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tac from '@simwright/contract/provisioning/tac'
import { describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { nameDevices } from './jobs.ts'

const scene = await smdpScene()
const { server, phones, order, shown, enterprise } = scene
const staff = await scene.staff()
const file = (content: string | Uint8Array) => ({ name: 'tacs.csv', content })
const read = (content: string | Uint8Array) => staff.upload(tac.upload, {}, file(content))
const list = (search = '') => staff.ask(tac.list, { filter: { search } })
const HEADER = 'TAC,BRAND,MODEL\n'

describe('the table', () => {
  test('is pre-filled, and can be searched by the prefix of a TAC, brand or model', async () => {
    const names = async (search: string) => (await list(search)).items.map(({ brand, model }) => `${brand} ${model}`)
    expect(await names('35728')).toEqual(['Apple iPhone XS'])
    expect(await names('google')).toEqual(['Google Pixel 8 Pro', 'Google Pixel 8'])
    expect(await names('edge')).toEqual(['Motorola Edge 40'])
    expect(await names('Samsung Galaxy S23 U')).toHaveLength(2)
    expect(await names('oogle')).toEqual([])
    expect(await names('Pixel%')).toEqual([])
  })

  test('can be paged in both directions', async () => {
    const walk = async (direction: 'asc' | 'desc') => {
      const seen: string[] = []
      for (let cursor: string | undefined; ; ) {
        const sent = { sort: { by: 'tac', direction } as const, limit: 20, ...(cursor ? { cursor } : {}) }
        const page = await staff.ask(tac.list, sent)
        seen.push(...page.items.map((row) => row.tac))
        if (page.next === null) return seen
        cursor = page.next
      }
    }
    const up = await walk('asc')
    expect(up).toEqual([...up].sort())
    expect(await walk('desc')).toEqual([...up].reverse())
    expect(new Set(up).size).toBe((await list()).total)
  })

  test('an entry can be added, edited and deleted, each with an audit entry of the staff', async () => {
    const one = { tac: '86000001', fields: { brand: 'Fairphone', model: '6' } }
    await staff.ask(tac.add, one)
    expect((await staff.refusal(tac.add, one)).obj.faults).toMatchObject([{ path: 'tac', rule: 'known' }])
    expect((await list('86000001')).items).toMatchObject([{ brand: 'Fairphone', version: 1 }])
    const fields = { brand: 'Fairphone', model: 'Six' }
    expect(await staff.ask(tac.edit, { tac: one.tac, version: 1, fields })).toEqual({ version: 2 })
    expect((await staff.refusal(tac.edit, { tac: one.tac, version: 1, fields })).code).toBe('19412')
    await staff.ask(tac.remove, { tac: one.tac })
    for (const endpoint of [tac.edit, tac.remove])
      expect((await staff.refusal(endpoint, { tac: one.tac, version: 2, fields })).code).toBe('19404')
    const { items } = await staff.ask(audit.list, { filter: { action: ['tac.added', 'tac.edited', 'tac.removed'] } })
    expect(items).toMatchObject([
      { action: 'tac.removed', actorKind: 'STAFF', objectName: one.tac, before: fields },
      { action: 'tac.edited', before: { model: '6' }, after: { model: 'Six' } },
      { action: 'tac.added', after: one.fields },
    ])
  })

  test.each([
    [{ tac: '8600000', fields: { brand: 'A', model: 'B' } }, 'tac'],
    [{ tac: '860000012', fields: { brand: 'A', model: 'B' } }, 'tac'],
    [{ tac: '86000001', fields: { brand: ' ', model: 'B' } }, 'fields.brand'],
    [{ tac: '86000001', fields: { brand: 'A', model: 'x'.repeat(101) } }, 'fields.model'],
  ])('refuses %j', async (input, path) => {
    expect((await staff.refusal(tac.add, input)).obj.faults).toMatchObject([{ path }])
  })

  test('can be read by support and changed only by administrators', async () => {
    const support = await scene.staff('Platform support')
    expect((await support.ask(tac.list, {})).total).toBeGreaterThan(30)
    expect((await support.refusal(tac.remove, { tac: '35728509' })).status).toBe(403)
    await expect(support.upload(tac.upload, {}, file(HEADER))).rejects.toMatchObject({ code: problems.forbidden.code })
  })
})

describe('a file', () => {
  test('is previewed line by line and applied in one transaction', async () => {
    const content = [
      '\uFEFFmodel;Brand;remark;tac',
      'iPhone XS;Apple;as it is;35728509',
      'Pixel 8 (G9BQD);Google;;35596524',
      '"Nord; ""4""";OnePlus;;86000011',
      'Twice;OnePlus;;86000011',
      'Zeros;Nokia;;1234567',
      'Damaged;Nokia;;3.57E+07',
      'Letters;Nokia;;3572850X',
      ';Nokia;;86000012',
      '',
      '=1+1;Nokia;;86000013',
    ].join('\r\n')
    const preview = await read(content)
    expect(preview).toMatchObject({ rows: 9, added: 2, changed: 1, same: 1, faulty: 5, ignored: ['remark'] })
    expect(preview.changes).toEqual([
      {
        tac: '35596524',
        before: { brand: 'Google', model: 'Pixel 8' },
        after: { brand: 'Google', model: 'Pixel 8 (G9BQD)' },
      },
    ])
    expect(preview.faults).toEqual([
      { line: 5, tac: '86000011', text: 'The same TAC as in line 4.' },
      { line: 6, tac: '1234567', text: 'TAC: 7 digits instead of 8; a spreadsheet may have dropped zeros in front.' },
      { line: 7, tac: '3.57E+07', text: 'TAC: a spreadsheet has damaged this number. Format the column as text.' },
      { line: 8, tac: '3572850X', text: 'TAC: 8 digits, the first of an IMEI.' },
      { line: 9, tac: '86000012', text: 'MODEL: required.' },
    ])
    const { text } = await staff.file(tac.faults, { id: preview.id })
    expect(text.trim().split('\r\n')).toHaveLength(6)
    expect((await list('86')).total).toBe(0)

    const { id, version } = preview
    expect(await staff.ask(tac.apply, { id, version })).toEqual({ added: 2, changed: 1 })
    expect((await list('8600001')).items).toMatchObject([{ model: 'Nord; "4"' }, { model: '=1+1' }])
    expect((await list('35596524')).items).toMatchObject([{ model: 'Pixel 8 (G9BQD)', version: 2 }])
    expect((await staff.refusal(tac.apply, { id, version })).code).toBe('19404')
    const { items } = await staff.ask(audit.list, { filter: { action: ['tac.imported'] } })
    expect(items).toMatchObject([{ objectName: 'tacs.csv', after: { added: 2, changed: 1, rows: 9 } }])
  })

  test('that was exported from the table changes nothing', async () => {
    const { text } = await staff.file(tac.exportCsv, { filter: { search: '8600001' } })
    expect(text).toContain("86000013,Nokia,'=1+1")
    const preview = await read(text)
    expect(preview).toMatchObject({ rows: 2, same: 2, added: 0, changed: 0, faulty: 0 })
    const other = await read(`${HEADER}86000013,Nokia,=1+1\n`)
    expect(await staff.ask(tac.preview, { id: preview.id })).toMatchObject({ rows: 2, same: 2 })
    await staff.ask(tac.discard, { id: preview.id })
    expect((await staff.refusal(tac.preview, { id: preview.id })).code).toBe('19404')
    expect(await staff.ask(tac.preview, { id: other.id })).toMatchObject({ rows: 1, same: 1 })
    await staff.ask(tac.discard, { id: other.id })
    const spreadsheet = await read(
      `sep=;\r\nTAC;BRAND;MODEL\r\n="86000013";Nokia;'=1+1\r\n="8600001";Nokia;A\r\n86000014;No\u202Ekia;A\r\n`,
    )
    const faults = [
      { line: 4, tac: '8600001' },
      { line: 5, tac: '86000014' },
    ]
    expect(spreadsheet).toMatchObject({ rows: 3, same: 1, faults })
    await staff.ask(tac.discard, { id: spreadsheet.id })
  })

  test('must be previewed again when the table has changed', async () => {
    const { id, version } = await read(`${HEADER}86000031,Jolla,C2\n`)
    await staff.ask(tac.add, { tac: '86000031', fields: { brand: 'Jolla', model: 'C2' } })
    expect((await staff.refusal(tac.apply, { id, version })).code).toBe('19412')
    const again = await staff.ask(tac.preview, { id })
    expect(again).toMatchObject({ added: 0, same: 1 })
    expect(await staff.ask(tac.apply, { id, version: again.version })).toEqual({ added: 0, changed: 0 })
  })

  test.each([
    ['', problems.file_empty.code],
    ['TAC,MODEL\n35000000,A\n', problems.column_missing.code],
    ['TAC,BRAND,MODEL,tac\n35000000,A,B,C\n', problems.column_twice.code],
    [HEADER, problems.no_records.code],
    [`${HEADER}86000041,A,"open\n86000042,A,B\n`, problems.csv_malformed.code],
    [new Uint8Array([...Buffer.from(HEADER), 0x38, 0xff, 0x0a]), problems.file_kind_unknown.code],
    [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), problems.file_kind_unknown.code],
  ])('like %j is refused as a whole, and leaves nothing behind', async (content, code) => {
    await expect(read(content)).rejects.toMatchObject({ code })
    const open = server.db.global.selectFrom('tac_import').select('id').where('rows', 'is', null)
    expect(await open.execute()).toEqual([])
  })
})

describe('a device', () => {
  test('is stored with brand, model and release for each download, as far as they are known', async () => {
    const one = await order()
    expect(await phones.phone().download(one.activationCode)).toMatchObject({ outcome: 'installed' })
    const { brand, model } = (await list(phones.device.tac)).items[0]!
    expect(await shown(one.profileId)).toMatchObject({ deviceBrand: brand, deviceModel: model, deviceRelease: 15 })
    expect(await orders(one.profileId)).toEqual([{ device_brand: brand, device_model: model, device_release: 15 }])
  })

  test('whose TAC becomes known later gets its name then, and so does its profile', async () => {
    const unknown = { ...phones.device, tac: '86000051', capabilities: { nr5gcSupportedRelease: '17.2.0' } }
    const one = await order()
    expect(await phones.phone().download(one.activationCode, { device: unknown })).toMatchObject({
      outcome: 'installed',
    })
    expect(await shown(one.profileId)).toMatchObject({ deviceBrand: null, deviceModel: null, deviceRelease: 17 })
    const { id, version } = await read(`${HEADER}86000051,Murena,Two\n86000052,Murena,One\n`)
    await staff.ask(tac.apply, { id, version })
    expect((await list()).naming).toBe(true)
    await nameDevices(server)
    expect((await list()).naming).toBe(false)
    expect(await shown(one.profileId)).toMatchObject({ deviceBrand: 'Murena', deviceModel: 'Two', deviceRelease: 17 })
    expect(await orders(one.profileId)).toEqual([{ device_brand: 'Murena', device_model: 'Two', device_release: 17 }])
    const { items } = await enterprise.owner.ask(fleet.list, { filter: { deviceBrand: 'Murena' } })
    expect(items).toMatchObject([{ id: one.profileId }])
    await foldAll(server)
    const { brands } = await enterprise.owner.ask(dashboard.summary, {})
    expect(brands.find((row) => row.brand === 'Murena')).toMatchObject({ count: 1 })
  })

  const orders = (profileId: string) =>
    server.db.tenantTx(enterprise.id, (db) =>
      db
        .selectFrom('download_order')
        .select(['device_brand', 'device_model', 'device_release'])
        .where('profile_id', '=', profileId)
        .execute(),
    )
})
