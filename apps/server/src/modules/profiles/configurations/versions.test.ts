import * as audit from '@simwright/contract/platform/audit'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as version from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

type Input = configuration.ConfigurationInput

const fieldsOf = (name: string, more: Partial<Input> = {}): Input => ({
  name,
  type: 'Regular',
  profileName: 'Consumer plan',
  serviceProviderName: 'Alba',
  hplmn: [{ plmn: '23415', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
  ...more,
})

const add = async (name: string, more?: Partial<Input>) =>
  (await enterprise.owner.ask(configuration.add, { fields: fieldsOf(name, more) })).id

const edit = (id: string, read: number, fields: Input) =>
  enterprise.owner.ask(configuration.edit, { id, version: read, fields })

const newest = (id: string) => enterprise.owner.ask(configuration.get, { id })

/** Changes what is stored of a version, as an older release may have stored it. */
const storeAs = (id: string, at: number, patch: object) =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    sql`update profile_configuration_version set fields = fields || ${JSON.stringify(patch)}::jsonb
      where configuration_id = ${id} and version = ${at}`.execute(db),
  )

describe('the versions of a configuration', () => {
  test('are listed newest first, with who saved them and what was made from them', async () => {
    const id = await add('Listed')
    await enterprise.owner.ask(batch.single, {
      configurationId: id,
      iccid: '8944012345678901230',
      imsi: '234150000000001',
      makeKeys: true,
    })
    await edit(id, 1, fieldsOf('Listed', { gid1: 'AA' }))
    const { items, hasMore } = await enterprise.owner.ask(version.list, { id })
    expect(items).toMatchObject([
      { version: 2, batches: 0, profiles: 0 },
      { version: 1, batches: 1, profiles: 1, savedBy: expect.stringMatching(/\S+ \S+/) },
    ])
    expect(hasMore).toBe(false)
    expect((await enterprise.owner.ask(version.list, { id, before: 2 })).items.map((one) => one.version)).toEqual([1])
  })

  test('can be read, without the confirmation code', async () => {
    const id = await add('Read', { confirmationCode: { mode: 'fixed', code: '47114711' } })
    await edit(id, 1, fieldsOf('Read again'))
    const first = await enterprise.owner.ask(version.get, { id, version: 1 })
    expect(first).toMatchObject({ version: 1, confirmationCodeSet: true, fields: { name: 'Read' } })
    expect(JSON.stringify(first)).not.toContain('47114711')
    expect(await enterprise.owner.refusal(version.get, { id, version: 3 })).toMatchObject({ code: '19404' })
  })

  test('are listed by where they are used', async () => {
    const id = await add('Used')
    await enterprise.owner.ask(batch.single, {
      configurationId: id,
      iccid: '8944012345678901248',
      imsi: '234150000000002',
      makeKeys: true,
    })
    const fields = { name: 'Spring', configurationId: id, confirmationCode: { mode: 'none' as const } }
    await enterprise.owner.ask(campaign.add, { fields })
    const used = await enterprise.owner.ask(version.usage, { id })
    expect(used).toMatchObject({
      batches: { total: 1, items: [{ version: 1, code: expect.stringMatching(/^B\d{12}$/) }] },
      campaigns: { total: 1, items: [{ name: 'Spring' }] },
      subscribers: [{ imsi: '234150', iccid: '8944012' }],
    })
  })
})

describe('an older version', () => {
  test('is restored as a new version, with its confirmation code, and audited', async () => {
    const id = await add('Restored', { gid1: 'AA', confirmationCode: { mode: 'fixed', code: '4711' } })
    await edit(id, 1, fieldsOf('Restored', { gid1: 'BB' }))
    expect(await enterprise.owner.ask(version.restore, { id, version: 2, restored: 1 })).toEqual({ version: 3 })
    expect(await newest(id)).toMatchObject({ version: 3, confirmationCodeSet: true, fields: { gid1: 'AA' } })
    const { items } = await enterprise.owner.ask(audit.list, { filter: { objectId: id } })
    expect(items[0]).toMatchObject({ action: 'configuration.edited', before: { gid1: 'BB' }, after: { gid1: 'AA' } })
  })

  test('is refused with the words of the form if it cannot be built any more', async () => {
    const id = await add('Unbuildable')
    await edit(id, 1, fieldsOf('Unbuildable', { gid1: 'BB' }))
    await storeAs(id, 1, { fplmn: ['23415'] })
    const refused = await enterprise.owner.refusal(version.restore, { id, version: 2, restored: 1 })
    const text = 'The home network 23415 cannot be a forbidden network.'
    expect(refused).toMatchObject({ code: '19400', obj: { faults: [{ path: 'fields.fplmn', text }] } })
    await storeAs(id, 1, { fplmn: [], rotation: true, confirmationCode: { mode: 'random' } })
    const byRule = await enterprise.owner.refusal(version.restore, { id, version: 2, restored: 1 })
    expect(byRule).toMatchObject({ code: '19400', obj: { faults: [{ path: 'fields.rotation', rule: 'rule' }] } })
    expect((await newest(id)).version).toBe(2)
  })

  test('is refused if its name is in use, if there is a newer version, or if it does not exist', async () => {
    const id = await add('Renamed')
    await edit(id, 1, fieldsOf('Renamed 2'))
    await add('Renamed')
    const refusal = (input: { version: number; restored: number }) =>
      enterprise.owner.refusal(version.restore, { id, ...input })
    expect(await refusal({ version: 2, restored: 1 })).toMatchObject({ code: '12001' })
    expect(await refusal({ version: 1, restored: 1 })).toMatchObject({ code: '19412' })
    expect(await refusal({ version: 2, restored: 7 })).toMatchObject({ code: '19404' })
    expect((await newest(id)).version).toBe(2)
  })
})

describe('a YAML document', () => {
  const exported = async (id: string, at: number) =>
    (await enterprise.owner.ask(yaml.exportYaml, { id, version: at })).yaml

  test('is exported, changed, and imported as a new configuration and as a new version', async () => {
    const id = await add('Exported', { oplmn: [{ plmn: '26201', access: ['NG-RAN'] }], rplmn: '23415' })
    const text = await exported(id, 1)
    const copy = await enterprise.owner.ask(yaml.importYaml, { yaml: text.replace('Exported', 'Imported') })
    expect(copy.version).toBe(1)
    expect((await newest(copy.id)).fields).toEqual({ ...(await newest(id)).fields, name: 'Imported' })
    const into = { id, version: 1 }
    const changed = text.replace('serviceProviderName: Alba', 'serviceProviderName: Borealis')
    expect(await enterprise.owner.ask(yaml.importYaml, { yaml: changed, into })).toEqual({ id, version: 2 })
    expect((await newest(id)).fields.serviceProviderName).toBe('Borealis')
    expect(await enterprise.owner.refusal(yaml.importYaml, { yaml: changed, into })).toMatchObject({ code: '19412' })
  })

  test('keeps the stored confirmation code of a version, and a new configuration needs one', async () => {
    const id = await add('Fixed', { confirmationCode: { mode: 'fixed', code: '4711' } })
    const text = await exported(id, 1)
    await enterprise.owner.ask(yaml.importYaml, { yaml: text, into: { id, version: 1 } })
    expect(await newest(id)).toMatchObject({ version: 2, confirmationCodeSet: true })
    const refused = await enterprise.owner.refusal(yaml.importYaml, { yaml: text.replace('Fixed', 'Fixed 2') })
    expect(refused.obj.faults).toMatchObject([
      { path: 'confirmationCode.code', text: expect.stringMatching(/^Line \d+, Fixed confirmation code: Required\.$/) },
    ])
  })

  test.each<[string, (text: string) => string, string]>([
    ['an unknown key', (text) => `${text}color: red\n`, 'Unknown key "color".'],
    ['a wrong type', (text) => text.replace('rotation: false', 'rotation: 3'), 'Rotation: Invalid rotation.'],
    ['a forbidden home network', (text) => text.replace('fplmn: []', 'fplmn: [ "23415" ]'), 'FPLMN: The home'],
    ['a value beyond the plan', (text) => text.replace('maxRedownloads: 0', 'maxRedownloads: 99'), 'Up to'],
    ['a billion laughs', () => 'a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b]', 'aliases'],
  ])('with %s is refused with its line, and nothing is saved', async (what, change, text) => {
    const limited = await t.enterprise(what, 'DEMO')
    const { id } = await limited.owner.ask(configuration.add, { fields: fieldsOf(what) })
    const { yaml: sound } = await limited.owner.ask(yaml.exportYaml, { id, version: 1 })
    const refused = await limited.owner.refusal(yaml.importYaml, { yaml: change(sound), into: { id, version: 1 } })
    expect(refused.obj.faults).toMatchObject([{ text: expect.stringMatching(/^Line \d+/) }])
    expect(JSON.stringify(refused.obj.faults)).toContain(JSON.stringify(text).slice(1, -1))
    expect((await limited.owner.ask(configuration.get, { id })).version).toBe(1)
  })

  test('is compared with the configuration of its name, and nothing is saved', async () => {
    const { id } = await enterprise.owner.ask(configuration.add, { fields: fieldsOf('Planned') })
    const text = await exported(id, 1)
    const planned = (document: string) => enterprise.owner.ask(yaml.planYaml, { yaml: document })
    expect(await planned(text)).toEqual({ name: 'Planned', id, version: 1, changes: [], codeNotCompared: false })
    const changed = text
      .replace('serviceProviderName: Alba', 'serviceProviderName: Borealis')
      .replace('Planned', 'PLANNED')
    expect((await planned(changed)).changes).toEqual([
      { path: 'name', before: 'Planned', after: 'PLANNED' },
      { path: 'serviceProviderName', before: 'Alba', after: 'Borealis' },
    ])
    expect(await planned(text.replace('Planned', 'Other'))).toMatchObject({ name: 'Other', id: null, version: null })
    const { obj } = await enterprise.owner.refusal(yaml.planYaml, { yaml: `${text}mistyped: 1\n` })
    expect(obj.faults).toMatchObject([{ text: expect.stringMatching(/^Line \d+: Unknown key "mistyped"\.$/) }])
    expect((await newest(id)).version).toBe(1)
  })

  test('does not show whether its confirmation code is the stored one', async () => {
    const { id } = await enterprise.owner.ask(configuration.add, {
      fields: fieldsOf('Planned code', { confirmationCode: { mode: 'fixed', code: '4711' } }),
    })
    const text = await exported(id, 1)
    const withCode = (code: string) => text.replace('mode: fixed', `mode: fixed\n  code: "${code}"`)
    const [right, wrong] = [
      await enterprise.owner.ask(yaml.planYaml, { yaml: withCode('4711') }),
      await enterprise.owner.ask(yaml.planYaml, { yaml: withCode('1234') }),
    ]
    expect(right).toEqual(wrong)
    expect(right).toMatchObject({ changes: [], codeNotCompared: true })
    const refused = await enterprise.owner.refusal(yaml.planYaml, { yaml: text.replace('Planned code', 'New code') })
    expect(refused.obj.faults).toMatchObject([{ path: 'confirmationCode.code' }])
  })

  test('beyond the limit of characters is refused', async () => {
    const refused = await enterprise.owner.refusal(yaml.importYaml, { yaml: '#'.repeat(yaml.YAML_MAX_CHARS + 1) })
    expect(refused.obj.faults).toMatchObject([{ path: 'yaml', text: 'Up to 900,000 characters.' }])
  })
})

test('silenced advice is stored with the configuration, without a new version, and copied with a new one', async () => {
  const { id } = await enterprise.owner.ask(configuration.add, {
    fields: fieldsOf('Silenced'),
    silenced: ['no-ehplmn'],
  })
  expect(await newest(id)).toMatchObject({ version: 1, silenced: ['no-ehplmn'] })
  await enterprise.owner.ask(configuration.silence, { id, silenced: ['spn-cut'] })
  expect(await newest(id)).toMatchObject({ version: 1, silenced: ['spn-cut'] })
  await edit(id, 1, fieldsOf('Silenced', { gid1: 'AA' }))
  expect(await newest(id)).toMatchObject({ version: 2, silenced: ['spn-cut'] })
  const unknown = { id, silenced: ['no-such-rule'] as never[] }
  expect(await enterprise.owner.refusal(configuration.silence, unknown)).toMatchObject({ code: '19400' })
})
