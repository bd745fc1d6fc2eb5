import { randomUUID } from 'node:crypto'
import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as credential from '@simwright/contract/programs/credential'
import * as batch from '@simwright/contract/provisioning/batch'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { type OpenAnswer, OpenApiClient } from '../../../testing/open-api-client.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

const t = await testServer()
const SUCCESS = '00000'

let enterprise: TestEnterprise
let owner: Client
let client: OpenApiClient

const withCode = (answers: readonly OpenAnswer[]) => answers.filter(({ code }) => code === SUCCESS)

function metadata(count: number) {
  return newSubscribers(count).map((row) => {
    return { configName: 'Test network', iccid: row.ICCID!, imsi: row.IMSI!, ki: row.KI!, opc: row.OPC! }
  })
}

const openClient = async (member: Client) =>
  new OpenApiClient(t.url, await member.ask(credential.create, { name: 'Together' }))

const profileOf = async (iccid: string) => (await owner.ask(fleet.list, { filter: { iccid } })).items

beforeAll(async () => {
  enterprise = await t.enterprise('Together')
  owner = enterprise.owner
  await configured(owner)
  client = await openClient(owner)
})

const CALLS = 12

test('calls at the same moment share transactions, and each has its own code, batch and audit entry', async () => {
  const calls = metadata(CALLS).map((sent) => ({ sent, requestId: randomUUID() }))
  const answers = await Promise.all(
    calls.map(({ sent, requestId }) => client.call('/ac/generate', sent, { requestId })),
  )
  expect(answers.map(({ code, obj }) => [code, obj.iccid])).toEqual(calls.map(({ sent }) => [SUCCESS, sent.iccid]))
  expect(new Set(answers.map(({ obj }) => obj.activationCode)).size).toBe(CALLS)

  const { items: entries } = await owner.ask(audit.list, { filter: { actor: ['KEY'] } })
  const codes = new Set<string>()
  for (const { sent, requestId } of calls) {
    const [profile] = await profileOf(sent.iccid)
    const { items: events } = await owner.ask(fleet.timeline, { id: profile!.id })
    expect(events).toMatchObject([{ type: 'GENERATED', actorName: 'Together' }])
    const entry = entries.find((one) => one.requestId === requestId)
    const { id } = await owner.ask(batch.get, { id: entry!.objectId! })
    const { items: rows } = await owner.ask(batch.rows, { id })
    expect(rows).toMatchObject([{ iccid: sent.iccid, success: true, profileId: profile!.id }])
    expect(JSON.stringify(events)).toContain(entry!.objectName)
    codes.add(entry!.objectName)
  }
  expect(codes.size).toBe(CALLS)
  const { rows } = await t.server.db.tenantTx(enterprise.id, (db) =>
    sql<{ xmin: string }>`select distinct xmin::text from profile where enterprise_id = ${enterprise.id}`.execute(db),
  )
  expect(rows.length).toBeLessThan(CALLS / 2)
})

test('a refused call changes nothing, and refuses no call next to it', async () => {
  const [existing, twice, wrong, repeated, otherOfRepeated, ...good] = metadata(CALLS)
  await client.call('/ac/generate', existing)
  const [repeatedId, existingId] = [randomUUID(), randomUUID()]
  const hash = { ara: 'ab'.repeat(32) }
  const calls = [
    good[0],
    existing,
    { ...wrong!, ...hash },
    twice,
    good[1],
    twice,
    repeated,
    otherOfRepeated,
    ...good.slice(2),
  ]
  const requestIdOf = (sent: unknown) => {
    if (sent === existing) return existingId
    return sent === repeated || sent === otherOfRepeated ? repeatedId : randomUUID()
  }
  const answers = await Promise.all(
    calls.map((sent) => client.call('/ac/generate', sent, { requestId: requestIdOf(sent) })),
  )
  const codeOf = (sent: unknown) => calls.flatMap((one, at) => (one === sent ? [answers[at]!.code] : [])).sort()
  for (const sent of good) expect(codeOf(sent)).toEqual([SUCCESS])
  expect(codeOf(existing)).toEqual([problems.iccid_exists.code])
  expect(answers[2]).toMatchObject({ code: problems.invalid.code, obj: { faults: [{ path: 'ara' }] } })
  expect(codeOf(twice)).toEqual([SUCCESS, problems.iccid_exists.code].sort())
  expect([...codeOf(repeated), ...codeOf(otherOfRepeated)].sort()).toEqual(
    [SUCCESS, problems.request_id_used.code].sort(),
  )
  expect(withCode(answers)).toHaveLength(good.length + 2)
  for (const { obj } of withCode(answers)) expect(await profileOf(obj.iccid)).toHaveLength(1)
  // the RequestID of a refused call is not used up
  const [next] = metadata(1)
  expect((await client.call('/ac/generate', next, { requestId: existingId })).code).toBe(SUCCESS)
})

test('a configuration whose profiles operators order refuses all of them', async () => {
  const name = 'Ordered by operators'
  await configured(owner, { name, orderedBy: 'operator' })
  const sent = metadata(CALLS).map((one) => ({ ...one, configName: name }))
  const answers = await Promise.all(sent.map((one) => client.call('/ac/generate', one)))
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => problems.configuration_ordered.code))
})

test('calls of several enterprise accounts stay separate', async () => {
  const other = await t.enterprise('Together too')
  await configured(other.owner)
  const theirs = await openClient(other.owner)
  const sent = metadata(CALLS)
  const answers = await Promise.all(sent.map((one, at) => (at % 2 ? theirs : client).call('/ac/generate', one)))
  expect(withCode(answers)).toHaveLength(CALLS)
  for (const [at, { iccid }] of sent.entries()) {
    expect(await profileOf(iccid)).toHaveLength(at % 2 ? 0 : 1)
    expect((await other.owner.ask(fleet.list, { filter: { iccid } })).items).toHaveLength(at % 2 ? 1 : 0)
  }
})

test('a credential that was revoked ends calls that begin after that', async () => {
  const { id, ...keys } = await owner.ask(credential.create, { name: 'Revoked' })
  const revoked = new OpenApiClient(t.url, keys)
  const list = () => revoked.call('/config/list', { pageParam: { pageSize: 1 } })
  const before = Array.from({ length: CALLS }, list)
  await owner.ask(credential.revoke, { id })
  const after = await Promise.all(Array.from({ length: CALLS }, list))
  expect(after.map(({ code }) => code)).toEqual(after.map(() => problems.signature_wrong.code))
  await Promise.all(before)
})
