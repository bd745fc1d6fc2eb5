import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { inject } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { Secret } from '../secret/secret.ts'
import { closeAtEnd } from './close.ts'
import { isQueueBusy, keepTables, restoreTables } from './fresh-tables.ts'
import { databaseOf } from './postgres.ts'
import { checkAudit, openWhole, type TestServerOptions, type WholeServer } from './whole-server.ts'

type Lendable = WholeServer & {
  background: TestServerOptions['background']
  superuser: Client
  isLent: boolean
  close(): Promise<void>
}

/** The servers of this worker, whose files share loaded modules. They stay open until the worker ends. */
const lendable: Lendable[] = []

/**
 * A server that earlier files of the worker have used, with the tables, the clock and the log of a new one; undefined
 * for a file that needs its own. A start takes a second of processor time, half of it in PostgreSQL.
 */
export async function lentServer({
  background = 'queue',
  ...others
}: TestServerOptions): Promise<WholeServer | undefined> {
  const { superuser } = inject('postgres')
  if (Object.keys(others).length > 0 || background === 'all' || superuser === undefined) return undefined
  const known = lendable.find((one) => one.background === background && !one.isLent)
  if (known) await refresh(known)
  const lent = known ?? (await openLendable(background, superuser))
  lent.isLent = true
  closeAtEnd(() => takeBack(lent))
  const { server, app, url, clock, logged } = lent
  return { server, app, url, clock, logged }
}

async function openLendable(background: 'queue' | 'none', superuserUrl: string): Promise<Lendable> {
  const whole = await openWhole({ background })
  const database = new URL(whole.server.databaseUrl.reveal()).pathname.slice(1)
  const superuser = loginClient(new Secret(databaseOf(superuserUrl, database)), 'test set-up')
  await superuser.connect()
  await keepTables(superuser)
  const close = async () => {
    await superuser.end()
    await whole.close()
  }
  const opened = { ...whole, background, superuser, isLent: false, close }
  lendable.push(opened)
  return opened
}

/** Certificates that the server has issued are valid for longer. */
const CLOCK_LIMIT_MS = 300 * 24 * 60 * 60_000

/** Waits until the server does nothing more for the file. @throws Error when the file has stopped it */
async function takeBack(one: Lendable): Promise<void> {
  const { server, app, clock, logged } = one
  if (server.stopping.aborted || !app.server.listening) {
    lendable.splice(lendable.indexOf(one), 1)
    throw new Error('a file that stops the server needs its own: testServer({ isOwn: true })')
  }
  await server.callLog.flush()
  while (one.background === 'queue' && (await isQueueBusy(one.superuser))) await sleep(20)
  if (Math.abs(clock.now().getTime() - Date.now()) > CLOCK_LIMIT_MS) {
    lendable.splice(lendable.indexOf(one), 1)
    await one.close()
  } else {
    one.isLent = false
  }
  checkAudit(logged)
}

async function refresh({ server, clock, logged, superuser }: Lendable): Promise<void> {
  await restoreTables(superuser)
  await server.platforms.reload()
  clock.moveMs(Date.now() - clock.now().getTime())
  logged.length = 0
}
