import { problems } from '@simwright/contract'
import * as search from '@simwright/contract/insight/search'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as batch from '@simwright/contract/provisioning/batch'
import * as operation from '@simwright/contract/provisioning/operation'
import { parseIccid } from '@simwright/ids'
import { describe, expect, test } from 'vitest'
import { createOwnedObjects } from '../../../testing/contract-entry.ts'
import { type Client, testServer } from '../../../testing/server.ts'

const t = await testServer()
const enterprise = await t.enterprise('Harbour')
const { owner } = enterprise
const things = await createOwnedObjects(enterprise)
const EID = '89049032000000000000000000000187'
await owner.ask(batch.single, {
  configurationId: things.configurationId,
  iccid: '8944012345678903333',
  imsi: '001010000000042',
  msisdn: '44770090012345',
  makeKeys: true,
})

const find = async (client: Client, text: string) => await client.ask(search.query, { text })
const nothing = { profiles: [], configurations: [], batches: [] }

describe('the search', () => {
  test('finds a profile by what its ICCID, IMSI or MSISDN begins with, ignoring blanks', async () => {
    expect((await find(owner, '8944 0123 4567 890')).profiles).toMatchObject([{ by: 'iccid' }, { by: 'iccid' }])
    const found = { iccid: expect.stringMatching(/^8944012345678903333/), status: 'AVAILABLE' }
    expect((await find(owner, '001010000000042')).profiles).toMatchObject([{ ...found, by: 'imsi' }])
    for (const text of ['4477009', '+44 7700 9', '+44 (0)770090', '0044770090'])
      expect((await find(owner, text)).profiles).toMatchObject([{ ...found, by: 'msisdn', value: '44770090012345' }])
    expect((await find(owner, '001 01 000000004 2')).profiles).toMatchObject([{ ...found, by: 'imsi' }])
    expect((await find(owner, EID)).profiles).toEqual([])
  })

  test.each(['8944012345678903333F', parseIccid('8944012345678903333'), '8944 0123 4567 8903 333'])(
    'finds a profile with an ICCID of 19 digits by %s',
    async (text) => {
      expect((await find(owner, text)).profiles).toMatchObject([{ iccid: '8944012345678903333', by: 'iccid' }])
    },
  )

  test('finds nothing by the middle of a number, nor by two digits', async () => {
    expect((await find(owner, '345678903')).profiles).toEqual([])
    expect((await find(owner, '89')).profiles).toEqual([])
  })

  test('finds configurations by any text of their name and batches by the beginning of their code', async () => {
    expect((await find(owner, 'canary conf')).configurations).toMatchObject([{ id: things.configurationId }])
    expect((await find(owner, things.batchCode.toLowerCase())).batches).toMatchObject([{ id: things.batchId }])
    expect((await find(owner, "x' or 'a'='a")).configurations).toEqual([])
    expect((await find(owner, '%%')).configurations).toEqual([])
  })

  test('does not find removed profiles, nor count them among the profiles of their configuration', async () => {
    const fields = { configurationId: things.configurationId, iccid: '8944012345678904444', imsi: '001010000000043' }
    const { profileId } = await owner.ask(batch.single, { ...fields, makeKeys: true })
    const before = await owner.ask(configuration.get, { id: things.configurationId })
    expect((await find(owner, '001010000000043')).profiles).toHaveLength(1)
    const selection = { ids: [profileId] }
    const { id } = await owner.ask(operation.start, { operation: { kind: 'REMOVE' }, selection })
    for await (const _ of owner.events(operation.progress, { id }));
    expect((await find(owner, '001010000000043')).profiles).toEqual([])
    const { profiles } = await owner.ask(configuration.get, { id: things.configurationId })
    expect(profiles).toBe(before.profiles - 1)
  })

  test('returns only what the user has permission to see', async () => {
    const developer = await enterprise.member('Developer')
    expect((await find(developer, '8944012')).profiles).not.toEqual([])
    const viewer = await enterprise.member('Viewer')
    expect((await find(viewer, things.batchCode)).batches).toHaveLength(1)
    const finance = await enterprise.member('Finance')
    expect((await finance.refusal(search.query, { text: '8944012' })).code).toBe(problems.forbidden.code)
  })

  test('returns nothing of another enterprise account', async () => {
    const { owner: other } = await t.enterprise()
    for (const text of ['8944012', '0010100', 'Canary', things.batchCode])
      expect(await find(other, text)).toEqual(nothing)
  })

  test('refuses one letter, and anything that is not a text', async () => {
    const invalid = problems.invalid.code
    expect((await owner.refusal(search.query, { text: ' a ' })).code).toBe(invalid)
    expect((await owner.refusal(search.query, { text: 'x'.repeat(65) })).code).toBe(invalid)
    expect((await owner.refusal(search.query, { text: 8944012 as never })).code).toBe(invalid)
  })
})
