import { connect, type PeerCertificate } from 'node:tls'
import * as platforms from '@simwright/contract/platform/white-label'
import * as batch from '@simwright/contract/provisioning/batch'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { type Curve, generateKeyPair, serverSigned1 } from '@simwright/rsp'
import { issueTestPki, issueTestTls, writePem } from '@simwright/x509'
import { afterAll, describe, expect, test } from 'vitest'
import { certificateFolder, keyPem } from '../../../testing/certificate-folder.ts'
import { configured } from '../../../testing/generated.ts'
import { handDevices, SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { createEnterprise } from '../../people/accounts/seed.ts'

const SHARED = 'smdp.example.com'
const ALBA = 'rsp.alba.example'
const BRIO = 'rsp.brio.example'
/** A host for operators alone. */
const ES2PLUS = 'orders.example.com'
const DS = 'smds.example.com'

const sources = {
  now: new Date(),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  generateKeyPair: (curve: string) => generateKeyPair(curve as Curve),
}
const pki = issueTestPki({ ...sources, host: SHARED, oid: '2.999.20' })
const albaTls = issueTestTls({ ...sources, ci: pki.ci, host: ALBA, oid: '2.999.20' })
const es2plusTls = issueTestTls({ ...sources, ci: pki.ci, host: ES2PLUS, oid: '2.999.20' })
const dsTls = issueTestTls({ ...sources, ci: pki.ci, host: DS, oid: '2.999.21', role: 'ds-tls' })

const folder = certificateFolder(pki, {
  'CERT_S_SM_DP2_TLS_NIST.der': albaTls.certificate,
  'SK_S_SM_DP2_TLS_NIST.pem': keyPem(albaTls),
  'CERT_S_SM_DP3_TLS_NIST.der': es2plusTls.certificate,
  'SK_S_SM_DP3_TLS_NIST.pem': keyPem(es2plusTls),
  'CERT_S_SM_DS_TLS_NIST.der': dsTls.certificate,
  'SK_S_SM_DS_TLS_NIST.pem': keyPem(dsTls),
})

const scene = await smdpScene({ settings: { RSP_CERTS_DIR: folder, SMDP_HOST: SHARED, SMDS_HOST: DS } })
const { server, phones } = scene
const defaultOrder = await scene.order()
const roots = [pki.ci.certificate, phones.issuer.ci.certificate]
const transport = createHttpsTransport({
  ca: roots,
  connectTo: () => ({ address: '127.0.0.1', port: server.ports.smdp }),
})
afterAll(() => transport.close())
/** Devices under the operator's issuer: those of the test issuer get no profiles here. */
const hand = handDevices(scene, { ...phones, issuer: pki, transport: transport.send })

const staff = await scene.staff()
const ids: Record<string, string> = {}
for (const [sys, smdpAddress] of [
  ['alba', ALBA],
  ['brio', BRIO],
] as const) {
  const none = {
    iconId: null,
    logoId: null,
    host: null,
    mailName: null,
    mailAddress: null,
    supportEmail: null,
    contactEmail: null,
    contactText: null,
  }
  const more = { termsUrl: null, privacyUrl: null, mailTexts: {}, providers: [] }
  const fields = { appName: sys, themeColor: '#0f766e', smdpAddress, ...none, ...more }
  ids[sys] = (await staff.ask(platforms.add, { sys, fields })).id
}

/** Creates an activation code in a new enterprise account of the platform. */
async function orderAt(sys: string) {
  const user = await createEnterprise(server, {
    name: sys,
    plan: 'LAB',
    email: `${server.random.uuid()}@example.com`,
    sys,
  })
  const client = await scene.sessionOf(user)
  const [{ ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc }] = newSubscribers(1) as [Record<string, string>]
  const make = { iccid: iccid!, imsi: imsi!, ki: ki!, opc: opc! }
  const { activationCode } = await client.ask(batch.single, { configurationId: await configured(client), ...make })
  const [, address, matchingId] = activationCode.split('$') as [string, string, string]
  return { address, matchingId }
}

const [operator, testRoot] = roots.map((root) => writePem('CERTIFICATE', root))

/** The TLS certificate for this server name, verified; without a server name it is not verified. */
function shown(host: string | undefined, ca = operator, port = server.ports.smdp): Promise<PeerCertificate> {
  const trust = host === undefined ? { rejectUnauthorized: false } : { servername: host, ca }
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ...trust }, () => {
      resolve(socket.getPeerCertificate())
      socket.end()
    })
    socket.on('error', reject)
  })
}

describe('in TLS on the port for other servers', () => {
  const toServers = (host: string | undefined, ca?: string) => shown(host, ca ?? operator, server.ports.operator)

  test('the certificate is that of the host that the client names', async () => {
    await server.smds.listenForServers()
    const [shared, alba, ds] = [await toServers(SHARED), await toServers(ALBA), await toServers(DS)]
    expect(shared.raw.equals(pki.dpTls.certificate)).toBe(true)
    expect(alba.raw.equals(albaTls.certificate)).toBe(true)
    expect(ds.raw.equals(dsTls.certificate)).toBe(true)
    expect((await toServers(ES2PLUS)).raw.equals(es2plusTls.certificate)).toBe(true)
    expect((await toServers(BRIO.toUpperCase(), testRoot)).subjectaltname).toContain(`DNS:${BRIO}`)
  })

  test('a client that names no host, or another one, gets the certificate of the SM-DP+', async () => {
    expect((await toServers(undefined)).raw.equals(pki.dpTls.certificate)).toBe(true)
    await expect(toServers('nobody.example')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  test('the port for devices of the SM-DS presents that of the SM-DS', async () => {
    const port = await server.smds.listen()
    expect((await shown(undefined, operator, port)).raw.equals(dsTls.certificate)).toBe(true)
  })
})

describe('in TLS', () => {
  test("a platform's host presents its own certificate: from the directory, otherwise from the test issuer", async () => {
    const [shared, alba, brio] = [await shown(SHARED), await shown(ALBA), await shown(BRIO, testRoot)]
    expect(shared.raw.equals(pki.dpTls.certificate)).toBe(true)
    expect(alba.raw.equals(albaTls.certificate)).toBe(true)
    expect(brio.subjectaltname).toContain(`DNS:${BRIO}`)
    expect((await shown(BRIO.toUpperCase(), testRoot)).raw.equals(brio.raw)).toBe(true)
  })

  test('staff see which hosts have their own certificate', async () => {
    const hostsOf = async (sys: string) => (await staff.ask(platforms.get, { id: ids[sys]! })).smdpHosts
    expect(await hostsOf('alba')).toEqual([{ host: ALBA, certificate: 'OWN' }])
    expect(await hostsOf('brio')).toEqual([{ host: BRIO, certificate: 'TEST' }])
  })

  test.each(['nobody.example', 'alba.example', `x.${ALBA}`])(
    '%s is not one of our hosts: the default certificate is presented, which does not match',
    async (host) => {
      await expect(shown(host)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    },
  )

  test('a device that names no host gets the default certificate', async () => {
    expect((await shown(undefined)).raw.equals(pki.dpTls.certificate)).toBe(true)
  })
})

describe('an activation code', () => {
  async function authenticateAt(smdpAddress: string, matchingId: string): Promise<string> {
    const device = hand.device(scene.nextEid())
    const { answer, verdict } = await device.initiate({ smdpAddress })
    if (!answer) return verdict
    return (await device.authenticate(serverSigned1.decode(answer.serverSigned1), { matchingId })).verdict
  }

  test.each(['alba', 'brio'])("of %s is served on that platform's host, and on no other", async (sys) => {
    const { address, matchingId } = await orderAt(sys)
    expect(address).toBe({ alba: ALBA, brio: BRIO }[sys])
    for (const other of [SHARED, ALBA, BRIO].filter((host) => host !== address)) {
      expect(await authenticateAt(other, matchingId), other).toBe('8.2.6/3.8')
    }
    expect(await authenticateAt(address, matchingId)).toBe(SUCCESS)
  })

  test('of the default platform is unknown on the hosts of others', async () => {
    for (const other of [ALBA, BRIO])
      expect(await authenticateAt(other, defaultOrder.matchingId), other).toBe('8.2.6/3.8')
    expect(await authenticateAt(SHARED, defaultOrder.matchingId)).toBe(SUCCESS)
  })

  test('is refused on another host like an unknown code', async () => {
    const { matchingId } = await orderAt('alba')
    expect(await authenticateAt(BRIO, matchingId)).toBe(await authenticateAt(BRIO, 'AAAAA-BBBBB-CCCCC-DDDDD'))
  })

  test('is refused on an unknown host', async () => {
    const { matchingId } = await orderAt('alba')
    expect(await authenticateAt('rsp.nobody.example', matchingId)).toBe('8.8.1/3.8')
  })
})
