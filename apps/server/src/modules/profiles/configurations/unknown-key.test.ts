import * as configuration from '@simwright/contract/profiles/configuration'
import * as version from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import * as batch from '@simwright/contract/provisioning/batch'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

const plain = {
  type: 'Advanced',
  profileName: 'Consumer plan',
  serviceProviderName: 'Alba',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
} satisfies Partial<configuration.ConfigurationInput>

const certificateHash = 'ab'.repeat(20)

/** Fields with one unknown key each, and its path. */
const unknown: readonly (readonly [path: string, fields: object])[] = [
  ['color', { color: 'red' }],
  ['confirmationCode.length', { confirmationCode: { mode: 'none', length: 4 } }],
  ['hplmn.0.band', { hplmn: [{ ...plain.hplmn[0], band: 3 }] }],
  ['pnn.long', { pnn: { fullName: 'Alba', long: 'Alba Mobile' } }],
  ['scp80.msl', { scp80: { keyVersion: 2, msl: 22 } }],
  ['emergencyNumbers.1.country', { emergencyNumbers: ['112', { number: '911', country: 'US' }] }],
  ['networkNames.0.area', { networkNames: [{ fullName: 'Borealis', networks: ['26208'], area: 16 }] }],
  ['araApplet.rules.0.hash', { araApplet: { rules: [{ certificateHash, hash: 'SHA1' }] } }],
  ['araApplet.version', { araApplet: { rules: [{ certificateHash }], version: 2 } }],
]

/** The values of a call with keys that its type does not have. */
const withUnknown = (name: string, fields: object): configuration.ConfigurationInput => ({ name, ...plain, ...fields })

type Fault = { path: string; rule: string; text: string }
const faultsOf = ({ obj }: { obj: Record<string, unknown> }) => obj.faults as Fault[]

describe.each(unknown)('the unknown key %s', (path, fields) => {
  test('is refused by every way of saving, and nothing is saved', async () => {
    const { owner } = enterprise
    const name = `With ${path}`
    const { id } = await owner.ask(configuration.add, { fields: { name, ...plain } })
    const sent = withUnknown(name, fields)
    const text = `Unknown key "${path.split('.').at(-1)}".`
    const other = { ...sent, name: `${name} 2` }
    expect(faultsOf(await owner.refusal(configuration.add, { fields: other }))).toEqual([
      { path: `fields.${path}`, rule: 'unknown', text },
    ])
    expect(faultsOf(await owner.refusal(configuration.edit, { id, version: 1, fields: sent }))).toEqual([
      { path: `fields.${path}`, rule: 'unknown', text },
    ])
    for (const [document, into] of [[other], [sent, { id, version: 1 }]] as const)
      expect(faultsOf(await owner.refusal(yaml.importYaml, { yaml: JSON.stringify(document), into }))).toEqual([
        { path, rule: 'unknown', text: expect.stringMatching(new RegExp(`^Line 1\\b.*: ${text}$`)) },
      ])
    const { items } = await owner.ask(configuration.list, { filter: { name } })
    expect(items).toMatchObject([{ id, version: 1 }])
  })
})

test('an unknown key next to the fields is refused', async () => {
  const sent = { fields: { name: 'Beside', ...plain }, silence: ['spn-cut'] }
  expect(faultsOf(await enterprise.owner.refusal(configuration.add, sent))).toEqual([
    { path: 'silence', rule: 'unknown', text: 'Unknown key "silence".' },
  ])
})

test('a stored version with unknown keys opens, is used, exported, edited and restored', async () => {
  const { owner } = enterprise
  const { id } = await owner.ask(configuration.add, { fields: { name: 'Stored', ...plain } })
  const stored = Object.assign({}, ...unknown.map(([, fields]) => fields))
  await t.server.db.tenantTx(enterprise.id, (db) =>
    sql`update profile_configuration_version set fields = fields || ${JSON.stringify(stored)}::jsonb
      where configuration_id = ${id} and version = 1`.execute(db),
  )
  const { fields } = await owner.ask(configuration.get, { id })
  expect(fields).toMatchObject({ pnn: { fullName: 'Alba' }, scp80: { keyVersion: 2 }, emergencyNumbers: [{}, {}] })
  expect(JSON.stringify(fields)).not.toMatch(/color|band|msl|country|"area"|"hash"|"long"/)
  expect((await owner.ask(configuration.list, { filter: { name: 'Stored' } })).items).toMatchObject([{ id }])
  const numbers = { iccid: '8944012345678902238', imsi: '999700000000011' }
  await owner.ask(batch.single, { configurationId: id, ...numbers, makeKeys: true })
  const { yaml: text } = await owner.ask(yaml.exportYaml, { id, version: 1 })
  expect(await owner.ask(yaml.importYaml, { yaml: text, into: { id, version: 1 } })).toEqual({ id, version: 2 })
  expect(await owner.ask(version.restore, { id, version: 2, restored: 1 })).toEqual({ version: 3 })
  expect((await owner.ask(configuration.get, { id })).fields).toEqual(fields)
})
