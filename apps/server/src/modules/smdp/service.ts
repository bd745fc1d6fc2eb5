import { listenForMachines, type MachineListener, type TlsIdentity } from '../../http/machine-listener.ts'
import type { Server } from '../../server.ts'
import { tallyPerMinute } from '../../tally.ts'
import { es9Route } from './answer.ts'
import { type Credentials, folderState, readCredentials } from './credentials.ts'
import { openHosts, ownTls } from './host.ts'
import type { Smdp } from './smdp.ts'
import { openTestIssuers, type TestIssuer, type TlsRole } from './test-issuer.ts'

export type { Credentials } from './credentials.ts'
export { setFree } from './lost.ts'
export { readMessage } from './message-part.ts'
export { readPackage } from './package-text.ts'
export { openTestIssuer, sourcesOf, type TestIssuer } from './test-issuer.ts'

/** The SM-DP+ as the rest of the server sees it. */
export type SmdpService = {
  /** Host in activation codes of the default platform, with the port when it is not 443. */
  readonly address: string
  /** Whether only devices that trust the test certificate issuers can download. */
  readonly testIssuerOnly: boolean
  /** Whether RSP_CERTS_DIR holds a TLS certificate for the host; without, the test issuer makes one. */
  hasCertificateFor(host: string): boolean
  /** As they are now: files may be renewed while the server runs. */
  credentials(): Credentials
  /** A TLS certificate under the test issuer; `until` it should be made anew. */
  ownTls(host: string, role: TlsRole): TlsIdentity & { until: number }
  /** Starts to listen for devices. @returns the port */
  listen(): Promise<number>
  /** Looks whether certificates were replaced, or need to be; done each minute. */
  refresh(): void
  close(): Promise<void>
}

type Needs = Pick<
  Server,
  'config' | 'ports' | 'db' | 'clock' | 'random' | 'log' | 'vault' | 'platforms' | 'retiring'
> & {
  limits: { device: number }
}

const REFRESH_MS = 60_000
const WARN_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Opens the keys and certificates; nothing listens yet. @throws Error that names unfit files of RSP_CERTS_DIR */
export async function openSmdp(server: Needs): Promise<SmdpService> {
  const issuers = await openTestIssuers(server)
  const certificates = watchCertificates(server, issuers)
  let listener: MachineListener | undefined
  const address = () => addressOf(server, certificates.now())
  const smdp: Smdp = { ...server, credentials: certificates.now, address, ready: new Map() }
  const hosts = openHosts(server, { issuer: issuers[0]!, credentials: certificates.now })
  const tls = watchTls(server, { issuer: issuers[0]!, address, credentials: certificates.now })

  const refresh = () => {
    try {
      certificates.refresh()
      if (tls.refresh()) listener?.renew(tls.now())
    } catch (err) {
      server.log.error({ err }, 'the certificates could not be read again; those at hand stay in use')
    }
  }
  const timer = setInterval(refresh, REFRESH_MS)
  timer.unref()

  return {
    get address() {
      return address()
    },
    get testIssuerOnly() {
      return [...certificates.now().classes.values()].every((trustClass) => trustClass === 'test')
    },
    credentials: certificates.now,
    ownTls: (host, role) => ownTls(server, issuers[0]!, host, role),
    hasCertificateFor: (host) => certificates.now().tlsFor(host) !== undefined,
    listen: async () => {
      tls.refresh()
      const limiter = tallyPerMinute(server.limits.device)
      const route = (path: string) => es9Route(smdp, path)
      const { log, retiring } = server
      listener = await listenForMachines({
        port: server.config.smdpPort,
        tls: tls.now(),
        hosts,
        limiter,
        route,
        log,
        retiring,
      })
      server.ports.smdp = listener.port
      return listener.port
    },
    refresh,
    close: async () => {
      clearInterval(timer)
      await listener?.close()
    },
  }
}

/** SMDP_HOST, else the name in the TLS certificate, else this machine; with the port unless it is 443. */
function addressOf(server: Needs, { tls }: Credentials): string {
  const { smdpHost } = server.config
  if (smdpHost !== undefined) return smdpHost
  const { smdp: port } = server.ports
  return port === 443 ? (tls?.host ?? 'localhost') : `${tls?.host ?? 'localhost'}:${port}`
}

/** Reads RSP_CERTS_DIR again when its files have changed, and warns each day of what expires. */
function watchCertificates(server: Needs, issuers: readonly TestIssuer[]) {
  const { rspCertsDir: directory, smdpHost: host } = server.config
  let state = folderState(directory)
  let credentials = readCredentials(issuers, { directory, host })
  let warnedAt = warnOfExpiry(server, credentials)
  return {
    now: () => credentials,
    refresh: () => {
      const found = folderState(directory)
      const isChanged = found !== state
      if (isChanged) {
        credentials = readCredentials(issuers, { directory, host })
        state = found
        server.log.info({ directory }, 'certificates were read again')
      }
      if (isChanged || server.clock.now().getTime() - warnedAt >= DAY_MS) warnedAt = warnOfExpiry(server, credentials)
    },
  }
}

function warnOfExpiry({ clock, log }: Needs, { expiring }: Credentials): number {
  const at = clock.now().getTime()
  for (const { file, notAfter } of expiring) {
    if (notAfter.getTime() < at + WARN_DAYS * DAY_MS)
      log.warn({ file, notAfter }, 'a certificate expires soon or has expired')
  }
  return at
}

/** The operator's TLS certificate; else one under the test issuer, made anew by each process and before it expires. */
function watchTls(
  server: Needs,
  { issuer, address, credentials }: { issuer: TestIssuer; address: () => string; credentials: () => Credentials },
) {
  let current: (TlsIdentity & { until: number }) | undefined
  const make = (): TlsIdentity & { until: number } => {
    const { tls } = credentials()
    if (tls) return { cert: tls.cert, key: tls.key, until: Number.POSITIVE_INFINITY }
    return ownTls(server, issuer, address().replace(/:\d+$/, ''))
  }
  return {
    now: () => current!,
    /** @returns whether it is another one than before */
    refresh: (): boolean => {
      const isOwn = credentials().tls === undefined
      const stays =
        current && (isOwn ? current.until > server.clock.now().getTime() : current.cert === credentials().tls?.cert)
      if (stays) return false
      current = make()
      return true
    },
  }
}
