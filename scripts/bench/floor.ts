import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { ownTls } from '../../apps/server/src/modules/provisioning/smdp/host.ts'
import { systemClock } from '../../apps/server/src/runtime/clock.ts'
import { systemRandom } from '../../apps/server/src/runtime/random.ts'
import type { FloorFacts, FloorSetup } from './floor-process.ts'
import type { Portal } from './portal.ts'

const POSTS = 4
const WARM_UP = 200
const EACH_MS = 50

type Floor = {
  /** Its process of PostgreSQL. */
  backendPid: number
  /** Begins a round each 50 ms. Concurrent with what it is compared with, so that both have the same conditions. */
  measure(): void
  /** @returns the processor time of a round in the server's process, in ms */
  measured(): Promise<number>
  stop(): void
}

/**
 * What no server in Node avoids beside the cryptography of a download: four empty posts over TLS on kept connections, and
 * seven prepared statements of the same sizes, in a server's process of its own. The posts come from this process.
 */
export async function openFloor({ issuer, databaseUrl }: Portal): Promise<Floor> {
  const child = fork(join(import.meta.dirname, 'floor-process.ts'), { serialization: 'advanced' })
  const answer = async <T>(message: FloorSetup | 'cpu'): Promise<T> => {
    const answered = once(child, 'message')
    child.send(message)
    return (await answered)[0] as T
  }
  const { cert, key } = ownTls({ clock: systemClock, random: systemRandom } as never, issuer, 'localhost')
  const { port, backendPid } = await answer<FloorFacts>({ tls: { cert, key }, databaseUrl })
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  const post = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const options = { agent, method: 'POST', host: '127.0.0.1', port, path, headers: { 'content-length': 0 } }
      request(options, (response) => response.resume().on('end', resolve).on('error', reject))
        .on('error', reject)
        .end()
    })
  const round = async () => {
    for (let index = 0; index < POSTS; index += 1) await post(`/${index}`)
  }
  const cpuMs = async () => {
    const { user, system } = await answer<NodeJS.CpuUsage>('cpu')
    return (user + system) / 1000
  }
  for (let index = 0; index < WARM_UP; index += 1) await round()
  let rounds = 0
  let before = 0
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const countedRound = async () => {
    await round()
    rounds += 1
  }
  return {
    backendPid,
    measure() {
      running = cpuMs().then((ms) => {
        before = ms
      })
      timer = setInterval(() => {
        running = running.then(countedRound)
      }, EACH_MS)
    },
    async measured() {
      clearInterval(timer)
      await running
      return ((await cpuMs()) - before) / rounds
    },
    stop() {
      agent.destroy()
      child.kill()
    },
  }
}
