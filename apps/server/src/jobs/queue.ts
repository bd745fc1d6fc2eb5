import { setTimeout as sleep } from 'node:timers/promises'
import {
  makeWorkerUtils,
  Logger as QueueLogger,
  type Runner,
  type RunnerOptions,
  run,
  type WorkerUtils,
} from 'graphile-worker'
import type { ClientBase, Pool } from 'pg'
import { isDryRun } from '../db/dry-run.ts'
import { sessionStatement } from '../db/session-setting.ts'
import { whenReachable } from '../db/unreachable.ts'
import * as stripe from '../modules/money/stripe/jobs.ts'
import * as moves from '../modules/people/moves/jobs.ts'
import * as delivery from '../modules/provisioning/delivery/jobs.ts'
import * as generate from '../modules/provisioning/generate/jobs.ts'
import * as operations from '../modules/provisioning/operations/jobs.ts'
import type { JobPayload, Jobs, TaskName, TaskPayload } from '../port/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { Logger } from '../runtime/log.ts'
import type { Secret } from '../secret/secret.ts'
import { QueuePool } from './queue-pool.ts'

/** All background tasks. They must be idempotent: a task may run twice, and concurrently. */
const tasks = {
  generate: generate.generate,
  operate: operations.operate,
  writeCodes: delivery.writeCodes,
  exportEnterprise: moves.exportEnterprise,
  checkPayment: stripe.checkDuePayment,
  handlePaymentEvent: stripe.handleEvent,
} as const satisfies { [Name in TaskName]: (server: Server, payload: TaskPayload[Name]) => Promise<void> }

/** Run at the start with the embedded database, which has only one server at a time. */
const soleServerStarts = [
  generate.releaseBatches,
  operations.releaseOperations,
  delivery.releaseFiles,
  moves.releaseExports,
] as const

/** The queue, for the server that opens it. */
export type OpenJobs = Jobs & {
  /** Starts processing what is queued. */
  start(server: Server): Promise<void>
  /** Starts queueing for the processes that are workers; without it, and without `start`, nothing is queued. */
  startAdding(): Promise<void>
  /** Waits until running tasks have reached a safe point. */
  close(): Promise<void>
}

/** How soon a task begins whose notification was lost. */
const POLL_MS = 5_000
const CONCURRENCY = 2

export function openJobs({ databaseUrl, log }: { databaseUrl: Secret<string>; log: Logger }): OpenJobs {
  const stop = new AbortController()
  let pool: Pool | undefined
  let runner: Runner | undefined
  let adder: WorkerUtils | undefined
  const working = new Set<Promise<void>>()
  return {
    async add(name, payload) {
      if (isDryRun()) return
      try {
        await (runner ?? adder)?.addJob<string>(name, payload, { jobKey: `${name} ${payload.id}`, maxAttempts: 1 })
      } catch (err) {
        log.warn({ err, task: name, id: payload.id }, 'a task could not be queued; a sweep will queue it')
      }
    },
    async start(server) {
      if (server.config.databaseUrl === undefined) for (const begin of soleServerStarts) await begin(server)
      pool = openPool(databaseUrl, log, stop.signal)
      const options: RunnerOptions = {
        pgPool: pool,
        taskList: taskList(server, working),
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: queueLogger(log),
      }
      runner = await whenReachable(() => run(options), { report: (text) => log.warn(text) })
    },
    async startAdding() {
      pool = openPool(databaseUrl, log, stop.signal)
      const options = { pgPool: pool, logger: queueLogger(log) }
      const openAdder = async () => {
        const utils = await makeWorkerUtils(options)
        // no worker may have made the queue's tables yet
        await utils.migrate()
        return utils
      }
      adder = await whenReachable(openAdder, { report: (text) => log.warn(text) })
    },
    async close() {
      stop.abort()
      // while the database is unreachable, the queue would retry for hours to record the end of its jobs
      await Promise.race([runner?.stop(), untilIdle(working)])
      await adder?.release()
      await Promise.race([pool?.end(), sleep(WRITE_LIMIT_MS)])
    },
  }
}

/** At the end, the queue has this long to record completed jobs; a sweep of the next start finds the rest. */
const WRITE_LIMIT_MS = 5_000

async function untilIdle(working: ReadonlySet<Promise<void>>): Promise<void> {
  do {
    await Promise.all(working)
    await sleep(WRITE_LIMIT_MS)
  } while (working.size > 0)
}

const CONNECT_LIMIT_MS = 10_000

/**
 * The queue's own connections, as the owner of its tables. Broken connections are replaced; during shutdown they are
 * not logged, because the database may stop first.
 */
function openPool(databaseUrl: Secret<string>, log: Logger, ended: AbortSignal): Pool {
  const broken = (err: Error) => {
    if (!ended.aborted) log.warn({ err }, 'a connection of the job queue broke')
  }
  const connectionString = databaseUrl.reveal()
  const pool = new QueuePool({
    connectionString,
    max: CONCURRENCY + 2,
    application_name: 'simwright jobs',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    // the driver awaits the returned promise, but its types do not say so
    onConnect: ((client) => client.query(sessionStatement())) as (client: ClientBase) => void,
  })
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  return pool
}

/**
 * `working` contains the running tasks. A failed task is logged and succeeds for the queue, because a sweep queues it
 * again.
 */
function taskList(server: Server, working: Set<Promise<void>>) {
  const entries = Object.keys(tasks).map((name) => [
    name,
    async (payload: unknown) => {
      const work = runTask(server, name as TaskName, payload as AnyPayload)
      working.add(work)
      await work
      working.delete(work)
    },
  ])
  return Object.fromEntries(entries)
}

/** What all payloads have together. The queue stores it as JSON, so its type is that of the task only by name. */
type AnyPayload = TaskPayload[TaskName] & JobPayload

async function runTask(server: Server, name: TaskName, payload: AnyPayload): Promise<void> {
  try {
    await server.tracer.trace({ name: `task ${name}`, kind: 'task' }, () => tasks[name](server, payload))
  } catch (err) {
    const { enterpriseId, id } = payload
    server.metrics.counter('job failed').count += 1
    server.log.error({ err, task: name, enterpriseId, id }, 'a background task failed; it will be retried')
  }
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => log[levels[level]](message))
}
