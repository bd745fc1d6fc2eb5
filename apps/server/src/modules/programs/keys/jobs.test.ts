import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import { expect, test } from 'vitest'
import { dropExpired } from '../../../jobs/retention.ts'
import { testServer } from '../../../testing/server.ts'

const t = await testServer()
const { id: enterpriseId, owner } = await t.enterprise()
const DAY_MS = 24 * 60 * 60_000

const keyNames = async () =>
  await t.server.db.tenantTx(enterpriseId, async (db) => {
    const keys = await db.selectFrom('api_key').select('name').orderBy('name').execute()
    return keys.map(({ name }) => name)
  })
const known = async () =>
  (await t.server.db.global.selectFrom('api_key_directory').select('secret_id').execute()).length

async function created(name: string, days: number): Promise<string> {
  const fields = { name, scopes: ['Fleet_View' as const], addresses: [] }
  return (await owner.ask(apiKey.add, { kind: 'SERVICE', days, fields })).id
}

test('revoked keys and credentials, and ended secrets, are deleted after 90 days; living keys stay', async () => {
  await created('Living', 365)
  await created('Short', 1)
  await owner.ask(apiKey.revoke, { id: await created('Revoked', 365) })
  await owner.ask(credential.create, { name: 'Used' })
  const { id } = await owner.ask(credential.create, { name: 'Gone' })
  await owner.ask(credential.revoke, { id })
  const credentials = async () =>
    await t.server.db.tenantTx(
      enterpriseId,
      async (db) => (await db.selectFrom('open_api_credential').select('id').execute()).length,
    )
  const sweep = async () => {
    await dropExpired(t.server)
    return { keys: await keyNames(), secrets: await known(), credentials: await credentials() }
  }
  t.clock.moveMs(89 * DAY_MS)
  expect(await sweep()).toEqual({
    keys: ['Living', 'Revoked', 'Short'],
    secrets: 3,
    credentials: 2,
  })
  t.clock.moveMs(1.5 * DAY_MS)
  expect(await sweep()).toEqual({ keys: ['Living', 'Short'], secrets: 2, credentials: 1 })
  t.clock.moveMs(DAY_MS)
  expect(await sweep()).toEqual({ keys: ['Living', 'Short'], secrets: 1, credentials: 1 })
})
