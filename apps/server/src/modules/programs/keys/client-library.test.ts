import { SimwrightClient, type SimwrightError } from '@simwright/client'
import type { PermissionId } from '@simwright/contract'
import * as apiKey from '@simwright/contract/programs/keys'
import { expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { testServer } from '../../../testing/server.ts'
import { subscriberCsv, subscribers } from '../../../testing/subscriber.ts'

const t = await testServer()
const { owner } = await t.enterprise()
const configurationId = await configured(owner)

const scopes: PermissionId[] = ['Fleet_View', 'Generate_Ac_View', 'Generate_Ac_Create', 'Generate_AC_Log_View']

async function clientWith(granted: PermissionId[]) {
  const fields = { name: `${granted.length} scopes`, scopes: granted, addresses: [] }
  const { key } = await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields })
  return new SimwrightClient({ url: owner.url, key })
}

const client = await clientWith(scopes)

test('the client library uploads a file, follows its batch, reads all pages and downloads the result', async () => {
  const file = { name: 'subscribers.csv', content: new Blob([subscriberCsv(subscribers(5))]) }
  const staged = await client.upload('/source/upload', { configurationId }, { file })
  const { batchId } = await client.call('/generate/start', { sourceId: staged.id })
  let last: { succeeded: number } | undefined
  for await (const batch of client.events('/log/progress', { id: batchId })) last = batch
  expect(last).toMatchObject({ succeeded: 5 })
  const iccids: string[] = []
  for await (const { iccid } of client.items('/fleet/list', { filter: { batchId }, limit: 2 })) iccids.push(iccid)
  expect(new Set(iccids).size).toBe(5)
  const result = await client.file('/log/result', { id: batchId })
  expect((await result.content.text()).trim().split('\n')).toHaveLength(6)
  expect(result.name).toMatch(/\.csv$/)
})

test('a repeated idempotency key returns the first outcome', async () => {
  const [subscriber] = subscribers(1, 100)
  const input = { configurationId, iccid: subscriber!.ICCID!, imsi: subscriber!.IMSI!, makeKeys: true }
  const idempotencyKey = crypto.randomUUID()
  const first = await client.call('/generate/single', input, { idempotencyKey })
  expect(await client.call('/generate/single', input, { idempotencyKey })).toEqual(first)
})

test('a refusal has its name and the request id of the server', async () => {
  const limited = await clientWith(['Fleet_View'])
  const call = limited.call('/group/add', { fields: { name: 'Vans' } })
  const error = await call.catch((thrown: unknown) => thrown as SimwrightError)
  expect(error).toMatchObject({
    problem: 'key_scope',
    status: 403,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})
