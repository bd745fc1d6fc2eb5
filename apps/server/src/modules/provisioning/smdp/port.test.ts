import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { parseActivationCode } from '@simwright/ids'
import { generateKeyPair } from '@simwright/rsp'
import { importPrivateKey, issueTestEuicc, issueTestPki, issueTestTls, writePem } from '@simwright/x509'
import { afterAll, describe, expect, test } from 'vitest'
import { brainpoolTransport, connectBrainpool } from '../../../testing/brainpool-tls.ts'
import { testServer } from '../../../testing/server.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { listMailbox } from '../../platform/mail/service.ts'
import { openTestIssuer, sourcesOf } from './service.ts'

const scene = await smdpScene({ settings: { SMDP_PORT: '0,0' } })
const { server, phones, order, shown } = scene
const nist = phones.issuer
const brainpool = await openTestIssuer(server, 'brainpoolP256r1')
const { smdp: firstPort, smdpBrainpool } = server.ports
const secondPort = smdpBrainpool!

type Curve = 'P-256' | 'brainpoolP256r1'

/** The TLS certificate of a port, verified against one issuer. @throws Error when verification fails */
async function presented(curve: Curve, { port, issuer, host = 'localhost' }: Presented): Promise<Buffer> {
  if (curve === 'P-256') return await presentedOnP256({ port, issuer, host })
  const { socket, shown } = await connectBrainpool({ port, issuer, host })
  socket.destroy()
  return shown.raw
}

type Presented = { port: number; issuer: Uint8Array; host?: string }

function presentedOnP256({ port, issuer, host }: Required<Presented>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ca = writePem('CERTIFICATE', issuer)
    const socket = connect({ host: '127.0.0.1', port, servername: host, ca }, () => {
      resolve(socket.getPeerCertificate().raw)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

/** Creates a configuration for devices that trust this issuer, or any issuer. */
let made = 0
const configured = (issuer?: 'NIST' | 'BRP') => {
  made += 1
  return scene.configured({ name: `For an issuer ${made}`, ...(issuer ? { issuer } : {}) })
}

const hostOf = (activationCode: string) => parseActivationCode(activationCode).host

test('each port presents a TLS certificate of its own issuer', async () => {
  expect(secondPort).not.toBe(firstPort)
  const [p256, brp] = [nist.ci.certificate, brainpool.ci.certificate]
  expect(await presented('P-256', { port: firstPort, issuer: p256 })).toBeInstanceOf(Buffer)
  expect(await presented('brainpoolP256r1', { port: secondPort, issuer: brp })).toBeInstanceOf(Buffer)
  await expect(presented('P-256', { port: secondPort, issuer: p256 })).rejects.toThrow()
  await expect(presented('brainpoolP256r1', { port: firstPort, issuer: brp })).rejects.toThrow()
})

describe("the issuer of a code's configuration decides the address in the code", () => {
  test.each([
    ['none', undefined, () => firstPort],
    ['NIST', 'NIST', () => firstPort],
    ['Brainpool', 'BRP', () => secondPort],
  ] as const)('%s', async (_, issuer, port) => {
    const configurationId = await configured(issuer)
    const { activationCode, profileId } = await order({}, configurationId)
    const address = `localhost:${port()}`
    expect(hostOf(activationCode)).toBe(address)
    const detail = await shown(profileId)
    expect(detail.smdpAddress).toBe(address)
    expect(hostOf(detail.activationCode)).toBe(address)
    const { items } = await scene.enterprise.owner.ask(fleet.list, { filter: { search: detail.iccid }, limit: 10 })
    expect(items.map((row) => hostOf(row.activationCode))).toEqual([address])
  })

  test('also in the mail with the code', async () => {
    const { activationCode, profileId } = await order({}, await configured('BRP'))
    const recipients = [{ email: 'ada@example.com' }]
    const mail = { selection: { ids: [profileId] }, recipients }
    expect(await scene.enterprise.owner.ask(delivery.sendMails, mail)).toEqual({ sent: 1 })
    const kept = await listMailbox(server)
    expect(kept.find(({ letter }) => letter.to === 'ada@example.com')!.letter.text).toContain(activationCode)
    expect(hostOf(activationCode)).toBe(`localhost:${secondPort}`)
  })

  test('also of a campaign, and when the campaign changes its configuration', async () => {
    const { owner } = scene.enterprise
    const fields = {
      name: 'Fair',
      configurationId: await configured('BRP'),
      confirmationCode: { mode: 'none' as const },
    }
    const { id } = await owner.ask(campaign.add, { fields })
    const first = await owner.ask(campaign.get, { id })
    expect(hostOf(first.activationCode)).toBe(`localhost:${secondPort}`)
    const other = { ...fields, configurationId: await configured() }
    await owner.ask(campaign.edit, { id, version: first.version, fields: other })
    expect(hostOf((await owner.ask(campaign.get, { id })).activationCode)).toBe(`localhost:${firstPort}`)
  })

  test('without a second port it is always the first address, and the portal offers no choice', async () => {
    const one = await smdpScene()
    const { activationCode } = await one.order({}, await one.configured({ name: 'Brainpool', issuer: 'BRP' }))
    expect(hostOf(activationCode)).toBe(one.server.smdp.address)
    expect((await one.enterprise.owner.ask(enterpriseInfo, {})).issuers).toEqual(['NIST'])
    expect((await scene.enterprise.owner.ask(enterpriseInfo, {})).issuers).toEqual(['NIST', 'BRP'])
  })
})

test('a device that trusts only the Brainpool issuer downloads and notifies at its port', async () => {
  const { activationCode, profileId, iccid } = await order({}, await configured('BRP'))
  const eid = scene.nextEid()
  const identity = issueTestEuicc({ ...sourcesOf(server), eum: brainpool.eum, eid, curve: 'brainpoolP256r1' })
  const phone = phones.phone({ eid, eum: brainpool.eum, ciRoots: [brainpool.ci.certificate], identity })
  const transport = brainpoolTransport(brainpool.ci.certificate)
  const addresses: string[] = []
  const watched: typeof transport = (call) => {
    addresses.push(`${call.address}${call.path.slice(call.path.lastIndexOf('/'))}`)
    return transport(call)
  }
  expect(await phone.download(activationCode, { transport: watched })).toMatchObject({ outcome: 'installed', iccid })
  expect(new Set(addresses.map((one) => one.split('/')[0]))).toEqual(new Set([`localhost:${secondPort}`]))
  expect(addresses.at(-1)).toContain('handleNotification')
  expect(await shown(profileId)).toMatchObject({ status: 'INSTALLED', eid })
})

describe('with both sets in RSP_CERTS_DIR', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-ports-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const sources = {
    now: new Date(),
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    generateKeyPair: (curve: string) => generateKeyPair(curve as Curve),
  }
  const write = (name: string, { certificate, privateKey }: { certificate: Uint8Array; privateKey: Uint8Array }) => {
    writeFileSync(join(folder, `CERT_${name}.der`), certificate)
    const pem = importPrivateKey(privateKey).export({ type: 'sec1', format: 'pem' }).toString()
    writeFileSync(join(folder, `SK_${name}.pem`), pem)
  }
  const host = 'smdp.example.com'
  const pkiOf = (curve: Curve) => issueTestPki({ ...sources, curve, host, oid: '2.999.20' })
  const sets = { NIST: pkiOf('P-256'), BRP: pkiOf('brainpoolP256r1') }
  for (const [set, pki] of Object.entries(sets)) {
    writeFileSync(join(folder, `CERT_CI_ECDSA_${set}.der`), pki.ci.certificate)
    write(`S_SM_DPauth_ECDSA_${set}`, pki.dpAuth)
    write(`S_SM_DPpb_ECDSA_${set}`, pki.dpPb)
    write(`S_SM_DP_TLS_${set}`, pki.dpTls)
  }
  const { server: other } = await testServer({ settings: { SMDP_PORT: '0,0', RSP_CERTS_DIR: folder } })

  test('each certificate is presented on its own port, also after renewal', async () => {
    const nistSeen = await presented('P-256', { port: other.ports.smdp, issuer: sets.NIST.ci.certificate, host })
    expect(nistSeen).toEqual(Buffer.from(sets.NIST.dpTls.certificate))
    const brainpoolPort = { port: other.ports.smdpBrainpool!, issuer: sets.BRP.ci.certificate, host }
    const seen = () => presented('brainpoolP256r1', brainpoolPort)
    expect(await seen()).toEqual(Buffer.from(sets.BRP.dpTls.certificate))
    const renewed = issueTestTls({
      ...sources,
      curve: 'brainpoolP256r1',
      ci: sets.BRP.ci,
      host,
      oid: '2.999.20',
    })
    write('S_SM_DP_TLS_BRP', renewed)
    other.smdp.refresh()
    expect(await seen()).toEqual(Buffer.from(renewed.certificate))
  })

  test('activation codes use the host of the certificates, with each port', () => {
    expect(other.smdp.address).toBe(`${host}:${other.ports.smdp}`)
    expect(other.smdp.addressFor('BRP')).toBe(`${host}:${other.ports.smdpBrainpool}`)
    expect(other.smdp.addressFor('BRP', 'rsp.brand.example')).toBe(`rsp.brand.example:${other.ports.smdpBrainpool}`)
    expect(other.smdp.addressFor('NIST', 'rsp.brand.example')).toBe('rsp.brand.example')
    expect(other.smdp.addressFor(null, 'rsp.brand.example')).toBe('rsp.brand.example')
  })
})
