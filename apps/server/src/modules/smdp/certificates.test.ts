import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { type Curve, generateKeyPair, generateOneTimeKey } from '@simwright/rsp'
import { type Identity, importPrivateKey, issueTestPki, parseCertificate, writePem } from '@simwright/x509'
import { afterAll, expect, test } from 'vitest'
import { handDevices } from '../../testing/hand-device.ts'
import { smdpScene } from '../../testing/smdp-scene.ts'
import { readCredentials } from './credentials.ts'
import { openTestIssuer } from './service.ts'

const sources = {
  now: new Date(),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  generateKeyPair: (curve: string) => generateKeyPair(curve as Curve),
}
const pki = issueTestPki({ ...sources, host: 'smdp.example.com', oid: '2.999.20' })

const folder = mkdtempSync(join(tmpdir(), 'simwright-certificates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keyPem = ({ privateKey }: Identity) =>
  importPrivateKey(privateKey).export({ type: 'sec1', format: 'pem' }).toString()

function write(into: string, more: Record<string, string | Uint8Array> = {}) {
  const files = {
    'CERT_CI_ECDSA_NIST.der': pki.ci.certificate,
    'CERT_S_SM_DPauth_ECDSA_NIST.der': pki.dpAuth.certificate,
    'SK_S_SM_DPauth_ECDSA_NIST.pem': keyPem(pki.dpAuth),
    'CERT_S_SM_DPpb_ECDSA_NIST.der': pki.dpPb.certificate,
    'SK_S_SM_DPpb_ECDSA_NIST.pem': keyPem(pki.dpPb),
    'CERT_S_SM_DP_TLS_NIST.der': pki.dpTls.certificate,
    'SK_S_SM_DP_TLS_NIST.pem': keyPem(pki.dpTls),
    ...more,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(into, name), content)
}
write(folder)

const scene = await smdpScene({ settings: { RSP_CERTS_DIR: folder } })
const { server } = scene
const ci = pki.ci.certificate
const transport = createHttpsTransport({
  ca: [ci],
  connectTo: () => ({ address: '127.0.0.1', port: server.ports.smdp }),
})
afterAll(() => transport.close())

test('the certificate of the directory is presented in TLS, and names the host of activation codes', async () => {
  expect(server.smdp.address).toBe(`smdp.example.com:${server.ports.smdp}`)
  const shown = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: server.ports.smdp, servername: 'smdp.example.com', ca: writePem('CERTIFICATE', ci) },
      () => {
        resolve(socket.getPeerCertificate().raw)
        socket.end()
      },
    )
    socket.on('error', reject)
  })
  expect(shown.equals(pki.dpTls.certificate)).toBe(true)
})

test('InitiateAuthentication shows its certificate to who verifies its issuer', async () => {
  const keyId = parseCertificate(ci).extensions.subjectKeyIdentifier!
  const hand = handDevices(scene, { ...scene.phones, transport: transport.send })
  const change = { euiccCiPKIdListForSigning: [keyId], euiccCiPKIdListForVerification: [keyId] }
  const { answer } = await hand.device(testEid(1)).initiate(change)
  expect(Buffer.from(answer!.serverCertificate).equals(pki.dpAuth.certificate)).toBe(true)
  expect(Buffer.from(answer!.euiccCiPKIdToBeUsed.subarray(2)).equals(keyId)).toBe(true)
})

test('a device of that issuer downloads; it is no test issuer, so the portal says so', async () => {
  expect(server.smdp.testIssuerOnly).toBe(false)
  const { profileId, iccid, activationCode } = await scene.order()
  const eid = testEid(2)
  const card = testEuicc({ eid, eum: pki.eum, ciRoots: [ci], generateOneTimeKey, sources })
  const phone = scene.phones.phone({ eid, eum: pki.eum, ciRoots: [ci], identity: card.identity })
  const request = { euicc: card.euicc, transport: transport.send }
  const result = await phone.download(activationCode, request)
  expect(result).toMatchObject({ outcome: 'installed', iccid })
  expect(await scene.shown(profileId)).toMatchObject({ status: 'INSTALLED', eid, testDevicesOnly: false })
})

test.each([
  ['is no certificate', { 'CERT_S_SM_DPauth_ECDSA_NIST.der': 'not DER' }, 'CERT_S_SM_DPauth_ECDSA_NIST.der'],
  ["is another certificate's key", { 'SK_S_SM_DPpb_ECDSA_NIST.pem': keyPem(pki.dpAuth) }, 'DPpb_ECDSA_NIST'],
])('a file that %s is named at the start', async (_, files, name) => {
  const bad = mkdtempSync(join(tmpdir(), 'simwright-certificates-'))
  try {
    write(bad, files)
    const issuer = await openTestIssuer(server)
    expect(() => readCredentials([issuer], { directory: bad })).toThrow(name)
  } finally {
    rmSync(bad, { recursive: true, force: true })
  }
})
