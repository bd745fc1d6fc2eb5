import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Network } from './machine.ts'
import type { PortalProcess } from './portal-process.ts'

export type Stage = {
  network: Network
  database: DatabaseCluster
  processes: readonly PortalProcess[]
  /** The sources that the processes run. */
  root: string
  /** The sources of a newer version, with a migration. */
  newer: string
}

/** What fails, and how long nothing may be acknowledged. */
export type Fault = {
  name: string
  limitSeconds: number
  /** Causes the fault, waits until it has had its effect, and mends it. */
  cause(stage: Stage): Promise<void>
}

const UNPLANNED = 30
const PLANNED = 5
const FREEZE_MS = 30_000
const CUT_MS = 30_000
const DOWN_MS = 5_000

const DATABASES = ['db1', 'db2', 'db3']

/** All faults of the proof, in this order. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'planned switchover',
    limitSeconds: PLANNED,
    cause: async ({ database }) => {
      const before = await database.primary()
      await database.switchover()
      while ((await database.primary()).name === before.name) await sleep(200)
    },
  },
  {
    name: 'kill of the primary (PostgreSQL)',
    limitSeconds: UNPLANNED,
    cause: async ({ database }) => {
      const before = await database.primary()
      database.killPostgres(before)
      while ((await database.primary()).name === before.name) await sleep(200)
    },
  },
  {
    name: 'kill of the primary (machine)',
    limitSeconds: UNPLANNED,
    cause: async ({ database }) => {
      const before = await database.primary()
      database.kill(before)
      while ((await database.primary()).name === before.name) await sleep(200)
      await sleep(DOWN_MS)
      database.startAgain(before)
    },
  },
  {
    name: 'kill of the standby',
    limitSeconds: UNPLANNED,
    cause: async ({ database }) => {
      const standby = await database.standby()
      database.kill(standby)
      await sleep(2 * DOWN_MS)
      database.startAgain(standby)
    },
  },
  {
    name: 'kill of the etcd leader',
    limitSeconds: UNPLANNED,
    cause: async ({ database }) => {
      const leader = await database.etcdLeader()
      database.killEtcd(leader)
      await sleep(2 * DOWN_MS)
      database.startEtcd(leader)
    },
  },
  {
    name: 'freeze of the primary, 30 s',
    limitSeconds: UNPLANNED,
    cause: async ({ database }) => {
      const before = await database.primary()
      database.freeze(before)
      await sleep(FREEZE_MS)
      database.thaw(before)
    },
  },
  {
    name: 'primary cut from the other nodes, 30 s',
    limitSeconds: UNPLANNED,
    cause: async ({ database, network }) => {
      const before = await database.primary()
      const others = DATABASES.filter((name) => name !== before.name).map((name) => network.machines.get(name)!.address)
      before.cutFrom(others)
      await sleep(CUT_MS)
      before.heal(others)
    },
  },
  {
    name: 'standby cut from the other nodes, 30 s',
    limitSeconds: UNPLANNED,
    cause: async ({ database, network }) => {
      const standby = await database.standby()
      const others = DATABASES.filter((name) => name !== standby.name).map(
        (name) => network.machines.get(name)!.address,
      )
      standby.cutFrom(others)
      await sleep(CUT_MS)
      standby.heal(others)
    },
  },
  {
    name: 'kill of each process in turn',
    limitSeconds: UNPLANNED,
    cause: async ({ processes, root }) => {
      for (const process of processes) {
        await process.kill()
        await sleep(1_000)
        await process.start(root)
      }
    },
  },
  {
    name: 'rolling upgrade with a migration',
    limitSeconds: PLANNED,
    cause: async ({ processes, root, newer }) => {
      const [first, ...others] = processes
      await first!.stop()
      await first!.start(newer)
      // a process of the version before starts next to the newer one
      await others.at(-1)!.kill()
      await others.at(-1)!.start(root)
      for (const process of others) {
        await process.stop()
        await process.start(newer)
      }
    },
  },
]
