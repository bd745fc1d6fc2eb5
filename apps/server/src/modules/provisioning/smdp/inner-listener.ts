import { timingSafeEqual } from 'node:crypto'
import {
  listenForMachines,
  type MachineListener,
  type MachineRoute,
  TooManyCalls,
} from '../../../http/machine-listener.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import type { Trial } from '../../../port/smdp.ts'
import { es9Route } from './answer.ts'
import { hostName, keepOwnTls } from './host.ts'
import type { Smdp } from './smdp.ts'
import type { TestIssuer } from './test-issuer.ts'

/** The header in which a virtual phone sends its token. */
export const PHONE_HEADER = 'x-virtual-phone'

/** What a virtual phone needs to call ES9+. */
export type Admission = {
  /** The port on the loopback address. Its certificate is that of the host in the activation code. */
  port: number
  /** To be sent in `PHONE_HEADER`. */
  token: string
  /** Ends the admission: later calls do not exist. */
  end(): void
}

/** Calls of one action of a virtual phone: a download has five. */
const CALLS_MAX = 50
const TOKEN_BYTES = 32
/** Connections of all virtual phones of this process. */
const CONNECTIONS = { connections: 64, silentConnections: 64 }

type Admitted = { token: Buffer; trial: Trial; calls: number; before: (call: string) => Promise<void> }

/** The port for virtual phones, which only processes of this server reach. */
export type InnerListener = {
  /** Admits the phone of a try; `before` is awaited before each call is answered. */
  admit(trial: Trial, before?: Admitted['before']): Promise<Admission>
  close(): Promise<void>
}

/** Calls of a try are in no figure and in no line about devices. Errors of the server do count. */
const uncounted = ({ meter }: Smdp): Pick<Smdp, 'meter' | 'deviceLog'> => ({
  meter: { ...meter, call: () => {}, bound: () => {}, refused: () => {} },
  deviceLog: () => {},
})

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random' | 'log' | 'platforms' | 'retiring'>

/**
 * Listens on the loopback address from the first admission on. The certificates are issued by the test issuer, which is the
 * only one that virtual phones trust. Calls without the token of an admitted phone do not exist.
 */
export function openInnerListener(server: Needs, { smdp, issuer }: { smdp: Smdp; issuer: TestIssuer }): InnerListener {
  const admitted = new Set<Admitted>()
  const tlsFor = keepOwnTls(server, issuer)
  let listening: Promise<MachineListener> | undefined
  const find = (sent: string | string[] | undefined) => {
    const token = Buffer.from(typeof sent === 'string' ? sent : '')
    return [...admitted].find((one) => one.token.length === token.length && timingSafeEqual(one.token, token))
  }
  const route = (path: string): MachineRoute | undefined => {
    const known = es9Route(smdp, path)
    if (!known) return undefined
    return {
      contentType: known.contentType,
      answer: async (request) => {
        const phone = find(request.headers[PHONE_HEADER])
        if (!phone) return { status: 404, headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: 'Not found.' }
        if (phone.calls++ >= CALLS_MAX) throw new TooManyCalls()
        await phone.before(path.slice(path.lastIndexOf('/') + 1))
        return await es9Route({ ...smdp, ...uncounted(smdp), trial: phone.trial }, path)!.answer(request)
      },
    }
  }
  const hosts = (name: string) => {
    const host = name.toLowerCase()
    return host === hostName(smdp.address()) || server.platforms.smdpHost(host) ? tlsFor(host) : undefined
  }
  const listen = () =>
    listenForMachines({
      port: 0,
      host: '127.0.0.1',
      tls: tlsFor(hostName(smdp.address())),
      hosts,
      limiter: () => undefined,
      connections: CONNECTIONS,
      route,
      log: server.log,
      retiring: server.retiring,
    })
  return {
    admit: async (trial, before = async () => {}) => {
      listening ??= listen().catch((error: unknown) => {
        // the next admission tries again
        listening = undefined
        throw error
      })
      const { port } = await listening
      const token = Buffer.from(server.random.bytes(TOKEN_BYTES)).toString('base64url')
      const phone = { token: Buffer.from(token), trial, calls: 0, before }
      admitted.add(phone)
      return { port, token, end: () => void admitted.delete(phone) }
    },
    close: async () => {
      admitted.clear()
      await (await listening)?.close()
    },
  }
}
