import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A machine of the guide's page "Several machines": a network namespace with its address. */
export type Machine = {
  name: string
  address: string
  /** Starts a program; its output goes to a file. */
  start(program: string, args: readonly string[], options?: StartOptions): ChildProcess
  /** Packets to these addresses are dropped; those from there then have no answers. */
  cutFrom(addresses: readonly string[]): void
  heal(addresses: readonly string[]): void
}

export type StartOptions = {
  env?: Record<string, string>
  /** The program runs as the user `postgres`. */
  asPostgres?: boolean
  /** The name of the log file, if not that of the program. */
  log?: string
}

export type Network = {
  folder: string
  machines: ReadonlyMap<string, Machine>
  /** The machine of the load balancer, on which the proof runs. */
  front: Pick<Machine, 'start'>
  close(): void
}

const BRIDGE = 'bridge0'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** The address at which browsers and devices reach the portal; the proof runs there. */
export const FRONT = '10.0.0.1'

const ip = (...args: string[]) => void execFileSync('ip', args)

/** Adds the machines to the network namespace of this process, in which nothing else is. `folder` is for their files. */
export function openNetwork(folder: string, addresses: Readonly<Record<string, string>>): Network {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', `${FRONT}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const holders: ChildProcess[] = []
  const machines = Object.entries(addresses).map(([name, address]): [string, Machine] => {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    holders.push(holder)
    return [name, addMachine({ name, address, holder: holder.pid!, folder })]
  })
  return {
    folder,
    machines: new Map(machines),
    front: { start: starter({ name: 'front', folder, prefix: [] }) },
    close: () => {
      for (const holder of holders) holder.kill('SIGKILL')
    },
  }
}

type Placed = { name: string; address: string; holder: number; folder: string }

function addMachine({ name, address, holder, folder }: Placed): Machine {
  const within = `--net=/proc/${holder}/ns/net`
  const run = (...args: string[]) => void execFileSync('nsenter', [within, '--', 'ip', ...args])
  waitForNamespace(holder)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder))
  ip('link', 'set', name, 'master', BRIDGE, 'up')
  run('link', 'set', 'lo', 'up')
  run('address', 'add', `${address}/24`, 'dev', 'eth0')
  run('link', 'set', 'eth0', 'up')
  return {
    name,
    address,
    start: starter({ name, folder, prefix: ['nsenter', within, '--'] }),
    cutFrom: (others) => {
      for (const other of others) run('route', 'add', 'blackhole', `${other}/32`)
    },
    heal: (others) => {
      for (const other of others) run('route', 'del', 'blackhole', `${other}/32`)
    },
  }
}

type Starting = { name: string; folder: string; prefix: readonly string[] }

function starter({ name, folder, prefix }: Starting): Machine['start'] {
  return (program, args, { env, asPostgres, log = program } = {}) => {
    const user = asPostgres ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
    const output = openSync(join(folder, `${name}-${log}.log`), 'a')
    const [first, ...others] = [...prefix, ...user, program, ...args]
    return spawn(first!, others, {
      cwd: '/',
      env: { PATH, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
    })
  }
}

/** `unshare` has its namespace a moment after it was started. */
function waitForNamespace(pid: number): void {
  const own = namespaceOf(process.pid)
  while (namespaceOf(pid) === own) execFileSync('sleep', ['0.02'])
}

const namespaceOf = (pid: number) => readlinkSync(`/proc/${pid}/ns/net`)

/** These processes and all that they have started. */
export function withDescendants(pids: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      parents.set(Number(name), Number(parent))
    } catch {
      // it has ended meanwhile
    }
  }
  const found = new Set(pids.filter((pid) => parents.has(pid)))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** Sends a signal to processes that may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
