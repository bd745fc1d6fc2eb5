import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problems } from '@simwright/contract'
import * as move from '@simwright/contract/people/move'
import * as audit from '@simwright/contract/platform/audit'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { parseIccid, parseMatchingId } from '@simwright/ids'
import { sql } from 'kysely'
import { generateKey } from 'openpgp'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeAtEnd } from '../../../testing/close.ts'
import { createOwnedObjects } from '../../../testing/contract-entry.ts'
import { testPhones } from '../../../testing/phone.ts'
import { type Client, type TestServer, testServer } from '../../../testing/server.ts'
import { addSecondFactor } from '../../../testing/visit.ts'
import { givePlan } from '../../platform/plans/service.ts'
import { openCardKeys } from '../../platform/vault/service.ts'
import { encodeManifest, type Manifest, parseManifest, tarEnd, tarEntry } from './archive-format.ts'
import { exportEnterprise } from './jobs.ts'
import { MOVED } from './move-table.ts'
import { readFiles } from './read-archive.ts'
import { type Arrived, importEnterprise, inspectArchive, readPrivateRecipient } from './service.ts'
import { openSigner, signManifest } from './signer.ts'

const folder = mkdtempSync(join(tmpdir(), 'simwright-move-'))
closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
const pathOf = (name: string) => join(folder, name)

const first = await testServer({ isOwn: true })
const second = await testServer({ isOwn: true })

const newKey = () =>
  generateKey({
    type: 'ecc',
    userIDs: [{ name: 'Second installation' }],
    date: new Date(Date.now() - 3_600_000),
    format: 'armored',
  })
const recipient = await newKey()

const red = await first.enterprise('Red Harbour')
await createOwnedObjects(red)
const { items: configurations } = await red.owner.ask(configuration.list, {})
const made = await red.owner.ask(batch.single, {
  configurationId: configurations.find(({ name }) => name === 'Canary configuration')!.id,
  iccid: '89440123456789009998',
  imsi: '001010000000998',
  makeKeys: true,
})
await addSecondFactor(first, red.owner)

const { id, recipient: shown } = await red.owner.ask(move.start, { key: recipient.publicKey })
// the queue writes it; the second one finds it taken or complete
while ((await red.owner.ask(move.overview, {})).items[0]!.process !== 'COMPLETE')
  await exportEnterprise(first.server, { enterpriseId: red.id, id })
const { signer, items } = await red.owner.ask(move.overview, {})
const path = pathOf('red.tar')
writeFileSync(path, Buffer.from(await (await red.owner.send(move.content, { id })).arrayBuffer()))

const host = await second.enterprise('Host')
const [{ email: owner }] = (await second.server.db.global
  .selectFrom('user_account')
  .select('email')
  .where('id', '=', host.ownerId)
  .execute()) as [{ email: string }]

const arriving = async (from: string, more: { key?: string; signer?: string; name?: string } = {}) => ({
  path: from,
  signer: more.signer ?? signer,
  key: await readPrivateRecipient(more.key ?? recipient.privateKey, undefined),
  owner,
  platform: second.server.platforms.standard,
  name: more.name,
})

const importingOn = async (t: TestServer, more: Parameters<typeof arriving>[1] = {}) =>
  await importEnterprise(t.server, { ...(await arriving(path, more)), platform: t.server.platforms.standard })

/** The rows of a table without what is sealed. */
async function rowsOf(t: TestServer, table: string): Promise<unknown[]> {
  const moved = MOVED.find((one) => one.table === table)!
  const dropped = [...(moved.sealed ?? []).map(({ column }) => column), ...Object.keys(moved.blank ?? {})]
  const { rows } = await t.server.db.systemTx((db) =>
    sql<{ row: object }>`select to_jsonb(t) - ${dropped}::text[] as row from ${sql.table(table)} t
      where enterprise_id = ${red.id}::uuid order by 1`.execute(db),
  )
  return rows.map(({ row }) => row)
}

const keysOf = async (t: TestServer) => {
  const { sealed } = await t.server.db.tenantRead(red.id, (db) =>
    db
      .selectFrom('profile_key')
      .select('sealed')
      .where('enterprise_id', '=', red.id)
      .where('profile_id', '=', made.profileId)
      .executeTakeFirstOrThrow(),
  )
  return openCardKeys(t.server.vault, { enterpriseId: red.id, profileId: made.profileId }, sealed)
}

/** An archive with changed files. `sign`: with a signed manifest of these files. */
async function rewritten(
  name: string,
  change: (file: { name: string; content: Buffer }) => Buffer | undefined,
  sign?: (manifest: Manifest) => object,
): Promise<string> {
  const pieces: Buffer[] = []
  for await (const file of readFiles(path)) {
    if (sign && file.name === 'manifest.json') {
      const { format: _, ...manifest } = sign(parseManifest(file.content)) as Manifest
      const bytes = Buffer.from(
        JSON.stringify({ ...JSON.parse(String(encodeManifest(manifest))), ...sign(parseManifest(file.content)) }),
      )
      pieces.push(await tarEntry(file.name, bytes))
      pieces.push(await tarEntry('manifest.sig', signManifest(openSigner(first.server), bytes)))
    } else if (!(sign && file.name === 'manifest.sig')) {
      const content = change(file)
      if (content) pieces.push(await tarEntry(file.name, content))
    }
  }
  writeFileSync(pathOf(name), Buffer.concat([...pieces, tarEnd()]))
  return pathOf(name)
}
const same = ({ content }: { content: Buffer }) => content

const importing = async (from: string, more: Parameters<typeof arriving>[1] = {}) =>
  await importEnterprise(second.server, await arriving(from, more))

const isAbsent = async () =>
  (await second.server.db.systemTx((db) =>
    db.selectFrom('enterprise').select('enterprise_id').where('enterprise_id', '=', red.id).executeTakeFirst(),
  )) === undefined

describe('an archive', () => {
  test('is written in the background, for the key that was named', () => {
    expect(items).toMatchObject([{ id, process: 'COMPLETE', recipient: shown, createdBy: expect.any(String) }])
    expect(items[0]!.written).toBe(items[0]!.total)
  })

  test('names its account, its files and who signed it', async () => {
    const archive = await inspectArchive(path)
    expect(archive.signer).toBe(signer)
    expect(archive.manifest).toMatchObject({
      format: 1,
      enterprise: { id: red.id, name: 'Red Harbour' },
      recipient: shown,
    })
    expect(archive.manifest.tables.find(({ name }) => name === 'profile')?.rows).toBeGreaterThan(1)
  })

  test('has card keys only in encrypted files', async () => {
    const { ki, opc } = await keysOf(first)
    const bytes = readFileSync(path)
    for (const secret of [ki, opc]) {
      expect(bytes.includes(Buffer.from(secret))).toBe(false)
      expect(bytes.includes(Buffer.from(secret).toString('base64'))).toBe(false)
    }
  })

  test('needs a second factor, and a key to which something can be encrypted', async () => {
    const admin = await red.member('Admin')
    const refused = await admin.refusal(move.start, { key: recipient.publicKey })
    expect(refused.code).toBe(problems.second_factor_needed.code)
    expect((await admin.refusal(move.content, { id })).code).toBe(problems.second_factor_needed.code)
    for (const key of ['none', recipient.privateKey]) {
      const { obj } = await red.owner.refusal(move.start, { key })
      expect(obj.faults).toMatchObject([{ path: 'key' }])
    }
  })

  test('is for those who may edit the account', async () => {
    const operator = await red.member('Operator')
    expect((await operator.refusal(move.start, { key: recipient.publicKey })).code).toBe(problems.forbidden.code)
    expect((await operator.refusal(move.content, { id })).code).toBe(problems.forbidden.code)
  })

  test('is written once at a time, audited, and can be deleted', async () => {
    const { id: other } = await red.owner.ask(move.start, { key: recipient.publicKey })
    await red.owner.ask(move.remove, { id: other })
    expect((await red.owner.refusal(move.content, { id: other })).code).toBe(problems.not_found.code)
    const { items: entries } = await red.owner.ask(audit.list, { filter: { object: ['enterprise'] } })
    expect(entries.slice(0, 4).map(({ action }) => action)).toEqual([
      'enterprise.exportRemoved',
      'enterprise.exportStarted',
      'enterprise.exportDownloaded',
      'enterprise.exportStarted',
    ])
  })
})

describe('an import refuses', () => {
  test('a file that was changed', async () => {
    const changed = await rewritten('changed.tar', ({ name, content }) =>
      name.startsWith('tables/profile/') ? Buffer.concat([content, Buffer.of(0)]) : content,
    )
    await expect(importing(changed)).rejects.toThrow('tables/profile/000000.jsonl.gz in the archive was changed')
  })

  test('a manifest that was changed', async () => {
    const changed = await rewritten('manifest.tar', ({ name, content }) =>
      name === 'manifest.json' ? Buffer.from(String(content).replace('Red Harbour', 'Red Herring')) : content,
    )
    await expect(importing(changed)).rejects.toThrow('signature of the archive is not valid')
  })

  test('an archive without one of its files, or with another one', async () => {
    const lacking = await rewritten('lacking.tar', (file) => (file.name === 'README.txt' ? undefined : same(file)))
    await expect(importing(lacking)).rejects.toThrow('lacks README.txt')
    const twice = await rewritten(
      'more.tar',
      (file) => same(file),
      (manifest) => ({
        ...manifest,
        files: manifest.files.filter(({ name }) => name !== 'README.txt'),
      }),
    )
    await expect(importing(twice)).rejects.toThrow('has README.txt, which its manifest does not name')
  })

  test('an archive that was cut short, wherever it was', async () => {
    const bytes = readFileSync(path)
    for (const length of [0, 700, 1024 * 8, bytes.length - 4000, bytes.length - 1024 - 1536]) {
      writeFileSync(pathOf('short.tar'), bytes.subarray(0, length))
      await expect(importing(pathOf('short.tar')), String(length)).rejects.toThrow('is not complete')
    }
  })

  test('an archive of a newer version', async () => {
    const newer = async (change: (manifest: Manifest) => object) => await rewritten('newer.tar', same, change)
    await expect(importing(await newer((one) => ({ ...one, format: 2 })))).rejects.toThrow('newer Simwright writes')
    await expect(importing(await newer((one) => ({ ...one, schema: '9999_future' })))).rejects.toThrow('9999_future')
    const withColumn = ({ tables, ...rest }: Manifest) => ({
      ...rest,
      tables: tables.map((one) => (one.name === 'profile' ? { ...one, columns: [...one.columns, 'future'] } : one)),
    })
    await expect(importing(await newer(withColumn))).rejects.toThrow('column profile.future')
  })

  test('another installation than the one that was confirmed', async () => {
    await expect(importing(path, { signer: signer.replaceAll('A', 'B') })).rejects.toThrow('is signed by')
  })

  test('another OpenPGP key', async () => {
    const other = await newKey()
    await expect(importing(path, { key: other.privateKey })).rejects.toThrow('encrypted to another OpenPGP key')
  })

  test('an account with the name of one that exists', async () => {
    await expect(importing(path, { name: 'host' })).rejects.toThrow('with the name Host here already')
  })

  test('ICCIDs that another account has', async () => {
    const { id: enterprise } = await second.enterprise('Holder')
    const iccid = parseIccid('89440123456789009998')
    const holder = { iccid, enterprise_id: enterprise, profile_id: second.server.random.uuid() }
    await second.server.db.globalTx((db) => db.insertInto('iccid_directory').values(holder).execute())
    await expect(importing(path)).rejects.toThrow('already has ICCIDs of the archive, for example 89440123456789009998')
    await second.server.db.globalTx((db) =>
      db.deleteFrom('iccid_directory').where('iccid', '=', holder.iccid).execute(),
    )
  })

  test('and imports nothing of what it refuses', async () => {
    expect(await isAbsent()).toBe(true)
    const { rows } = await second.server.db.systemTx((db) =>
      sql`select from iccid_directory where enterprise_id = ${red.id}::uuid`.execute(db),
    )
    expect(rows).toEqual([])
  })
})

describe('an account that arrived', async () => {
  let arrived: Arrived
  let there: Client
  beforeAll(async () => {
    arrived = await importing(path)
    there = await second.sessionIn(host.owner, red.id)
    const endsAt = new Date(second.clock.now().getTime() + 24 * 60 * 60_000)
    await givePlan(second.server, { enterpriseId: red.id, plan: 'LAB', endsAt })
  })

  /** Rows that an import changes. */
  const CHANGED = ['enterprise', 'program', 'voucher', 'eid_push', 'webhook_endpoint', 'batch', 'operation', 'rule']

  test('has equal rows in every other table', async () => {
    const compared: string[] = []
    for (const { name, as, rows } of (await inspectArchive(path)).manifest.tables) {
      if (as !== 'moved' || CHANGED.includes(name)) continue
      expect(await rowsOf(second, name), name).toEqual(await rowsOf(first, name))
      if (rows > 0) compared.push(name)
    }
    expect(compared).toEqual(expect.arrayContaining(['profile', 'profile_event', 'tag', 'attribute', 'group_rule']))
  })

  test('has the rows that must differ in the same number', async () => {
    for (const table of ['enterprise', 'voucher', 'eid_push', 'webhook_endpoint', 'batch', 'operation'])
      expect((await rowsOf(second, table)).length, table).toBe((await rowsOf(first, table)).length)
  })

  test('has the card keys of its profiles, and its next download installs one', async () => {
    expect(await keysOf(second)).toEqual(await keysOf(first))
    const profile = await there.ask(fleet.detail, { id: made.profileId })
    const phones = await testPhones(second)
    const result = await phones.phone().download(profile.activationCode!)
    expect(result).toMatchObject({ outcome: 'installed' })
    expect((await there.ask(fleet.detail, { id: made.profileId })).status).toBe('INSTALLED')
  })

  test('reports what differs, also as a file', async () => {
    const { arrival } = await there.ask(move.overview, {})
    expect(arrival).toMatchObject({ signer, report: arrived.report })
    const differing = arrived.report.differences.map((one) => one.id)
    expect(differing).toEqual(expect.arrayContaining(['ACCOUNT', 'PLAN', 'USERS', 'SMDP_ADDRESS', 'SEALS', 'VOUCHERS']))
    const { text } = await there.file(move.arrivalFile, {})
    expect(text).toContain('Red Harbour arrived from another installation')
    expect(text).toContain('Vouchers that were revoked, because their codes cannot be checked here: 2')
    expect(text).not.toMatch(/\{\w+\}/)
  })

  test('is imported once', async () => {
    await expect(importing(path, { name: 'Again' })).rejects.toThrow('exists here already')
  })
})

describe('a matching ID that is in use here', () => {
  test('is replaced wherever it is, and reported', async () => {
    const third = await testServer({ isOwn: true })
    const { matchingId: previous } = await red.owner.ask(fleet.detail, { id: made.profileId })
    const other = { enterprise_id: third.server.random.uuid(), activation_code_id: third.server.random.uuid() }
    const taken = { matching_id: parseMatchingId(previous), slug: 'another-page', ...other }
    await third.server.db.globalTx((db) => db.insertInto('activation_code_directory').values(taken).execute())

    const { report } = await importingOn(third)

    const { current } = report.matchingIds[0]!
    expect(report.matchingIds).toEqual([{ previous, current }])
    expect(report.differences).toContainEqual({ id: 'MATCHING_IDS', count: 1, value: '' })
    for (const table of ['profile', 'activation_code', 'activation_code_directory']) {
      const found = JSON.stringify(await rowsOf(third, table))
      expect(found.includes(previous), table).toBe(false)
      expect(found.includes(current), table).toBe(true)
    }
  })
})
