import { request } from 'node:https'
import { concat, readTlv, readTlvs, toHex } from '@simwright/asn1'
import { deleteProfile, disableProfile, type Es9Transport, enableProfile } from '@simwright/euicc'
import {
  adminProtocol,
  authenticateServerResponse,
  digestConfirmationCode,
  type Es9Asn1Request,
  type Es9Function,
  es9Functions,
  es9Path,
  generateOneTimeKey,
  hashConfirmationCode,
  prepareDownloadResponse,
  readEs9Asn1Request,
  readEs9Request,
  writeEs9Asn1Request,
} from '@simwright/rsp'
import { issueTestEuicc, writePem } from '@simwright/x509'
import { describe, expect, test } from 'vitest'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { answerEs9, bindingOf } from './answer.ts'
import { readCredentials } from './credentials.ts'
import { openDeviceLog } from './device-log.ts'
import { openMeter } from './meter.ts'
import { openReadyCache } from './ready-cache.ts'
import { openRefusedSessions } from './refused-session.ts'
import { openTestIssuer, sourcesOf } from './service.ts'
import type { Smdp } from './smdp.ts'

const scene = await smdpScene()
const { hand, phones, order, shown, device, server, timeline } = scene

describe('the ASN.1 binding', () => {
  const ca = writePem('CERTIFICATE', phones.issuer.ci.certificate)

  function post(body: Uint8Array, type = 'application/x-gsma-rsp-asn1') {
    return new Promise<{ status: number; type: string | undefined; body: Buffer }>((resolve, reject) => {
      const { smdp: port } = server.ports
      const headers = { 'content-type': type, 'x-admin-protocol': adminProtocol }
      const to = {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        ca,
        method: 'POST',
        path: '/gsma/rsp2/asn1',
        headers,
      }
      const outgoing = request(to, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode!,
            type: incoming.headers['content-type'],
            body: Buffer.concat(chunks),
          }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  /** Converts an ASN.1 answer to the JSON binding. */
  function asJson(name: Es9Function, body: Buffer): object {
    const result = readTlv(readTlv(readTlv(body).value).value)
    if (result.tag !== 0xa0) return { header: { functionExecutionStatus: { status: 'Failed' } }, code: result.value[0] }
    const members = readTlvs(result.value).map(({ tag, value, raw }) =>
      tag === 0x80 ? toHex(value) : Buffer.from(raw).toString('base64'),
    )
    const names = Object.keys(es9Functions[name].answer)
    const answer = Object.fromEntries(names.map((member, index) => [member, members[index]]))
    return { header: { functionExecutionStatus: { status: SUCCESS } }, ...answer }
  }

  /** Translates an LPA's JSON calls to the ASN.1 binding. */
  const translated: Es9Transport = async ({ path, body }) => {
    const name = path.split('/').at(-1) as Es9Function
    const call = { kind: name, value: readEs9Request(name, JSON.parse(body)) } as Es9Asn1Request
    const answer = await post(writeEs9Asn1Request(call))
    if (answer.status !== 200) return { status: answer.status, headers: {}, body: '' }
    expect(answer.type).toBe('application/x-gsma-rsp-asn1')
    return { status: 200, headers: {}, body: JSON.stringify(asJson(name, answer.body)) }
  }

  test('carries a download, its installation result and its notifications as the JSON binding does', async () => {
    const { activationCode, profileId, iccid } = await order()
    const phone = { ...phones.phone(), transport: translated }
    expect(await phone.download(activationCode, { transport: translated })).toMatchObject({
      outcome: 'installed',
      iccid,
    })
    await enableProfile(phone, iccid)
    expect(await shown(profileId)).toMatchObject({ status: 'ENABLED', orderState: 'Installed' })
  })

  test('carries a cancellation', async () => {
    const { activationCode, profileId } = await order()
    await phones.phone().download(activationCode, { transport: translated, decide: () => 'postponed' })
    expect((await timeline(profileId))[0]!.type).toBe('SESSION_CANCELED')
  })

  test('encodes refusals as the error numbers of each function', async () => {
    const { answer } = await device().initiate()
    const unknown = new Uint8Array(16)
    const prepared = prepareDownloadResponse.encode({
      kind: 'error',
      value: { transactionId: unknown, downloadErrorCode: 'undefinedError' },
    })
    const call = {
      kind: 'getBoundProfilePackage',
      value: { transactionId: unknown, prepareDownloadResponse: prepared },
    }
    const said = await post(writeEs9Asn1Request(call as Es9Asn1Request))
    expect(asJson('getBoundProfilePackage', said.body)).toMatchObject({ code: 95 })
    expect(answer).toBeDefined()
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['JSON', Buffer.from('{}')],
    ['an unknown function', Uint8Array.of(0xa2, 2, 0x81, 0)],
    ['a length beyond the end', Uint8Array.of(0xa2, 0x84, 0xff, 0xff, 0xff, 0xff)],
  ])('refuses %s with HTTP status 400', async (_, body) => {
    expect((await post(body)).status).toBe(400)
    expect(() => readEs9Asn1Request(body)).toThrow()
  })

  test('refuses another content type', async () => {
    expect((await post(Buffer.from('{}'), 'application/json')).status).toBe(415)
    const json = await hand.post('initiateAuthentication', '{}', { 'content-type': 'application/x-gsma-rsp-asn1' })
    expect(json.status).toBe(415)
  })
})

describe('an eUICC on brainpoolP256r1', async () => {
  const issuer = await openTestIssuer(server, 'brainpoolP256r1')
  const brainpool = () => {
    const eid = scene.nextEid()
    const identity = issueTestEuicc({ ...sourcesOf(server), eum: issuer.eum, eid, curve: 'brainpoolP256r1' })
    return phones.phone({ eid, eum: issuer.eum, ciRoots: [issuer.ci.certificate], identity })
  }

  test('downloads, installs and enables', async () => {
    const { activationCode, profileId, iccid } = await order()
    const phone = brainpool()
    expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed', iccid })
    await enableProfile(phone, iccid)
    expect(await shown(profileId)).toMatchObject({ status: 'ENABLED', eid: phone.eid })
  })

  test('cancels before the package', async () => {
    const { activationCode, profileId } = await order()
    await brainpool().download(activationCode, { decide: () => 'endUserRejection' })
    expect(await shown(profileId)).toMatchObject({ status: 'ERROR', orderState: 'Error' })
  })
})

describe('an error of the eUICC', () => {
  test('ends the session, and the order stays', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const { transactionId } = await one.open()
    const failed = authenticateServerResponse.encode({
      kind: 'error',
      value: { transactionId, authenticateErrorCode: 'ciPKUnknown' },
    })
    const refused = await hand.call('authenticateClient', { transactionId, authenticateServerResponse: failed })
    expect(refused.verdict).toBe('8.1/6.1')
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
    const offer = await one.offered(matchingId)
    const unprepared = prepareDownloadResponse.encode({
      kind: 'error',
      value: { transactionId: offer.transactionId, downloadErrorCode: 'noSessionContext' },
    })
    const said = await hand.call('getBoundProfilePackage', {
      transactionId: offer.transactionId,
      prepareDownloadResponse: unprepared,
    })
    expect(said).toMatchObject({ verdict: '8.1/6.1', http: { status: 200 } })
    expect(await shown(profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released' })
    expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
  })
})

test('a retry needs the confirmation code again, and gets the retained package for the same one-time key', async () => {
  const { matchingId } = await order({ confirmationCode: '4711' })
  const one = device()
  const { publicKey: euiccOtpk } = generateOneTimeKey('P-256')
  const load = async (change: { euiccOtpk?: Uint8Array }) => {
    const offer = await one.offered(matchingId)
    expect((await one.prepare(offer, change)).verdict).toBe('8.2.7/2.2')
    const hashCc = hashConfirmationCode(digestConfirmationCode('4711'), offer.transactionId)
    const { answer } = await one.prepare(offer, { ...change, hashCc })
    const parts = readTlvs(readTlv(answer!.boundProfilePackage).value).slice(1)
    return toHex(concat(...parts.map(({ raw }) => raw)))
  }
  const first = await load({ euiccOtpk })
  expect(await load({ euiccOtpk })).toBe(first)
  expect(await load({})).not.toBe(first)
})

test('no call uses more than four transactions, and none of a plain download more than three', async () => {
  const issuer = await openTestIssuer(server)
  const credentials = readCredentials([issuer])
  const smdp: Smdp = {
    ...server,
    credentials: () => credentials,
    set: 'NIST',
    address: () => server.smdp.address,
    addresses: () => [server.smdp.address],
    mayAuthenticate: () => true,
    sessions: server.smdp.sessions,
    refused: openRefusedSessions(),
    deviceLog: openDeviceLog(server.log),
    meter: openMeter(server.metrics),
    ready: openReadyCache(),
  }
  const most = new Map<string, number>()
  const counting: Es9Transport = async ({ path, body }) => {
    const asked = { binding: bindingOf(path)!, body: Buffer.from(body), address: '127.0.0.1' }
    const { result, transactions } = await server.db.countTransactions(() => answerEs9(smdp, asked))
    most.set(path, Math.max(most.get(path) ?? 0, transactions))
    return { status: result.status, headers: {}, body: String(result.body) }
  }
  const { activationCode, iccid } = await order({ confirmationCode: '4711' })
  const phone = { ...phones.phone(), transport: counting }
  const download = (confirmationCode: string) =>
    phone.download(activationCode, { transport: counting, confirmationCode })
  expect(await download('0000')).toMatchObject({ outcome: 'refused-by-server' })
  expect(await download('4711')).toMatchObject({ outcome: 'installed' })
  for (const change of [enableProfile, disableProfile, deleteProfile]) await change(phone, iccid)
  const linked = phones.phone()
  await order({ eid: linked.eid })
  const bare = `1$${server.smdp.address}$`
  expect(await linked.download(bare, { transport: counting })).toMatchObject({ outcome: 'installed' })
  const canceled = await order()
  await phones.phone().download(canceled.activationCode, { transport: counting, decide: () => 'postponed' })
  const of = (name: Es9Function) => most.get(es9Path(name))!
  expect(of('initiateAuthentication')).toBe(0)
  expect([...most.keys()]).toHaveLength(5)
  expect(Math.max(...most.values())).toBeLessThanOrEqual(4)
  most.clear()
  const plain = await order()
  expect(await phones.phone().download(plain.activationCode, { transport: counting })).toMatchObject({
    outcome: 'installed',
  })
  expect(Math.max(...most.values())).toBeLessThanOrEqual(3)
})
