import { type Curve, generateKeyPair } from '@simwright/rsp'
import {
  type Identity,
  issueTestDsAuth,
  issueTestPki,
  issueTestTls,
  parseCertificate,
  type Sources,
  type TestPki,
} from '@simwright/x509'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { openOwnCardKey } from '../../platform/vault/service.ts'

/**
 * The certificate issuer of this installation, for demo, bench and tests: CI, an EUM under it, and the SM-DP+'s own.
 */
export type TestIssuer = {
  readonly ci: Identity
  readonly eum: Identity
  readonly dpAuth: Identity
  readonly dpPb: Identity
  /** The SM-DS's authentication certificate. */
  readonly dsAuth: Identity
}

type Smdp = Omit<TestIssuer, 'dsAuth'>

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random'>

/** OIDs in the example arc 2.999 (ITU-T X.660). */
const SMDP_OID = '2.999.10'
const SMDS_OID = '2.999.15'

/** The curves of eUICCs (SGP.22, 2.6.7.1), the common one first. */
const CURVES = ['P-256', 'brainpoolP256r1'] as const satisfies readonly Curve[]

/** Opens the test issuer of each curve. */
export async function openTestIssuers(server: Needs): Promise<TestIssuer[]> {
  const issuers: TestIssuer[] = []
  for (const curve of CURVES) issuers.push(await openTestIssuer(server, curve))
  return issuers
}

/** Drops the TLS certificate, which is too short-lived to be stored. */
const withoutTls = ({ ci, eum, dpAuth, dpPb }: TestPki): Smdp => ({ ci, eum, dpAuth, dpPb })

async function openDsAuth(server: Needs, ci: Identity, curve: Curve): Promise<Identity> {
  const secret = await openOwnCardKey(server.vault, server.db, {
    name: curve === 'P-256' ? 'test SM-DS' : `test SM-DS ${curve}`,
    make: () => new Secret(encode({ dsAuth: issueTestDsAuth({ ...sourcesOf(server), ci, curve, oid: SMDS_OID }) })),
    at: server.clock.now(),
  })
  return decode<{ dsAuth: Identity }>(secret.reveal()).dsAuth
}

/**
 * Opens the test issuer. It is created at the first start, stored sealed, and shared by all processes on the database.
 */
export async function openTestIssuer(server: Needs, curve: Curve = 'P-256'): Promise<TestIssuer> {
  const request = { ...sourcesOf(server), curve, host: 'localhost', oid: SMDP_OID }
  const secret = await openOwnCardKey(server.vault, server.db, {
    name: curve === 'P-256' ? 'test certificate issuer' : `test certificate issuer ${curve}`,
    make: () => new Secret(encode(withoutTls(issueTestPki(request)))),
    at: server.clock.now(),
  })
  const smdp = decode<Smdp>(secret.reveal())
  return { ...smdp, dsAuth: await openDsAuth(server, smdp.ci, curve) }
}

const TLS_OIDS = { 'dp-tls': SMDP_OID, 'ds-tls': SMDS_OID } as const

/** TLS role: SM-DP+ (`dp-tls`) or SM-DS (`ds-tls`). */
export type TlsRole = keyof typeof TLS_OIDS

/** A TLS certificate under the test issuer, for a host as devices know it. */
export function issueOwnTls(
  server: Needs,
  issuer: TestIssuer,
  { host, role }: { host: string; role: TlsRole },
): { identity: Identity; notAfter: Date } {
  const curve = parseCertificate(issuer.ci.certificate).curve!
  const identity = issueTestTls({ ...sourcesOf(server), ci: issuer.ci, curve, host, oid: TLS_OIDS[role], role })
  return { identity, notAfter: parseCertificate(identity.certificate).notAfter }
}

export function sourcesOf({ clock, random }: Pick<Server, 'clock' | 'random'>): Sources {
  return {
    now: clock.now(),
    random: (length) => random.bytes(length),
    generateKeyPair: (curve) => generateKeyPair(curve as Curve),
  }
}

type Identities = Readonly<Record<string, Identity>>

function encode(identities: Identities): Buffer {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const entries = Object.entries(identities).map(([name, { certificate, privateKey }]) => [
    name,
    { certificate: text(certificate), privateKey: text(privateKey) },
  ])
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

function decode<I extends Identities>(bytes: Uint8Array): I {
  const stored = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, Record<keyof Identity, string>>
  const entries = Object.entries(stored).map(([name, { certificate, privateKey }]) => [
    name,
    { certificate: Buffer.from(certificate, 'base64'), privateKey: Buffer.from(privateKey, 'base64') },
  ])
  return Object.fromEntries(entries) as I
}
