import { type ChildProcess, execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { LOGINS, type Login, statementsForNewDatabase } from '../../../apps/server/src/db/logins.ts'
import { guideFile, replaced } from './guide-file.ts'
import { type Machine, type Network, signalAll, withDescendants } from './machine.ts'

const ETCD = ['db1', 'db2', 'db3']
const DATABASES = ['db1', 'db2']
const OF_GUIDE = { name: 'db1', address: '10.0.0.11' }
const READY_LIMIT_MS = 180_000
const PASSWORD = 'proof'

/** etcd on three machines, and PostgreSQL with Patroni on two. */
export type DatabaseCluster = {
  /** The machine with the primary, as its Patroni reports. */
  primary(): Promise<Machine>
  standby(): Promise<Machine>
  /** Waits until one primary has one synchronous standby. */
  healthy(): Promise<void>
  /** The machine whose etcd leads. */
  etcdLeader(): Promise<Machine>
  switchover(): Promise<void>
  /** Ends Patroni and PostgreSQL of a machine, as if it were switched off. */
  kill(machine: Machine): void
  /** Ends PostgreSQL alone. */
  killPostgres(machine: Machine): void
  startAgain(machine: Machine): void
  killEtcd(machine: Machine): void
  startEtcd(machine: Machine): void
  /** Stops all processes of a machine without ending them. */
  freeze(machine: Machine): void
  thaw(machine: Machine): void
  stop(): void
}

type Running = { patroni: Map<string, ChildProcess>; etcd: Map<string, ChildProcess> }

export async function startDatabaseCluster(network: Network): Promise<DatabaseCluster> {
  const running: Running = { patroni: new Map(), etcd: new Map() }
  const on = (name: string) => network.machines.get(name)!
  const startEtcd = (machine: Machine) => void running.etcd.set(machine.name, runEtcd(network, machine))
  const startPatroni = (machine: Machine) => void running.patroni.set(machine.name, runPatroni(network, machine))
  const processesOf = ({ name }: Machine) => {
    const roots = [running.patroni.get(name)?.pid, running.etcd.get(name)?.pid, postmasterOf(network, name)]
    return withDescendants(roots.filter((pid) => pid !== undefined))
  }
  const ofDatabase = ({ name }: Machine) => {
    const roots = [running.patroni.get(name)?.pid, postmasterOf(network, name)]
    return withDescendants(roots.filter((pid) => pid !== undefined))
  }
  const find = async (role: string) => {
    for (;;) {
      const member = (await membersOf(network)).find((each) => each.role === role)
      if (member) return on(member.name)
      await sleep(200)
    }
  }
  const cluster: DatabaseCluster = {
    primary: () => find('leader'),
    standby: () => find('sync_standby'),
    healthy: () => untilHealthy(network),
    etcdLeader: async () => on(await etcdLeaderOf(network)),
    switchover: () => switchover(find),
    kill: (machine) => signalAll(ofDatabase(machine), 'SIGKILL'),
    killPostgres: ({ name }) => signalAll([postmasterOf(network, name)!], 'SIGKILL'),
    startAgain: startPatroni,
    killEtcd: ({ name }) => void running.etcd.get(name)!.kill('SIGKILL'),
    startEtcd,
    freeze: (machine) => signalAll(processesOf(machine), 'SIGSTOP'),
    thaw: (machine) => signalAll(processesOf(machine), 'SIGCONT'),
    stop: () => {
      for (const name of ETCD) signalAll(processesOf(on(name)), 'SIGKILL')
    },
  }
  try {
    for (const name of ETCD) startEtcd(on(name))
    startPatroni(on('db1'))
    await cluster.primary()
    startPatroni(on('db2'))
    await cluster.healthy()
    return cluster
  } catch (error) {
    cluster.stop()
    throw error
  }
}

function runEtcd({ folder }: Network, machine: Machine): ChildProcess {
  const settings = guideFile('/etc/default/etcd').split('\n').slice(1)
  const env = Object.fromEntries(
    settings.map((line) => {
      const [name = '', ...value] = line.split('=')
      const isOfCluster = name.startsWith('ETCD_INITIAL_CLUSTER')
      return [name, isOfCluster ? value.join('=') : ownTo(machine, value.join('='))]
    }),
  )
  return machine.start('etcd', [], { env: { ...env, ETCD_DATA_DIR: join(folder, `${machine.name}-etcd`) } })
}

const ownTo = ({ name, address }: Machine, text: string) =>
  text.replaceAll(OF_GUIDE.address, address).replaceAll(OF_GUIDE.name, name)

function runPatroni({ folder }: Network, machine: Machine): ChildProcess {
  const own = join(folder, machine.name)
  mkdirSync(own, { recursive: true })
  const { address, name } = machine
  const text = replaced(guideFile('/etc/patroni/config.yml'), {
    [`name: ${OF_GUIDE.name}`]: `name: ${name}`,
    [`${OF_GUIDE.address}:8008`]: `${address}:8008`,
    [`${OF_GUIDE.address}:5432`]: `${address}:5432`,
    '/var/lib/postgresql/15/simwright': join(own, 'data'),
    '/var/lib/postgresql/15/pgpass': join(own, 'pgpass'),
    "'...'": PASSWORD,
    // the machines of the proof share the folder of sockets
    'bin_dir:': `parameters:\n    unix_socket_directories: ${own}\n  bin_dir:`,
  })
  const path = join(own, 'config.yml')
  writeFileSync(path, text)
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  for (const each of [own, path]) chownSync(each, id('-u'), id('-g'))
  return machine.start('patroni', [path], { asPostgres: true })
}

/** The first line of postmaster.pid is the ID of PostgreSQL's process. */
function postmasterOf({ folder }: Network, name: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, name, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return undefined
  }
}

type Member = { name: string; role: string; state: string }

const ASK_LIMIT_MS = 3_000

/** The members as the Patroni that answers first sees them; empty if none answers. */
async function membersOf({ machines }: Network): Promise<Member[]> {
  const ask = async (name: string) => {
    const url = `http://${machines.get(name)!.address}:8008/cluster`
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_LIMIT_MS) })
    return ((await answer.json()) as { members: Member[] }).members
  }
  return await Promise.any(DATABASES.map(ask)).catch(() => [])
}

async function untilHealthy(network: Network): Promise<void> {
  const end = performance.now() + READY_LIMIT_MS
  let members: Member[] = []
  while (performance.now() < end) {
    members = await membersOf(network)
    const has = (role: string, states: readonly string[]) =>
      members.some((member) => member.role === role && states.includes(member.state))
    if (has('leader', ['running']) && has('sync_standby', ['running', 'streaming'])) return
    await sleep(300)
  }
  throw new Error(`the cluster is not healthy: ${JSON.stringify(members)}`)
}

async function switchover(find: (role: string) => Promise<Machine>): Promise<void> {
  const [leader, candidate] = [await find('leader'), await find('sync_standby')]
  const answer = await fetch(`http://${leader.address}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
  })
  if (!answer.ok) throw new Error(`the switchover failed: ${await answer.text()}`)
}

async function etcdLeaderOf({ machines }: Network): Promise<string> {
  for (const name of ETCD) {
    const url = `http://${machines.get(name)!.address}:2379/v3/maintenance/status`
    const answer = await fetch(url, { method: 'POST', body: '{}' })
    const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string }
    if (header.member_id === leader) return name
  }
  throw new Error('etcd has no leader')
}

/** Creates the database as the guide says. @returns the URLs of its logins, through the HAProxy of each machine */
export async function createDatabase(primary: Machine): Promise<Record<Login, string>> {
  const client = new Client(`postgres://postgres:${PASSWORD}@${primary.address}/postgres`)
  await client.connect()
  const statements = statementsForNewDatabase().replaceAll(`'...'`, `'${PASSWORD}'`)
  for (const statement of statements.split(';')) await client.query(statement)
  await client.end()
  const urlOf = (login: Login) => `postgres://${LOGINS[login]}:${PASSWORD}@127.0.0.1:5000/simwright`
  return { owner: urlOf('owner'), app: urlOf('app'), system: urlOf('system') }
}
