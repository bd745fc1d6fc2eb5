import type { RecycleStatus } from '@simwright/contract/profile-state'
import type { OrderState } from '@simwright/rsp'
import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from '../../db/connection.ts'
import type { Db, TenantDb } from '../../db/database.ts'
import { blockOf } from '../block/service.ts'

/** Where an order or a code of some enterprise lives. */
export type Place = { enterpriseId: string; id: string }

/** A code with its current order, its profile and the configuration version that the profile is built from. */
export type CodeRecord = {
  activation_code_id: string
  code_kind: 'single' | 'campaign' | 'pooled' | 'rotation'
  code_state: 'LIVE' | 'EXPIRED' | 'DEAD'
  sealed_confirmation: Buffer | null
  max_attempts: number
  max_redownloads: number
  allow_device_change: boolean
  expires_at: Date | null
  orders: number
  order_id: string
  order_eid: string | null
  order_state: OrderState
  device_trust: 'test' | 'live'
  attempts: number
  confirmation_failures: number
  /** The plan order whose download it took. */
  charged_to: string | null
  last_sequence: number
  /** The EID push that it is under way with. */
  push_id: string | null
  profile_id: string
  iccid: string
  imsi: string
  msisdn: string | null
  status: string
  device_brand: string | null
  downloads: number
  recycle_status: RecycleStatus
  recycle_begun_at: Date | null
  configuration_id: string
  configuration_version: number
  /** Only where it was asked for. */
  sealed_keys?: Buffer | null
  kept_package?: Buffer | null
  tac_brand?: string | null
  tac_model?: string | null
  block_id?: string | null
  block_kind?: 'EID' | 'EID_RANGE' | 'TAC' | null
}

export type Wanted = {
  enterpriseId: string
  /** Which code: by itself, or as the one that a profile has. */
  code: { activationCodeId: string } | { profileId: string }
  /** Who asks: brand and model of the first of its TACs that is known, and what keeps it from downloading. */
  device?: { eid: string; tacs: readonly string[] }
  /** The profile's sealed keys. */
  keys?: 'with-keys'
  /** What is kept for a retry. */
  kept?: 'with-package'
}

/**
 * Locks the code, then its current order, then its profile (the order of locks everywhere), and reads them.
 * A code that is locked first keeps two devices that race for it in a queue.
 */
export async function holdCode(db: TenantDb, wanted: Wanted): Promise<CodeRecord | undefined> {
  const found = await select(db, wanted)
  if (found === 'gone') return undefined
  if (found !== 'moved on') return found
  // who held the lock has made another order meanwhile: a fresh look sees it
  const again = await select(db, wanted)
  return typeof again === 'string' ? undefined : again
}

type Found = CodeRecord & { order_id: string | null }

async function select(db: TenantDb, wanted: Wanted): Promise<CodeRecord | 'gone' | 'moved on'> {
  const { enterpriseId, code } = wanted
  const id =
    'activationCodeId' in code
      ? sql`${code.activationCodeId}`
      : sql`(select activation_code_id from profile where enterprise_id = ${enterpriseId} and id = ${code.profileId})`
  const more = extras(wanted)
  const { rows } = await sql<Found>`${sql.raw(PREPARED)}
    with code as materialized (
      select * from activation_code where enterprise_id = ${enterpriseId} and id = ${id} for update
    ), current as materialized (
      select o.* from download_order o join code on o.enterprise_id = code.enterprise_id
        and o.activation_code_id = code.id and o.number = code.orders for update of o
    ), held as materialized (
      select p.* from profile p join current on p.enterprise_id = current.enterprise_id and p.id = current.profile_id
      for update of p
    )
    select code.id as activation_code_id, code.kind as code_kind, code.state as code_state, code.sealed_confirmation, code.max_attempts,
      code.max_redownloads, code.allow_device_change, code.expires_at, code.orders,
      current.id as order_id, current.eid as order_eid, current.state as order_state, current.device_trust,
      current.attempts, current.confirmation_failures, current.charged_to, current.last_sequence, current.push_id,
      held.id as profile_id, held.iccid, held.imsi, held.msisdn, held.status, held.device_brand, held.downloads,
      held.recycle_status, held.recycle_begun_at,
      held.configuration_id, held.configuration_version${sql.join(
        more.map(({ columns }) => sql`, ${columns}`),
        sql``,
      )}
    from code left join current on true left join held on true ${sql.join(
      more.map(({ from }) => from),
      sql` `,
    )}`.execute(db)
  const [row] = rows
  if (!row) return 'gone'
  return row.order_id === null ? 'moved on' : row
}

type Extra = { columns: RawBuilder<unknown>; from: RawBuilder<unknown> }

function extras({ enterpriseId, device, keys, kept }: Wanted): Extra[] {
  const all: Extra[] = []
  const tacs = device?.tacs ?? []
  if (device)
    all.push({
      columns: sql`bl.id as block_id, bl.kind as block_kind`,
      from: sql`left join lateral (${blockOf(enterpriseId, device)}) bl on true`,
    })
  if (tacs.length > 0)
    all.push({
      columns: sql`t.brand as tac_brand, t.model as tac_model`,
      from: sql`left join lateral (select brand, model from tac where tac in (${sql.join(tacs)})
        order by tac = ${tacs[0]} desc limit 1) t on true`,
    })
  if (keys)
    all.push({
      columns: sql`k.sealed as sealed_keys`,
      from: sql`left join profile_key k on k.enterprise_id = held.enterprise_id and k.profile_id = held.id`,
    })
  if (kept)
    all.push({
      columns: sql`b.sealed as kept_package`,
      from: sql`left join bound_package b on b.enterprise_id = current.enterprise_id and b.order_id = current.id
        and current.state = 'Downloaded'`,
    })
  return all
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
