import type { OutputOf } from '@simwright/contract'
import { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import type * as sample from '@simwright/contract/provisioning/sample'
import type { TenantDb } from '../../../db/database.ts'
import type { BatchId, ConfigurationId, EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { SamplesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { SAMPLE_CREATOR } from '../../platform/tenancy/service.ts'
import { closeSampleConfigurations, insertSampleConfigurations } from '../../profiles/configurations/service.ts'
import {
  deleteSampleProfiles,
  insertSamples,
  type NewSample,
  type NewSampleEvent,
} from '../../profiles/lifecycle/service.ts'
import {
  deleteSampleBatches,
  deleteSampleBatchRows,
  insertSampleBatches,
  insertSampleBatchRows,
} from '../generate/service.ts'
import {
  type SampleEvent,
  type SampleProfile,
  STORY_DAYS,
  sampleConfigurations,
  sampleNumbers,
  sampleProfiles,
} from './story.ts'

export { type SampleFigures, selectFigures as readSampleFigures } from './queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

type NewEnterprise = { enterpriseId: EnterpriseId; at: Date }

/** Inserts the sample data of an enterprise, in the transaction that creates it. */
export async function createSamples(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  created: NewEnterprise,
): Promise<void> {
  const { random } = server
  const past = { ...created, createdBy: SAMPLE_CREATOR, at: new Date(created.at.getTime() - STORY_DAYS * DAY_MS) }
  const configurations = sampleConfigurations.map((fields) => ({
    id: random.uuid(),
    name: fields.name,
    type: fields.type,
    fields: ConfigurationFields.parse(fields),
  }))
  await insertSampleConfigurations(db, past, configurations)
  const batches = configurations.map(({ id }, index) => ({
    id: random.uuid(),
    code: batchCode(index),
    configurationId: id,
    total: sampleProfiles.filter(({ configuration }) => configuration === index).length,
  }))
  await insertSampleBatches(db, past, batches)
  const profiles = sampleProfiles.map((sample, index) => {
    const { id: configurationId, fields } = configurations[sample.configuration]!
    const { id: batchId } = batches[sample.configuration]!
    return profileOf(server, { sample, index, past, configurationId, batchId, spn: fields.serviceProviderName })
  })
  const events = eventsOf(server, past, profiles)
  await insertSamples(db, past, { profiles, events })
  await insertSampleBatchRows(db, profiles)
}

type SampleInput = {
  sample: SampleProfile
  index: number
  past: NewEnterprise
  configurationId: ConfigurationId
  batchId: BatchId
  spn: string
}

function profileOf({ random }: Pick<Server, 'random'>, input: SampleInput): NewSample {
  const { sample, index, past, ...of } = input
  const { iccid, imsi, eid } = sampleNumbers(index)
  const { status, orderState, device, notes, events } = sample
  return {
    ...of,
    id: random.uuid(),
    codeId: random.uuid(),
    orderId: random.uuid(),
    iccid,
    imsi,
    eid: device ? eid : null,
    status,
    orderState,
    device,
    notes,
    matchingId: Buffer.from(random.bytes(16)).toString('hex').toUpperCase(),
    slug: Buffer.from(random.bytes(16)).toString('base64url'),
    statusAt: timeOf(past, events.at(-1)),
    downloads: events.filter(({ type }) => type === 'DOWNLOADED').length,
  }
}

const timeOf = ({ at }: NewEnterprise, event: SampleEvent | undefined) =>
  new Date(at.getTime() + (event?.minutes ?? 0) * MINUTE_MS)

/** Events get their IDs in order of time, like real events. */
function eventsOf(
  { random }: Pick<Server, 'random'>,
  past: NewEnterprise,
  profiles: readonly NewSample[],
): NewSampleEvent[] {
  const events = profiles.flatMap((profile, index) => {
    const { eid, device } = profile
    const detail = `Activation code generated in batch ${batchCode(sampleProfiles[index]!.configuration)}.`
    const generated: SampleEvent = { type: 'GENERATED', minutes: 0, by: 'user', detail }
    return [generated, ...sampleProfiles[index]!.events].map((event) => {
      const { type, by, detail, repeated = false } = event
      return { profileId: profile.id, type, by, detail, repeated, at: timeOf(past, event), eid, device }
    })
  })
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((event) => ({ ...event, id: random.uuid() }))
}

/** Each configuration has one batch. */
const batchCode = (configuration: number) => `B${String(configuration + 1).padStart(12, '0')}`

export async function removeSamples(server: Server, who: Who): Promise<OutputOf<typeof sample.remove>> {
  const { enterpriseId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const removed = await deleteSamples(db, server.clock.now())
    const object = { id: enterpriseId, name: 'Sample data' }
    await recordAudit(server, db, { enterpriseId, action: 'sample.removed', object, after: removed })
    return removed
  })
}

/** @returns the number of deleted profiles and configurations */
async function deleteSamples(db: TenantDb, at: Date): Promise<OutputOf<typeof sample.remove>> {
  await deleteSampleBatchRows(db)
  const profiles = await deleteSampleProfiles(db)
  await deleteSampleBatches(db)
  return { profiles, configurations: await closeSampleConfigurations(db, at) }
}
