import { execFileSync } from 'node:child_process'
import { sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { describe, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import type { Client } from '../../../testing/client.ts'
import { clientCertificate } from '../../../testing/client-certificate.ts'
import { Es2plusClient } from '../../../testing/es2plus-client.ts'
import { es2plusScene } from '../../../testing/es2plus-scene.ts'
import { proveKey, signed } from '../../../testing/operator-proof.ts'
import { settleDisplaced } from './jobs.ts'

const scene = await es2plusScene()
const { server, port } = scene
const { owner } = scene.enterprise
const { owner: rival } = await scene.another()
let identities = 0

/** A certificate of an operator, with its key. */
function identity(keyType: 'EC' | 'RSA' = 'EC') {
  const oid = `2.999.50.${++identities}`
  const { pem, key } = clientCertificate('Alba', { oid, keyType, at: server.clock.now() })
  const client = new Es2plusClient({ port, requester: oid, cert: pem, key })
  /** The answer to a call, which orders nothing: the ICCID is unknown. */
  const call = async () => {
    const { http, verdict, body } = await client.call('downloadOrder', { iccid: '8999999999999999990' })
    return { http, verdict, message: body.header.functionExecutionStatus.statusCodeData.message }
  }
  return { oid, pem, key, call }
}

const ACCEPTED = { http: 200, verdict: '8.2.1/3.9' }
const UNPROVEN = { http: 403, verdict: '1.1/1.1', message: expect.stringContaining('not proven') }

const register = (client: Client, { pem }: { pem: string }, more: Partial<es2plus.NewOperator> = {}) =>
  client.ask(es2plus.register, { name: 'Alba', callbackUrl: null, requester: '', certificate: pem, ...more })
const listed = async (client: Client, id: string) =>
  (await client.ask(es2plus.list, {})).items.find((one) => one.id === id)
const prove = (client: Client, id: string, signature: string) => client.ask(es2plus.prove, { id, signature })
const refusal = (code: string) => expect.objectContaining({ code })
const fault = (path: string, rule: string) => ({ obj: { faults: [expect.objectContaining({ path, rule })] } })
const wrong = (rule: string) => fault('signature', rule)

describe('proof of possession', () => {
  test('a registered certificate gives no access before its key has signed the challenge', async () => {
    const alba = identity()
    const { id, challenge } = await register(owner, alba)
    expect(await alba.call()).toEqual(UNPROVEN)
    expect(await listed(owner, id)).toMatchObject({ state: 'WAITING', challenge, lastUsedAt: null })
    await prove(owner, id, signed(challenge.text, alba.key))
    expect(await alba.call()).toMatchObject(ACCEPTED)
    expect(await listed(owner, id)).toMatchObject({ state: 'PROVEN', challenge: null })
  })

  test('the challenge names the account and the certificate, and is valid for one hour', async () => {
    const alba = identity()
    const { id, challenge } = await register(owner, alba)
    const { fingerprint } = (await listed(owner, id))!
    expect(challenge.text).toMatch(/^[ -&(-~]{100,300}$/)
    expect(challenge.text).toContain(`account:${scene.enterprise.id} certificate-sha256:${fingerprint} `)
    expect(Date.parse(challenge.expiresAt)).toBe(server.clock.now().getTime() + 3_600_000)
    expect(challenge.command).toContain(challenge.text)
  })

  test.each(['EC', 'RSA'] as const)('an %s key proves itself in the encodings that tools write', async (keyType) => {
    const alba = identity(keyType)
    const { id, challenge } = await register(owner, alba)
    const hex = Buffer.from(signed(`${challenge.text}\n`, alba.key), 'base64').toString('hex')
    await prove(owner, id, `${keyType}-SHA2-256(stdin)= ${hex}`)
    expect(await alba.call()).toMatchObject(ACCEPTED)
  })

  test.each([
    ['EC', '-newkey ec -pkeyopt ec_paramgen_curve:P-384'],
    ['RSA', '-newkey rsa:2048'],
    ['Ed25519', '-newkey ed25519'],
  ])('the command of the challenge proves an %s key that OpenSSL has made', async (_, newKey) => {
    const folder = mkdtempSync(join(tmpdir(), 'simwright-proof-'))
    const shell = (command: string) => execFileSync('bash', ['-ec', command], { cwd: folder, stdio: 'pipe' }).toString()
    try {
      const subject = '-subj /CN=Alba -addext subjectAltName=RID:2.999.51'
      shell(`openssl req -x509 ${newKey} -nodes -days 9999 -keyout operator.key -out operator.pem ${subject}`)
      const { id, challenge } = await register(owner, { pem: readFileSync(join(folder, 'operator.pem'), 'utf8') })
      await prove(owner, id, shell(challenge.command))
      expect(await listed(owner, id)).toMatchObject({ state: 'PROVEN' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a signature of another text or by another key is refused, and changes nothing', async () => {
    const [alba, other] = [identity(), identity()]
    const { id, challenge } = await register(owner, alba)
    const foreign = await register(rival, alba)
    const wrongSignatures = [
      signed(challenge.text, other.key),
      signed(foreign.challenge.text, alba.key),
      signed(challenge.text.slice(0, -1), alba.key),
      sign('sha512', Buffer.from(challenge.text), alba.key).toString('base64'),
      'AAAA',
    ]
    for (const one of wrongSignatures) await expect(prove(owner, id, one)).rejects.toMatchObject(wrong('mismatch'))
    await expect(prove(owner, id, '???')).rejects.toMatchObject(wrong('encoding'))
    await expect(prove(owner, id, alba.key)).rejects.toMatchObject(wrong('private'))
    expect(await alba.call()).toEqual(UNPROVEN)
    expect(await listed(owner, id)).toMatchObject({ state: 'WAITING', challenge })
  })

  test('a new challenge replaces the last one', async () => {
    const alba = identity()
    const { id, challenge } = await register(owner, alba)
    const renewed = await owner.ask(es2plus.challenge, { id })
    await expect(prove(owner, id, signed(challenge.text, alba.key))).rejects.toMatchObject(wrong('mismatch'))
    await proveKey(owner, { id, challenge: renewed }, alba.key)
    expect(await alba.call()).toMatchObject(ACCEPTED)
    await expect(prove(owner, id, signed(renewed.text, alba.key))).rejects.toEqual(
      refusal(problems.certificate_proven.code),
    )
    await expect(owner.ask(es2plus.challenge, { id })).rejects.toEqual(refusal(problems.certificate_proven.code))
  })

  test('a certificate whose key can prove nothing is not registered', async () => {
    const weak = clientCertificate('Weak', { oid: '2.999.50', rsaBits: 1024, keyType: 'RSA', at: server.clock.now() })
    await expect(register(owner, weak)).rejects.toMatchObject(fault('certificate', 'key'))
  })

  test('each step is in the audit log', async () => {
    const alba = identity()
    const { id } = await register(owner, alba)
    await proveKey(owner, { id, challenge: await owner.ask(es2plus.challenge, { id }) }, alba.key)
    const { items } = await owner.ask(audit.list, { filter: { objectId: id } })
    expect(items.map(({ action }) => action)).toEqual(['es2plus.proven', 'es2plus.challenged', 'es2plus.registered'])
    expect(JSON.stringify(items)).not.toContain('nonce')
  })
})

describe('a certificate in several enterprise accounts', () => {
  test('it can wait in each of them, and the proof displaces the others', async () => {
    const alba = identity()
    const foreign = await register(rival, alba)
    const own = await register(owner, alba)
    expect(await alba.call()).toEqual(UNPROVEN)
    await proveKey(owner, own, alba.key)
    expect(await alba.call()).toMatchObject(ACCEPTED)
    expect((await listed(owner, own.id))?.lastUsedAt).not.toBeNull()
    expect(await listed(rival, foreign.id)).toMatchObject({ state: 'DISPLACED', challenge: null, lastUsedAt: null })
    const { items } = await rival.ask(audit.list, { filter: { objectId: foreign.id } })
    expect(items[0]).toMatchObject({ action: 'es2plus.displaced', actorKind: 'SYSTEM', actorName: '' })
    const displaced = refusal(problems.certificate_displaced.code)
    await expect(prove(rival, foreign.id, signed(foreign.challenge.text, alba.key))).rejects.toEqual(displaced)
    await expect(rival.ask(es2plus.challenge, { id: foreign.id })).rejects.toEqual(displaced)
    await rival.ask(es2plus.remove, { id: foreign.id })
    expect(await alba.call()).toMatchObject(ACCEPTED)
  })

  test('the proof is accepted even if the entries that it displaced are recorded later', async () => {
    const alba = identity()
    const foreign = await register(rival, alba)
    const own = await register(owner, alba)
    const dba = loginClient(server.databaseUrl, 'test')
    await dba.connect()
    try {
      await dba.query('alter table es2plus_operator add constraint broken check (displaced_at is null) not valid')
      await proveKey(owner, own, alba.key)
    } finally {
      await dba.query('alter table es2plus_operator drop constraint broken')
      await dba.end()
    }
    expect(await alba.call()).toMatchObject(ACCEPTED)
    const actions = async () =>
      (await rival.ask(audit.list, { filter: { objectId: foreign.id } })).items.map(({ action }) => action)
    expect(await actions()).toEqual(['es2plus.registered'])
    await settleDisplaced(server)
    expect(await actions()).toEqual(['es2plus.displaced', 'es2plus.registered'])
  })

  test('of two proofs at the same time one wins', async () => {
    const alba = identity()
    const entries = await Promise.all(
      [owner, rival].map(async (client) => ({ client, ...(await register(client, alba)) })),
    )
    const outcomes = await Promise.allSettled(entries.map((one) => proveKey(one.client, one, alba.key)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const states = await Promise.all(entries.map(async ({ client, id }) => (await listed(client, id))?.state))
    expect(states.toSorted()).toEqual(['DISPLACED', 'PROVEN'])
  })

  test('once proven, another account cannot register it until it is removed', async () => {
    const alba = identity()
    const own = await register(owner, alba)
    await proveKey(owner, own, alba.key)
    await expect(register(rival, alba)).rejects.toEqual(refusal(problems.certificate_registered.code))
    await owner.ask(es2plus.remove, { id: own.id })
    expect(await alba.call()).toMatchObject({ http: 403, verdict: '1.1/1.1' })
    const next = await register(rival, alba)
    await proveKey(rival, next, alba.key)
    expect(await alba.call()).toMatchObject(ACCEPTED)
  })

  test('one account registers it once', async () => {
    const alba = identity()
    await register(owner, alba)
    await expect(register(owner, alba)).rejects.toEqual(refusal(problems.certificate_registered.code))
  })
})

describe('a certificate that was registered before proofs were asked for', () => {
  /** As the migration leaves such certificates. */
  async function accepted(client: Client, alba: ReturnType<typeof identity>, more: Partial<es2plus.NewOperator> = {}) {
    const { id } = await register(client, alba, more)
    await server.db.global
      .updateTable('es2plus_certificate_directory')
      .set({ state: 'ACCEPTED' })
      .where('operator_id', '=', id)
      .execute()
    return id
  }

  test('can be used, and be proven', async () => {
    const alba = identity()
    const id = await accepted(owner, alba)
    expect(await alba.call()).toMatchObject(ACCEPTED)
    expect(await listed(owner, id)).toMatchObject({ state: 'ACCEPTED' })
    await proveKey(owner, { id, challenge: await owner.ask(es2plus.challenge, { id }) }, alba.key)
    expect(await listed(owner, id)).toMatchObject({ state: 'PROVEN' })
  })

  test('is displaced by the proof of another account, to which its calls go then', async () => {
    const alba = identity()
    const taken = await accepted(rival, alba)
    const own = await register(owner, alba)
    expect(await alba.call()).toMatchObject(ACCEPTED)
    expect((await listed(rival, taken))?.lastUsedAt).not.toBeNull()
    await proveKey(owner, own, alba.key)
    await alba.call()
    expect((await listed(owner, own.id))?.lastUsedAt).not.toBeNull()
    expect(await listed(rival, taken)).toMatchObject({ state: 'DISPLACED' })
  })
})

// it moves the clock beyond the proof of identity that registering needs
test('a challenge expires after one hour', async () => {
  const alba = identity()
  const { id, challenge } = await register(owner, alba)
  scene.clock.moveMs(3_600_000)
  const client = await scene.sessionIn(owner, scene.enterprise.id)
  const late = prove(client, id, signed(challenge.text, alba.key))
  await expect(late).rejects.toEqual(refusal(problems.challenge_expired.code))
  await proveKey(client, { id, challenge: await client.ask(es2plus.challenge, { id }) }, alba.key)
  expect(await alba.call()).toMatchObject(ACCEPTED)
})
