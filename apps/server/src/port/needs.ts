import type { Config } from '../config.ts'
import type { Limits } from '../http/rate-limit.ts'
import type { Vault } from '../modules/platform/vault/vault.ts'
import type { Outside } from '../outside/outside.ts'
import type { Sealer } from '../secret/sealer.ts'
import type { Secret } from '../secret/secret.ts'
import type { Jobs } from './jobs.ts'
import type { Mail } from './mail.ts'
import type { Platforms } from './platforms.ts'
import type { Runtime } from './runtime.ts'
import type { SmdpPort } from './smdp.ts'
import type { SmdsPort } from './smds.ts'

/** What the server opens once and hands to the modules that name it. There is no other global state. */
export type Ports = {
  /** `publicUrl` is always known here; with PORT=0 it is right from when the port is bound. */
  readonly config: Config & { readonly publicUrl: string }
  /** The TCP ports that are bound; set by the listeners. */
  readonly ports: {
    portal: number
    smdp: number
    /** Serves the Brainpool set; undefined without a second SMDP_PORT. */
    smdpBrainpool: number | undefined
    smds: number
    operator: number
    bip: number
  }
  /** The login of the owner of the tables: for the job queue, which keeps connections of its own, and bulk loads. */
  readonly databaseUrl: Secret<string>
  /** Under the service key: everything secret but what belongs to cards. */
  readonly sealer: Sealer
  readonly vault: Vault
  /** Keys of the installation: of session tokens, of the fingerprints of calls that must not happen twice, of recovery codes, of the audit log, of Recycle applets. */
  readonly keys: Readonly<Record<'session' | 'once' | 'recovery' | 'audit' | 'recycle', Secret>>
  readonly mail: Mail
  readonly platforms: Platforms
  readonly jobs: Jobs
  readonly smdp: SmdpPort
  readonly smds: SmdsPort
  readonly limits: Limits
  /** Calls that must not happen twice and run in this process; the database has the same locks for all processes. */
  readonly onceRunning: Set<string>
  readonly outside: Outside
  /** Aborts when the server is asked to stop: `/readyz` answers that it is not ready, and calls are still accepted. */
  readonly retiring: AbortSignal
  /** Aborts when the server begins to stop: streams and work in the background end. */
  readonly stopping: AbortSignal
}

/** What a module is handed: what everything needs, and the ports that it names. */
export type Needs<Names extends keyof Ports = never> = Runtime & Pick<Ports, Names>
