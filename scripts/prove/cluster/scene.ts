import * as group from '@simwright/contract/profiles/group'
import * as credential from '@simwright/contract/programs/credential'
import * as webhook from '@simwright/contract/programs/webhook'
import { createEnterprise } from '../../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer } from '../../../apps/server/src/modules/provisioning/smdp/service.ts'
import type { OpenServer } from '../../../apps/server/src/server.ts'
import { Client } from '../../../apps/server/src/testing/client.ts'
import { configured, generated } from '../../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../../apps/server/src/testing/subscriber.ts'
import { codesOf } from '../codes.ts'
import { PORTAL_URL } from './portal-process.ts'
import type { Scene } from './watched-load.ts'

const PERSON = { email: 'cluster@example.com', password: 'Quiet-Harbour-7' }
const NAME = 'Test network'
/** Profiles that are moved between groups. */
const MOVED = 100

/** The owner of an enterprise account, before any process of the portal runs. */
export async function createOwner(server: OpenServer) {
  const owner = await createEnterprise(server, { name: 'Cluster', plan: 'LAB', ...PERSON })
  const cookies = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'proof' })
  return { cookies, enterpriseId: owner.enterpriseId, issuer: await openTestIssuer(server) }
}

type Asked = { owner: Awaited<ReturnType<typeof createOwner>>; codes: number; webhookPort: number }

/** What the load works on, made by calls to the portal. */
export async function prepareScene({ owner, codes, webhookPort }: Asked): Promise<Scene> {
  const client = new Client(PORTAL_URL)
  client.cookies.set('token', owner.cookies.token).set('binding', owner.cookies.binding)
  const configurationId = await configured(client, { name: NAME })
  const moved = await generated(client, { configurationId, rows: subscribers(MOVED) })
  const downloaded = await generated(client, { configurationId, rows: subscribers(codes, MOVED) })
  const groupIds: string[] = []
  for (const name of ['One', 'Other']) groupIds.push((await client.ask(group.add, { fields: { name } })).id)
  const url = `http://127.0.0.1:${webhookPort}/`
  await client.ask(webhook.add, { fields: { name: 'Proof', url, kinds: ['INSTALLED'] } })
  return {
    client,
    keys: await client.ask(credential.create, { name: 'Proof' }),
    issuer: owner.issuer,
    person: PERSON,
    enterpriseId: owner.enterpriseId,
    configurationId,
    configName: NAME,
    groupIds,
    movedBatchId: moved.id,
    moved: MOVED,
    activationCodes: await codesOf(client, downloaded.id),
    nextSerial: 0,
    nextSubscriber: MOVED + codes,
  }
}
