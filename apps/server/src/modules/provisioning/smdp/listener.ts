import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import {
  type DeviceLimiter,
  listenForMachines,
  type MachineListener,
  type TlsIdentity,
} from '../../../http/machine-listener.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { es9Route } from './answer.ts'
import { type Credentials, servedTls } from './credentials.ts'
import { hostName, openHosts, ownTls } from './host.ts'
import type { Smdp } from './smdp.ts'
import type { TestIssuer } from './test-issuer.ts'

/** One port of the SM-DP+ with the certificate set that it presents in TLS. */
export type SmdpListener = {
  /** @returns the port */
  listen(port: number): Promise<number>
  /** Presents a new certificate when the files were replaced or the issued one is about to expire. */
  refresh(): void
  /** The certificate that it presents for the SM-DP+'s own address. */
  tls(): TlsIdentity
  /** The certificate that it presents for a platform's host; undefined for others. */
  hosts(name: string): TlsIdentity | undefined
  close(): Promise<void>
}

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random' | 'log' | 'platforms' | 'retiring' | 'limits'>

type ListenerOptions = {
  smdp: Smdp
  /** Issues the TLS certificate when RSP_CERTS_DIR has none for this issuer. */
  issuer: TestIssuer
  /** Shared by all ports. */
  limiter: DeviceLimiter
}

/** Prepares a listener; `listen` opens the port. */
export function openListener(server: Needs, { smdp, issuer, limiter }: ListenerOptions): SmdpListener {
  const { credentials, address, set } = smdp
  const hosts = openHosts(server, { issuer, credentials, set })
  const tls = watchTls(server, { issuer, address, credentials, set })
  let listener: MachineListener | undefined
  const refresh = () => {
    if (tls.refresh()) listener?.renew(tls.now())
  }
  return {
    listen: async (port) => {
      tls.refresh()
      const { log, retiring, limits: connections } = server
      const route = (path: string) => es9Route(smdp, path)
      listener = await listenForMachines({ port, tls: tls.now(), hosts, limiter, connections, route, log, retiring })
      return listener.port
    },
    refresh,
    tls: () => {
      refresh()
      return tls.now()
    },
    hosts,
    close: async () => {
      await listener?.close()
    },
  }
}

type Watched = {
  issuer: TestIssuer
  address: () => string
  credentials: () => Credentials
  set: CertificateIssuer
}

/**
 * The operator's TLS certificate; otherwise one under the test issuer, issued per process and renewed before it
 * expires.
 */
function watchTls(server: Needs, { issuer, address, credentials, set }: Watched) {
  let current: (TlsIdentity & { until: number }) | undefined
  const found = () => servedTls(credentials(), set)
  const issue = (): TlsIdentity & { until: number } => {
    const tls = found()
    if (tls) return { cert: tls.cert, key: tls.key, until: Number.POSITIVE_INFINITY }
    return ownTls(server, issuer, hostName(address()))
  }
  return {
    now: () => current!,
    /** @returns whether the certificate has changed */
    refresh: (): boolean => {
      const tls = found()
      const isCurrent = current && (tls ? current.cert === tls.cert : current.until > server.clock.now().getTime())
      if (isCurrent) return false
      current = issue()
      return true
    },
  }
}
