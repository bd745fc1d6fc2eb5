import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyProfile } from '../../../testing/copy-profile.ts'
import { configured, generated } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { readXlsx } from '../../profiles/source/xlsx.ts'
import { listRefusal } from './file-list.ts'
import { wakeFiles } from './jobs.ts'

const t = await testServer()
const enterprise = await t.enterprise()
const { owner } = enterprise
const subscribers = newSubscribers(3)
await generated(owner, { configurationId: await configured(owner), rows: subscribers })
const { items: rows } = await owner.ask(fleet.list, { limit: 3 })
const selection = { ids: rows.map(({ id }) => id) }

type ListRequest = Extract<delivery.FileGiven, { format: string }>

async function ended(id: string): Promise<delivery.CodeFile> {
  let last: delivery.CodeFile | undefined
  for await (const file of owner.events(delivery.fileProgress, { id })) last = file
  return last!
}

async function written(given: ListRequest, of: Selection = selection): Promise<delivery.CodeFile> {
  const { id } = await owner.ask(delivery.startFile, { given, selection: of })
  return await ended(id)
}

const factsOf = async (objectId: string | undefined, action: audit.AuditAction) => {
  const { items } = await owner.ask(audit.list, { filter: { action: [action], ...(objectId ? { objectId } : {}) } })
  return items[0]?.after
}

describe('an export in the background', () => {
  test('equals the direct download, is announced by a notice, and is in the audit log', async () => {
    const file = await written({ form: 'PROFILES', format: 'csv' })
    expect(file).toMatchObject({ process: 'COMPLETE', format: 'csv', total: 3, written: 3, left: 0 })
    expect(await ended(file.id)).toEqual(file)
    const { text, response } = await owner.file(delivery.fileContent, { id: file.id })
    expect(response.headers.get('content-disposition')).toContain(`profiles ${file.createdAt.slice(0, 10)}.csv`)
    expect(text).toBe((await owner.file(fleet.exportCsv, { selection })).text)
    // reading the body as text strips its byte order mark
    expect(Buffer.byteLength(text) + 3).toBe(file.bytes)
    const { items } = await owner.ask(notice.list, { limit: 1 })
    expect(items[0]).toMatchObject({ kind: 'FILE_DONE', facts: { fileId: file.id, form: 'PROFILES', codes: 3 } })
    const facts = { form: 'profiles', format: 'csv', profiles: 3 }
    expect(await factsOf(file.id, 'fleet.exported')).toEqual(facts)
    expect(await factsOf(file.id, 'fleet.exportDownloaded')).toEqual(facts)
  })

  test('can list activation codes, and can be an XLSX workbook', async () => {
    const codes = await written({ form: 'CODES', format: 'csv' })
    const { text } = await owner.file(delivery.fileContent, { id: codes.id })
    expect(rows.filter(({ activationCode }) => text.includes(`,${activationCode},`))).toHaveLength(3)
    const book = await written({ form: 'PROFILES', format: 'xlsx' })
    const cells: string[][] = []
    const content = await (await owner.send(delivery.fileContent, { id: book.id })).arrayBuffer()
    await readXlsx(new Uint8Array(content), (record) => cells.push(record.cells))
    expect(cells[0]!.slice(0, 2)).toEqual(['ICCID', 'IMSI'])
    expect(
      cells
        .slice(1)
        .map(([iccid]) => iccid)
        .sort(),
    ).toEqual(rows.map(({ iccid }) => iccid).sort())
  })

  test('of a filter is audited with the filter and the number of excluded profiles', async () => {
    const filter = { search: '89' }
    const leftOut = { filter, except: [rows[0]!.id] }
    await owner.file(fleet.exportCsv, { form: 'codes', selection: leftOut })
    const facts = { form: 'codes', format: 'csv', profiles: 2, filter, leftOut: 1 }
    expect(await factsOf(undefined, 'fleet.exported')).toEqual(facts)
    const { id } = await written({ form: 'CODES', format: 'csv' }, leftOut)
    expect(await factsOf(id, 'fleet.exported')).toEqual(facts)
  })

  test('is written again from its beginning when a killed server left it half written', async () => {
    const { id } = await written({ form: 'PROFILES', format: 'csv' })
    await t.server.db.tenantTx(enterprise.id, async (db) => {
      await db
        .updateTable('code_file_part')
        .set({ sealed: Buffer.from('half') })
        .where('file_id', '=', id)
        .execute()
      const ref = { enterprise_id: enterprise.id, file_id: id }
      await db
        .insertInto('code_file_part')
        .values({ ...ref, number: 1, sealed: Buffer.from('more') })
        .execute()
      const past = new Date(Date.now() - 60_000)
      const begun = { process: 'PROCESSING', lease_holder: t.server.random.uuid(), lease_until: past } as const
      await db
        .updateTable('code_file')
        .set({ ...begun, completed_at: null })
        .where('id', '=', id)
        .execute()
    })
    await wakeFiles(t.server)
    expect(await ended(id)).toMatchObject({ process: 'COMPLETE', written: 3 })
    const { text } = await owner.file(delivery.fileContent, { id })
    expect(text).toBe((await owner.file(fleet.exportCsv, { selection })).text)
  })

  test('is refused for no profiles, for more rows than an XLSX sheet has, and above the limit of a file', async () => {
    const given = { form: 'PROFILES', format: 'csv' } as const
    const nobody = { ids: [crypto.randomUUID()] }
    const refusal = await owner.refusal(delivery.startFile, { given, selection: nobody })
    expect(refusal.obj.faults).toEqual([
      { path: 'selection', rule: 'empty', text: 'None of these profiles is there any more.' },
    ])
    expect(listRefusal({ form: 'CODES', format: 'xlsx' }, 1_048_575)).toBeUndefined()
    expect(listRefusal({ form: 'CODES', format: 'xlsx' }, 1_048_576)).toEqual({
      rule: 'too_many',
      text: 'A sheet of XLSX holds up to 1,048,575 profiles. Export them as CSV, or narrow the selection.',
    })
    expect(listRefusal(given, 1_048_576)).toBeUndefined()
    expect(listRefusal(given, 5_000_001)?.text).toContain('Up to 5,000,000 profiles in one file.')
  })

  test('belongs to one enterprise account and needs the export permission', async () => {
    const given = { form: 'PROFILES', format: 'csv' } as const
    const { id } = await written(given)
    const { owner: other } = await t.enterprise()
    expect((await other.refusal(delivery.fileContent, { id })).code).toBe('19404')
    const refusal = await other.refusal(delivery.startFile, { given, selection })
    expect(JSON.stringify(refusal.obj)).toContain('None of these profiles is there any more.')
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.refusal(delivery.startFile, { given, selection })).code).toBe('19403')
    expect((await viewer.refusal(delivery.fileContent, { id })).code).toBe('19403')
  })
})

describe('with more profiles than a direct download may have', () => {
  const MANY = fleet.EXPORT_AT_ONCE + 1
  const all = { filter: { spn: 'Very many' }, except: [] }

  beforeAll(async () => {
    await t.server.db.tenantTx(enterprise.id, (db) =>
      copyProfile(
        db,
        selection.ids[0]!,
        sql`generate_series(1, ${MANY}::int) n cross join lateral jsonb_build_object('id', gen_random_uuid(),
          'iccid', '8900' || lpad(n::text, 15, '0'), 'spn', 'Very many') copy`,
      ),
    )
  })

  test('the direct download is refused with what to do instead', async () => {
    const refusal = await owner.refusal(fleet.exportCsv, { selection: all })
    expect(refusal.obj.faults).toMatchObject([{ path: 'selection', rule: 'too_many' }])
    expect(JSON.stringify(refusal.obj)).toContain('Up to 10,000 profiles can be downloaded at once.')
  })

  test('a file has all of them, and its chunks are stored compressed', async () => {
    const file = await written({ form: 'PROFILES', format: 'csv' }, all)
    expect(file).toMatchObject({ process: 'COMPLETE', total: MANY, written: MANY })
    const { text } = await owner.file(delivery.fileContent, { id: file.id })
    const iccids = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    expect(new Set(iccids).size).toBe(MANY)
    const stored = await t.server.db.tenantTx(enterprise.id, (db) =>
      db
        .selectFrom('code_file_part')
        .select(sql<number>`sum(octet_length(sealed))::int`.as('bytes'))
        .select(sql<number>`count(*)::int`.as('chunks'))
        .where('file_id', '=', file.id)
        .executeTakeFirstOrThrow(),
    )
    expect(stored.chunks).toBeGreaterThan(1)
    expect(stored.bytes).toBeLessThan(file.bytes / 3)
  })
})
