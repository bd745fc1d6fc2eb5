import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** When the simulated process of a call dies: around the transaction that saves its answer. */
export type Crash = 'before the commit' | 'after the commit'

/** A transaction that wrote something, committed or not. */
export type Writing = { savesAnswer: boolean }

type Watch = { crash: Crash | undefined; isDead: boolean; writings: Writing[] }

class Crashed extends Error {
  override name = 'Crashed'
}

/**
 * Wraps a database to observe the transactions of one call and to simulate a crash of its process: uncommitted work is
 * rolled back, and every later access of the call throws.
 */
export function watchedDb(db: Db): { db: Db; watch<T>(work: () => Promise<T>, crash?: Crash): Promise<Watched<T>> } {
  const watches = new AsyncLocalStorage<Watch>()
  const mustLive = () => {
    if (watches.getStore()?.isDead) throw new Crashed('this process is gone')
  }
  const die = (watch: Watch) => {
    watch.isDead = true
    mustLive()
  }
  async function watched<H, T>(open: (work: (db: H) => Promise<T>) => Promise<T>, work: (db: H) => Promise<T>) {
    mustLive()
    const watch = watches.getStore()
    if (!watch) return await open(work)
    let writing: Writing | undefined
    const result = await open(async (db) => {
      const result = await work(db)
      writing = await writingOf(db as Kysely<never>)
      if (writing) watch.writings.push(writing)
      if (writing?.savesAnswer && watch.crash === 'before the commit') die(watch)
      return result
    })
    if (writing?.savesAnswer && watch.crash === 'after the commit') die(watch)
    return result
  }
  return {
    db: {
      ...db,
      get global() {
        mustLive()
        return db.global
      },
      globalTx: (work) => watched((inner) => db.globalTx(inner), work),
      systemTx: (work) => watched((inner) => db.systemTx(inner), work),
      tenantTx: (id, work) => watched((inner) => db.tenantTx(id, inner), work),
      tenantRead: (id, work) => {
        mustLive()
        return db.tenantRead(id, work)
      },
    },
    watch: async (work, crash) => {
      const watch: Watch = { crash, isDead: false, writings: [] }
      const result = await watches.run(watch, work)
      return { result, writings: watch.writings }
    },
  }
}

export type Watched<T> = { result: T; writings: Writing[] }

type Transaction = { id: string | null; saves: boolean }

async function writingOf(db: Kysely<never>): Promise<Writing | undefined> {
  const { rows } = await sql<Transaction>`
    select pg_current_xact_id_if_assigned()::text as id,
      exists (select from once_request where xmin = pg_current_xact_id_if_assigned()::xid) as saves`.execute(db)
  const { id, saves } = rows[0]!
  return id === null ? undefined : { savesAnswer: saves }
}
