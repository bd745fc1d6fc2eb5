import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEid } from '@simwright/euicc'
import { readConfig } from '../../apps/server/src/config.ts'
import { visit } from '../../apps/server/src/demo/device.ts'
import { openDemoAccount, signIn } from '../../apps/server/src/demo/enterprise.ts'
import { makePlan } from '../../apps/server/src/demo/plan.ts'
import { play } from '../../apps/server/src/demo/play.ts'
import { bindingCookie } from '../../apps/server/src/http/browser.ts'
import { openTestIssuer } from '../../apps/server/src/modules/smdp/service.ts'
import { openServer } from '../../apps/server/src/server.ts'
import { serve, stopServer } from '../../apps/server/src/serving.ts'
import { cloneDatabase, dropDatabase, startTestPostgres } from '../../apps/server/src/testing/postgres.ts'
import type { PortalFacts, PortalRequest } from './portal.ts'

/** A server with the demo played on it; tells its parent where it is, and stops when it is told so. */
const folder = mkdtempSync(join(tmpdir(), 'simwright-e2e-'))
const postgres = await startTestPostgres(process.env.DATABASE_URL)
const database = `simwright_e2e_${process.pid}`
const config = readConfig({
  PORT: '0',
  SMDP_PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: await cloneDatabase(postgres, database),
  LOG_LEVEL: 'warn',
})
const many = 1_000_000
const server = await openServer(config, { limits: { all: many, public: many, device: many } })
const app = await serve(server)

const hurry = async () => {}
const phones = { server, issuer: await openTestIssuer(server), pause: hurry }

const visitor = makePlan(server.random, 0).visits[0]!
let visitors = 0

process.on('message', async (message: PortalRequest) => {
  if (message !== 'stop') {
    const serial = 500 + visitors++
    const come = {
      ...visitor,
      ...message,
      serial,
      eid: testEid(serial),
      deed: 'enable',
      confirmationCode: undefined,
    } as const
    process.send?.({ outcome: await visit(phones, come) })
    return
  }
  await stopServer(server, app)
  await dropDatabase(postgres.url, database)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})

const account = await openDemoAccount(server)
const client = await signIn(server, account)
await play({ client, phones, plan: makePlan(server.random, 0), untilNext: hurry, say: () => {} })

const { publicUrl } = server.config
const facts: PortalFacts = {
  url: publicUrl,
  mailbox: `${publicUrl}/dev/mailbox?token=${server.mail.mailbox!.token.reveal()}`,
  demo: { email: account.email, password: account.password.reveal() },
  session: {
    token: client.token!,
    binding: { name: bindingCookie(publicUrl), value: client.cookies.get(bindingCookie(publicUrl))! },
  },
}
process.send?.(facts)
