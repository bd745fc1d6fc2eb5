import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { startServer, withServer } from '../../apps/server/src/testing/killed-server.ts'
import { settingsFor, startTestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { type Balancer, openBalancer } from '../prove/balancer.ts'
import { codesOf } from '../prove/codes.ts'
import { endMember, startMember } from '../prove/member.ts'
import type { Figure } from './figure.ts'
import type { Errand } from './phone-process.ts'
import { cpuMsOf, databaseMeter } from './processor-time.ts'

/** Compiles the code and fills the caches of both processes. */
const WARM_UP = 2_000
const ROUNDS = 3
const DOWNLOADS = 500
/** The most processor time of a download with two processes, in that with one. */
const TIMES_ONE = 1.15

/**
 * Processor time of a download with one process of the role `smdp`, and with two behind a load balancer that spreads the
 * connections of the phones, in turns: that of both processes and of PostgreSQL. Of the rounds, the best one counts.
 */
export async function benchProcesses(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-bench-'))
  const postgres = await startTestPostgres()
  const [one, both] = [await openBalancer(), await openBalancer()]
  const phones = fork(join(import.meta.dirname, 'phone-process.ts'), { serialization: 'advanced' })
  const members: ChildProcess[] = []
  try {
    const { owner, app, system } = postgres.urls
    const urls = { owner: new Secret(owner), app: new Secret(app), system: new Secret(system) }
    const settings = { ...settingsFor(urls), DATA_DIR: folder, SMDP_HOST: `localhost:${both.port}` }
    const { codes, issuer } = await makeCodes(settings)
    for (const balancers of [[one, both], [both]]) members.push(await addMember(settings, balancers))
    const database = await databaseMeter(owner)
    const processorTime = () => database() + members.reduce((sum, { pid }) => sum + cpuMsOf(pid!), 0)
    let next = 0
    const download = async ({ port }: Balancer, count: number) => {
      const activationCodes = codes.slice(next, next + count)
      const done = once(phones, 'message')
      phones.send({ issuer, smdpPort: port, firstSerial: next, activationCodes } satisfies Errand)
      next += count
      await done
    }
    const measure = async (balancer: Balancer) => {
      const before = processorTime()
      await download(balancer, DOWNLOADS)
      return (processorTime() - before) / DOWNLOADS
    }
    await download(both, WARM_UP)
    const rounds: { alone: number; shared: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ alone: await measure(one), shared: await measure(both) })
    for (const { alone, shared } of rounds)
      console.error(`one process: ${alone.toFixed(2)} ms a download; two: ${shared.toFixed(2)} ms`)
    const alone = Math.min(...rounds.map((round) => round.alone))
    const shared = Math.min(...rounds.map((round) => round.shared))
    return [{ name: 'processes', value: shared, unit: 'ms', limit: alone * TIMES_ONE, ratio: shared / alone }]
  } finally {
    phones.kill()
    await Promise.all(members.map(endMember))
    await Promise.all([one.close(), both.close()])
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function addMember(shared: Record<string, string>, balancers: readonly Balancer[]): Promise<ChildProcess> {
  const port = await freePort()
  for (const balancer of balancers) balancer.add(port)
  return await startMember({ ...shared, ROLES: 'smdp', SMDP_PORT: String(port) })
}

/** Codes of one batch, which a process with all roles generates. */
async function makeCodes(settings: Record<string, string>) {
  const { issuer, cookies } = await withServer(settings, async (server) => {
    const person = { email: 'bench@example.com', password: 'Quiet-Harbour-7' }
    const owner = await createEnterprise(server, { name: 'Bench', plan: 'LAB', ...person })
    const session = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'bench' })
    return { issuer: await openTestIssuer(server), cookies: session }
  })
  const { client, child, gone } = await startServer(settings, cookies)
  const configurationId = await configured(client)
  const rows = subscribers(WARM_UP + 2 * ROUNDS * DOWNLOADS)
  const { id } = await generated(client, { configurationId, rows })
  const codes = await codesOf(client, id)
  child.kill('SIGTERM')
  await gone
  return { codes, issuer }
}
