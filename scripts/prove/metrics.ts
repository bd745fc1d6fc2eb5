import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** A real Prometheus reads the metrics of a server while phones download; promtool checks and tests the alert rules. */
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
  const settings = { DATA_DIR: join(folder, 'data'), METRICS_PORT: String(metricsPort) }
  const scene = await createScene(settings)
  const portal = await startPortal(settings, scene)
  const reader = await startPrometheus(folder, { prometheus, metricsPort })
  try {
    const codes = await generateCodes(portal.client, DOWNLOADS)
    const installed = await downloadAll({ scene, smdpPort: portal.smdpPort, codes, atOnce: 4 })
    const packages = 'simwright_es9_call_duration_seconds_count{function="getBoundProfilePackage"}'
    const counted = await reader.until(packages, DOWNLOADS)
    const up = await reader.until('up{job="simwright"}', 1)
    return [
      report(installed.length === DOWNLOADS, `${installed.length} of ${DOWNLOADS} phones installed a profile`),
      report(up === 1, 'Prometheus reaches the server'),
      report(counted === DOWNLOADS, `Prometheus shows ${counted} packages`),
    ].every(Boolean)
  } finally {
    await reader.stop()
    await stopPortal(portal)
  }
}

type Reader = {
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
      (response) => response.json() as Promise<{ data: { result: { value: [number, string] }[] } }>,
      () => undefined,
    )
    const value = answer?.data.result[0]?.value[1]
    return value === undefined ? undefined : Number(value)
  }
  return {
    async until(query, value) {
      const end = Date.now() + DEADLINE_MS
      let last = await ask(query)
      while (last !== value && Date.now() < end) {
        await sleep(500)
        last = await ask(query)
      }
      return last
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
