import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { STAFF_ENTERPRISE_ID } from '../../apps/server/src/db/staff-enterprise.ts'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { bindingCookie } from '../../apps/server/src/http/browser.ts'
import { serve } from '../../apps/server/src/listeners.ts'
import type { SeededUser } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { addStaff } from '../../apps/server/src/modules/people/accounts/service.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import type { Clock } from '../../apps/server/src/runtime/clock.ts'
import { type OpenServer, openServer } from '../../apps/server/src/server.ts'
import { stopServer } from '../../apps/server/src/shutdown.ts'
import { TEST_PASSWORD_COST } from '../../apps/server/src/testing/password-cost.ts'
import { cloneDatabase, dropDatabase, settingsFor, type TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { offerContact } from '../../apps/server/src/testing/seller.ts'
import { POSTGRES_SETTING } from './global-setup.ts'
import type { ToServer } from './server.ts'
import type { SessionFacts, StaffRole } from './user.ts'

/** A server for browser tests in a process of its own, with what its tests need besides. */
export type ProcessServer = {
  server: OpenServer
  /** Sends `facts` to the tests, then answers their requests until they send `stop`. */
  answer<Request>(facts: unknown, answerTo: (request: Request) => unknown): void
}

type Given = {
  /** Settings by name, as in the environment. */
  settings?: Readonly<Record<string, string>>
  clock: Clock
  /** Called after the server has stopped. */
  close: () => Promise<void>
}

/** Starts a server on a database of its own; no limits of calls apply. */
export async function startServer({ settings, clock, close }: Given): Promise<ProcessServer> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-e2e-'))
  const postgres = JSON.parse(process.env[POSTGRES_SETTING] ?? '') as Omit<TestPostgres, 'stop'>
  const database = `simwright_e2e_${process.pid}`
  const urls = await cloneDatabase(postgres, database)
  const config = readConfig({
    ...FREE_PORTS,
    DATA_DIR: folder,
    ...settingsFor(urls),
    LOG_LEVEL: 'warn',
    CALL_LOOPBACK: 'on',
    ...settings,
  })
  const unlimited = 1_000_000
  const limits = { all: unlimited, public: unlimited, device: unlimited }
  const server = await openServer(config, { limits, clock, passwordCost: TEST_PASSWORD_COST })
  await offerContact({ server })
  const app = await serve(server)

  const stop = async () => {
    await stopServer(server, app)
    await close()
    await dropDatabase(postgres.url, database)
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  }
  return {
    server,
    answer: <Request>(facts: unknown, answerTo: (request: Request) => unknown) => {
      process.on('message', async (message: ToServer<Request>) => {
        if (message === 'stop') await stop()
        else process.send?.({ answer: (await answerTo(message.request)) ?? null })
      })
      process.send?.({ answer: facts })
    },
  }
}

let staffCount = 0

/** Creates a staff member, by default with a second factor. */
export async function createStaff(
  server: OpenServer,
  role: StaffRole,
  { secondFactor } = { secondFactor: true },
): Promise<SeededUser> {
  const email = `staff-${++staffCount}@example.com`
  const { userId } = await addStaff(server, { email, role })
  await server.db.global
    .updateTable('user_account')
    .set({ second_factor: secondFactor })
    .where('id', '=', userId)
    .execute()
  return {
    userId,
    email,
    enterpriseId: STAFF_ENTERPRISE_ID,
    firstName: 'Stella',
    lastName: 'Staff',
    companyName: 'Simwright',
  }
}

/** Signs a user in, as if they had just proved who they are. */
export async function sessionOf(server: OpenServer, user: SeededUser): Promise<SessionFacts> {
  const { token, binding } = await openSession(server, user, { address: '127.0.0.1', userAgent: 'e2e' })
  return { token, binding: { name: bindingCookie(server.config.publicUrl), value: binding } }
}
