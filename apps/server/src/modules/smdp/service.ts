import { writePem } from '@simwright/x509'
import type { Server } from '../../server.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { tallyPerMinute } from './limit.ts'
import { type Es9Listener, listenEs9, type TlsIdentity } from './listener.ts'
import type { Smdp } from './smdp.ts'
import { issueOwnTls, openTestIssuer, type TestIssuer } from './test-issuer.ts'

export { openTestIssuer, sourcesOf, type TestIssuer } from './test-issuer.ts'

/** The SM-DP+ as the rest of the server sees it. */
export type SmdpService = {
  /** Host in activation codes, with the port when it is not 443. */
  readonly address: string
  /** Whether only devices that trust the test certificate issuers can download. */
  readonly testIssuerOnly: boolean
  /** Starts to listen for devices. @returns the port */
  listen(): Promise<number>
  close(): Promise<void>
}

type Needs = Pick<Server, 'config' | 'ports' | 'db' | 'clock' | 'random' | 'log' | 'vault'> & {
  limits: { device: number }
}

const RELOAD_MS = 60_000
const WARN_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Opens the keys and certificates; nothing listens yet. @throws Error that names unfit files of RSP_CERTS_DIR */
export async function openSmdp(server: Needs): Promise<SmdpService> {
  const issuer = await openTestIssuer(server)
  let credentials = readCredentials(issuer, server.config.rspCertsDir)
  warnOfExpiry(server, credentials)
  let listener: Es9Listener | undefined
  const address = () => addressOf(server, credentials)
  const smdp: Smdp = { ...server, credentials: () => credentials, address, ready: new Map() }

  const reload = setInterval(() => {
    try {
      const renewed = readCredentials(issuer, server.config.rspCertsDir)
      warnOfExpiry(server, renewed)
      credentials = renewed
      listener?.renew(tlsOf(server, issuer, credentials))
    } catch (err) {
      server.log.error({ err }, 'the certificates could not be read again; those at hand stay in use')
    }
  }, RELOAD_MS)
  reload.unref()

  return {
    get address() {
      return address()
    },
    get testIssuerOnly() {
      return [...credentials.classes.values()].every((trustClass) => trustClass === 'test')
    },
    listen: async () => {
      const tls = tlsOf(server, issuer, credentials)
      listener = await listenEs9(smdp, {
        port: server.config.smdpPort,
        tls,
        limiter: tallyPerMinute(server.limits.device),
      })
      server.ports.smdp = listener.port
      return listener.port
    },
    close: async () => {
      clearInterval(reload)
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

/** That of RSP_CERTS_DIR; else one under the test issuer, made anew by each process. */
function tlsOf(server: Needs, issuer: TestIssuer, credentials: Credentials): TlsIdentity {
  if (credentials.tls) return credentials.tls
  const host = addressOf(server, credentials).replace(/:\d+$/, '')
  const own = issueOwnTls(server, issuer, host)
  return { cert: writePem('CERTIFICATE', own.certificate), key: writePem('PRIVATE KEY', own.privateKey) }
}

function warnOfExpiry({ clock, log }: Needs, { expiring }: Credentials): void {
  const soon = clock.now().getTime() + WARN_DAYS * DAY_MS
  for (const { file, notAfter } of expiring) {
    if (notAfter.getTime() < soon) log.warn({ file, notAfter }, 'a certificate expires soon or has expired')
  }
}
