import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { problems } from '@simwright/contract'
import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { type Curve, generateKeyPair, generateOneTimeKey } from '@simwright/rsp'
import { issueTestPki, issueTestTls, parseCertificate, writePem } from '@simwright/x509'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { certificateFolder, keyPem, writeCertificates } from '../../../testing/certificate-folder.ts'
import { handDevices } from '../../../testing/hand-device.ts'
import { testServer } from '../../../testing/server.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { readCredentials } from './credentials.ts'
import { openTestIssuer } from './service.ts'

const DAY_MS = 24 * 60 * 60_000

const sources = {
  now: new Date(),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  generateKeyPair: (curve: string) => generateKeyPair(curve as Curve),
}
const pki = issueTestPki({ ...sources, host: 'smdp.example.com', oid: '2.999.20' })

const folder = certificateFolder(pki)

const scene = await smdpScene({ settings: { RSP_CERTS_DIR: folder } })
const { server } = scene
const ci = pki.ci.certificate
const transport = createHttpsTransport({
  ca: [ci],
  connectTo: () => ({ address: '127.0.0.1', port: server.ports.smdp }),
})
afterAll(() => transport.close())

/** The TLS certificate of a new connection. Verified against `issuer` if given; the server's clock may differ. */
function shownInTls(on: typeof server, host: string, issuer?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const trust = issuer ? { ca: writePem('CERTIFICATE', issuer) } : { rejectUnauthorized: false }
    const socket = connect({ host: '127.0.0.1', port: on.ports.smdp, servername: host, ...trust }, () => {
      resolve(socket.getPeerCertificate().raw)
      socket.end()
    })
    socket.on('error', reject)
  })
}

test('the certificate of the directory is presented in TLS, and names the host of activation codes', async () => {
  expect(server.smdp.address).toBe(`smdp.example.com:${server.ports.smdp}`)
  const shown = await shownInTls(server, 'smdp.example.com', ci)
  expect(shown.equals(pki.dpTls.certificate)).toBe(true)
})

test('InitiateAuthentication returns the certificate under the issuer that the eUICC can verify', async () => {
  const keyId = parseCertificate(ci).extensions.subjectKeyIdentifier!
  const hand = handDevices(scene, { ...scene.phones, transport: transport.send })
  const change = { euiccCiPKIdListForSigning: [keyId], euiccCiPKIdListForVerification: [keyId] }
  const { answer } = await hand.device(testEid(1)).initiate(change)
  expect(Buffer.from(answer!.serverCertificate).equals(pki.dpAuth.certificate)).toBe(true)
  expect(Buffer.from(answer!.euiccCiPKIdToBeUsed.subarray(2)).equals(keyId)).toBe(true)
})

test('a device of the configured issuer downloads, and the portal reports that live devices are served', async () => {
  expect(server.smdp.testIssuerOnly).toBe(false)
  const { profileId, iccid, activationCode } = await scene.order()
  const eid = testEid(2)
  const card = testEuicc({ eid, eum: pki.eum, ciRoots: [ci], generateOneTimeKey, sources })
  const device = scene.phones.phone({ eid, eum: pki.eum, ciRoots: [ci], identity: card.identity })
  const request = { euicc: card.euicc, transport: transport.send }
  const result = await device.download(activationCode, request)
  expect(result).toMatchObject({ outcome: 'installed', iccid })
  expect(await scene.shown(profileId)).toMatchObject({ status: 'INSTALLED', eid, testDevicesOnly: false })
})

test('with a live issuer there is no virtual phone, not even for a profile of test devices', async () => {
  const configurationId = await scene.configured({ name: 'Not tried', type: 'Conformance_Test' })
  const { profileId } = await scene.order({}, configurationId)
  const { owner } = scene.enterprise
  expect((await owner.refusal(phone.open, { profileId })).code).toBe(problems.not_found.code)
  expect((await owner.refusal(phone.read, {})).code).toBe(problems.not_found.code)
})

test('codes of a conformance test are for test devices, although live devices are served', async () => {
  const configurationId = await scene.configured({ name: 'Conformance', type: 'Conformance_Test' })
  const { profileId } = await scene.order({}, configurationId)
  expect(await scene.shown(profileId)).toMatchObject({ testDevicesOnly: true })
})

test.each([
  ['is no certificate', { 'CERT_S_SM_DPauth_ECDSA_NIST.der': 'not DER' }, 'CERT_S_SM_DPauth_ECDSA_NIST.der'],
  ["is another certificate's key", { 'SK_S_SM_DPpb_ECDSA_NIST.pem': keyPem(pki.dpAuth) }, 'DPpb_ECDSA_NIST'],
])('a file that %s is reported at startup', async (_, files, name) => {
  const bad = mkdtempSync(join(tmpdir(), 'simwright-certificates-'))
  try {
    writeCertificates(bad, pki, files)
    const issuer = await openTestIssuer(server)
    expect(() => readCredentials([issuer], { directory: bad })).toThrow(name)
  } finally {
    rmSync(bad, { recursive: true, force: true })
  }
})

describe('without a restart', () => {
  const folderOf = (more: Record<string, string | Uint8Array> = {}) => certificateFolder(pki, more)
  const newTls = () => issueTestTls({ ...sources, ci: pki.ci, host: 'smdp.example.com', oid: '2.999.20' })

  test('a renewed TLS certificate is presented; a broken one leaves the current one in use', async () => {
    const directory = folderOf()
    const { server: other } = await testServer({ settings: { RSP_CERTS_DIR: directory } })
    const shown = () => shownInTls(other, 'smdp.example.com', ci)
    other.smdp.refresh()
    expect((await shown()).equals(pki.dpTls.certificate)).toBe(true)

    const renewed = newTls()
    const files = { 'CERT_S_SM_DP_TLS_NIST.der': renewed.certificate, 'SK_S_SM_DP_TLS_NIST.pem': keyPem(renewed) }
    writeCertificates(directory, pki, files)
    expect((await shown()).equals(pki.dpTls.certificate)).toBe(true)
    other.smdp.refresh()
    expect((await shown()).equals(renewed.certificate)).toBe(true)

    writeCertificates(directory, pki, { ...files, 'CERT_S_SM_DP_TLS_NIST.der': 'half a certificate' })
    vi.spyOn(other.log, 'error').mockImplementation(() => {})
    other.smdp.refresh()
    expect(other.log.error).toHaveBeenCalledOnce()
    expect((await shown()).equals(renewed.certificate)).toBe(true)
  })

  test('a certificate under the test issuer is renewed before it expires', async () => {
    const { server: own, clock } = await testServer()
    const issuer = (await openTestIssuer(own)).ci.certificate
    const first = await shownInTls(own, 'localhost', issuer)
    clock.moveMs(360 * DAY_MS)
    own.smdp.refresh()
    expect((await shownInTls(own, 'localhost')).equals(first)).toBe(true)
    clock.moveMs(10 * DAY_MS)
    own.smdp.refresh()
    expect((await shownInTls(own, 'localhost')).equals(first)).toBe(false)
  })

  test('certificates that expire within 30 days are logged once a day', async () => {
    const short = issueTestTls({
      ...sources,
      now: new Date(Date.now() - 380 * DAY_MS),
      ci: pki.ci,
      host: 'a.example',
      oid: '2.999.20',
    })
    const files = { 'CERT_S_SM_DP_TLS_2_NIST.der': short.certificate, 'SK_S_SM_DP_TLS_2_NIST.pem': keyPem(short) }
    const { server: other, logged, clock } = await testServer({ settings: { RSP_CERTS_DIR: folderOf(files) } })
    const warnings = () => logged.filter((line) => line.includes('expires soon')).length
    expect(warnings()).toBe(1)
    other.smdp.refresh()
    expect(warnings()).toBe(1)
    clock.moveMs(DAY_MS)
    other.smdp.refresh()
    expect(warnings()).toBe(2)
  })
})

test('of several TLS certificates the one for SMDP_HOST is presented', () => {
  const tls = issueTestTls({ ...sources, ci: pki.ci, host: 'other.example.com', oid: '2.999.20' })
  const directory = mkdtempSync(join(tmpdir(), 'simwright-certificates-'))
  try {
    writeCertificates(directory, pki, {
      'CERT_S_SM_DP2_TLS_NIST.der': tls.certificate,
      'SK_S_SM_DP2_TLS_NIST.pem': keyPem(tls),
    })
    const hostFor = (host: string) => readCredentials([], { directory, host }).tls?.host
    expect(hostFor('other.example.com:8443')).toBe('other.example.com')
    expect(hostFor('SMDP.example.com')).toBe('smdp.example.com')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('a missing folder is reported at startup', () => {
  expect(() => readCredentials([], { directory: '/nowhere/certificates' })).toThrow(
    'RSP_CERTS_DIR /nowhere/certificates',
  )
})
