import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Write } from '../../../db/write-together.ts'
import type { NamedDevice } from '../../profiles/lifecycle/service.ts'

export type DeviceFacts = NamedDevice & { eid: string; tac: string | null; imei: string | null }

/** Stores a device. Missing values do not overwrite known ones. */
export function deviceWrite(enterpriseId: EnterpriseId, device: DeviceFacts, at: Date): Write {
  return fragment`
    insert into device as d (enterprise_id, eid, tac, imei, brand, model, release, first_seen_at, last_seen_at)
    values (${enterpriseId}, ${device.eid}, ${device.tac}, ${device.imei}, ${device.brand}, ${device.model}, ${device.release},
      ${at}, ${at})
    on conflict (enterprise_id, eid) do update set tac = coalesce(excluded.tac, d.tac),
      imei = coalesce(excluded.imei, d.imei), brand = coalesce(excluded.brand, d.brand),
      model = coalesce(excluded.model, d.model), release = coalesce(excluded.release, d.release),
      last_seen_at = excluded.last_seen_at`
}

/**
 * As `deviceWrite`, for a device of which it was read whether it is known. The key refuses a new one that another
 * transaction has stored since: `on conflict` would be one more record of the log.
 */
export function readDeviceWrite(
  enterpriseId: EnterpriseId,
  device: DeviceFacts,
  { at, isKnown }: { at: Date; isKnown: boolean },
): Write {
  const { eid, tac, imei, brand, model, release } = device
  if (!isKnown)
    return fragment`
      insert into device (enterprise_id, eid, tac, imei, brand, model, release, first_seen_at, last_seen_at)
      values (${enterpriseId}, ${eid}, ${tac}, ${imei}, ${brand}, ${model}, ${release}, ${at}, ${at})`
  return fragment`
    update device set tac = coalesce(${tac}, tac), imei = coalesce(${imei}, imei), brand = coalesce(${brand}, brand),
      model = coalesce(${model}, model), release = coalesce(${release}::smallint, release), last_seen_at = ${at}
    where enterprise_id = ${enterpriseId} and eid = ${eid}`
}

export type DeviceName = { enterpriseId: EnterpriseId; eid: string; brand: string; model: string }

type NameColumns = {
  enterpriseIds: readonly string[]
  eids: readonly string[]
  brands: readonly string[]
  models: readonly string[]
}

const deviceNamesStatement = statement(
  'update names of devices',
  ({ enterpriseIds, eids, brands, models }: NameColumns) => sql`
    update device d set brand = r.brand, model = r.model
    from unnest(${enterpriseIds}::uuid[], ${eids}::text[], ${brands}::text[], ${models}::text[])
      as r(enterprise_id, eid, brand, model)
    where d.enterprise_id = r.enterprise_id and d.eid = r.eid and d.brand is null`,
)

/** Sets brand and model of devices that have no brand. */
export async function updateDeviceNames(db: SystemDb, named: readonly DeviceName[]): Promise<void> {
  await deviceNamesStatement(db, {
    enterpriseIds: named.map(({ enterpriseId }) => enterpriseId),
    eids: named.map(({ eid }) => eid),
    brands: named.map(({ brand }) => brand),
    models: named.map(({ model }) => model),
  })
}

export type DeviceMessage = {
  id: string
  function: string
  transactionId: Uint8Array | undefined
  eid: string | undefined
  address: string
  outcome: string
  raw: Uint8Array
  at: Date
}

const MAX_RAW_BYTES = 64 * 1024

/** Stores a raw message as evidence, up to 64 KiB. */
export function messageWrite(enterpriseId: EnterpriseId, message: DeviceMessage): Write {
  const { transactionId } = message
  return fragment`
    insert into device_message (enterprise_id, id, function, transaction_id, eid, address, outcome, raw, at)
    values (${enterpriseId}, ${message.id}, ${message.function}, ${transactionId ? Buffer.from(transactionId) : null},
      ${message.eid ?? null}, ${message.address}, ${message.outcome}, ${Buffer.from(message.raw.subarray(0, MAX_RAW_BYTES))},
      ${message.at})`
}
