import { type Curve, generateKeyPair } from '@simwright/rsp'
import { type Identity, issueTestPki, issueTestTls, type Sources } from '@simwright/x509'
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

/** Made at the first start as a sealed row, and shared by all processes on the database. */
export async function openTestIssuer(server: Needs): Promise<TestIssuer> {
  const secret = await openOwnCardKey(server.vault, server.db, {
    name: 'test certificate issuer',
    make: () => new Secret(encode(issueTestPki({ ...sourcesOf(server), host: 'localhost', oid: SMDP_OID }))),
    at: server.clock.now(),
  })
  return decode(secret.reveal())
}

/** A TLS certificate under the test issuer, for the host that stands in activation codes. */
export function issueOwnTls(server: Needs, issuer: TestIssuer, host: string): Identity {
  return issueTestTls({ ...sourcesOf(server), ci: issuer.ci, host, oid: SMDP_OID })
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
