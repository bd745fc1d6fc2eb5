import { randomUUID } from 'node:crypto'
import { endpoints, problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as credential from '@simwright/contract/programs/credential'
import { signedCalls } from '@simwright/contract/programs/open-api'
import type { SignedCall } from '@simwright/contract/programs/signed-call'
import * as batch from '@simwright/contract/provisioning/batch'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Secret } from '../../../secret/secret.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { configured } from '../../../testing/generated.ts'
import { type Keys, type OpenAnswer, OpenApiClient } from '../../../testing/open-api-client.ts'
import { testPhones } from '../../../testing/phone.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { givePlan } from '../../platform/plans/service.ts'

const statements: string[] = []
const database = await openTestDatabase({ onStatement: ({ sql }) => void statements.push(sql) })
const t = await testServer({ database, background: 'queue' })
const SUCCESS = '00000'
/** In the statement that reads the plan of an enterprise account. */
const ACTIVE_PLAN = 'as enterprise_state'
const NAME = 'Billing system'

let enterprise: TestEnterprise
let owner: Client
let keys: Keys & { id: string }
let client: OpenApiClient

const credentialOf = (member: Client, name = NAME) => member.ask(credential.create, { name })
const clientOf = (own: Keys) => new OpenApiClient(t.url, own)

function metadata(more: object = {}) {
  const [row] = newSubscribers(1)
  return { configName: 'Test network', iccid: row!.ICCID!, imsi: row!.IMSI!, ki: row!.KI!, opc: row!.OPC!, ...more }
}

beforeAll(async () => {
  enterprise = await t.enterprise('Open API user')
  owner = enterprise.owner
  await configured(owner)
  keys = await credentialOf(owner)
  client = clientOf(keys)
})

describe('every call', () => {
  const paths = Object.values(signedCalls as Record<string, SignedCall>).flatMap(({ path, alsoAt = [] }) => [
    `/v1${path}`,
    ...alsoAt,
  ])

  test.each(paths)('%s is served, and refused without a signature or with a wrong one', async (path) => {
    expect(t.app.hasRoute({ method: 'POST', url: `/api${path}` })).toBe(true)
    const [, version, rest = ''] = /^\/(v\d)(.*)$/.exec(path)!
    for (const forged of [{ without: 'Signature' }, { signature: '00'.repeat(32) }] as const)
      expect(await client.call(rest, {}, { version: version as 'v1', ...forged })).toMatchObject({ status: 401 })
  })

  test('has a path that no call of the portal has', () => {
    const own = new Set(endpoints.map(({ endpoint }) => `/v1${endpoint.path}`))
    expect(paths.filter((path) => own.has(path))).toEqual([])
  })
})

describe('single generate', () => {
  test('answers with the code, in both versions, and the profile is listed with the name of the credential', async () => {
    for (const version of ['v1', 'v2'] as const) {
      const sent = metadata()
      const answer = await client.call('/ac/generate', sent, { version })
      expect(answer).toMatchObject({ status: 200, success: true, code: SUCCESS, msg: '', obj: { iccid: sent.iccid } })
      expect(answer.obj.activationCode).toMatch(/^1\$[^$]+\$[0-9A-F]{32}$/)
      expect(answer.obj).not.toHaveProperty('acLink')
      const { items } = await owner.ask(fleet.list, { filter: { iccid: sent.iccid } })
      expect(items).toMatchObject([{ status: 'AVAILABLE', createdBy: NAME, configurationName: 'Test network' }])
      const { items: events } = await owner.ask(fleet.timeline, { id: items[0]!.id })
      expect(events).toMatchObject([{ type: 'GENERATED', actorName: NAME }])
    }
    const { items } = await owner.ask(batch.list, { filter: { type: 'SINGLE_GENERATE' } })
    expect(items[0]).toMatchObject({ createdBy: NAME, process: 'COMPLETE', succeeded: 1 })
    const makers = await owner.ask(fleet.makers, {})
    expect(makers.items).toContainEqual({ id: keys.id, name: NAME })
  })

  test('leaves an audit entry of the credential', async () => {
    const requestId = randomUUID()
    await client.call('/ac/generate', metadata(), { requestId })
    const { items } = await owner.ask(audit.list, { filter: { actor: ['KEY'] } })
    expect(items[0]).toMatchObject({
      actorKind: 'KEY',
      actorId: keys.id,
      actorName: NAME,
      address: '127.0.0.1',
      action: 'batch.started',
      requestId,
    })
  })

  test('takes every field, in both spellings, and links the public page', async () => {
    await configured(owner, { name: 'Full' })
    const sent = metadata({
      configName: 'full',
      msidn: '447700900123',
      hplmnList: ['99970'],
      ehplmnList: '99971,99972',
      fplmnList: null,
      spn: 'Own name',
      pnn: 'Own network',
      cc: '1234',
      expireTime: '2099-12-31 23:59:59',
      pin1: '1111',
      pin2: '2222',
      puk1: '11111111',
      puk2: '22222222',
      adm1: '33333333',
      smsp: '+447700900000',
      impu: [],
      multiImsiDataList: [],
      encryptionMode: 1,
      needAcLink: true,
    })
    const answer = await client.call('/ac/generate', sent)
    expect(answer).toMatchObject({ code: SUCCESS })
    expect(answer.obj.activationCode).toMatch(/\$\$1$/)
    expect(answer.obj.acLink).toMatch(/^http:\/\/[^/]+\/ac\/[\w-]{22}$/)
    const { items } = await owner.ask(fleet.list, { filter: { iccid: sent.iccid } })
    expect(items[0]).toMatchObject({ msisdn: '447700900123', spn: 'Own name' })
    expect(await owner.ask(fleet.detail, { id: items[0]!.id })).toMatchObject({
      expiresAt: '2099-12-31T23:59:59.000Z',
      confirmationCodeRequired: true,
      link: answer.obj.acLink,
    })
  })

  test('refuses an ICCID that exists, by its number, and one of another enterprise without saying whose it is', async () => {
    const sent = metadata()
    await client.call('/ac/generate', sent)
    const again = await client.call('/ac/generate', sent)
    expect(again).toMatchObject({ status: 409, success: false, code: problems.iccid_exists.code })
    expect(again.msg).toContain(sent.iccid)
    const other = await t.enterprise('Another name')
    await configured(other.owner)
    const foreign = await clientOf(await credentialOf(other.owner)).call('/ac/generate', sent)
    expect(foreign).toMatchObject({ success: false, code: problems.iccid_taken.code })
    expect(foreign.msg).toBe(`The ICCID ${sent.iccid} is not available.`)
    expect(JSON.stringify(foreign)).not.toContain('Open API user')
  })

  test('names each missing and each wrong field', async () => {
    const { iccid: _, ki: __, ...rest } = metadata()
    const missing = await client.call('/ac/generate', rest)
    expect(missing).toMatchObject({ status: 400, success: false, code: problems.invalid.code })
    expect(missing.obj.faults.map(({ path }: { path: string }) => path)).toEqual(['iccid', 'ki'])
    const wrong = await client.call('/ac/generate', metadata({ imsi: '460001234567890', cc: '12' }))
    expect(wrong).toMatchObject({ status: 400, code: problems.invalid.code })
    expect(wrong.obj.faults).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'imsi', text: '460 IMSI is not allowed.' }),
        expect.objectContaining({ path: 'cc' }),
      ]),
    )
    const several = await client.call('/ac/generate', metadata({ multiImsiDataList: [{}], encryptionMode: 2 }))
    expect(several.obj.faults.map(({ path }: { path: string }) => path).sort()).toEqual([
      'encryptionMode',
      'multiImsiDataList',
    ])
    const unknown = await client.call('/ac/generate', metadata({ configName: 'None' }))
    expect(unknown).toMatchObject({ status: 404, code: problems.configuration_unknown.code })
  })

  test('a device downloads the code', async () => {
    const sent = metadata()
    const { obj } = await client.call('/ac/generate', sent)
    const phones = await testPhones(t)
    const result = await phones.phone().download(`LPA:${obj.activationCode}`)
    expect(result).toMatchObject({ outcome: 'installed', iccid: sent.iccid })
  })
})

describe('a signature', () => {
  const refused = async (code: string, ...[input, forged]: [object?, Parameters<OpenApiClient['call']>[2]?]) => {
    const answer = await client.call('/ac/generate', input ?? metadata(), forged)
    expect(answer).toMatchObject({ success: false, code })
    return answer
  }

  test.each(['AccessKey', 'Timestamp', 'RequestID', 'Signature'] as const)('needs the header %s', async (without) => {
    const { status, msg } = await refused(problems.signature_headers.code, undefined, { without })
    expect(status).toBe(401)
    expect(msg).toContain(without)
  })

  test('counts in lower case too', async () => {
    const { createHmac } = await import('node:crypto')
    const [timestamp, requestId, body] = [String(Date.now()), randomUUID(), JSON.stringify(metadata())]
    const signature = createHmac('sha256', keys.secretKey)
      .update(timestamp + requestId + keys.accessKey + body)
      .digest('hex')
    const answer = await client.call('/ac/generate', {}, { timestamp, requestId, body, signature })
    expect(answer.code).toBe(SUCCESS)
  })

  test('is over the received bytes', async () => {
    const sent = metadata()
    const text = JSON.stringify(sent)
    await refused(problems.signature_wrong.code, sent, { sentBody: `${text} ` })
    await refused(problems.signature_wrong.code, sent, { sentBody: text.replace('"', ' "') })
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(sent).reverse()))
    await refused(problems.signature_wrong.code, sent, { sentBody: reordered })
    // white space that was signed is no fault
    expect((await client.call('/ac/generate', {}, { body: ` ${text}\n` })).code).toBe(SUCCESS)
  })

  test('of another key, or with an unknown AccessKey, is refused with the same words', async () => {
    const wrong = await refused(problems.signature_wrong.code, undefined, { signature: 'ab'.repeat(32) })
    const unknown = await refused(problems.signature_wrong.code, undefined, { accessKey: 'SWAK0000' })
    expect(unknown).toMatchObject({ status: wrong.status, msg: wrong.msg })
  })

  test('is verified by the same work for an unknown AccessKey, so that the time is the same', async () => {
    const revealed = vi.spyOn(Secret.prototype, 'reveal')
    onTestFinished(() => revealed.mockRestore())
    const workOf = async (sent: { signature: string; accessKey?: string }) => {
      statements.length = 0
      revealed.mockClear()
      await refused(problems.signature_wrong.code, undefined, sent)
      const signed = revealed.mock.results.filter(({ value }) => [keys.secretKey, ''].includes(value as string))
      return {
        // not those of the server's own work, which may run meanwhile
        statements: statements.filter((sql) => sql.includes('open_api_credential')),
        readsPlan: statements.some((sql) => sql.includes(ACTIVE_PLAN)),
        signatures: signed.length,
      }
    }
    const signature = 'ab'.repeat(32)
    const unknown = { signature, accessKey: 'SWAK0001' }
    // the first call of each looks it up in the directory
    await workOf(unknown)
    await workOf({ signature })
    const known = await workOf({ signature })
    expect(await workOf(unknown)).toEqual(known)
    expect(known).toEqual({ statements: [expect.any(String)], readsPlan: true, signatures: 1 })
  })

  test('is valid for ten minutes before and after its time', async () => {
    // at the server's clock, so that the time the calls take does not matter
    const at = (minutes: number) => ({ timestamp: t.clock.now().getTime() + minutes * 60_000 })
    for (const minutes of [-11, 11]) {
      const answer = await refused(problems.timestamp_off.code, undefined, at(minutes))
      expect(answer.status).toBe(401)
    }
    for (const minutes of [-9, 9])
      expect((await client.call('/ac/generate', metadata(), at(minutes))).code).toBe(SUCCESS)
  })

  test('can be used once, also by two calls at the same time', async () => {
    const requestId = randomUUID()
    expect((await client.call('/ac/generate', metadata(), { requestId })).code).toBe(SUCCESS)
    expect((await refused(problems.request_id_used.code, undefined, { requestId })).status).toBe(409)
    const same = randomUUID()
    const sent = [metadata(), metadata()]
    const answers = await Promise.all(sent.map((one) => client.call('/ac/generate', one, { requestId: same })))
    expect(answers.map(({ code }) => code).sort()).toEqual([SUCCESS, problems.request_id_used.code])
    const listed = await Promise.all(sent.map(({ iccid }) => owner.ask(fleet.list, { filter: { iccid } })))
    expect(listed.map(({ items }) => items.length).sort()).toEqual([0, 1])
  })

  test('has a RequestID of 1 to 64 printable characters, which can be used once', async () => {
    const uuid = randomUUID()
    const bare = uuid.replaceAll('-', '').toUpperCase()
    expect((await client.call('/ac/generate', metadata(), { requestId: bare })).code).toBe(SUCCESS)
    for (const requestId of [bare, uuid, bare.toLowerCase()])
      await refused(problems.request_id_used.code, undefined, { requestId })
    for (const requestId of ['7', 'order 4711/e', 'x'.repeat(64), 'X'.repeat(64)]) {
      expect((await client.call('/ac/generate', metadata(), { requestId })).code).toBe(SUCCESS)
      await refused(problems.request_id_used.code, undefined, { requestId })
    }
    for (const requestId of ['x'.repeat(65), 'a\tb'])
      await refused(problems.signature_headers.code, undefined, { requestId })
  })

  test('of a call that failed can be used again, because nothing was done', async () => {
    const requestId = randomUUID()
    await refused(problems.configuration_unknown.code, metadata({ configName: 'None' }), { requestId })
    expect((await client.call('/ac/generate', metadata(), { requestId })).code).toBe(SUCCESS)
  })
})

describe('bad input', () => {
  test.each([
    ['malformed JSON', '{"iccid":'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['a list', '[]'],
    ['a prototype', '{"__proto__":{}}'],
    ['deep nesting', `${'['.repeat(200)}${']'.repeat(200)}`],
  ])('%s is refused as invalid', async (_name, body) => {
    const answer = await client.call('/ac/generate', {}, { body })
    expect(answer).toMatchObject({ status: 400, success: false, code: problems.invalid.code })
  })

  test('an empty body lacks all required fields', async () => {
    const answer = await client.call('/ac/generate', {}, { body: '' })
    expect(answer.obj.faults.map(({ path }: { path: string }) => path)).toEqual(['iccid', 'imsi', 'ki', 'configName'])
  })

  test('a body of 50 MB is refused before it is read', async () => {
    const body = 'x'.repeat(50 * 1024 * 1024)
    // the server may close the connection before all of it was sent
    const answer = await client.call('/ac/generate', {}, { body }).catch((error: Error) => error)
    if (!(answer instanceof Error)) expect(answer).toMatchObject({ status: 413, code: problems.too_large.code })
    expect((await client.call('/ac/generate', metadata())).code).toBe(SUCCESS)
  })

  test('a number of the wrong type is named', async () => {
    const answer = await client.call('/ac/generate', metadata({ iccid: 8944500000000000000 }))
    expect(answer.obj.faults).toMatchObject([{ path: 'iccid', rule: 'type' }])
  })
})

describe('the plan', () => {
  test('decides how many calls a second are answered, and each answer says how many are left', async () => {
    const pro = await t.enterprise('Five calls')
    const own = clientOf(await credentialOf(pro.owner))
    await configured(pro.owner)
    await givePlan(t.server, { enterpriseId: pro.id, plan: 'PRO', endsAt: new Date('2099-01-01') })
    const answers: OpenAnswer[] = []
    while (answers.every(({ status }) => status !== 429) && answers.length < 400)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => own.call('/ac/generate', {})))))
    const over = answers.find(({ status }) => status === 429)!
    expect(over).toMatchObject({ success: false, code: problems.calls_too_many.code })
    expect(over.headers.get('ratelimit')).toBe('"plan";r=0;t=1')
    for (const { code, headers } of answers.filter(({ status }) => status !== 429)) {
      expect(code).toBe(problems.invalid.code)
      expect(headers.get('ratelimit')).toMatch(/^"plan";r=[0-4];t=1$/)
    }
    expect(over.headers.get('ratelimit-policy')).toBe('"plan";q=5;w=1')
    expect(over.headers.get('retry-after')).toBe('1')
    expect(over.msg).toBe('The plan PRO allows 5 calls per second. Try again in 1 second.')
  })

  test('without an open API refuses calls, and says which plans have it', async () => {
    const small = await t.enterprise('Small')
    const own = clientOf(await credentialOf(small.owner))
    await givePlan(t.server, { enterpriseId: small.id, plan: 'BASIC', endsAt: new Date('2099-01-01') })
    const answer = await own.call('/ac/generate', metadata())
    expect(answer).toMatchObject({ status: 403, success: false, code: problems.plan_refused.code })
    expect(answer.msg).toContain('Open API')
  })

  test('DEMO reaches the sample configurations only, with one call a second', async () => {
    const member = await t.signUpAndIn()
    const own = clientOf(await credentialOf(member))
    const { configName: _, ...row } = metadata()
    await configured(member)
    const refused = await own.call('/ac/generate', { ...row, configName: 'Test network' })
    expect(refused).toMatchObject({ code: problems.configuration_unknown.code })
    expect(refused.headers.get('ratelimit-policy')).toBe('"plan";q=1;w=1')
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    const { configurationName } = (await member.ask(fleet.list, {})).items[0]!
    expect((await own.call('/ac/generate', { ...row, configName: configurationName })).code).toBe(SUCCESS)
  })

  test('of a suspended enterprise allows no change', async () => {
    const other = await t.enterprise('Suspended')
    const own = clientOf(await credentialOf(other.owner))
    await t.server.db.tenantTx(other.id, (db) => db.updateTable('enterprise').set({ state: 'SUSPENDED' }).execute())
    expect((await own.call('/ac/generate', metadata())).code).toBe(problems.enterprise_suspended.code)
  })
})

describe('a credential', () => {
  test('has two secrets while it is rotated, and the previous one until it is ended', async () => {
    const first = await credentialOf(owner, 'Rotating')
    const second = await owner.ask(credential.rotate, { id: first.id })
    expect(second.accessKey).toBe(first.accessKey)
    for (const own of [first, second]) expect((await clientOf(own).call('/ac/generate', metadata())).code).toBe(SUCCESS)
    expect((await owner.refusal(credential.rotate, { id: first.id })).code).toBe(problems.secrets_too_many.code)
    await owner.ask(credential.endPrevious, { id: first.id })
    expect((await clientOf(first).call('/ac/generate', metadata())).code).toBe(problems.signature_wrong.code)
    expect((await clientOf(second).call('/ac/generate', metadata())).code).toBe(SUCCESS)
  })

  test('ends when it is revoked', async () => {
    const own = await credentialOf(owner, 'Revoked')
    expect((await clientOf(own).call('/ac/generate', metadata())).code).toBe(SUCCESS)
    await owner.ask(credential.revoke, { id: own.id })
    expect((await clientOf(own).call('/ac/generate', metadata())).code).toBe(problems.signature_wrong.code)
    expect((await owner.refusal(credential.rotate, { id: own.id })).code).toBe(problems.credential_revoked.code)
    const { items } = await owner.ask(credential.list, {})
    expect(items.find(({ id }) => id === own.id)?.revokedAt).not.toBeNull()
    expect(items.at(-1)!.id).toBe(own.id)
  })

  test('can be generated until there are 20', async () => {
    const { owner: other } = await t.enterprise('Many credentials')
    for (let count = 0; count < 20; count += 1) await credentialOf(other)
    const refused = await other.refusal(credential.create, { name: NAME })
    expect(refused.code).toBe(problems.credentials_too_many.code)
  })

  test('is generated by owners and admins only', async () => {
    const developer = await enterprise.member('Developer')
    expect((await developer.refusal(credential.create, { name: 'Mine' })).code).toBe(problems.credential_by_admin.code)
    const admin = await enterprise.member('Admin')
    expect(await credentialOf(admin, 'By an admin')).toMatchObject({ secretKey: expect.stringMatching(/^sws_.{43}$/) })
  })

  test('is listed without its secret, with its last use', async () => {
    const { items, callsASecond, refusal } = await owner.ask(credential.list, {})
    expect({ callsASecond, refusal }).toEqual({ callsASecond: null, refusal: null })
    expect(items.find(({ id }) => id === keys.id)).toMatchObject({
      name: NAME,
      accessKey: keys.accessKey,
      lastUsedAt: t.clock.now().toISOString(),
      twoSecrets: false,
    })
    expect(JSON.stringify(items)).not.toContain('sws_')
  })
})

test('neither secrets nor subscriber keys are logged or stored in the clear', async () => {
  const sent = metadata()
  await client.call('/ac/generate', sent)
  await client.call('/ac/generate', { ...sent, imsi: 'wrong' })
  const logged = t.logged.join('')
  for (const secret of [keys.secretKey, sent.ki, sent.opc]) expect(logged).not.toContain(secret)
  const rows = await t.server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('open_api_credential').selectAll().execute(),
  )
  for (const { sealed_secret } of rows) expect(sealed_secret?.toString('latin1') ?? '').not.toContain('sws_')
})
