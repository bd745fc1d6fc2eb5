import type { InputOf } from '@simwright/contract/endpoint'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import * as operation from '@simwright/contract/provisioning/operation'
import { openCardKeys } from '../modules/platform/vault/service.ts'
import type { Client } from './client.ts'
import type { TestEnterprise, TestServer } from './server.ts'
import { type Subscriber, subscriberCsv } from './subscriber.ts'

/** Adds a configuration of a test network that is complete enough to generate codes. @returns its id */
export async function configured(
  client: Client,
  more: Partial<configuration.ConfigurationInput> = {},
): Promise<string> {
  const { id } = await client.ask(configuration.add, {
    fields: {
      name: 'Test network',
      type: 'Regular',
      profileName: 'Consumer plan',
      serviceProviderName: 'Alba',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
      ...more,
    },
  })
  return id
}

/** Uploads a file of these subscribers without confirming it. */
export async function staged(
  client: Client,
  { configurationId, rows }: { configurationId: string; rows: readonly Subscriber[] },
): Promise<source.Source> {
  const file = { name: 'subscribers.csv', content: subscriberCsv(rows) }
  return await client.upload(source.upload, { configurationId }, file)
}

/** Waits until a batch is complete. @returns the batch */
export async function finished(client: Client, id: string): Promise<batch.Batch> {
  let last: batch.Batch | undefined
  for await (const event of client.events(batch.progress, { id })) last = event
  return last!
}

/** Starts an operation and waits until it is complete. */
export async function operated(
  client: Client,
  sent: InputOf<typeof operation.start>,
): Promise<operation.RunningOperation> {
  const { id } = await client.ask(operation.start, sent)
  for await (const _ of client.events(operation.progress, { id }));
  return await client.ask(operation.get, { id })
}

type Generating = {
  configurationId: string
  rows: readonly Subscriber[]
  generateAgain?: boolean
  leaveOutFaulty?: boolean
}

/** Uploads the subscribers, starts a batch, and waits until it is complete. */
export async function generated(
  client: Client,
  { configurationId, rows, ...options }: Generating,
): Promise<batch.Batch> {
  const { id } = await staged(client, { configurationId, rows })
  const { batchId } = await client.ask(batch.start, { sourceId: id, ...options })
  return await finished(client, batchId)
}

/** The outcome of each row of a batch. */
export async function outcomesOf(client: Client, id: string) {
  return (await client.ask(batch.rows, { id, limit: 200 })).items
}

export async function profileOf(client: Client, iccid: string | undefined): Promise<fleet.ProfileRow> {
  return (await client.ask(fleet.list, { filter: { search: iccid } })).items[0]!
}

/** The profile's card keys in clear text. */
export async function cardKeysOf(
  { server }: Pick<TestServer, 'server'>,
  enterprise: TestEnterprise,
  iccid: string | undefined,
) {
  const { id } = await profileOf(enterprise.owner, iccid)
  const { sealed } = await server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('profile_key').select('sealed').where('profile_id', '=', id).executeTakeFirstOrThrow(),
  )
  return openCardKeys(server.vault, { enterpriseId: enterprise.id, profileId: id }, sealed)
}

/** The row of the profile's newest activation code. */
export async function activationCodeOf({ server }: TestServer, enterprise: TestEnterprise, iccid: string | undefined) {
  const { matchingId } = await profileOf(enterprise.owner, iccid)
  return await server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('activation_code').selectAll().where('matching_id', '=', matchingId).executeTakeFirstOrThrow(),
  )
}
