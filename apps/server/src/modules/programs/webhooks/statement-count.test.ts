import * as webhook from '@simwright/contract/programs/webhook'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const statements: string[] = []
const database = await openTestDatabase({ onStatement: ({ sql }) => void statements.push(sql) })
const { server, enterprise, order, phones } = await smdpScene({ database, background: 'none' })

/** Downloads a profile. @returns how many statements the SM-DP+ ran */
async function download(): Promise<number> {
  const { activationCode } = await order()
  const phone = phones.phone()
  statements.length = 0
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
  return statements.length
}

const stored = async () =>
  (await server.db.tenantTx(enterprise.id, (db) => db.selectFrom('outbox').select('topic').execute())).length

test('a download runs no further statement for webhooks, and stores events only for an endpoint', async () => {
  // the first one reads what later ones have in a cache
  await download()
  const without = await download()
  expect(await stored()).toBe(0)
  await enterprise.owner.ask(webhook.add, { fields: { name: 'Programs', url: null, kinds: ['INSTALLED'] } })
  expect(await download()).toBe(without)
  expect(await stored()).toBe(2)
  // nothing but the write of the transition mentions the outbox
  expect(statements.filter((sql) => sql.includes('outbox') && !sql.includes('"write_0"'))).toEqual([
    expect.stringContaining('select "topic" from "outbox"'),
  ])
})
