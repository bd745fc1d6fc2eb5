import { sql } from 'kysely'
import type { Db, TenantDb } from '../../../db/database.ts'
import {
  type LockedProfile,
  type Wanted as LockWanted,
  lockCode,
  type ReadAlong,
} from '../../profiles/lifecycle/service.ts'
import { type BlockColumns, type BlockedDevice, type BlockValues, blockJoin, blockValuesOf } from '../block/service.ts'

/** Where an order or a code of some enterprise lives. */
export type Place = { enterpriseId: string; id: string }

/** A locked code with its order and its profile, and what was asked for along with them. */
export type CodeRecord = LockedProfile &
  Partial<BlockColumns> & {
    sealed_keys?: Buffer | null
    kept_package?: Buffer | null
    tac_brand?: string | null
    tac_model?: string | null
  }

export type Wanted = Pick<LockWanted, 'enterpriseId' | 'code' | 'membership'> & {
  /** The device, to read along the rule that blocks it; without, if the transaction has asked that before. */
  device?: BlockedDevice
  /** Readings of the device's TAC, to read along brand and model of the first that is known. */
  tacs?: readonly string[]
  /** The profile's sealed keys. */
  keys?: 'with-keys'
  /** What is stored for a retry. */
  kept?: 'with-package'
}

/** Locks a code with its current order and its profile, and reads them. @returns undefined when there is none */
export const holdCode = (db: TenantDb, wanted: Wanted): Promise<CodeRecord | undefined> =>
  lockCode<CodeRecord>(db, { ...wanted, along: readAlong(wanted) })

function readAlong({ device, tacs = [], keys, kept }: Wanted): ReadAlong[] {
  return [
    ...(device ? [ruleAlong(device)] : []),
    ...(tacs.length > 0 ? [modelAlong(tacs)] : []),
    ...(keys ? [KEYS_ALONG] : []),
    ...(kept ? [PACKAGE_ALONG] : []),
  ]
}

const ruleAlong = (device: BlockedDevice): ReadAlong<BlockValues> => ({
  name: 'block',
  values: blockValuesOf(device),
  build: (values) => blockJoin(values.enterpriseId, values),
})

const modelAlong = (tacs: readonly string[]): ReadAlong<{ tacs: readonly string[]; firstTac: string | undefined }> => ({
  name: 'model',
  values: { tacs, firstTac: tacs[0] },
  build: (values) => ({
    columns: sql`t.brand as tac_brand, t.model as tac_model`,
    from: sql`left join lateral (select brand, model from tac where tac = any(${values.tacs}::text[])
      order by tac = ${values.firstTac} desc limit 1) t on true`,
  }),
})

const KEYS_ALONG: ReadAlong = {
  name: 'keys',
  values: {},
  build: () => ({
    columns: sql`k.sealed as sealed_keys`,
    from: sql`left join profile_key k on k.enterprise_id = p.enterprise_id and k.profile_id = p.id`,
  }),
}

const PACKAGE_ALONG: ReadAlong = {
  name: 'package',
  values: {},
  build: () => ({
    columns: sql`b.sealed as kept_package`,
    from: sql`left join bound_package b on b.enterprise_id = o.enterprise_id and b.order_id = o.id
      and o.state = 'Downloaded'`,
  }),
}

/** The code of the oldest order that waits for this EID, in whichever enterprise account. */
export async function selectLinkedCode(db: Db['global'], eid: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select enterprise_id as "enterpriseId", activation_code_id as id from linked_order_directory where eid = ${eid}
    order by created_at limit 1`.execute(db)
  return rows[0]
}

export async function selectProfilePlace(db: Db['global'], iccid: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select enterprise_id as "enterpriseId", profile_id as id from iccid_directory where iccid = ${iccid}`.execute(db)
  return rows[0]
}

export async function selectVersionFields(
  db: TenantDb,
  enterpriseId: string,
  { configurationId, version }: { configurationId: string; version: number },
): Promise<unknown> {
  const row = await db
    .selectFrom('profile_configuration_version')
    .select('fields')
    .where('enterprise_id', '=', enterpriseId)
    .where('configuration_id', '=', configurationId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return row.fields
}
