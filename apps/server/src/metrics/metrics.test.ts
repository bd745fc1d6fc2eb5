import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { expect, test } from 'vitest'
import type { Heartbeat } from '../db/heartbeat.ts'
import { openReadiness } from '../http/health.ts'
import { HTTP_CALL } from '../runtime/metrics.ts'
import { smdpScene } from '../testing/smdp-scene.ts'
import { FAMILIES } from './family.ts'
import { openRegistry } from './registry.ts'

const scene = await smdpScene({ isOwn: true })
const { server, device, order, phones } = scene
const staff = await scene.staff()
await server.metricsPort.listen(server, openReadiness(server))
const url = `http://127.0.0.1:${server.ports.metrics}/metrics`

/** The value of each series, by its name with labels, as Prometheus reads it. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(url)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

const { name: HTTP } = FAMILIES[HTTP_CALL]!

test('calls of the portal are counted by route template and status, never with an id', async () => {
  const route = `method="POST",route="/api/v1${adminDashboard.health.path}",status="200"`
  const before = (await scrape()).get(`${HTTP}_count{${route}}`) ?? 0
  await staff.ask(adminDashboard.health, {})
  await staff.ask(adminDashboard.health, {})
  const metrics = await scrape()
  expect(metrics.get(`${HTTP}_count{${route}}`)).toBe(before + 2)
  expect(metrics.get(`${HTTP}_bucket{${route},le="+Inf"}`)).toBe(before + 2)
  expect([...metrics.keys()].filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(name))).toEqual([])
})

test('a download is counted by function, with the time of its package; a refusal by its GSMA codes', async () => {
  // the first charge of a plan order shares out its downloads under locks, and its package is built again for that
  await phones.phone().download((await order()).activationCode)
  const before = await scrape()
  await phones.phone().download((await order()).activationCode)
  await device().ask('A'.repeat(32))
  const after = await scrape()
  const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(more('simwright_es9_call_duration_seconds_count{function="getBoundProfilePackage"}')).toBe(1)
  expect(more('simwright_bound_package_duration_seconds_count')).toBe(1)
  expect(more('simwright_es9_refusals_total{code="8.2.6/3.8"}')).toBe(1)
  expect(more('simwright_es9_failures_total')).toBe(0)
})

test('queues, certificates, connections and the event loop are gauges', async () => {
  const metrics = await scrape()
  for (const kind of ['batch', 'operation', 'file', 'mail', 'counters']) {
    expect(metrics.get(`simwright_queue_depth{kind="${kind}"}`)).toBeGreaterThanOrEqual(0)
    expect(metrics.get(`simwright_queue_oldest_seconds{kind="${kind}"}`)).toBeGreaterThanOrEqual(0)
  }
  expect(metrics.get('simwright_worker_tasks{state="running"}')).toBe(0)
  expect(metrics.get('simwright_worker_tasks{state="waiting"}')).toBe(0)
  expect(metrics.get('nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0)
  const pool = (state: string) =>
    metrics.get(`simwright_database_connections{pool="app",state="${state}"}`) ?? Number.NaN
  expect(pool('busy') + pool('idle')).toBeGreaterThan(0)
  expect(metrics.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
})

test('background loops are counted by name', async () => {
  const metrics = await scrape()
  expect(metrics.get('simwright_loop_duration_seconds_count{loop="platforms"}')).toBeGreaterThanOrEqual(0)
  expect(metrics.get('simwright_sweep_failures_total{loop="request log"}')).toBe(0)
})

const withReplica = (readHeartbeat: () => Promise<Heartbeat>) => ({
  ...server,
  db: { ...server.db, replica: { tenantRead: server.db.tenantRead, maxLagMs: 60_000, restsUntilMs: 0, readHeartbeat } },
})
const BEHIND = withReplica(async () => ({ at: new Date(0), ageMs: 12_500 }))

test('how far the replica is behind is a gauge; one that cannot be read has no lag', async () => {
  const gauges = async (of: Parameters<typeof openRegistry>[0]) =>
    (await openRegistry(of).metrics()).match(/^simwright_replica_\w+ \S+$/gm)
  const gone = withReplica(() => Promise.reject(new Error('connect ECONNREFUSED')))
  expect(await gauges(server)).toBeNull()
  expect(await gauges(BEHIND)).toEqual(['simwright_replica_readable 1', 'simwright_replica_lag_seconds 12.5'])
  expect(await gauges(gone)).toEqual(['simwright_replica_readable 0', 'simwright_replica_lag_seconds Nan'])
})

test('only GET /metrics is answered', async () => {
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect((await fetch(new URL('/', url))).status).toBe(404)
})

const MONITORING = join(import.meta.dirname, '..', '..', '..', '..', 'monitoring')

test.each(['alerts.yml', 'alerts.test.yml', 'grafana.json'])('%s uses only metrics that are served', async (file) => {
  const answer = await openRegistry(BEHIND).metrics()
  const served = [...answer.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
  )
  const text = readFileSync(join(MONITORING, file), 'utf8')
  const used = new Set(text.match(/\b(simwright|nodejs|process)_[a-z0-9_]+/g))
  expect([...used].filter((name) => !served.includes(name))).toEqual([])
  expect(used.size).toBeGreaterThan(5)
})
