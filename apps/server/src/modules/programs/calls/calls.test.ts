import { problems } from '@simwright/contract'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as callLog from '@simwright/contract/programs/call-log'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dropExpired } from '../../../jobs/retention.ts'
import { PROGRAM_CALL_NOT_LOGGED } from '../../../runtime/metrics.ts'
import type { Client } from '../../../testing/client.ts'
import { configured } from '../../../testing/generated.ts'
import { type Keys, OpenApiClient } from '../../../testing/open-api-client.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { openCallLog } from './recorder.ts'

const t = await testServer({ isOwn: true })
const DAY_MS = 24 * 60 * 60_000

let enterprise: TestEnterprise
let owner: Client
let keys: Keys & { id: string }
let key: apiKey.ShownKey
let program: Client
let signed: OpenApiClient

beforeAll(async () => {
  enterprise = await t.enterprise('Logged')
  owner = enterprise.owner
  await configured(owner)
  const fields = { name: 'Warehouse', scopes: ['Fleet_View' as const], addresses: [] }
  key = await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 30, fields })
  program = t.stranger().withKey(key.key)
  keys = await owner.ask(credential.create, { name: 'Billing' })
  signed = new OpenApiClient(t.url, keys)
})

async function logged(filter: object = {}, client = owner) {
  await t.server.callLog.flush()
  return (await client.ask(callLog.list, { filter })).items
}

const readCall = (id: string) => owner.ask(callLog.read, { id })

describe('the request log', () => {
  test('has a call by key with what was sent and answered', async () => {
    await program.ask(fleet.list, { filter: { query: 'iccid:8944' }, limit: 1 })
    const [call] = await logged({ programId: key.id })
    expect(call).toMatchObject({
      program: { id: key.id, kind: 'KEY', name: 'Warehouse' },
      method: 'POST',
      path: '/api/v1/fleet/list',
      outcome: 'OK',
      status: 200,
      code: null,
      address: '127.0.0.1',
    })
    const { request, answer, cut } = await readCall(call!.id)
    expect(JSON.parse(request!)).toEqual({ filter: { query: 'iccid:8944' }, limit: 1 })
    expect(JSON.parse(answer!)).toMatchObject({ success: true, obj: { items: [] } })
    expect(cut).toBe(false)
  })

  test('has a signed call without its keys, and without the code that was answered', async () => {
    const [row] = newSubscribers(1)
    const { ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc } = row!
    const sent = { configName: 'Test network', iccid, imsi, ki, opc, pin1: '47110815', cc: '271828' }
    const { obj } = await signed.call('/ac/generate', sent)
    const [call] = await logged({ programId: keys.id })
    expect(call).toMatchObject({ program: { kind: 'CREDENTIAL', name: 'Billing' }, path: '/api/v1/ac/generate' })
    const read = await readCall(call!.id)
    expect(JSON.parse(read.request!)).toMatchObject({ iccid, ki: '***', opc: '***', pin1: '***', cc: '***' })
    const [, , matchingId] = obj.activationCode.split('$')
    for (const secret of [ki!, opc!, '47110815', '271828', matchingId, keys.secretKey])
      expect(JSON.stringify(read)).not.toContain(secret)
  })

  test('has refused calls with the code of the problem, which filters find', async () => {
    await program.refusal(group.add, { fields: { name: 'Vans' } })
    await signed.call('/ac/generate', { configName: 'None' })
    const [invalid, scope] = await logged({ outcome: ['REFUSED'] })
    expect(scope).toMatchObject({ path: '/api/v1/group/add', status: 403, code: problems.key_scope.code })
    expect(invalid).toMatchObject({ path: '/api/v1/ac/generate', status: 400, code: problems.invalid.code })
    const answer = JSON.parse((await readCall(invalid!.id)).answer!)
    expect(answer.obj.faults.find(({ path }: { path: string }) => path === 'ki')).toBeDefined()
    expect((await logged({ path: '/api/v1/group' })).map(({ id }) => id)).toEqual([scope!.id])
    expect((await logged({ requestId: scope!.requestId })).map(({ id }) => id)).toEqual([scope!.id])
  })

  test('has a call with a revoked key, and none with an unknown key', async () => {
    const fields = { name: 'Short', scopes: ['Fleet_View' as const], addresses: [] }
    const short = await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields })
    await owner.ask(apiKey.revoke, { id: short.id })
    await t.stranger().withKey(short.key).refusal(fleet.count, {})
    await t
      .stranger()
      .withKey(`${short.key.slice(0, -1)}_`)
      .refusal(fleet.count, {})
    expect(await logged({ programId: short.id })).toMatchObject([{ status: 401, code: problems.key_revoked.code }])
  })

  test('has calls with a wrong signature without what was sent, one a second', async () => {
    const forged = { configName: 'Sent by anyone', cc: '271828' }
    for (let sent = 0; sent < 5; sent += 1) await signed.call('/ac/generate', forged, { signature: 'ab'.repeat(32) })
    const calls = await logged({ programId: keys.id, status: 401 })
    expect(calls.length).toBeGreaterThanOrEqual(1)
    expect(calls.length).toBeLessThan(5)
    const { request, answer } = await readCall(calls[0]!.id)
    expect(request).toBeNull()
    expect(JSON.parse(answer!).code).toBe(problems.signature_wrong.code)
  })

  test('has no call of a browser', async () => {
    const before = await logged()
    await owner.ask(fleet.count, {})
    expect(await logged()).toEqual(before)
  })

  test('is read in pages in both directions', async () => {
    const all = await logged()
    expect(all.length).toBeGreaterThan(5)
    for (const direction of ['asc', 'desc'] as const) {
      const paged: string[] = []
      let cursor: string | undefined
      do {
        const page = await owner.ask(callLog.list, {
          sort: { by: 'at', direction },
          limit: 2,
          ...(cursor && { cursor }),
        })
        expect(page.total).toBe(all.length)
        paged.push(...page.items.map(({ id }) => id))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(direction === 'desc' ? paged : paged.reverse()).toEqual(all.map(({ id }) => id))
    }
  })

  test('is of its enterprise account only, and its bodies are for those who may edit', async () => {
    const [call] = await logged()
    const { owner: other } = await t.enterprise('Elsewhere')
    expect(await logged({}, other)).toEqual([])
    expect((await other.refusal(callLog.read, { id: call!.id })).code).toBe(problems.not_found.code)
    const viewer = await enterprise.member('Developer')
    expect((await logged({}, viewer)).length).toBeGreaterThan(0)
    const operator = await enterprise.member('Operator')
    expect((await operator.refusal(callLog.list, {})).code).toBe(problems.forbidden.code)
  })

  test('keeps calls for 30 days, and deletes them with their month', async () => {
    const [newest] = await logged()
    const dropAfter = (days: number) => {
      const at = new Date(Date.parse(newest!.at) + days * DAY_MS)
      const server = { ...t.server, clock: { ...t.clock, now: () => at } }
      // the sessions of this test are to stay
      return dropExpired(server, { only: ({ what }) => what === 'Request log of programs' })
    }
    await dropAfter(29)
    expect((await logged())[0]).toEqual(newest)
    await dropAfter(62)
    expect(await logged()).toEqual([])
  })
})

describe('writing the log', () => {
  const call = (requestId: string, enterpriseId = enterprise.id) => ({
    program: { enterpriseId, kind: 'KEY' as const, id: key.id, name: 'Warehouse' },
    method: 'POST',
    path: '/api/v1/fleet/count',
    status: 200,
    ms: 1.4,
    address: '127.0.0.1',
    requestId,
    sent: {},
    shape: undefined,
    isForm: false,
    answered: { success: true },
  })

  test('stores nothing that was sent with a wrong signature, or that no contract describes', async () => {
    const [right, wrong, unknown] = [t.server.random.uuid(), t.server.random.uuid(), t.server.random.uuid()]
    const sent = { name: 'Sent by anyone' }
    const shape = { input: z.object({ name: z.string() }), output: z.object({}) }
    const path = '/api/v1/ac/generate'
    const { program } = call(wrong)
    t.server.callLog.add({ ...call(right), path, sent, shape })
    t.server.callLog.add({ ...call(wrong), path, sent, shape, program: { ...program, unproven: true } })
    t.server.callLog.add({ ...call(unknown), path, sent })
    const requestOf = async (requestId: string) => (await readCall((await logged({ requestId }))[0]!.id)).request
    expect(JSON.parse((await requestOf(right))!)).toEqual(sent)
    expect([await requestOf(wrong), await requestOf(unknown)]).toEqual([null, null])
  })

  test('loses nothing at an orderly stop', async () => {
    const log = openCallLog(t.server)
    const ids = Array.from({ length: 1_201 }, () => t.server.random.uuid())
    for (const id of ids) log.add(call(id))
    await log.close()
    expect(await logged({ requestId: ids.at(-1) })).toHaveLength(1)
    const { total } = await owner.ask(callLog.list, { filter: { path: '/api/v1/fleet/count' } })
    expect(total).toBe(1_201)
  })

  test('leaves out calls of an enterprise account that is deleted, and writes the others', async () => {
    const [gone, kept] = [t.server.random.uuid(), t.server.random.uuid()]
    t.server.callLog.add(call(gone, t.server.random.uuid()))
    t.server.callLog.add(call(kept))
    expect(await logged({ requestId: kept })).toHaveLength(1)
  })

  test('holds a bounded number of calls while the database is away, and counts the rest', async () => {
    let isAway = true
    const warned: unknown[] = []
    const log = openCallLog({
      ...t.server,
      log: { ...t.server.log, warn: (fields: unknown) => void warned.push(fields) },
      db: {
        ...t.server.db,
        systemTx: async (work) => {
          if (isAway) throw new Error('away')
          return await t.server.db.systemTx(work)
        },
      },
    })
    const lost = t.server.metrics.counter(PROGRAM_CALL_NOT_LOGGED)
    const before = lost.count
    const first = t.server.random.uuid()
    log.add(call(first))
    for (let added = 1; added < 10_007; added += 1) log.add(call(t.server.random.uuid()))
    await expect(log.flush()).rejects.toThrow('away')
    expect(lost.count - before).toBe(7)
    isAway = false
    await log.close()
    expect(await logged({ requestId: first })).toHaveLength(1)
  })
})
