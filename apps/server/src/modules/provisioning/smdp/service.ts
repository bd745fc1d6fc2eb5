import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { deviceLimiter, type TlsIdentity } from '../../../http/machine-listener.ts'
import { perMinuteLimiter } from '../../../http/rate-counter.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import type { SmdpPort } from '../../../port/smdp.ts'
import { loop } from '../../../work/loop.ts'
import { type Credentials, folderState, readCredentials, servedTls } from './credentials.ts'
import { openDeviceLog } from './device-log.ts'
import { hostName, keepOwnTls, ownTls } from './host.ts'
import { openInnerListener } from './inner-listener.ts'
import { openListener } from './listener.ts'
import { openMeter } from './meter.ts'
import { openReadyCache } from './ready-cache.ts'
import { openRefusedSessions } from './refused-session.ts'
import { openSessionIssuer, type SessionIssuer } from './session-issuer.ts'
import type { Smdp } from './smdp.ts'
import { openTestIssuers, type TestIssuer, type TlsRole } from './test-issuer.ts'

export type { Credentials } from './credentials.ts'
export { PHONE_HEADER } from './inner-listener.ts'
export { setFreeIn } from './lost.ts'
export { openRefusedSessions, type RefusedSessions } from './refused-session.ts'
export { CLOCK_DIFFERENCE_MS, type SessionIssuer } from './session-issuer.ts'
export { openTestIssuer, sourcesOf, type TestIssuer } from './test-issuer.ts'
export { deleteTrial, insertTrial, isTriable, isTrialOf } from './trial.ts'
export { type DeviceName, updateDeviceNames } from './write.ts'

/** The SM-DP+ as the server opens it. */
export type SmdpService = SmdpPort & {
  /** The current credentials; they change when files are replaced. */
  credentials(): Credentials
  readonly sessions: SessionIssuer
  /** Issues a TLS certificate under the test issuer; renew it at `until` (milliseconds). */
  ownTls(host: string, role: TlsRole): TlsIdentity & { until: number }
  /** The certificate of the SM-DP+'s own address, as its first port presents it. */
  tls(): TlsIdentity
  /**
   * The certificate for a server name: of the SM-DP+'s own address under each issuer, of a platform's host, or one in
   * RSP_CERTS_DIR for this name; undefined for others.
   */
  tlsFor(name: string): TlsIdentity | undefined
  /** Opens each port for devices. @returns the first port */
  listen(): Promise<number>
  /** Reloads replaced certificates, renews issued ones, and refreshes the issuer of sessions; runs every minute. */
  refresh(): void
  close(): Promise<void>
}

const REFRESH_MS = 60_000
const WARN_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Opens keys and certificates; `listen` opens the ports. @throws Error that names faulty files of RSP_CERTS_DIR */
export async function openSmdp(server: Server): Promise<SmdpService> {
  const issuers = await openTestIssuers(server)
  const certificates = watchCertificates(server, issuers)
  const { ports } = server
  const issuersWithPort: CertificateIssuer[] = ports.smdpBrainpool === undefined ? ['NIST'] : ['NIST', 'BRP']
  const addressOf = (set: CertificateIssuer) =>
    set === 'NIST' ? firstAddress(server, certificates.now()) : brainpoolAddress(server, certificates.now())
  const sessions = await openSessionIssuer(server)
  const addresses = () => issuersWithPort.map(addressOf)
  const shared = sharedBy(server, { credentials: certificates.now, addresses, sessions })
  const limiter = deviceLimiter(server.limits)
  const smdpOf = (set: CertificateIssuer): Smdp => ({ ...shared, set, address: () => addressOf(set) })
  const listeners = issuersWithPort.map((set, index) => {
    return openListener(server, { smdp: smdpOf(set), issuer: issuers[index]!, limiter })
  })
  const inner = issuersWithPort.map((set, index) =>
    openInnerListener(server, { smdp: smdpOf(set), issuer: issuers[index]! }),
  )

  const tlsFor = tlsByHost({ sets: issuersWithPort, addressOf, credentials: certificates.now, listeners })
  const ownTlsFor = keepOwnTls(server, issuers[0]!)
  const refresh = () => refreshAll(server, [certificates, ...listeners, sessions])
  const refreshing = loop(
    { name: 'certificates', everyMs: REFRESH_MS, firstMs: REFRESH_MS, run: async () => refresh() },
    server,
  )

  return {
    get address() {
      return addressOf('NIST')
    },
    issuers: issuersWithPort,
    addressFor: addressByIssuer(ports, issuersWithPort, addressOf),
    get testIssuerOnly() {
      return [...certificates.now().classes.values()].every((trustClass) => trustClass === 'test')
    },
    identity: () => clientIdentity(certificates.now(), () => ownTlsFor(hostName(addressOf('NIST')))),
    certificates: () => certificates.now().expiring.map(({ file, notAfter }) => ({ name: file, notAfter })),
    credentials: certificates.now,
    sessions,
    admit: (set, trial, before) => inner[Math.max(issuersWithPort.indexOf(set ?? 'NIST'), 0)]!.admit(trial, before),
    ownTls: (host, role) => ownTls(server, issuers[0]!, host, role),
    tls: () => listeners[0]!.tls(),
    tlsFor,
    hasCertificateFor: (host) => certificates.now().tlsFor(host, 'NIST') !== undefined,
    listen: async () => {
      const [first, brainpool] = server.config.smdpPorts
      ports.smdp = await listeners[0]!.listen(first)
      if (brainpool !== undefined) ports.smdpBrainpool = await listeners[1]!.listen(brainpool)
      return ports.smdp
    },
    refresh,
    close: async () => {
      await refreshing.stop()
      await Promise.all([...listeners, ...inner].map((listener) => listener.close()))
    },
  }
}

/** Finds the address under an issuer, by default NIST's, and on a platform's host; see `SmdpService`. */
function addressByIssuer(
  ports: Server['ports'],
  sets: readonly CertificateIssuer[],
  addressOf: (set: CertificateIssuer) => string,
): SmdpService['addressFor'] {
  return (issuer, host) => {
    const set = issuer !== null && sets.includes(issuer) ? issuer : 'NIST'
    if (!host) return addressOf(set)
    return set === 'NIST' ? host : withPort(hostName(host), ports.smdpBrainpool!)
  }
}

/** What the functions of all ports share. */
function sharedBy(server: Server, current: Pick<Smdp, 'credentials' | 'addresses' | 'sessions'>) {
  return {
    ...server,
    ...current,
    mayAuthenticate: perMinuteLimiter(server.limits.eid),
    refused: openRefusedSessions(),
    deviceLog: openDeviceLog(server.log),
    meter: openMeter(server.metrics),
    ready: openReadyCache(),
  }
}

type Hosts = {
  sets: readonly CertificateIssuer[]
  addressOf: (set: CertificateIssuer) => string
  credentials: () => Credentials
  /** In the order of the sets. */
  listeners: readonly Pick<ReturnType<typeof openListener>, 'tls' | 'hosts'>[]
}

/** Finds the certificate for a server name; see `SmdpService`. */
function tlsByHost({ sets, addressOf, credentials, listeners }: Hosts): SmdpService['tlsFor'] {
  return (name) => {
    const host = name.toLowerCase()
    const own = sets.findIndex((set) => hostName(addressOf(set)) === host)
    if (own >= 0) return listeners[own]!.tls()
    const found = sets.map((set) => credentials().tlsFor(host, set)).find((tls) => tls !== undefined)
    return found ?? listeners[0]!.hosts(host)
  }
}

function refreshAll({ log }: Pick<Server, 'log'>, all: readonly { refresh(): void }[]): void {
  try {
    for (const one of all) one.refresh()
  } catch (err) {
    log.error({ err }, 'the certificates could not be reloaded; the current ones stay in use')
  }
}

/** @param ownTlsOf issues a certificate, for a folder of certificates without one for TLS */
function clientIdentity(credentials: Credentials, ownTlsOf: () => TlsIdentity) {
  const { cert, key } = credentials.tls ?? ownTlsOf()
  const issuers = credentials.trust.roots.map(({ raw }) => raw)
  return { oid: credentials.all[0]!.smdpOid, tls: { cert, key }, issuers }
}

/** SMDP_HOST, otherwise the TLS certificate's host, otherwise localhost, with the port unless it is 443. */
function firstAddress({ config, ports }: Server, credentials: Credentials): string {
  return config.smdpHost ?? withPort(servedTls(credentials, 'NIST')?.host ?? 'localhost', ports.smdp)
}

/** The host of SMDP_HOST, otherwise the TLS certificate's host, otherwise localhost, with the second port. */
function brainpoolAddress({ config, ports }: Server, credentials: Credentials): string {
  const named = config.smdpHost === undefined ? servedTls(credentials, 'BRP')?.host : hostName(config.smdpHost)
  return withPort(named ?? 'localhost', ports.smdpBrainpool!)
}

const withPort = (host: string, port: number): string => (port === 443 ? host : `${host}:${port}`)

/** Reloads RSP_CERTS_DIR when its files have changed, and warns once a day of certificates that expire. */
function watchCertificates(server: Server, issuers: readonly TestIssuer[]) {
  const { rspCertsDir: directory, smdpHost: host, smdpPorts } = server.config
  const folder = { directory, host, ports: smdpPorts.length }
  let state = folderState(directory)
  let credentials = readCredentials(issuers, folder)
  let warnedAt = warnOfExpiry(server, credentials)
  return {
    now: () => credentials,
    refresh: () => {
      const found = folderState(directory)
      const isChanged = found !== state
      if (isChanged) {
        credentials = readCredentials(issuers, folder)
        state = found
        server.log.info({ directory }, 'certificates were reloaded')
      }
      if (isChanged || server.clock.now().getTime() - warnedAt >= DAY_MS) warnedAt = warnOfExpiry(server, credentials)
    },
  }
}

function warnOfExpiry({ clock, log }: Server, { expiring }: Credentials): number {
  const at = clock.now().getTime()
  for (const { file, notAfter } of expiring) {
    if (notAfter.getTime() < at + WARN_DAYS * DAY_MS)
      log.warn({ file, notAfter }, 'a certificate expires soon or has expired')
  }
  return at
}
