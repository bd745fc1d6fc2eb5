import { request } from 'node:https'
import { toHex, withRaw } from '@simwright/asn1'
import { discoverEvents } from '@simwright/euicc'
import { parseTac, tacToBytes } from '@simwright/ids'
import {
  authenticateServerResponse,
  beginRandom,
  beginUnstored,
  euiccInfo1,
  euiccInfo2,
  euiccSigned1,
  importSigningKey,
  type ServerSigned1,
  serverSigned1,
} from '@simwright/rsp'
import { issueTestEuicc, issueTestPki, issueTestTls, writePem } from '@simwright/x509'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { smdsPhones } from '../../../testing/smds-scene.ts'
import { sourcesOf } from '../smdp/service.ts'
import { insertSession } from './queries.ts'
import { insertEvent } from './service.ts'

const statements: string[] = []
const database = await openTestDatabase({ onStatement: ({ sql }) => void statements.push(sql) })
const scene = await smdpScene({ database, isOwn: true })
const { server, phones, hand, nextEid } = scene
const { issuer } = phones
const smds = await smdsPhones(scene, phones)
await server.smds.listenForServers()

const SUCCESS = 'Executed-Success'
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const foreign = issueTestPki({ ...sourcesOf(server), host: 'localhost', oid: '2.999.77' })

type Body = Record<string, unknown>

function verdictOf(text: string): string {
  const { status, statusCodeData } = (JSON.parse(text) as { header: { functionExecutionStatus: Body } }).header
    .functionExecutionStatus as { status: string; statusCodeData?: { subjectCode: string; reasonCode: string } }
  return statusCodeData ? `${statusCodeData.subjectCode}/${statusCodeData.reasonCode}` : status
}

async function es11(name: string, body: Body | string) {
  const { status, body: text } = await smds.send({
    address: server.smds.address,
    path: `/gsma/rsp2/es9plus/${name}`,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status, verdict: text.startsWith('{') ? verdictOf(text) : text, answer: text }
}

const infoOf = (change: object = {}) =>
  b64(
    euiccInfo1.encode({
      svn: '2.2.2',
      euiccCiPKIdListForVerification: [hand.ciKeyId],
      euiccCiPKIdListForSigning: [hand.ciKeyId],
      ...change,
    }),
  )

const initiate = (change: Body = {}) =>
  es11('initiateAuthentication', {
    smdpAddress: server.smds.address,
    euiccChallenge: b64(server.random.bytes(16)),
    euiccInfo1: infoOf(),
    ...change,
  })

/** What an eUICC knows of its session. */
type Opened = Pick<ServerSigned1, 'transactionId' | 'serverAddress' | 'serverChallenge'>

async function open(): Promise<Opened> {
  const { serverSigned1: signed } = JSON.parse((await initiate()).answer) as Record<string, string>
  return serverSigned1.decode(Buffer.from(signed!, 'base64'))
}

type Signing = Partial<Opened> & {
  /** Otherwise a new one. */
  session?: Opened
  matchingId?: string
  pki?: typeof foreign | typeof issuer
  /** Changes the data to sign before signing. */
  rewrite?: (signed: Uint8Array) => Uint8Array
}

/** Signs AuthenticateClient as an eUICC, with optional manipulations. */
async function authenticate(eid: string, { session, matchingId, pki = issuer, rewrite, ...change }: Signing = {}) {
  const identity = issueTestEuicc({ ...sourcesOf(server), eum: pki.eum, eid })
  const { transactionId, serverAddress, serverChallenge } = { ...(session ?? (await open())), ...change }
  const info = {
    profileVersion: '2.3.1',
    svn: '2.2.2',
    euiccFirmwareVer: '1.0.0',
    extCardResource: Uint8Array.of(0x81, 1, 0),
    uiccCapability: new Set([] as never[]),
    rspCapability: new Set([] as never[]),
    euiccCiPKIdListForVerification: [hand.ciKeyId],
    euiccCiPKIdListForSigning: [hand.ciKeyId],
    ppVersion: '1.0.0',
    sasAcreditationNumber: '',
  }
  const said = withRaw(euiccSigned1, {
    transactionId,
    serverAddress,
    serverChallenge,
    euiccInfo2: withRaw(euiccInfo2, info),
    ctxParams1: { matchingId, deviceInfo: { tac: tacToBytes(parseTac('35728509')), deviceCapabilities: {} } },
  })
  const value = rewrite ? { ...said, raw: rewrite(said.raw) } : said
  const body = {
    transactionId: toHex(transactionId),
    authenticateServerResponse: b64(
      authenticateServerResponse.encode({
        kind: 'ok',
        value: {
          euiccSigned1: value,
          euiccSignature1: importSigningKey(identity.privateKey).sign(value.raw),
          euiccCertificate: identity.certificate,
          eumCertificate: pki.eum.certificate,
        },
      }),
    ),
  }
  return { body, ...(await es11('authenticateClient', body)) }
}

const register = (eid: string, eventId: string, more: Partial<Parameters<typeof insertEvent>[1]> = {}) =>
  insertEvent(server.db.global, {
    eid,
    eventId,
    rspServerAddress: 'rsp.example.com',
    owner: '',
    trust: 'test',
    at: scene.clock.now(),
    ...more,
  })

describe('ES11, devices', () => {
  test.each([
    ['another address', { smdpAddress: 'lpa.ds.gsma.com' }, '8.9.1/3.8'],
    ['an older version', { euiccInfo1: infoOf({ svn: '1.0.0' }) }, '8.9.3/3.1'],
    ['an unknown issuer', { euiccInfo1: infoOf({ euiccCiPKIdListForSigning: [new Uint8Array(20)] }) }, '8.9.2/3.1'],
    ['no common issuer', { euiccInfo1: infoOf({ euiccCiPKIdListForVerification: [new Uint8Array(20)] }) }, '8.9.4/3.7'],
    ['a short challenge', { euiccChallenge: 'AAAA' }, '1.3.1/2.1'],
  ])('%s is refused with %s', async (_, change, verdict) => {
    expect(await initiate(change)).toMatchObject({ status: 200, verdict })
  })

  test('the address may come as smdsAddress, and in capitals', async () => {
    const { address } = server.smds
    expect((await initiate({ smdpAddress: undefined, smdsAddress: address.toUpperCase() })).verdict).toBe(SUCCESS)
  })

  test('an eUICC gets only its own events, oldest first, or the one it names', async () => {
    const eid = nextEid()
    await register(eid, 'FIRST')
    await register(eid, 'SECOND', { at: new Date(scene.clock.now().getTime() + 1) })
    await register(nextEid(), 'OTHERS')
    await register(eid, 'LIVE', { trust: 'live' })
    const entriesOf = ({ answer }: { answer: string }) =>
      (JSON.parse(answer) as { eventEntries: { eventId: string }[] }).eventEntries.map(({ eventId }) => eventId)
    expect(entriesOf(await authenticate(eid))).toEqual(['FIRST', 'SECOND'])
    expect(entriesOf(await authenticate(eid, { matchingId: 'SECOND' }))).toEqual(['SECOND'])
    for (const matchingId of ['OTHERS', 'LIVE', 'NONE'])
      expect((await authenticate(eid, { matchingId })).verdict).toBe('8.9.5/3.9')
  })

  test('a correctly signed EventID with a NUL is refused as malformed', async () => {
    const rewrite = (signed: Uint8Array) => {
      signed[Buffer.from(signed).indexOf('A?B') + 1] = 0
      return signed
    }
    expect((await authenticate(nextEid(), { matchingId: 'A?B', rewrite })).verdict).toBe('1.3.1/2.1')
  })

  test('an eUICC that does not prove its EID gets no events', async () => {
    const eid = nextEid()
    await register(eid, 'MINE')
    expect((await authenticate(eid, { serverChallenge: new Uint8Array(16) })).verdict).toBe('8.1/6.1')
    expect((await authenticate(eid, { pki: foreign })).verdict).toBe('8.11.1/3.9')
    const { body, verdict } = await authenticate(eid)
    expect(verdict).toBe(SUCCESS)
    expect((await es11('authenticateClient', body)).verdict).toBe('8.10.1/3.9')
    expect((await es11('authenticateClient', { ...body, transactionId: 'AB' })).verdict).toBe('8.10.1/3.9')
  })

  test('InitiateAuthentication runs no statement, nor does that of the SM-DP+', async () => {
    await Promise.all([initiate(), hand.device(nextEid()).open()])
    statements.length = 0
    expect((await initiate()).verdict).toBe(SUCCESS)
    await hand.device(nextEid()).open()
    expect(statements).toEqual([])
    await authenticate(nextEid())
    expect(statements).toHaveLength(1)
  })

  test('a session is used once, by its eUICC', async () => {
    const eid = nextEid()
    const opened = await open()
    const { serverChallenge } = await open()
    expect((await authenticate(eid, { session: opened, pki: foreign })).verdict).toBe('8.11.1/3.9')
    expect((await authenticate(eid, { session: opened, serverChallenge })).verdict).toBe('8.1/6.1')
    expect((await authenticate(eid, { session: opened, serverAddress: 'lpa.ds.gsma.com' })).verdict).toBe('8.1/6.1')
    const answers = await Promise.all(Array.from({ length: 4 }, () => authenticate(eid, { session: opened })))
    expect(answers.map(({ verdict }) => verdict).toSorted()).toEqual([...Array(3).fill('8.10.1/3.9'), SUCCESS])
    const refused = await open()
    expect((await authenticate(eid, { session: refused, matchingId: 'NONE' })).verdict).toBe('8.9.5/3.9')
    expect((await authenticate(eid, { session: refused })).verdict).toBe('8.10.1/3.9')
  })

  test('a session of another key, of the SM-DP+, or of a later time is unknown', async () => {
    const eid = nextEid()
    const [at, ciKeyId] = [scene.clock.now(), hand.ciKeyId]
    const random = (length: number) => server.random.bytes(length)
    const place = { interface: 'ES11', port: 'SM-DS' } as const
    const begin = beginUnstored({ place, key: random(32), at, endsAt: at, random })
    const { address: serverAddress } = server.smds
    const forged = begin({ serverAddress, ciKeyId, serverCiKeyId: ciKeyId })
    expect((await authenticate(eid, { session: { ...forged, serverAddress } })).verdict).toBe('8.10.1/3.9')
    const other = await hand.device(eid).open()
    expect((await authenticate(eid, { session: { ...other, serverAddress } })).verdict).toBe('8.10.1/3.9')
    expect((await hand.device(eid).authenticate(await open())).verdict).toBe('8.10.1/3.9')
    scene.clock.moveMs(60_000)
    const early = await open()
    scene.clock.moveMs(-60_000)
    expect((await authenticate(eid, { session: early })).verdict).toBe('8.10.1/3.9')
    scene.clock.moveMs(60_000)
    expect((await authenticate(eid, { session: early })).verdict).toBe(SUCCESS)
  })

  test('a session that an older version has stored is used once', async () => {
    const { ciKeyId } = hand
    const random = (length: number) => server.random.bytes(length)
    const begun = beginRandom({ random, endsAt: new Date(scene.clock.now().getTime() + 600_000) })()
    const session = { ...begun, serverAddress: server.smds.address, ciKeyId, serverCiKeyId: ciKeyId }
    await insertSession(server.db.global, { ...session, address: '127.0.0.1' })
    expect((await authenticate(nextEid(), { session })).verdict).toBe(SUCCESS)
    expect((await authenticate(nextEid(), { session })).verdict).toBe('8.10.1/3.9')
  })

  test('a session expires after ten minutes', async () => {
    const opened = JSON.parse((await initiate()).answer) as { transactionId: string }
    scene.clock.moveMs(10 * 60_000)
    const late = { transactionId: opened.transactionId, authenticateServerResponse: b64(Uint8Array.of(0x30, 0)) }
    expect((await es11('authenticateClient', late)).verdict).toBe('8.10.1/3.9')
  })

  test('invalid requests are refused without a server error', async () => {
    expect(await es11('initiateAuthentication', 'no json')).toMatchObject({ status: 400, verdict: '1.3.1/2.1' })
    expect(await es11('initiateAuthentication', '{"a":1,"a":2}')).toMatchObject({ status: 200, verdict: '1.3.1/2.1' })
    expect(await es11('getBoundProfilePackage', {})).toMatchObject({ status: 404 })
    expect(await es11('initiateAuthentication', ' '.repeat(300_000))).toMatchObject({ status: 413 })
  })

  test('an eUICC that trusts another issuer refuses this SM-DS', async () => {
    const sources = sourcesOf(server)
    const stranger = phones.phone({ ciRoots: [foreign.ci.certificate], eum: foreign.eum, sources })
    const asked = {
      euicc: stranger.euicc,
      transport: smds.send,
      smdsAddress: server.smds.address,
      device: phones.device,
    }
    expect(await discoverEvents(asked)).toMatchObject({ outcome: 'refused-by-server', subjectCode: '8.9.2' })
    expect(await discoverEvents({ ...asked, smdsAddress: 'localhost:1' })).toMatchObject({ outcome: 'unreachable' })
  })
})

describe('ES12, other SM-DP+s', () => {
  const tlsOf = (ci: typeof issuer.ci, oid: string, role: 'dp-tls' | 'ds-tls' = 'dp-tls') => {
    const { certificate, privateKey } = issueTestTls({ ...sourcesOf(server), ci, host: 'peer.example.com', oid, role })
    return { cert: writePem('CERTIFICATE', certificate), key: writePem('PRIVATE KEY', privateKey) }
  }
  const peer = tlsOf(issuer.ci, '2.999.20')
  const another = tlsOf(issuer.ci, '2.999.21')

  function es12(name: string, body: object, identity: object = peer): Promise<string> {
    const text = JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...identity,
          ca: writePem('CERTIFICATE', issuer.ci.certificate),
          method: 'POST',
          host: 'localhost',
          port: server.ports.operator,
          path: `/gsma/rsp2/es12/${name}`,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
          agent: false,
        },
        async (incoming) => {
          const chunks = await incoming.toArray()
          resolve(incoming.statusCode === 200 ? verdictOf(Buffer.concat(chunks).toString()) : `${incoming.statusCode}`)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
    })
  }

  const eventOf = (eid: string) => ({
    eid,
    eventId: 'AB-12',
    rspServerAddress: 'peer.example.com',
    forwardingIndicator: false,
  })

  test('an event is registered once, and can be deleted only by its SM-DP+', async () => {
    const phone = phones.phone()
    const event = eventOf(phone.eid)
    const name = { eid: event.eid, eventId: event.eventId }
    expect(await es12('deleteEvent', name)).toBe('8.9.5/3.9')
    expect(await es12('registerEvent', event)).toBe(SUCCESS)
    expect(await es12('registerEvent', event)).toBe('8.9.5/3.3')
    expect(await smds.discover(phone)).toMatchObject({
      events: [{ eventId: 'AB-12', rspServerAddress: 'peer.example.com' }],
    })
    expect(await es12('deleteEvent', name, another)).toBe('8.9.5/3.9')
    expect(await es12('deleteEvent', name)).toBe(SUCCESS)
    expect(await smds.discover(phone)).toMatchObject({ events: [] })
  })

  test('only an SM-DP+ under a trusted issuer may call', async () => {
    const event = eventOf(nextEid())
    expect(await es12('registerEvent', event, {})).toBe('1.1/1.1')
    expect(await es12('registerEvent', event, tlsOf(foreign.ci, '2.999.20'))).toBe('1.1/1.1')
    expect(await es12('registerEvent', event, tlsOf(issuer.ci, '2.999.20', 'ds-tls'))).toBe('1.1/1.1')
  })

  test('an SM-DP+ under a test issuer cannot touch events of live devices, whatever its OID', async () => {
    const event = eventOf(nextEid())
    for (let number = 0; number < 100; number += 1)
      await register(event.eid, `L${number}`, { owner: '2.999.20', trust: 'live' })
    expect(await es12('deleteEvent', { eid: event.eid, eventId: 'L7' })).toBe('8.9.5/3.9')
    expect(await es12('registerEvent', event)).toBe(SUCCESS)
  })

  test('malformed members are refused', async () => {
    const event = eventOf(nextEid())
    for (const change of [
      { eid: '1' },
      { eventId: 'a b' },
      { rspServerAddress: '' },
      { rspServerAddress: 'a\u0000b' },
      { rspServerAddress: 'a\ud800b' },
      { forwardingIndicator: 'maybe' },
    ])
      expect(await es12('registerEvent', { ...event, ...change })).toBe('1.3.1/2.1')
    expect(await es12('purge', event)).toBe('404')
  })

  test('an eUICC can have at most 100 events', async () => {
    const event = eventOf(nextEid())
    for (let number = 0; number < 100; number += 1) await register(event.eid, `E${number}`)
    expect(await es12('registerEvent', event)).toBe('8.9.5/3.3')
  })
})
