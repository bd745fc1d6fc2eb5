import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { findTools } from '../test/machine.ts'
import { createScene, downloadAll, generateCodes, ROOT, startPortal, stopPortal } from './portal.ts'

const DOWNLOADS = 20
const MONITORING = join(ROOT, 'monitoring')
const DEADLINE_MS = 30_000

const report = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

/**
 * A real Prometheus reads the metrics of a server while phones download, and answers every query of the dashboard; a
 * collector gets the traces; promtool checks and tests the alert rules.
 */
export async function proveMetrics(): Promise<boolean> {
  const { prometheus } = findTools('prometheus')
  if (prometheus === undefined) return false
  const rules = report(promtool(prometheus, 'check', 'rules', 'alerts.yml'), 'promtool accepts the alert rules')
  const tested = report(
    promtool(prometheus, 'test', 'rules', 'alerts.test.yml'),
    'each alert fires when it should, and not before',
  )
  const folder = mkdtempSync(join(tmpdir(), 'simwright-metrics-proof-'))
  try {
    return rules && tested && (await isScraped(folder, prometheus))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function promtool(prometheus: string, ...args: readonly string[]): boolean {
  const program = join(dirname(prometheus), 'promtool')
  return spawnSync(program, args, { cwd: MONITORING, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

async function isScraped(folder: string, prometheus: string): Promise<boolean> {
  const metricsPort = await freePort()
  const collector = await startCollector()
  const settings = {
    DATA_DIR: join(folder, 'data'),
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  }
  const scene = await createScene(settings)
  const portal = await startPortal(settings, scene)
  const reader = await startPrometheus(folder, { prometheus, metricsPort })
  try {
    const codes = await generateCodes(portal.client, DOWNLOADS)
    const installed = await downloadAll({ scene, smdpPort: portal.smdpPort, codes, atOnce: 4 })
    const packages = 'simwright_es9_call_duration_seconds_count{function="getBoundProfilePackage"}'
    const counted = await reader.until(packages, DOWNLOADS)
    const up = await reader.until('up{job="simwright"}', 1)
    const unanswered = await unansweredPanels(reader)
    const traced = await collector.until(isTraceOfPackage)
    return [
      report(installed.length === DOWNLOADS, `${installed.length} of ${DOWNLOADS} phones installed a profile`),
      report(up === 1, 'Prometheus reaches the server'),
      report(counted === DOWNLOADS, `Prometheus shows ${counted} packages`),
      report(unanswered.length === 0, `Prometheus answers every query of the dashboard ${unanswered.join('; ')}`),
      report(traced, 'the trace of a package arrives at the collector, with its statements in the database'),
    ].every(Boolean)
  } finally {
    await reader.stop()
    await stopPortal(portal)
    collector.stop()
  }
}

/** Without a refusal, an error, a program, a webhook, or certificates of RSP_CERTS_DIR, these have no data. */
const EMPTY_WHEN_WELL = /refusals|failures|status=~"5|program_calls|webhook_attempt|certificate_days_left/

/** The queries of the Grafana dashboard without an answer, or without data that the downloads must have left. */
async function unansweredPanels(reader: Reader): Promise<string[]> {
  const { panels } = JSON.parse(readFileSync(join(MONITORING, 'grafana.json'), 'utf8')) as Dashboard
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  if (queries.length === 0) return ['the dashboard has no query']
  const end = Date.now() + DEADLINE_MS
  let left = queries
  while (left.length > 0 && Date.now() < end) {
    const counts = await Promise.all(left.map((query) => reader.count(query.replaceAll('$__rate_interval', '1m'))))
    left = left.filter((query, index) => {
      const count = counts[index]
      return count === undefined || (count === 0 && !EMPTY_WHEN_WELL.test(query))
    })
    if (left.length > 0) await sleep(500)
  }
  return left
}

type Dashboard = { panels: { targets?: { expr: string }[] }[] }

type Span = { spanId: string; parentSpanId?: string; name: string; attributes: { key: string }[] }
type Traces = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const PACKAGE_CALL = 'ES9+ getBoundProfilePackage'

/** Whether a call for a package is there with statements that it made in the database. */
const isTraceOfPackage = (spans: readonly Span[]): boolean =>
  spans.some(
    ({ name, spanId }) =>
      name === PACKAGE_CALL &&
      spans.some(
        ({ parentSpanId, attributes }) =>
          parentSpanId === spanId && attributes.some(({ key }) => key === 'db.query.text'),
      ),
  )

/** A collector of traces on this machine: OTLP over HTTP, as JSON. */
async function startCollector() {
  const spans: Span[] = []
  const http = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Traces
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async until(holds: (spans: readonly Span[]) => boolean): Promise<boolean> {
      const end = Date.now() + DEADLINE_MS
      while (!holds(spans) && Date.now() < end) await sleep(500)
      return holds(spans)
    },
    stop: () => void http.close(),
  }
}

type Reader = {
  /** The number of series that a query returns; undefined: it was not answered. */
  count(query: string): Promise<number | undefined>
  /** Asks until the query has the value, at most for the deadline. @returns the last value */
  until(query: string, value: number): Promise<number | undefined>
  stop(): Promise<void>
}

async function startPrometheus(
  folder: string,
  { prometheus, metricsPort }: { prometheus: string; metricsPort: number },
): Promise<Reader> {
  const port = await freePort()
  const config = join(folder, 'prometheus.json')
  const scrape = { job_name: 'simwright', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }
  const rules = join(MONITORING, 'alerts.yml')
  // JSON is YAML
  const content = { global: { scrape_interval: '1s' }, rule_files: [rules], scrape_configs: [scrape] }
  writeFileSync(config, JSON.stringify(content))
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`]
  const child = spawn(prometheus, [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const ask = async (query: string) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
    const answer = await fetch(url).then(
      (response) => response.json() as Promise<{ data?: { result: { value: [number, string] }[] } }>,
      () => undefined,
    )
    return answer?.data?.result
  }
  const firstValue = async (query: string) => {
    const value = (await ask(query))?.[0]?.value[1]
    return value === undefined ? undefined : Number(value)
  }
  return {
    count: async (query) => (await ask(query))?.length,
    async until(query, value) {
      const end = Date.now() + DEADLINE_MS
      let last = await firstValue(query)
      while (last !== value && Date.now() < end) {
        await sleep(500)
        last = await firstValue(query)
      }
      return last
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
