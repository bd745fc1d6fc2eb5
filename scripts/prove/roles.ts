import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as group from '@simwright/contract/profiles/group'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { ROLES, type Role } from '../../apps/server/src/setting-value.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { withServer } from '../../apps/server/src/testing/killed-server.ts'
import { settingsFor, startTestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { checkCounts } from './kill-count.ts'
import { prepareKilled } from './kill-database.ts'
import { startLoad } from './kill-load.ts'
import { endMember, startMember } from './member.ts'

const KILLS = 18
const ROWS_OF_BATCH = 500
const LOAD_LIMIT_MS = 3_000
/** An interrupted call is repeated: the portal writes again at the latest after this. */
const BACK_LIMIT_MS = 2_000
const PERSON = { email: 'killed@example.com', password: 'Quiet-Harbour-7' }

/** A process with one role. */
type Member = { role: Role; settings: Record<string, string>; child: ChildProcess }

/**
 * Two processes of each role work on one database, behind a load balancer. One of them is killed eighteen times, each
 * role in turn, during batches, downloads, group moves and sign-ins, and started again. The other one of its role takes
 * over at once, and nothing that was acknowledged is lost or done twice.
 */
export async function proveRoles(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-roles-'))
  const postgres = await startTestPostgres()
  const members: Member[] = []
  const [portal, devices] = [await openBalancer(), await openBalancer()]
  const urls = {
    owner: new Secret(postgres.urls.owner),
    app: new Secret(postgres.urls.app),
    system: new Secret(postgres.urls.system),
  }
  const shared = { ...settingsFor(urls), DATA_DIR: folder, SMDP_HOST: `localhost:${devices.port}` }
  try {
    const { issuer, cookies, enterpriseId } = await withServer(shared, async (server) => {
      const owner = await createEnterprise(server, { name: 'Killed', plan: 'LAB', ...PERSON })
      const session = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'proof' })
      return { issuer: await openTestIssuer(server), cookies: session, enterpriseId: owner.enterpriseId }
    })
    for (const role of ROLES)
      for (let count = 0; count < 2; count += 1) members.push(await addMember(role, shared, { portal, devices }))
    const client = new Client(`http://127.0.0.1:${portal.port}`)
    client.cookies.set('token', cookies.token).set('binding', cookies.binding)
    const prepared = await prepareKilled(client)
    const load = startLoad({ ...prepared, client, smdpPort: devices.port, issuer, person: PERSON, rows: ROWS_OF_BATCH })
    const isInTime = await killInTurn(members, client)
    await load.stop()
    const { acknowledged, failures } = load
    for (const [name, count] of failures) console.log(`  ${count} x ${name.slice(0, 140)}`)
    let lostSignIns = 0
    for (const browser of acknowledged.signIns)
      if (!(await browser.ask(group.list, {}).then(() => true, console.log))) lostSignIns += 1
    console.log(`${acknowledged.signIns.length} sign-ins were acknowledged, ${lostSignIns} of them were lost`)
    await Promise.all(members.map(({ child }) => endMember(child)))
    const counts = await withServer(shared, (server) => checkCounts(server, { enterpriseId, acknowledged }))
    return isInTime && lostSignIns === 0 && counts
  } finally {
    for (const { child } of members) child.kill('SIGKILL')
    await Promise.all([portal.close(), devices.close()])
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Balancers = { portal: Balancer; devices: Balancer }

async function addMember(role: Role, shared: Member['settings'], { portal, devices }: Balancers): Promise<Member> {
  const port = String(await freePort())
  if (role === 'web') portal.add(Number(port))
  if (role === 'smdp') devices.add(Number(port))
  const settings = { ...shared, ROLES: role, [role === 'smdp' ? 'SMDP_PORT' : 'PORT']: port }
  return { role, settings, child: await startMember(settings) }
}

/** @returns whether the portal wrote again in time after each kill */
async function killInTurn(members: readonly Member[], client: Client): Promise<boolean> {
  let isInTime = true
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await sleep(randomInt(LOAD_LIMIT_MS))
    const role = ROLES[kill % ROLES.length]!
    const member = members.filter((one) => one.role === role)[randomInt(2)]!
    const gone = once(member.child, 'exit')
    member.child.kill('SIGKILL')
    const killedAt = performance.now()
    await gone
    const name = `Kill ${kill}`
    while (!(await isWritten(client, name)));
    const ms = Math.round(performance.now() - killedAt)
    isInTime &&= ms <= BACK_LIMIT_MS
    console.log(`kill ${kill} of ${KILLS}, ${role}: the portal writes after ${ms} ms`)
    member.child = await startMember(member.settings)
  }
  return isInTime
}

/** A call whose answer was lost may have been done. */
const isWritten = async (client: Client, name: string): Promise<boolean> =>
  await client.ask(group.add, { fields: { name } }).then(
    () => true,
    (error: Error) => error.message.includes('name'),
  )
