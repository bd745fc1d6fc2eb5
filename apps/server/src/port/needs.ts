import type { Config } from '../config.ts'
import type { Outside } from '../outside/outside.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Tracer } from '../runtime/trace.ts'
import type { Sealer } from '../seal/sealer.ts'
import type { Secret } from '../secret/secret.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'
import type { CallLog } from './call-log.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Mail } from './mail.ts'
import type { PasswordCost } from './password-cost.ts'
import type { Platforms } from './platforms.ts'
import type { Runtime } from './runtime.ts'
import type { SmdpPort } from './smdp.ts'
import type { SmdsPort } from './smds.ts'
import type { StripePort } from './stripe.ts'
import type { Vault } from './vault.ts'

/**
 * The services and settings that the server opens once and passes to the modules that name them. There is no other
 * global state.
 */
export type Ports = {
  /** `publicUrl` is always set; with PORT=0 it is correct once the port is bound. */
  readonly config: Config & { readonly publicUrl: string }
  /** The bound TCP ports; set by the listeners. */
  readonly ports: {
    portal: number
    smdp: number
    /** The port of the Brainpool certificates; undefined without a second SMDP_PORT. */
    smdpBrainpool: number | undefined
    smds: number
    operator: number
    bip: number
    metrics: number
  }
  /** Login of the table owner, for the job queue (which has its own connections) and bulk loads. */
  readonly databaseUrl: Secret<string>
  /** Seals with the service key: all secrets except those of cards. */
  readonly sealer: Sealer
  readonly vault: Vault
  /**
   * Keys of the installation: session tokens, fingerprints of idempotent calls, recovery codes, audit log, Recycle
   * applets, vouchers, archives of enterprise accounts.
   */
  readonly keys: Readonly<Record<'session' | 'once' | 'recovery' | 'audit' | 'recycle' | 'voucher' | 'move', Secret>>
  readonly mail: Mail
  readonly platforms: Platforms
  readonly jobs: Jobs
  readonly smdp: SmdpPort
  readonly smds: SmdsPort
  readonly stripe: StripePort
  readonly limits: Limits
  readonly passwordCost: PasswordCost
  /** The counters of this process. */
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** The processes that read what comes from outside. */
  readonly workers: WorkerPool
  /** The processes of virtual phones, a few at a time. */
  readonly phones: WorkerPool
  /** Idempotent calls that run in this process; the database has the same locks for all processes. */
  readonly onceRunning: Set<string>
  /** The request log of programs. */
  readonly callLog: CallLog
  readonly outside: Outside
  /** Aborts when the server is asked to stop: `/readyz` answers that it is not ready, but calls are still accepted. */
  readonly retiring: AbortSignal
  /** Aborts when the server begins to stop: streams and background work end. */
  readonly stopping: AbortSignal
}

/** What a module gets: the runtime, and the ports that it names. */
export type Needs<Names extends keyof Ports = never> = Runtime & Pick<Ports, Names>
