import * as configuration from '@simwright/contract/profiles/configuration'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

const fields = (more: Partial<configuration.ConfigurationInput> = {}): configuration.ConfigurationInput => ({
  name: 'Consumer',
  type: 'Regular',
  profileName: 'Consumer plan',
  serviceProviderName: 'Alba',
  algorithm: 'MILENAGE',
  hplmn: [{ plmn: '23415', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
  ...more,
})

const add = (name: string, more: Partial<configuration.ConfigurationInput> = {}) =>
  enterprise.owner.ask(configuration.add, { fields: fields({ name, ...more }) })

const fiveG = {
  routingIndicator: '0',
  protectionScheme: 'A' as const,
  homeNetworkPublicKeyId: 1,
  suciCalculation: 'ME' as const,
}

describe('a profile configuration', () => {
  test('is returned as it was saved, with the defaults of the form', async () => {
    const { id } = await add('Saved', { gid1: 'A1', fiveG: undefined })
    const saved = await enterprise.owner.ask(configuration.get, { id })
    expect(saved).toMatchObject({ id, version: 1, profiles: 0, confirmationCodeSet: false })
    expect(saved.fields).toMatchObject({ name: 'Saved', gid1: 'A1', maxDownloadAttempts: 5, fplmn: [] })
  })

  test('has a unique name in its enterprise, regardless of case', async () => {
    await add('Roaming')
    const refused = await enterprise.owner.refusal(configuration.add, { fields: fields({ name: 'ROAMING' }) })
    expect(refused).toMatchObject({ code: '12001', message: 'A profile configuration named "ROAMING" already exists.' })
    const { id } = await add('Roaming 2')
    const renamed = { id, version: 1, fields: fields({ name: 'roaming' }) }
    expect(await enterprise.owner.refusal(configuration.edit, renamed)).toMatchObject({ code: '12001' })
  })

  test('can have the name of one in another enterprise, or of a deleted one', async () => {
    const { id } = await add('Common')
    const other = await t.enterprise()
    const { id: elsewhere } = await other.owner.ask(configuration.add, { fields: fields({ name: 'Common' }) })
    await enterprise.owner.ask(configuration.remove, { id, version: 1 })
    const { id: again } = await add('Common')
    expect(new Set([id, elsewhere, again]).size).toBe(3)
  })

  test('gets a new version with each edit, and refuses an edit of an older version', async () => {
    const { id } = await add('Versioned')
    const edit = { id, version: 1, fields: fields({ name: 'Versioned', serviceProviderName: 'Borealis' }) }
    expect(await enterprise.owner.ask(configuration.edit, edit)).toEqual({ version: 2 })
    expect(await enterprise.owner.refusal(configuration.edit, edit)).toMatchObject({ code: '19412' })
    expect(await enterprise.owner.refusal(configuration.remove, { id, version: 1 })).toMatchObject({ code: '19412' })
    const saved = await enterprise.owner.ask(configuration.get, { id })
    expect(saved).toMatchObject({ version: 2, fields: { serviceProviderName: 'Borealis' } })
  })

  test('cannot be read, listed or deleted again once it is deleted', async () => {
    const { id } = await add('Short-lived')
    await enterprise.owner.ask(configuration.remove, { id, version: 1 })
    expect(await enterprise.owner.refusal(configuration.get, { id })).toMatchObject({ code: '19404' })
    expect(await enterprise.owner.refusal(configuration.remove, { id, version: 1 })).toMatchObject({ code: '19404' })
    const { items } = await enterprise.owner.ask(configuration.list, { filter: { name: 'Short' } })
    expect(items).toEqual([])
  })

  test('reports each invalid field in one response, rules between fields included', async () => {
    const wrong = fields({
      name: ' ',
      hplmn: [{ plmn: '12', access: [] }],
      ehplmn: ['26201'],
      gid1: 'XYZ',
      rotation: true,
      confirmationCode: { mode: 'random' },
      fiveG: { ...fiveG, homeNetworkPublicKey: `02${'00'.repeat(31)}`, homeNetworkPublicKeyId: undefined },
    })
    const refused = await enterprise.owner.refusal(configuration.add, { fields: wrong })
    expect(refused.code).toBe('19400')
    const paths = (refused.obj.faults as { path: string }[]).map(({ path }) => path)
    expect(paths.sort()).toEqual([
      'fields.fiveG.homeNetworkPublicKey',
      'fields.fiveG.homeNetworkPublicKeyId',
      'fields.gid1',
      'fields.hplmn.0.access',
      'fields.hplmn.0.plmn',
      'fields.name',
      'fields.rotation',
    ])
  })
})

describe('a configuration that no profile package can be built from is not saved', () => {
  const p256 = { ...fiveG, protectionScheme: 'B' as const }
  test.each<[string, Partial<configuration.ConfigurationInput>, string]>([
    ['a home network that is forbidden', { fplmn: ['23415'] }, 'fields.fplmn'],
    ['an equivalent home network that is forbidden', { ehplmn: ['23410'], fplmn: ['26201', '23410'] }, 'fields.fplmn'],
    ['a profile name of 102 bytes', { profileName: 'é'.repeat(51) }, 'fields.profileName'],
    [
      'a key that is not on Curve25519',
      { fiveG: { ...fiveG, homeNetworkPublicKey: `02${'00'.repeat(31)}` } },
      'fields.fiveG.homeNetworkPublicKey',
    ],
    [
      'a key that is not on P-256',
      { fiveG: { ...p256, homeNetworkPublicKey: `02${'00'.repeat(31)}01` } },
      'fields.fiveG.homeNetworkPublicKey',
    ],
  ])('%s', async (what, more, path) => {
    const added = await enterprise.owner.refusal(configuration.add, { fields: fields({ name: what, ...more }) })
    expect(added).toMatchObject({ code: '19400', obj: { faults: [{ path, rule: 'rule' }] } })
    const { id } = await add(what)
    const edited = await enterprise.owner.refusal(configuration.edit, {
      id,
      version: 1,
      fields: fields({ name: what, ...more }),
    })
    expect(edited).toMatchObject({ code: '19400', obj: { faults: [{ path, rule: 'rule' }] } })
  })
})

describe('an algorithm', () => {
  const refusedAt = async (more: Partial<configuration.ConfigurationInput>) => {
    const { code, obj } = await enterprise.owner.refusal(configuration.add, {
      fields: fields({ name: 'Keys', ...more }),
    })
    expect(code).toBe('19400')
    return (obj.faults as { path: string }[]).map(({ path }) => path)
  }
  const recommended = [0, 1, 2, 4, 8].map((last) => String(last).padStart(32, '0'))

  test('must be one of the type', async () => {
    expect(await refusedAt({ algorithm: 'XOR' })).toEqual(['fields.algorithm'])
    expect(await refusedAt({ type: 'Private_LTE', algorithm: 'TUAK' })).toEqual(['fields.algorithm'])
  })

  test('must have constants that make its functions differ', async () => {
    const rotations = '64 0 32 64 96'
    expect(await refusedAt({ milenage: { rotations: '64 0 32 64', constants: recommended.join(' ') } })).toEqual([
      'fields.milenage.rotations',
    ])
    const equal = recommended.with(4, recommended[1]!)
    expect(await refusedAt({ milenage: { rotations: '64 0 32 64 0', constants: equal.join('\n') } })).toEqual([
      'fields.milenage.constants',
    ])
    expect(await refusedAt({ milenage: { rotations, constants: 'xy' } })).toEqual(['fields.milenage.constants'])
  })

  test('has 1 to 255 iterations', async () => {
    const path = 'fields.tuak.keccakIterations'
    expect(await refusedAt({ algorithm: 'TUAK', tuak: { keccakIterations: 0 } })).toEqual([path])
    expect(await refusedAt({ algorithm: 'TUAK', tuak: { keccakIterations: 256 } })).toEqual([path])
  })

  test('is stored with its parameters', async () => {
    const { id } = await add('TUAK', { algorithm: 'TUAK', kiLength: '256', tuak: { keccakIterations: 7 } })
    const saved = await enterprise.owner.ask(configuration.get, { id })
    expect(saved.fields).toMatchObject({ kiLength: '256', tuak: { keccakIterations: 7, resBits: '64' } })
  })
})

describe('a fixed confirmation code', () => {
  const fixed = (code?: string) => ({ confirmationCode: { mode: 'fixed' as const, code } })

  test('is not returned by any call, nor logged', async () => {
    const { id } = await add('Fixed', fixed('73519735'))
    const saved = await enterprise.owner.ask(configuration.get, { id })
    expect(saved).toMatchObject({ confirmationCodeSet: true, fields: { confirmationCode: { mode: 'fixed' } } })
    expect(JSON.stringify(saved)).not.toContain('73519735')
    expect(t.logged.join('')).not.toContain('73519735')
  })

  test('is retained when an edit sends none, and deleted when the mode changes', async () => {
    const { id } = await add('Kept', fixed('4711'))
    const edit = (version: number, more: Partial<configuration.ConfigurationInput>) =>
      enterprise.owner.ask(configuration.edit, { id, version, fields: fields({ name: 'Kept', ...more }) })
    await edit(1, fixed())
    expect(await enterprise.owner.ask(configuration.get, { id })).toMatchObject({ confirmationCodeSet: true })
    await edit(2, {})
    expect(await enterprise.owner.ask(configuration.get, { id })).toMatchObject({ confirmationCodeSet: false })
  })

  test('is required while none is stored', async () => {
    const none = fields({ name: 'None', ...fixed() })
    const path = 'fields.confirmationCode.code'
    const added = await enterprise.owner.refusal(configuration.add, { fields: none })
    expect(added.obj.faults).toEqual([{ path, rule: 'rule', text: 'Required' }])
    const { id } = await add('None')
    const edited = await enterprise.owner.refusal(configuration.edit, { id, version: 1, fields: none })
    expect(edited.obj.faults).toEqual([{ path, rule: 'required', text: 'Required' }])
  })
})

test('the list has pages in the requested order; a cursor is refused with another filter', async () => {
  const other = await t.enterprise()
  for (const name of ['Delta', 'alpha', 'Charlie', 'bravo'])
    await other.owner.ask(configuration.add, { fields: fields({ name }) })
  const sort = { by: 'name', direction: 'asc' } as const
  const first = await other.owner.ask(configuration.list, { sort, limit: 3 })
  expect(first).toMatchObject({ total: 4, capped: false })
  const second = await other.owner.ask(configuration.list, { sort, limit: 3, cursor: first.next! })
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['alpha', 'bravo', 'Charlie', 'Delta'])
  expect(second.next).toBeNull()
  const foreign = { filter: { name: 'b' }, sort, cursor: first.next! }
  expect(await other.owner.refusal(configuration.list, foreign)).toMatchObject({ code: '19400' })
})
