import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { seededOwner } from '../../apps/server/src/seed/portal.ts'
import { openServer } from '../../apps/server/src/server.ts'
import type { PortalFacts } from './portal.ts'
import { countStatements } from './statement-count.ts'

/**
 * A server with an enterprise whose owner is signed in. Sends its address to the parent process and stops on its
 * message.
 */
const { DB_CONNECTIONS: connections } = process.env
const statements = countStatements()
const config = readConfig({
  ...FREE_PORTS,
  LOG_LEVEL: 'warn',
  DATA_DIR: process.env.DATA_DIR,
  CALL_LOOPBACK: process.env.CALL_LOOPBACK,
})
const database = connections ? await openDatabase({ ...config, maxConnections: Number(connections) }) : undefined
const server = await openServer(config, {
  ...(database ? { database } : {}),
  limits: { all: 1_000_000, public: 1_000_000, device: 1_000_000, devices: 1_000_000, eid: 1_000_000 },
})
const app = await buildApp(server)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
server.ports.portal = Number(new URL(url).port)
await server.smdp.listen()

const { SEEDED_PROFILES: profiles, SEEDED_EVENTS_EACH: eventsEach } = process.env
const owner = profiles
  ? await seededOwner(server, { count: Number(profiles), eventsEach: eventsEach ? Number(eventsEach) : undefined })
  : await createEnterprise(server, { name: 'Bench', plan: 'LAB', email: 'bench@example.com' })
const cookies = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'bench' })
const facts: PortalFacts = {
  url,
  cookies,
  enterpriseId: owner.enterpriseId,
  databaseUrl: server.databaseUrl.reveal(),
  ...(database ? { appUrl: database.urls.app.reveal() } : {}),
  smdpPort: server.ports.smdp,
  issuer: await openTestIssuer(server),
}
process.send?.(facts)
process.on('message', (asked) => {
  if (asked === 'cpu') process.send?.(process.cpuUsage())
  else if (asked === 'statements') process.send?.(statements)
  else if (typeof asked === 'number') void addOwners(asked)
  else void stop()
})
process.on('disconnect', () => void stop())

/** Creates enterprise accounts, and sends the sessions of their owners. */
async function addOwners(count: number): Promise<void> {
  const sessions: PortalFacts['cookies'][] = []
  for (let n = 1; n <= count; n += 1) {
    const added = await createEnterprise(server, { name: `Bench ${n}`, plan: 'LAB', email: `bench-${n}@example.com` })
    sessions.push(await openSession(server, added, { address: '127.0.0.1', userAgent: 'bench' }))
  }
  process.send?.(sessions)
}

async function stop(): Promise<void> {
  server.drain()
  await app.close()
  await server.close()
  process.exit()
}
