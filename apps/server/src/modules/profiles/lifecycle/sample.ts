import type { EventType } from '@simwright/contract/profiles/fleet'
import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import type { Iccid, OrderState } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { BatchId, ConfigurationId, EnterpriseId, OrderId, ProfileId } from '../../../db/row-id.ts'
import { writeTogether } from '../../../db/write-together.ts'
import type { Actor } from './cause.ts'
import { insertWrite } from './statement.ts'

/** A sample profile in the state after all its sample events. */
export type NewSample = {
  id: string
  codeId: string
  orderId: OrderId
  batchId: BatchId
  configurationId: ConfigurationId
  spn: string
  iccid: Iccid
  imsi: string
  eid: string | null
  device: { brand: string; model: string } | null
  notes: string | null
  status: ProfileStatus
  orderState: OrderState
  statusAt: Date
  matchingId: string
  slug: string
  downloads: number
}

export type NewSampleEvent = {
  id: string
  profileId: ProfileId
  type: EventType
  at: Date
  by: Actor['kind']
  eid: string | null
  device: { brand: string; model: string } | null
  detail: string
  repeated: boolean
}

type SampleOrigin = { enterpriseId: EnterpriseId; createdBy: string; at: Date }

/** Inserts sample profiles. They are in no directory and no counter, so no device or visitor can find them. */
export async function insertSamples(
  db: TenantDb,
  { createdBy, at }: SampleOrigin,
  { profiles, events }: { profiles: readonly NewSample[]; events: readonly NewSampleEvent[] },
): Promise<void> {
  const { enterpriseId } = db
  const own = { enterprise_id: enterpriseId }
  await writeTogether(db, [
    insertWrite(
      'profile',
      profiles.map((sample) => profileRow({ enterpriseId, createdBy, at }, sample)),
    ),
    insertWrite(
      'profile_place',
      profiles.map(({ id }) => ({ ...own, profile_id: id, created_at: at })),
    ),
    insertWrite(
      'activation_code',
      profiles.map(({ id, codeId, matchingId, slug }) => ({
        ...own,
        id: codeId,
        kind: 'single',
        matching_id: matchingId,
        slug,
        profile_id: id,
        state: 'LIVE',
        max_attempts: 5,
        max_redownloads: 1,
        allow_device_change: false,
        created_at: at,
      })),
    ),
    insertWrite(
      'download_order',
      profiles.map(({ id, codeId, orderId, eid, orderState, statusAt, downloads }) => ({
        ...own,
        id: orderId,
        profile_id: id,
        activation_code_id: codeId,
        eid,
        state: orderState,
        state_at: statusAt,
        device_trust: 'test',
        attempts: downloads,
        created_at: at,
      })),
    ),
    insertWrite(
      'profile_event',
      events.map((event) => ({ ...own, ...eventRow(createdBy, event) })),
    ),
  ])
}

function eventRow(createdBy: string, { profileId, by, eid, device, ...event }: NewSampleEvent) {
  const shown = by === 'device' ? device : null
  return {
    ...event,
    profile_id: profileId,
    actor: by,
    actor_id: by === 'user' ? createdBy : null,
    eid: by === 'device' ? eid : null,
    device: shown ? `${shown.brand} ${shown.model}` : null,
    device_brand: shown ? shown.brand : null,
    device_model: shown ? shown.model : null,
  }
}

function profileRow({ enterpriseId, createdBy, at }: SampleOrigin, sample: NewSample) {
  return {
    enterprise_id: enterpriseId,
    id: sample.id,
    iccid: sample.iccid,
    imsi: sample.imsi,
    eid: sample.eid,
    spn: sample.spn,
    status: sample.status,
    status_at: sample.statusAt,
    order_state: sample.orderState,
    order_state_at: sample.statusAt,
    activation_code_id: sample.codeId,
    matching_id: sample.matchingId,
    configuration_id: sample.configurationId,
    configuration_version: 1,
    batch_id: sample.batchId,
    protection: 'PGP',
    ac_format: 'PICTURE',
    device_brand: sample.device?.brand ?? null,
    device_model: sample.device?.model ?? null,
    notes: sample.notes,
    downloads: sample.downloads,
    created_by: createdBy,
    created_at: at,
    sample: true,
  }
}

/** @returns how many profiles were deleted */
export async function deleteSampleProfiles(db: TenantDb): Promise<number> {
  const { enterpriseId } = db
  const samples = db
    .selectFrom('profile')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('sample', '=', true)
  await db
    .deleteFrom('profile_event')
    .where('enterprise_id', '=', enterpriseId)
    .where('profile_id', 'in', samples)
    .execute()
  await db
    .deleteFrom('download_order')
    .where('enterprise_id', '=', enterpriseId)
    .where('profile_id', 'in', samples)
    .execute()
  await db
    .deleteFrom('activation_code')
    .where('enterprise_id', '=', enterpriseId)
    .where('profile_id', 'in', samples)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('profile')
    .where('enterprise_id', '=', enterpriseId)
    .where('sample', '=', true)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
