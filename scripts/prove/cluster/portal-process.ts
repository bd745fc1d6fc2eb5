import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROLES, type Role } from '../../../apps/server/src/setting-value.ts'
import { guideFile, replaced } from './guide-file.ts'
import { FRONT, type Network } from './machine.ts'

/** The address of the portal for the proof. The load balancer has no certificate here. */
export const PORTAL_URL = `http://${FRONT}`
export const SMDP_PORT = 8443

const READY_LIMIT_MS = 180_000
const FIRST_METRICS_PORT = 9464

/** A process of the portal with one role on one machine. */
export type PortalProcess = {
  name: string
  role: Role
  /** Starts the sources of a folder, and waits until the process is ready. */
  start(root: string): Promise<void>
  /** Stops it as a supervisor does, and waits for its end. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Two processes of each role, on two machines, with the settings of the guide. `settings` replaces some of them. */
export function portalProcesses(network: Network, settings: Readonly<Record<string, string>>): PortalProcess[] {
  return ROLES.flatMap((role) => ['app1', 'app2'].map((name) => processOn(network, { role, name, settings })))
}

type Placed = { role: Role; name: string; settings: Readonly<Record<string, string>> }

function processOn({ folder, machines }: Network, { role, name, settings }: Placed): PortalProcess {
  let child: ChildProcess | undefined
  let starts = 0
  const metricsPort = String(FIRST_METRICS_PORT + ROLES.indexOf(role))
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child!, 'exit')
    child!.kill(signal)
    await ended
  }
  return {
    name: `${role} on ${name}`,
    role,
    start: async (root) => {
      starts += 1
      const log = `${role}-${starts}`
      const env = { ...settings, ROLES: role, METRICS_PORT: metricsPort, DATA_DIR: folder, LOG_LEVEL: 'error' }
      const main = join(root, 'apps', 'server', 'src', 'main.ts')
      child = machines.get(name)!.start(process.execPath, [main], { env, log })
      await untilReady(child, join(folder, `${name}-${log}.log`))
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function untilReady(child: ChildProcess, log: string): Promise<void> {
  const end = performance.now() + READY_LIMIT_MS
  while (!(existsSync(log) && /Simwright \S+ is ready\./.test(readFileSync(log, 'utf8')))) {
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`a process did not start: ${readFileSync(log, 'utf8').slice(-2_000)}`)
    await sleep(50)
  }
}

/** The settings of the guide, with the passwords and the folder of the proof. */
export function settingsOfGuide(folder: string, urls: Readonly<Record<string, string>>): Record<string, string> {
  const lines = guideFile('/etc/portal.env').split('\n').slice(1)
  const settings = Object.fromEntries(lines.map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)]))
  for (const [name, url] of Object.entries(urls)) {
    if (withoutPassword(url) !== withoutPassword(settings[name] ?? ''))
      throw new Error(`${name} is not as in the guide`)
  }
  // webhooks of the proof go to the machine of the worker
  const ofProof = { PUBLIC_URL: PORTAL_URL, KEK_FILE: join(folder, 'kek.json'), CALL_LOOPBACK: 'on' }
  return { ...settings, ...urls, ...ofProof }
}

const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, '@')

/** HAProxy on the machines of the portal, and in front of them. @returns what stops them */
export function startBalancers({ folder, machines, front }: Network): () => void {
  const database = join(folder, 'database.cfg')
  const balancer = join(folder, 'front.cfg')
  writeFileSync(database, `${guideFile('/etc/haproxy/haproxy.cfg')}\n`)
  const plain = { ':443 ssl crt /etc/haproxy/portal.pem': ':80' }
  writeFileSync(balancer, `${replaced(guideFile('/etc/haproxy/haproxy.cfg of the load balancer'), plain)}\n`)
  const children = ['app1', 'app2'].map((name) => machines.get(name)!.start('haproxy', ['-db', '-f', database]))
  children.push(front.start('haproxy', ['-db', '-f', database, '-f', balancer]))
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
}
