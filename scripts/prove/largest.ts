import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_PREFIX, type Endpoint, endpoints } from '@simwright/contract'
import * as transferProof from '@simwright/contract/money/transfer-proof'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as configurationYaml from '@simwright/contract/profiles/configuration-yaml'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as inspection from '@simwright/contract/profiles/inspection'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import { decodeProfile, encodeProfile } from '@simwright/saip'
import sharp from 'sharp'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { configured } from '../../apps/server/src/testing/generated.ts'
import type { Running } from '../../apps/server/src/testing/killed-server.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { richElements } from '../../packages/saip/src/testing/rich-profile.ts'
import { freePort } from '../free-port.ts'
import { proveAtOnce } from './at-once.ts'
import { FOLLOWERS, proveFollowers } from './followers.ts'
import { largestInput } from './largest-input.ts'
import { createScene, generateCodes, startPortal, stopPortal } from './portal.ts'

/** Blocked event loop: refused above the first, listed above the second. */
const LIMIT_MS = 200
const LISTED_MS = 50
/** The best of these counts: another process may have had the processor. */
const RUNS = 3
/** The delay that Node measures without any work: the period of its timer. */
const IDLE_MS = 10

/**
 * Calls each endpoint with its largest input, and reads how long the event loop of the server was blocked from its
 * metrics. None over 200 ms; those over 50 ms are listed. To be run on an idle machine.
 */
export async function proveLargest(args: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-largest-'))
  const metricsPort = await freePort()
  const settings = { DATA_DIR: folder, METRICS_PORT: String(metricsPort), TRUST_PROXY: '1' }
  const scene = await createScene(settings)
  const portal = await startPortal(settings, scene)
  try {
    const probe = new Probe(portal.client, metricsPort)
    const own = await ownCalls(portal.client)
    const chosen = endpoints.filter(
      ({ name, endpoint }) => isCalled(endpoint) && (args.length === 0 || args.includes(name)),
    )
    const seen: Seen[] = []
    for (const { name, endpoint } of chosen) {
      const calls = own.get(endpoint) ?? [{ what: 'largest by its schema', input: largestInput(endpoint) }]
      for (const call of calls) seen.push(await probe.measure(name, endpoint, call))
    }
    const listed = seen.filter(({ ms }) => ms > LISTED_MS).toSorted((a, b) => b.ms - a.ms)
    for (const { name, what, ms, status } of listed)
      console.log(`${ms > LIMIT_MS ? 'NO ' : 'yes'}  ${ms.toFixed(0)} ms  ${name}: ${what} (HTTP ${status})`)
    console.log(`${seen.length} calls of ${chosen.length} endpoints; ${listed.length} over ${LISTED_MS} ms`)
    const holds = (seen.length > 0 || args.includes(AT_ONCE)) && listed.every(({ ms }) => ms <= LIMIT_MS)
    if (args.length > 0 && !args.includes(AT_ONCE)) return holds
    return (await manyAtOnce(portal, { probe, own, only: args.filter((word) => word !== AT_ONCE) })) && holds
  } finally {
    await stopPortal(portal)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Only these calls: `npm run prove -- largest at-once`; those with a word: `npm run prove -- largest at-once YAML`. */
const AT_ONCE = 'at-once'

type AtOnce = { probe: Probe; own: ReadonlyMap<Endpoint, LargestCall[]>; only: readonly string[] }

/** What many enterprises may send in the same second. */
async function manyAtOnce(portal: Running, { probe, own, only }: AtOnce): Promise<boolean> {
  const { child, client } = portal
  const codes = await generateCodes(client, FOLLOWERS)
  const { items } = await client.ask(fleet.list, { filter: { query: codes[0]!.split('$')[2] ?? '' } } as never)
  const profileId = items[0]!.id
  const label = { what: 'labels', input: { profileId, sheet: 'ROLL', look: 'standard' } }
  const calls = [
    ...own.get(enterprise.saveLogo)!.map((call) => [enterprise.saveLogo, call] as const),
    ...own.get(configurationYaml.planYaml)!.map((call) => [configurationYaml.planYaml, call] as const),
    [delivery.label, label] as const,
    ...own.get(inspection.inspect)!.map((call) => [inspection.inspect, call] as const),
  ]
  const isChosen = (what: string) => only.length === 0 || only.some((word) => what.includes(word))
  let holds = !isChosen('followers') || (await proveFollowers(portal, codes))
  for (const [endpoint, call] of calls.filter(([, { what }]) => isChosen(what)))
    holds = (await proveAtOnce(call.what, { pid: child.pid!, client }, () => probe.call(endpoint, call))) && holds
  return holds
}

/** A stream is not one answer, and these end the session or the account that all calls are made with. */
const isCalled = ({ answer, path }: Endpoint): boolean =>
  answer !== 'events' && !/logout|revoke|leave|deletion|changePassword|session\/(end|remove)/i.test(path)

type LargestCall = { what: string; input: unknown; file?: { name: string; content: string | Uint8Array } }
type Seen = { name: string; what: string; ms: number; status: number }

class Probe {
  readonly #client: Client
  readonly #metrics: string

  constructor(client: Client, metricsPort: number) {
    this.#client = client
    this.#metrics = `http://127.0.0.1:${metricsPort}/metrics`
  }

  async measure(name: string, endpoint: Endpoint, call: LargestCall): Promise<Seen> {
    let best = Number.POSITIVE_INFINITY
    let status = 0
    for (let run = 0; run < RUNS && best > LISTED_MS; run += 1) {
      await this.#longestDelay()
      status = await this.call(endpoint, call)
      best = Math.min(best, await this.#longestDelay())
    }
    return { name, what: call.what, ms: best, status }
  }

  /** Since the last time it was asked, in milliseconds. */
  async #longestDelay(): Promise<number> {
    const text = await (await fetch(this.#metrics)).text()
    const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
    return Math.max(0, seconds * 1000 - IDLE_MS)
  }

  /** @returns the HTTP status */
  async call(endpoint: Endpoint, { input, file }: LargestCall): Promise<number> {
    if (endpoint.body !== 'form-data') {
      const response = await this.#client.send(endpoint, input as never)
      await response.arrayBuffer()
      return response.status
    }
    const form = new FormData()
    for (const [field, value] of Object.entries((input ?? {}) as Record<string, unknown>))
      form.append(field, typeof value === 'string' ? value.slice(0, 16_000) : JSON.stringify(value))
    form.append('file', new Blob([(file?.content ?? randomBytes(256 * 1024)) as string]), file?.name ?? 'file')
    const response = await fetch(`${this.#client.url}${API_PREFIX}${endpoint.path}`, {
      method: 'POST',
      headers: this.#client.headers({}, {}),
      body: form,
    })
    await response.arrayBuffer()
    return response.status
  }
}

const PACKAGE_BYTES = 256 * 1024

/** As many copies of the elements of one kind as fit into a package, after the header. */
function packageOf(kind: string, most: number): string {
  const elements = decodeProfile(encodeProfile(richElements()))
  const [header] = elements
  const { raw } = elements.find((element) => element.kind === kind)!
  const count = Math.min(most, Math.floor((PACKAGE_BYTES - header!.raw.length) / raw.length))
  return Buffer.concat([header!.raw, ...Array<Uint8Array>(count).fill(raw)]).toString('hex')
}

/** Endpoints whose largest input the schema does not show. */
async function ownCalls(client: Client): Promise<ReadonlyMap<Endpoint, LargestCall[]>> {
  const configurationId = await configured(client, { name: 'Largest' })
  const packages = [
    ...['usim', 'telecom', 'pinCodes', 'securityDomain'].map((kind) => ({
      what: `127 ${kind}`,
      upp: packageOf(kind, 127),
    })),
    { what: '8,703 small elements', upp: packageOf('end', 8_703) },
    { what: '256 KiB of empty TLVs', upp: 'af00'.repeat(PACKAGE_BYTES / 2) },
  ]
  const text = (upp: string) => ({ kind: 'text', text: upp })
  const network = (at: number) => `  - { plmn: "${20_000 + at}", access: [ GSM, UTRAN, E-UTRAN, NG-RAN ] }`
  const plain = `name: Largest\ntype: Regular\nprofileName: Plan\nserviceProviderName: A\nalgorithm: MILENAGE\nconfirmationCode: { mode: none }\n`
  const yamls = [
    {
      what: 'YAML of 10,000 networks',
      yaml: `${plain}oplmn:\n${Array.from({ length: 9_000 }, (_, at) => network(at)).join('\n')}\n`,
    },
    {
      what: 'YAML of 16,000 characters of keys',
      yaml: `{${Array.from({ length: 2_200 }, (_, at) => `a${at}: 1`).join(', ')}}`.slice(0, 15_999),
    },
    { what: 'YAML of 1,200 nested maps', yaml: `${'{a: '.repeat(1_200)}1${'}'.repeat(1_200)}` },
  ]
  const files = await imageFiles()
  const images = files.map(({ what, content }) => ({ what, input: {}, file: { name: 'logo', content } }))
  const csv = subscriberCsv(subscribers(50_000))
  return new Map<Endpoint, LargestCall[]>([
    [inspection.inspect, packages.map(({ what, upp }) => ({ what, input: { source: text(upp) } }))],
    [
      inspection.compare,
      packages.map(({ what, upp }) => ({ what, input: { first: text(upp), second: text(packages[0]!.upp) } })),
    ],
    [configurationYaml.planYaml, yamls.map(({ what, yaml }) => ({ what, input: { yaml } }))],
    [enterprise.saveLogo, images],
    [delivery.uploadLogo, images],
    [transferProof.upload, images.map((call) => ({ ...call, input: { orderId: configurationId } }))],
    [
      source.upload,
      [{ what: 'CSV of 50,000 rows', input: { configurationId }, file: { name: 'a.csv', content: csv } }],
    ],
    [
      batch.single,
      packages.map(({ what, upp }) => ({
        what,
        input: { configurationId, iccid: '8949012345678901236', imsi: '262019876543210', upp },
      })),
    ],
    [
      operation.moveListed,
      [{ what: '100,000 ICCIDs', input: { groupId: configurationId }, file: { name: 'list.csv', content: csv } }],
    ],
  ])
}

async function imageFiles(): Promise<{ what: string; content: Uint8Array }[]> {
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`)
  const nested = (tag: string, times: number) =>
    svg(`${`<g ${tag}>`.repeat(times)}<path d="M0 0H8V8Z"/>${'</g>'.repeat(times)}`)
  const large = await sharp({ create: { width: 2048, height: 2048, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  return [
    { what: 'SVG comments that do not end', content: Buffer.from('<!--'.repeat(65_000)) },
    {
      what: 'SVG, 1,500 filter results',
      content: svg(`<filter id="f">${'<feOffset result="a"/>'.repeat(1_500)}</filter>`),
    },
    { what: 'SVG, 400 nested opacities', content: nested('opacity="0.9"', 400) },
    { what: 'SVG, 40 nested opacities', content: nested('opacity="0.9"', 38) },
    { what: 'PNG of 2,048 by 2,048', content: large },
  ]
}
