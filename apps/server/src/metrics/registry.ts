import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { type RowOf, statement } from '../db/statement.ts'
import type { MetricsServer as Server } from '../port/module.ts'
import { type Counter, LATENCY_BOUNDS_MS, type Timer } from '../runtime/metrics.ts'
import { ROLES } from '../setting-value.ts'
import { FAMILIES, type Family } from './family.ts'

const queuesStatement = statement(
  'select waiting work',
  () => sql`
    select 'batch' as kind, count(*)::integer as waiting, min(created_at) as oldest from batch
      where process = 'PROCESSING'
    union all select 'operation', count(*)::integer, min(created_at) from operation where process = 'PROCESSING'
    union all select 'file', count(*)::integer, min(created_at) from code_file where process = 'PROCESSING'
    union all select 'mail', count(*)::integer, min(created_at) from mail_message where state = 'WAITING'
    union all select 'counters', count(*)::integer, min(bucket) from rollup_queue`,
  { present: ['kind', 'waiting'] },
)

const MS_PER_S = 1000
const REPLICA_ANSWER_MS = 5 * MS_PER_S
const DAY_MS = 24 * 60 * 60 * MS_PER_S

/** All metrics of this process: its counters and timers, gauges read at each scrape, and those of Node.js. */
export function openRegistry(server: Server): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [family, shown] of Object.entries(FAMILIES)) registry.registerMetric(exported(server, family, shown))
  addGauges(registry, server)
  addRoles(registry, server)
  addReplica(registry, server)
  return registry
}

type Value = { metricName?: string; labels: Record<string, string | number>; value: number }

/**
 * A family of the process's counters in the form in which the library writes metrics. The counters stay plain numbers,
 * so that counting costs an addition.
 */
function exported({ metrics }: Pick<Server, 'metrics'>, family: string, { name, help }: Family): Metric {
  const read = () => {
    const series = [...metrics.all()].filter((one) => one.family === family)
    const isTimer = name.endsWith('_seconds')
    const values = series.flatMap((one): Value[] => (isTimer ? histogramOf(name, one as Timer) : [countOf(one)]))
    return { name, help, type: isTimer ? 'histogram' : 'counter', values, aggregator: 'sum' }
  }
  return { name, help, get: async () => read(), reset: () => {} } as unknown as Metric
}

const countOf = ({ labels, count }: Counter): Value => ({ labels, value: count })

/** Cumulative buckets, sum and count, in seconds. */
function histogramOf(name: string, { labels, buckets, count, sumMs }: Timer): Value[] {
  let sum = 0
  const cumulative = buckets.map((calls, index): Value => {
    sum += calls
    const bound = LATENCY_BOUNDS_MS[index]
    const le = bound === undefined ? '+Inf' : bound / MS_PER_S
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: sum }
  })
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: sumMs / MS_PER_S },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

function addRoles(registry: Registry, { config: { roles } }: Server): void {
  const gauge = new Gauge({
    name: 'simwright_process_role',
    help: 'Roles of this process: 1 for each role that it has, 0 for the others.',
    labelNames: ['role'],
    registers: [registry],
  })
  for (const role of ROLES) gauge.set({ role }, roles.includes(role) ? 1 : 0)
}

/** How far the replica for reports and exports is behind; without a replica, no gauge. */
function addReplica(registry: Registry, { db: { replica } }: Pick<Server, 'db'>): void {
  if (!replica) return
  const registers = [registry]
  const heartbeat = shared(() =>
    Promise.race([replica.readHeartbeat(), sleep(REPLICA_ANSWER_MS, undefined, { ref: false })]).catch(() => undefined),
  )
  new Gauge({
    name: 'simwright_replica_readable',
    help: '1 if the replica of DATABASE_READ_URL answers within five seconds, else 0.',
    registers,
    async collect() {
      this.set((await heartbeat()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'simwright_replica_lag_seconds',
    help: 'How far the replica is behind, with a precision of ten seconds; NaN while it cannot be read.',
    registers,
    async collect() {
      this.set(((await heartbeat())?.ageMs ?? Number.NaN) / MS_PER_S)
    },
  })
}

function addGauges(registry: Registry, server: Server): void {
  const registers = [registry]
  const queues = shared(() => readQueues(server))
  new Gauge({
    name: 'simwright_queue_depth',
    help: 'Unfinished work of all enterprise accounts, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, waiting } of await queues()) this.set({ kind }, waiting)
    },
  })
  new Gauge({
    name: 'simwright_queue_oldest_seconds',
    help: 'Age of the oldest unfinished work, by kind; 0 without any.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const now = server.clock.now().getTime()
      for (const { kind, oldest } of await queues())
        this.set({ kind }, oldest === null ? 0 : Math.max(0, now - oldest.getTime()) / MS_PER_S)
    },
  })
  new Gauge({
    name: 'simwright_worker_tasks',
    help: 'Files and texts from outside that are being read or wait for their turn, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(server.workers.counts())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'simwright_certificate_days_left',
    help: 'Days until a certificate of the SM-DP+ expires, by certificate.',
    labelNames: ['certificate'],
    registers,
    collect() {
      for (const { name, notAfter } of server.smdp.certificates())
        this.set({ certificate: name }, (notAfter.getTime() - server.clock.now().getTime()) / DAY_MS)
    },
  })
  new Gauge({
    name: 'simwright_database_connections',
    help: 'Connections to the database, by pool and state; `waiting` are callers without a connection.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, state, count } of server.db.connections()) this.set({ pool, state }, count)
    },
  })
}

/** Reads once for all gauges of a scrape, which ask at the same time. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}

type Queue = RowOf<'select waiting work'>

/** Unfinished work of all enterprise accounts, with the time of the oldest. */
async function readQueues({ db }: Pick<Server, 'db'>): Promise<Queue[]> {
  return await db.systemTx((tx) => queuesStatement(tx, {}))
}
