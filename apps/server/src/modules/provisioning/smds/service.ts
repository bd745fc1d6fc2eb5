import {
  deviceLimiter,
  listenForMachines,
  type MachineListener,
  type MachineRoute,
  type TlsIdentity,
} from '../../../http/machine-listener.ts'
import type { SmdsServer as Server } from '../../../port/module.ts'
import type { SmdsPort } from '../../../port/smds.ts'
import { loop } from '../../../work/loop.ts'
import { openRefusedSessions, type SmdpService } from '../smdp/service.ts'
import { es11Route } from './es11.ts'
import { es12Route } from './es12.ts'
import { callEs12 } from './other.ts'
import type { Smds } from './smds.ts'

export { SmdsError } from './other.ts'
export { insertEvent } from './queries.ts'

/** The SM-DS as the server opens it. */
export type SmdsService = SmdsPort & {
  /** Starts to listen for devices (ES11). @returns the port */
  listen(): Promise<number>
  /**
   * Starts to listen for other servers: SM-DP+s (ES12), and those of the further routes. In TLS it presents the
   * certificate of the host that the client names: the SM-DP+'s, a platform's or the SM-DS's; without one the SM-DP+'s.
   * @returns the port
   */
  listenForServers(further?: (path: string) => MachineRoute | undefined): Promise<number>
  close(): Promise<void>
}

type Needs = Server & { readonly smdp: SmdpService }

const REFRESH_MS = 60_000

const hostOf = (address: string) => address.replace(/:\d+$/, '')

export function openSmds(server: Needs): SmdsService {
  const { config, ports, smdp } = server
  const address = () => config.smdsHost ?? (ports.smds === 443 ? 'localhost' : `localhost:${ports.smds}`)
  const { sessions } = smdp
  const smds: Smds = {
    ...server,
    credentials: () => smdp.credentials(),
    sessions,
    refused: openRefusedSessions(),
    address,
  }
  const tls = watchTls(server, address)
  const tlsFor = (name: string) => smdp.tlsFor(name) ?? (tls.isFor(name) ? tls.current() : undefined)
  const { open, close } = openListeners(server)
  return {
    get address() {
      return address()
    },
    other: config.otherSmds,
    call: async (name, members) => {
      if (config.otherSmds === undefined) throw new TypeError('no other SM-DS is set')
      const { tls: identity, issuers, oid } = smdp.identity()
      await callEs12({ ...server, address: config.otherSmds, identity, issuers, oid }, name, members)
    },
    listen: async () => {
      ports.smds = await open({ port: config.smdsPort, route: (path) => es11Route(smds, path), identity: tls.current })
      return ports.smds
    },
    listenForServers: async (further) => {
      const route = (path: string) => es12Route(smds, path) ?? further?.(path)
      ports.operator = await open({
        port: config.operatorPort,
        route,
        identity: smdp.tls,
        hosts: tlsFor,
        clients: 'asked',
      })
      return ports.operator
    },
    close,
  }
}

type ListenerOptions = {
  port: number
  route: (path: string) => MachineRoute | undefined
  identity: () => TlsIdentity
  hosts?: (name: string) => TlsIdentity | undefined
  clients?: 'asked'
}

/** The ports of the SM-DS; each presents a renewed certificate within a minute. */
function openListeners({ limits, log, metrics, retiring }: Needs) {
  const listeners: { listener: MachineListener; renew(): void }[] = []
  const renewAll = async () => {
    for (const { renew } of listeners) renew()
  }
  const renewing = loop(
    { name: 'certificates of the SM-DS', everyMs: REFRESH_MS, firstMs: REFRESH_MS, run: renewAll },
    { log, metrics },
  )
  return {
    open: async ({ identity, ...options }: ListenerOptions): Promise<number> => {
      let presented = identity()
      const limiter = deviceLimiter(limits)
      const listener = await listenForMachines({
        ...options,
        tls: presented,
        limiter,
        connections: limits,
        log,
        retiring,
      })
      const renew = () => {
        const next = identity()
        if (next.cert === presented.cert) return
        presented = next
        listener.renew(next)
      }
      listeners.push({ listener, renew })
      return listener.port
    },
    close: async () => {
      await renewing.stop()
      await Promise.all(listeners.map(({ listener }) => listener.close()))
    },
  }
}

/** The operator's TLS certificate; otherwise one under the test issuer, renewed before it expires. */
function watchTls({ smdp, clock, log }: Needs, address: () => string) {
  let current: (TlsIdentity & { until: number }) | undefined
  const issue = () => {
    const { smdsTls } = smdp.credentials()
    if (smdsTls) return { cert: smdsTls.cert, key: smdsTls.key, until: Number.POSITIVE_INFINITY }
    return smdp.ownTls(hostOf(address()), 'ds-tls')
  }
  const isCurrent = () => {
    const found = smdp.credentials().smdsTls
    if (!current) return false
    return found ? current.cert === found.cert : current.until > clock.now().getTime()
  }
  const refresh = () => {
    if (isCurrent()) return
    try {
      current = issue()
    } catch (err) {
      if (!current) throw err
      log.error({ err }, "the SM-DS's certificate could not be issued; the current one stays in use")
    }
  }
  return {
    current: (): TlsIdentity => {
      refresh()
      return { cert: current!.cert, key: current!.key }
    },
    /** Whether a server name is the SM-DS's. */
    isFor: (name: string): boolean =>
      [hostOf(address()), smdp.credentials().smdsTls?.host].some((host) => host?.toLowerCase() === name.toLowerCase()),
  }
}
