import { type Curve, generateKeyPair } from '@simwright/rsp'
import { type Identity, issueTestPki, issueTestTls, parseCertificate, type Sources } from '@simwright/x509'
import { Secret } from '../../secret/secret.ts'
import type { Server } from '../../server.ts'
import { openOwnCardKey } from '../vault/service.ts'

/** The certificate issuer of this installation, for demo, bench and tests: CI, an EUM under it, and the SM-DP+'s own. */
export type TestIssuer = {
  readonly ci: Identity
  readonly eum: Identity
  readonly dpAuth: Identity
  readonly dpPb: Identity
}

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random'>

/** From the arc for examples (ITU-T X.660, 2.999): it belongs to nobody. */
const SMDP_OID = '2.999.10'

/** The curves that eUICCs use (SGP.22, 2.6.7.1); the first one is everyone's. */
const CURVES = ['P-256', 'brainpoolP256r1'] as const satisfies readonly Curve[]

/** One for each curve. */
export async function openTestIssuers(server: Needs): Promise<TestIssuer[]> {
  const issuers: TestIssuer[] = []
  for (const curve of CURVES) issuers.push(await openTestIssuer(server, curve))
  return issuers
}

/** Made at the first start as a sealed row, and shared by all processes on the database. */
export async function openTestIssuer(server: Needs, curve: Curve = 'P-256'): Promise<TestIssuer> {
  const request = { ...sourcesOf(server), curve, host: 'localhost', oid: SMDP_OID }
  const secret = await openOwnCardKey(server.vault, server.db, {
    name: curve === 'P-256' ? 'test certificate issuer' : `test certificate issuer ${curve}`,
    make: () => new Secret(encode(issueTestPki(request))),
    at: server.clock.now(),
  })
  return decode(secret.reveal())
}

/** A TLS certificate under the test issuer, for the host that stands in activation codes. */
export function issueOwnTls(server: Needs, issuer: TestIssuer, host: string): { identity: Identity; notAfter: Date } {
  const identity = issueTestTls({ ...sourcesOf(server), ci: issuer.ci, host, oid: SMDP_OID })
  return { identity, notAfter: parseCertificate(identity.certificate).notAfter }
}

export function sourcesOf({ clock, random }: Pick<Server, 'clock' | 'random'>): Sources {
  return {
    now: clock.now(),
    random: (length) => random.bytes(length),
    generateKeyPair: (curve) => generateKeyPair(curve as Curve),
  }
}

const NAMES = ['ci', 'eum', 'dpAuth', 'dpPb'] as const

function encode(issuer: TestIssuer): Buffer {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const entries = NAMES.map((name) => {
    const { certificate, privateKey } = issuer[name]
    return [name, { certificate: text(certificate), privateKey: text(privateKey) }]
  })
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

function decode(bytes: Uint8Array): TestIssuer {
  const stored = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, Record<keyof Identity, string>>
  const entries = NAMES.map((name) => {
    const { certificate, privateKey } = stored[name]!
    return [name, { certificate: Buffer.from(certificate!, 'base64'), privateKey: Buffer.from(privateKey!, 'base64') }]
  })
  return Object.fromEntries(entries) as TestIssuer
}
