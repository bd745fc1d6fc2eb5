import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openServer } from '../../../apps/server/src/server.ts'
import { findTools } from '../../test/machine.ts'
import { ROOT } from '../portal.ts'
import { createDatabase, startDatabaseCluster } from './database-cluster.ts'
import { FAULTS, type Stage } from './fault.ts'
import { type Network, openNetwork } from './machine.ts'
import { copyNewer } from './newer-source.ts'
import { portalProcesses, settingsOfGuide, startBalancers } from './portal-process.ts'
import { type Run, suffer } from './run-fault.ts'
import { createOwner, prepareScene } from './scene.ts'
import { isWithin, type Row, tableOf } from './table.ts'
import { CODES_OF_FAULT } from './watched-load.ts'

const ADDRESSES = {
  db1: '10.0.0.11',
  db2: '10.0.0.12',
  db3: '10.0.0.13',
  app1: '10.0.0.21',
  app2: '10.0.0.22',
}
const WEBHOOK_PORT = 9099

/**
 * The machines of the guide's page "Several machines", each a network namespace of this machine, with the files that the page
 * shows: etcd, Patroni with one synchronous standby, HAProxy, and two processes of each role. Under a steady load, one
 * fault after the other: nothing acknowledged is lost or done twice, and no call is answered with 500. With words, only
 * the faults whose names contain one of them.
 */
export async function proveCluster(words: readonly string[]): Promise<boolean> {
  const tools = findTools('etcd', 'patroni', 'haproxy', 'postgres15', 'ip')
  if (Object.values(tools).includes(undefined)) return false
  const again = ['--net', process.execPath, join(import.meta.dirname, 'cluster-process.ts'), ...words]
  return spawnSync('unshare', again, { stdio: 'inherit' }).status === 0
}

/** The proof, in a network namespace in which nothing else is. */
export async function proveInside(words: readonly string[]): Promise<boolean> {
  const faults = FAULTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'simwright-cluster-'))
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endAll(ends).then(() => process.exit(1)))
  try {
    const rows: Row[] = []
    const run = await openCluster(folder, { codes: faults.length * CODES_OF_FAULT, ends })
    for (const fault of faults) {
      rows.push(await suffer(run, fault))
      console.log(tableOf(rows.slice(-1)).split('\n').at(-1))
    }
    console.log(tableOf(rows))
    return rows.every(isWithin)
  } finally {
    await endAll(ends)
  }
}

async function endAll(ends: readonly (() => unknown)[]): Promise<void> {
  for (const end of ends.toReversed()) await end()
}

type Opening = { codes: number; ends: (() => unknown)[] }

/** @param ends gets what ends that which was started, in the order of the start */
async function openCluster(folder: string, { codes, ends }: Opening): Promise<Run> {
  // PostgreSQL's user reaches its own folder in it
  spawnSync('chmod', ['755', folder])
  const logs = process.env.PROOF_LOGS
  if (logs) ends.push(() => spawnSync('sh', ['-c', `mkdir -p ${logs} && cp ${folder}/*.log ${logs}`]))
  const network = openNetwork(folder, ADDRESSES)
  ends.push(() => network.close())
  const database = await startDatabaseCluster(network)
  ends.push(() => database.stop())
  const { owner: migrate, app, system } = await createDatabase(await database.primary())
  ends.push(startBalancers(network))
  const urls = { DATABASE_URL: app, SYSTEM_URL: system, MIGRATE_URL: migrate }
  const settings = settingsOfGuide(folder, urls)
  const server = await openServer(readConfig({ ...settings, LOG_LEVEL: 'fatal', DATA_DIR: folder }), {
    background: 'none',
  })
  ends.push(() => server.close())
  const owner = await createOwner(server)
  const processes = portalProcesses(network, settings)
  ends.push(() => Promise.all(processes.map((each) => each.kill())))
  for (const each of processes) await each.start(ROOT)
  const received = join(folder, 'webhooks')
  ends.push(startReceivers(network, received))
  const stage: Stage = { network, database, processes, root: ROOT, newer: copyNewer(folder) }
  console.log(`${processes.length} processes run on ${[...network.machines.keys()].join(', ')}`)
  const scene = await prepareScene({ owner, codes, webhookPort: WEBHOOK_PORT })
  return { stage, scene, server, received, singles: [], errorsSeen: 0 }
}

/** On both machines, because webhooks of the proof go to the machine of the worker. */
function startReceivers({ machines }: Network, file: string): () => void {
  const program = [join(import.meta.dirname, 'receiver-process.ts'), String(WEBHOOK_PORT), file]
  const receivers = ['app1', 'app2'].map((name) =>
    machines.get(name)!.start(process.execPath, program, { log: 'webhooks' }),
  )
  return () => {
    for (const receiver of receivers) receiver.kill()
  }
}
