import type { Es9Transport } from '@simwright/euicc'
import { type Es9Function, es9Path } from '@simwright/rsp'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { handDevices, SUCCESS } from '../../../testing/hand-device.ts'
import { changedFields, flippedBytes, type Mutation } from '../../../testing/mutation.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { answerEs9, bindingOf } from './answer.ts'
import { readCredentials } from './credentials.ts'
import { LINES_A_MINUTE, openDeviceLog } from './device-log.ts'
import { openMeter } from './meter.ts'
import { openReadyCache } from './ready-cache.ts'
import type { Smdp } from './smdp.ts'
import { openTestIssuers } from './test-issuer.ts'

/** `npm run prove mutate` tests all mutations; a normal run tests a sample. */
const isProof = process.env.PROOF === 'on'
const BYTES = isProof ? 1 : 31
const FIELDS = isProof ? 1 : 7

const scene = await smdpScene()
const { server, phones, order, shown, nextEid, logged } = scene
const credentials = readCredentials(await openTestIssuers(server))
const smdp: Smdp = {
  ...server,
  credentials: () => credentials,
  set: 'NIST',
  address: () => server.smdp.address,
  addresses: () => [server.smdp.address],
  mayAuthenticate: () => true,
  sessions: server.smdp.sessions,
  refused: { add: () => {}, isOver: () => false },
  deviceLog: openDeviceLog(server.log),
  meter: openMeter(server.metrics),
  ready: openReadyCache(),
}

/** The signed object of each function, and the refusals that the standard allows for it. */
const SIGNED = {
  authenticateClient: {
    member: 'authenticateServerResponse',
    codes: /^(1\.3\.1\/2\.1|8\.10\.1\/3\.9|8\.1\/6\.1|8\.1\.2\/6\.[13]|8\.1\.3\/6\.[13]|8\.11\.1\/3\.9)$/,
  },
  getBoundProfilePackage: { member: 'prepareDownloadResponse', codes: /^(1\.3\.1\/2\.1|8\.10\.1\/3\.9|8\.1\/6\.1)$/ },
  cancelSession: {
    member: 'cancelSessionResponse',
    codes: /^(1\.3\.1\/2\.1|8\.10\.1\/3\.9|8\.1\/6\.1|8\.8\/3\.10)$/,
  },
  handleNotification: { member: 'pendingNotification', codes: /^(204|1\.3\.1\/2\.1)$/ },
} as const satisfies Partial<Record<Es9Function, { member: string; codes: RegExp }>>
type Attacked = keyof typeof SIGNED

async function call(path: string, body: string): Promise<{ status: number; body: string }> {
  const asked = { binding: bindingOf(path)!, body: Buffer.from(body), address: '127.0.0.1' }
  const { status, body: answer } = await answerEs9(smdp, asked)
  return { status, body: String(answer) }
}

type Outcome = { functionExecutionStatus: { status: string; statusCodeData?: Record<string, string> } }

function verdictOf({ status, body }: { status: number; body: string }): string {
  if (body === '') return String(status)
  const { status: outcome, statusCodeData: code } = (JSON.parse(body) as { header: Outcome }).header
    .functionExecutionStatus
  return code ? `${code.subjectCode}/${code.reasonCode}` : outcome
}

const CONTENT = [
  'profile',
  'activation_code',
  'download_order',
  'bound_package',
  'linked_order_directory',
  'profile_event',
  'device',
  'device_message',
]

/** A hash of all data that a device's message may change in an enterprise account. */
async function stateNow(): Promise<string> {
  const tables = CONTENT.map(
    (table): RawBuilder<unknown> => sql`(select string_agg(t::text, '|' order by t::text) from ${sql.ref(table)} t)`,
  )
  return await server.db.systemTx(async (db) => {
    const { rows } = await sql<{ state: string }>`select md5(concat_ws('#', ${sql.join(tables)})) as state`.execute(db)
    return rows[0]!.state
  })
}

/** Saves the sessions' states. @returns a function that restores them, because a refusal may end the session */
async function sessionsNow() {
  const { rows } = await sql<{ transaction_id: Buffer; state: string }>`
    select transaction_id, state from rsp_session`.execute(server.db.global)
  return async () => {
    for (const { transaction_id: id, state } of rows)
      await sql`update rsp_session set state = ${state} where transaction_id = ${id} and state <> ${state}`.execute(
        server.db.global,
      )
  }
}

const mutationsOf = (message: Uint8Array): Mutation[] => [
  ...flippedBytes(message, BYTES),
  ...changedFields(message, FIELDS),
]

/**
 * The only accepted mutations: one more SEQUENCE after eumCertificate, the last component, outside of the signed data.
 * RSPDefinitions has EXTENSIBILITY IMPLIED (SGP.22, annex H), so it counts as an extension of a later version (X.680,
 * 3.8: extension insertion point).
 */
const ADDITIONS: Partial<Record<Attacked, string>> = {
  authenticateClient: 'field 0.3 doubled',
  handleNotification: 'field 3 doubled',
}

const tried: Partial<Record<Attacked, number>> = {}
const faults: string[] = []

/** Sends every mutation of the signed object before the object itself. */
async function attack(name: Attacked, { path, body }: { path: string; body: string }): Promise<void> {
  const { member, codes } = SIGNED[name]
  const members = JSON.parse(body) as Record<string, string>
  const message = new Uint8Array(Buffer.from(members[member]!, 'base64'))
  const [before, restore] = [await stateNow(), await sessionsNow()]
  for (const { what, bytes } of mutationsOf(message)) {
    if (Buffer.from(bytes).equals(message) || ADDITIONS[name] === what) continue
    const answer = await call(path, JSON.stringify({ ...members, [member]: Buffer.from(bytes).toString('base64') }))
    const verdict = verdictOf(answer)
    if (answer.status >= 400 || !codes.test(verdict)) faults.push(`${name}, ${what}: ${answer.status} ${verdict}`)
    await restore()
    if ((await stateNow()) !== before) faults.push(`${name}, ${what}: ${verdict} has changed something`)
    tried[name] = (tried[name] ?? 0) + 1
  }
}

let attacking = true

const inProcess: Es9Transport = async ({ path, body }) => {
  const name = path.split('/').at(-1) as Es9Function
  if (attacking && name in SIGNED && path === es9Path(name)) await attack(name as Attacked, { path, body })
  return { ...(await call(path, body)), headers: {} }
}

const startedAt = performance.now()

test('a MatchingID with a NUL is refused as malformed', async () => {
  const hand = handDevices(scene, {
    ...phones,
    transport: async (sent) => ({ ...(await call(sent.path, sent.body)), headers: {} }),
  })
  const rewrite = (signed: Uint8Array) => {
    signed[Buffer.from(signed).indexOf('A?B') + 1] = 0
    return signed
  }
  expect((await hand.device(nextEid()).ask('A?B', { rewrite })).verdict).toBe('1.3.1/2.1')
})

test('no mutation of a signed message is accepted, changes data, or causes a server error', async () => {
  const hand = handDevices(scene, { ...phones, transport: inProcess })
  const { matchingId, profileId, iccid } = await order()
  const device = hand.device(nextEid())
  const offer = await device.offered(matchingId)
  expect((await device.prepare(offer)).verdict).toBe(SUCCESS)
  expect(await hand.notify(device.result(offer, iccid))).toBe(204)
  expect(await hand.notify(device.notification('enable', { iccid, seqNumber: 2 }))).toBe(204)
  expect(faults).toEqual([])
  expect(await shown(profileId)).toMatchObject({ status: 'ENABLED', attempts: 1 })

  attacking = false
  const canceled = await order()
  const opened = await device.offered(canceled.matchingId)
  attacking = true
  expect((await device.cancel(opened, { reason: 'postponed' })).verdict).toBe(SUCCESS)

  console.log(`mutations: ${JSON.stringify(tried)}`)
  expect(faults).toEqual([])
  expect(Object.keys(tried).sort()).toEqual(Object.keys(SIGNED).sort())
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('log lines for refused messages of one network are limited', () => {
  const lines = logged.filter((line) => line.includes('"security"'))
  const minutes = 1 + (performance.now() - startedAt) / 60_000
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.length).toBeLessThanOrEqual(minutes * (LINES_A_MINUTE + 1))
})

/** The message with an extension that a later version may add. */
function withAddition(name: Attacked, message: Uint8Array): Uint8Array {
  const { bytes } = [...changedFields(message, 1)].find(({ what }) => what === ADDITIONS[name])!
  expect(bytes.length).toBeGreaterThan(message.length)
  return bytes
}

test('an extension after the last component, outside of the signed data, is skipped (SGP.22, annex H)', async () => {
  attacking = false
  const adding: Es9Transport = async ({ path, body }) => {
    const name = path.split('/').at(-1) as Attacked
    if (ADDITIONS[name] === undefined) return { ...(await call(path, body)), headers: {} }
    const { member } = SIGNED[name]
    const members = JSON.parse(body) as Record<string, string>
    const message = new Uint8Array(Buffer.from(members[member]!, 'base64'))
    const isResult = message[0] === 0xbf
    const sent = isResult && name === 'handleNotification' ? message : withAddition(name, message)
    const changed = JSON.stringify({ ...members, [member]: Buffer.from(sent).toString('base64') })
    return { ...(await call(path, changed)), headers: {} }
  }
  const hand = handDevices(scene, { ...phones, transport: adding })
  const { matchingId, profileId, iccid } = await order()
  const device = hand.device(nextEid())
  const offer = await device.offered(matchingId)
  expect((await device.prepare(offer)).verdict).toBe(SUCCESS)
  expect(await hand.notify(device.result(offer, iccid))).toBe(204)
  expect(await hand.notify(device.notification('enable', { iccid, seqNumber: 2 }))).toBe(204)
  expect(await shown(profileId)).toMatchObject({ status: 'ENABLED', attempts: 1 })
})
