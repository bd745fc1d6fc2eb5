import { beginUnstored, type SessionPlace } from '@simwright/rsp'
import { issueTestEuicc } from '@simwright/x509'
import { describe, expect, test } from 'vitest'
import { namedClient } from '../../../db/connection.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { handDevices, type Opened, SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { recordRestore } from '../../platform/restores/service.ts'
import { answerEs9, bindingOf } from './answer.ts'
import { readCredentials } from './credentials.ts'
import { openMeter } from './meter.ts'
import { openReadyCache } from './ready-cache.ts'
import { openRefusedSessions, REFUSALS_MAX } from './refused-session.ts'
import { sourcesOf } from './service.ts'
import { openSessionIssuer, SESSION_LIFE_MS } from './session-issuer.ts'
import type { Smdp } from './smdp.ts'
import { openTestIssuers } from './test-issuer.ts'

const scene = await smdpScene({ isOwn: true })
const { server, phones, clock, hand, device, order, shown, nextEid } = scene
const PLACE: SessionPlace = { interface: 'ES9+', port: 'NIST' }
const UNKNOWN = '8.10.1/3.9'

/** The state of the stored session. */
async function stateOf({ transactionId }: Pick<Opened, 'transactionId'>): Promise<string | undefined> {
  const id = Buffer.from(transactionId)
  const stored = server.db.global.selectFrom('rsp_session').select('state').where('transaction_id', '=', id)
  return (await stored.executeTakeFirst())?.state
}

/** The devices of another process on the database: what it knows is from there. */
async function inOtherProcess(change: Partial<Smdp> = {}) {
  const credentials = readCredentials(await openTestIssuers(server))
  const smdp: Smdp = {
    ...server,
    credentials: () => credentials,
    set: 'NIST',
    address: () => server.smdp.address,
    addresses: () => [server.smdp.address],
    mayAuthenticate: () => true,
    sessions: await openSessionIssuer(server),
    refused: openRefusedSessions(),
    deviceLog: () => {},
    meter: openMeter(server.metrics),
    ready: openReadyCache(),
    ...change,
  }
  return handDevices(scene, {
    ...phones,
    transport: async ({ path, body }) => {
      const asked = { binding: bindingOf(path)!, body: Buffer.from(body), address: '127.0.0.1' }
      const { status, body: answer } = await answerEs9(smdp, asked)
      return { status, headers: {}, body: String(answer) }
    },
  })
}

describe('a session is stored at AuthenticateClient', () => {
  test('and not before', async () => {
    const { matchingId } = await order()
    const one = device()
    const opened = await one.open()
    expect(await stateOf(opened)).toBeUndefined()
    expect((await one.authenticate(opened, { matchingId })).verdict).toBe(SUCCESS)
    expect(await stateOf(opened)).toBe('AUTHENTICATED')
  })

  test('also by another process, and after a restart; further calls may go to any of them', async () => {
    const { matchingId, profileId } = await order()
    const eid = nextEid()
    const identity = issueTestEuicc({ ...sourcesOf(server), eum: phones.issuer.eum, eid })
    const opened = await hand.device(eid, identity).open()
    const other = (await inOtherProcess()).device(eid, identity)
    const { verdict, answer } = await other.authenticate(opened, { matchingId })
    expect(verdict).toBe(SUCCESS)
    const offer = { ...opened, smdpSignature2: answer!.smdpSignature2.subarray(3), ccRequired: false }
    expect((await hand.device(eid, identity).prepare(offer)).verdict).toBe(SUCCESS)
    expect(await shown(profileId)).toMatchObject({ status: 'DOWNLOADED', attempts: 1 })
  })

  test('once: of two concurrent calls for two codes exactly one succeeds', async () => {
    const codes = [await order(), await order()]
    const one = device()
    const opened = await one.open()
    const answers = await Promise.all(codes.map(({ matchingId }) => one.authenticate(opened, { matchingId })))
    expect(answers.map(({ verdict }) => verdict).toSorted()).toEqual([UNKNOWN, SUCCESS])
    const attempts = await Promise.all(codes.map(async ({ profileId }) => (await shown(profileId)).attempts))
    expect(attempts.toSorted()).toEqual([0, 1])
  })

  test('as ended when a verified eUICC is refused', async () => {
    const { matchingId, profileId } = await order({ eid: nextEid() })
    const one = device()
    for (const [asked, verdict] of [
      ['UNKNOWN-CODE', '8.2.6/3.8'],
      [matchingId, '8.1.1/3.8'],
    ] as const) {
      const opened = await one.open()
      expect((await one.authenticate(opened, { matchingId: asked })).verdict).toBe(verdict)
      expect(await stateOf(opened)).toBe('ENDED')
      expect((await one.authenticate(opened, { matchingId: asked })).verdict).toBe(UNKNOWN)
    }
    expect(await shown(profileId)).toMatchObject({ attempts: 0 })
  })
})

describe('a caller who does not prove to be the eUICC', () => {
  test('writes nothing and does not use up the session', async () => {
    const { matchingId } = await order()
    const one = device()
    const opened = await one.open()
    const key = device().identity
    expect((await one.authenticate(opened, { matchingId, key })).verdict).toBe('8.1/6.1')
    const serverAddress = 'localhost'
    expect((await one.authenticate(opened, { matchingId, serverAddress })).verdict).toBe('8.1/6.1')
    const { serverChallenge } = await one.open()
    expect((await one.authenticate(opened, { matchingId, serverChallenge })).verdict).toBe('8.1/6.1')
    expect(await stateOf(opened)).toBeUndefined()
    expect((await one.authenticate(opened, { matchingId })).verdict).toBe(SUCCESS)
  })

  test('is heard a few times only', async () => {
    const { matchingId } = await order()
    const one = device()
    const opened = await one.open()
    const key = device().identity
    const verdicts: string[] = []
    for (let count = 0; count <= REFUSALS_MAX; count += 1)
      verdicts.push((await one.authenticate(opened, { matchingId, key })).verdict)
    expect(verdicts).toEqual([...Array.from({ length: REFUSALS_MAX }, () => '8.1/6.1'), UNKNOWN])
    expect((await one.authenticate(await one.open(), { matchingId })).verdict).toBe(SUCCESS)
  })
})

describe('a transaction ID is refused', () => {
  /** As the server would begin a session now, but with a key of someone else. */
  function forged(opened: Opened): Opened {
    const [at, endsAt] = [clock.now(), new Date(clock.now().getTime() + SESSION_LIFE_MS)]
    const random = (length: number) => server.random.bytes(length)
    const begin = beginUnstored({ place: PLACE, key: random(32), at, endsAt, random })
    return { ...opened, ...begin({ ...opened, ciKeyId: hand.ciKeyId, serverCiKeyId: hand.ciKeyId }) }
  }

  test('of another key, also with the challenge of a session of ours', async () => {
    const { matchingId } = await order()
    const one = device()
    const opened = await one.open()
    const other = forged(opened)
    expect((await one.authenticate(other, { matchingId })).verdict).toBe(UNKNOWN)
    const { serverChallenge } = opened
    expect((await one.authenticate(other, { matchingId, serverChallenge })).verdict).toBe(UNKNOWN)
    expect((await one.prepare({ ...other, smdpSignature2: new Uint8Array(64), ccRequired: false })).verdict).toBe(
      UNKNOWN,
    )
    expect((await one.cancel(other)).verdict).toBe(UNKNOWN)
  })

  test('of a later time, but not within the difference of the clocks of two processes', async () => {
    const [first, second] = [await order(), await order()]
    const one = device()
    clock.moveMs(60_000)
    const opened = await one.open()
    clock.moveMs(-60_000)
    expect((await one.authenticate(opened, { matchingId: first.matchingId })).verdict).toBe(UNKNOWN)
    clock.moveMs(58_000)
    expect((await one.authenticate(opened, { matchingId: first.matchingId })).verdict).toBe(SUCCESS)
    expect((await one.authenticate(opened, { matchingId: second.matchingId })).verdict).toBe(UNKNOWN)
  })

  test('on another port, and in or outside of a try', async () => {
    const { matchingId } = await order()
    const eid = nextEid()
    const opened = await hand.device(eid).open()
    const trial = { enterpriseId: scene.enterprise.id, id: server.random.uuid(), profileId: '', isBlocked: false }
    for (const change of [{ set: 'BRP' }, { trial }] as Partial<Smdp>[]) {
      const one = (await inOtherProcess(change)).device(eid)
      expect((await one.authenticate(opened, { matchingId })).verdict).toBe(UNKNOWN)
      const own = await one.open()
      expect((await hand.device(eid).authenticate(own, { matchingId })).verdict).toBe(UNKNOWN)
    }
  })

  test('before AuthenticateClient by all other calls', async () => {
    const one = device()
    const opened = await one.open()
    expect((await one.prepare({ ...opened, smdpSignature2: new Uint8Array(64), ccRequired: false })).verdict).toBe(
      UNKNOWN,
    )
    expect((await one.cancel(opened)).verdict).toBe(UNKNOWN)
  })
})

describe('the keys', () => {
  const issue = async (at: Date, issuer = server.smdp.sessions) => {
    const { begin } = await issuer.begin(PLACE, at)
    const chosen = { serverAddress: hand.address, ciKeyId: hand.ciKeyId, serverCiKeyId: hand.ciKeyId }
    return { ...chosen, ...begin(chosen) }
  }
  const recognizes = async (issuer: Smdp['sessions'], { transactionId }: Opened, at: Date) =>
    (await issuer.recognize(PLACE, { transactionId, at, ciKeyIds: [], serverCiKeyIds: [] })) !== undefined

  test('of a month are valid for the ten minutes of its last sessions', async () => {
    const end = Date.parse('2031-01-31T23:59:59.999Z')
    const last = await issue(new Date(end))
    const { sessions } = server.smdp
    expect(await recognizes(sessions, last, new Date(end + 1))).toBe(true)
    expect(await recognizes(sessions, last, new Date(end + SESSION_LIFE_MS - 1))).toBe(true)
    expect(await recognizes(sessions, last, new Date(end + SESSION_LIFE_MS))).toBe(false)
    const next = await issue(new Date(end + 1))
    expect(await recognizes(sessions, next, new Date(end + 1))).toBe(true)
  })

  test('are new in a restored database', async () => {
    const at = clock.now()
    const session = await issue(at)
    const restored = await openTestDatabase()
    const keys = await server.db.global.selectFrom('sealed_key').selectAll().execute()
    await restored.db.global.insertInto('sealed_key').values(keys).execute()
    const opened = await openSessionIssuer({ ...server, db: restored.db })
    expect(await recognizes(opened, session, at)).toBe(false)
    expect(await recognizes(await openSessionIssuer(server), session, at)).toBe(true)
    const second = await issue(at, opened)
    expect(await recognizes(opened, second, at)).toBe(true)
    // to a point in time, the database stays the same
    await recordRestore(restored.db.global, { id: server.random.uuid(), rowsOf: at, at })
    expect(await recognizes(await openSessionIssuer({ ...server, db: restored.db }), second, at)).toBe(false)
  })
})

test('while a process of an older version is connected, sessions are stored; afterwards they still continue', async () => {
  const older = namedClient(server.databaseUrl, 'simwright listen')
  await older.connect()
  const sessions = await openSessionIssuer(server)
  const eid = nextEid()
  const identity = issueTestEuicc({ ...sourcesOf(server), eum: phones.issuer.eum, eid })
  const one = (await inOtherProcess({ sessions })).device(eid, identity)
  const [stored, unproven] = [await one.open(), await one.open()]
  expect(await stateOf(stored)).toBe('INITIATED')
  await older.end()
  let unstored = await one.open()
  await expect
    .poll(async () => {
      sessions.refresh()
      unstored = await one.open()
      return await stateOf(unstored)
    })
    .toBeUndefined()
  const [first, second] = [await order(), await order()]
  const { matchingId } = first
  const current = hand.device(eid, identity)
  expect((await current.authenticate(unproven, { matchingId, key: device().identity })).verdict).toBe('8.1/6.1')
  expect(await stateOf(unproven)).toBe('ENDED')
  expect((await current.authenticate(stored, { matchingId })).verdict).toBe(SUCCESS)
  expect((await current.authenticate(stored, { matchingId })).verdict).toBe(UNKNOWN)
  expect((await current.authenticate(unstored, { matchingId: second.matchingId })).verdict).toBe(SUCCESS)
})
