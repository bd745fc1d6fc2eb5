import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { RspRefusal } from '@simwright/rsp'
import { writePem } from '@simwright/x509'
import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId } from '../../../db/row-id.ts'
import type { TlsIdentity } from '../../../http/machine-listener.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import type { Credentials } from './credentials.ts'
import type { Smdp } from './smdp.ts'
import { issueOwnTls, type TestIssuer, type TlsRole } from './test-issuer.ts'

/** The host of an address: without port, in lower case, as in certificates and in the list of hosts. */
export const hostName = (address: string): string => address.replace(/:\d+$/, '').toLowerCase()

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random' | 'log' | 'platforms'>

const RENEW_BEFORE_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Selects the TLS certificate of a platform's host: the one in RSP_CERTS_DIR for the host, otherwise one under the test
 * issuer, issued at the first request. Undefined for a host that no platform uses.
 */
export function openHosts(
  server: Needs,
  { issuer, credentials, set }: { issuer: TestIssuer; credentials: () => Credentials; set: CertificateIssuer },
): (name: string) => TlsIdentity | undefined {
  const ownFor = keepOwnTls(server, issuer)
  return (name) => {
    const host = name.toLowerCase()
    if (!server.platforms.smdpHost(host)) return undefined
    return credentials().tlsFor(host, set) ?? ownFor(host)
  }
}

/** Issues a TLS certificate under the test issuer. */
export function ownTls(server: Needs, issuer: TestIssuer, host: string, role: TlsRole = 'dp-tls') {
  const { identity, notAfter } = issueOwnTls(server, issuer, { host, role })
  return {
    cert: writePem('CERTIFICATE', identity.certificate),
    key: writePem('PRIVATE KEY', identity.privateKey),
    until: notAfter.getTime() - RENEW_BEFORE_MS,
  }
}

/** Returns a function that issues a certificate for a host under the test issuer, and returns it until it is renewed. */
export function keepOwnTls(server: Needs, issuer: TestIssuer): (host: string) => ReturnType<typeof ownTls> {
  const issued = new Map<string, ReturnType<typeof ownTls>>()
  return (host) => {
    const known = issued.get(host)
    if (known && known.until > server.clock.now().getTime()) return known
    const tls = ownTls(server, issuer, host)
    issued.set(host, tls)
    return tls
  }
}

/** All forms of our addresses that devices may send: with and without each port. */
export function addressesOf(smdp: Smdp, asked: string): string[] {
  const { smdp: first, smdpBrainpool } = smdp.ports
  const ports = [HTTPS_PORT, first, ...(smdpBrainpool === undefined ? [] : [smdpBrainpool])]
  const variants = (address: string) => {
    const host = hostName(address)
    return [address, host, ...ports.map((port) => `${host}:${port}`)]
  }
  const isPlatforms = smdp.platforms.smdpHost(hostName(asked)) !== undefined
  return [
    ...new Set([
      ...smdp.addresses().flatMap(variants),
      ...(isPlatforms ? variants(canonicalAddress(smdp, asked)) : []),
    ]),
  ]
}

const HTTPS_PORT = 443

/** A session's address in the form of activation codes; devices send their notifications to it. */
export function canonicalAddress(smdp: Smdp, serverAddress: string): string {
  const asked = hostName(serverAddress)
  const written = serverAddress.toLowerCase()
  if (smdp.addresses().includes(written)) return written
  const own = smdp.address()
  if (asked === hostName(own)) return own
  const known = smdp.platforms.smdpHost(asked)
  const current = known && smdp.platforms.byId(known.platform_id)?.smdp_address
  if (!current || hostName(current) !== asked) return written
  return smdp.set === 'BRP' ? `${asked}:${smdp.ports.smdpBrainpool}` : current
}

/**
 * A code is served only on hosts that its platform's codes have named; on another platform's host it does not exist.
 * @throws RspRefusal matching_id_refused
 */
export async function checkHost(
  smdp: Smdp,
  db: TenantDb,
  at: { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId; serverAddress: string },
): Promise<void> {
  const { platforms } = smdp
  if (!platforms.hasSmdpHosts()) return
  const asked = platforms.smdpHost(hostName(at.serverAddress))
  const code = await db
    .selectFrom('activation_code as code')
    .innerJoin('enterprise', 'enterprise.enterprise_id', 'code.enterprise_id')
    .select(['enterprise.platform_id', 'code.created_at'])
    .where('code.enterprise_id', '=', at.enterpriseId)
    .where('code.id', '=', at.activationCodeId)
    .executeTakeFirst()
  const [first] = code ? platforms.smdpHostsOf(code.platform_id) : []
  const isRight = asked ? asked.platform_id === code?.platform_id : !first || code!.created_at < first.created_at
  if (!isRight) throw new RspRefusal('matching_id_refused', { detail: 'the code belongs to another SM-DP+ host' })
}
