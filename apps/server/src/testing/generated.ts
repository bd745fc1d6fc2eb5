import * as batch from '@simwright/contract/batch'
import * as configuration from '@simwright/contract/configuration'
import * as source from '@simwright/contract/source'
import type { Client } from './client.ts'
import { type Subscriber, subscriberCsv } from './subscriber.ts'

/** A configuration of a test network, complete enough to generate with. */
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

/** Uploads the subscribers, confirms, and waits until the batch is complete. */
export async function generated(
  client: Client,
  { configurationId, rows }: { configurationId: string; rows: readonly Subscriber[] },
): Promise<batch.Batch> {
  const file = { name: 'subscribers.csv', content: subscriberCsv(rows) }
  const { id } = await client.upload(source.upload, { configurationId }, file)
  const { batchId } = await client.ask(batch.start, { sourceId: id })
  let last: batch.Batch | undefined
  for await (const event of client.events(batch.progress, { id: batchId })) last = event
  return last!
}
