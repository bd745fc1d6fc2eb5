import type { Selectable } from 'kysely'
import type { TenantTables } from '../../../db/tables.gen.ts'

export type ProfileColumns = Selectable<TenantTables['profile']>
export type CodeColumns = Selectable<TenantTables['activation_code']>
export type OrderColumns = Selectable<TenantTables['download_order']>
type PoolColumns = Selectable<TenantTables['pool']>
type MemberColumns = Selectable<TenantTables['pool_member']>

/**
 * A locked profile without its activation code and order, for transitions that change neither.
 * `group_id` is undefined when the lock did not read it.
 */
export type LockedRow = { profile_id: string; group_id?: string | null } & Pick<
  ProfileColumns,
  | 'iccid'
  | 'status'
  | 'order_state'
  | 'eid'
  | 'device_brand'
  | 'device_model'
  | 'configuration_id'
  | 'configuration_version'
  | 'campaign_id'
  | 'region'
  | 'created_by'
  | 'downloads'
  | 'notes'
  | 'recycle_status'
  | 'recycle_reason'
  | 'recycle_at'
  | 'recycle_begun_at'
  | 'recycle_due_at'
  | 'keys_erased_at'
>

type LockedCode = {
  activation_code_id: string
  code_kind: CodeColumns['kind']
  code_state: CodeColumns['state']
} & Pick<
  CodeColumns,
  | 'matching_id'
  | 'sealed_confirmation'
  | 'max_attempts'
  | 'max_redownloads'
  | 'allow_device_change'
  | 'expires_at'
  | 'issuer'
  | 'orders'
>

type LockedOrder = { order_id: string; order_eid: string | null } & Pick<
  OrderColumns,
  | 'device_trust'
  | 'attempts'
  | 'confirmation_failures'
  | 'charged_to'
  | 'enabled_at'
  | 'last_sequence'
  | 'push_id'
  | 'recycle_counter'
  | 'requester'
  | 'smds_address'
  | 'without_matching_id'
>

/** The profile's membership in a pool. All null: in no pool, or not read. */
type Membership = {
  pool_id: string | null
  pool_kind: PoolColumns['kind'] | null
  pool_phase: PoolColumns['phase'] | null
  member_state: MemberColumns['state'] | null
  own_expires_at: Date | null
}

/** The versions (`xmin`) of the rows of a profile that was read without a lock. */
type Versions = { code_version: string; order_version: string; profile_version: string }

/** A profile with its activation code and current order, read without a lock. */
export type UnlockedProfile = LockedProfile & Versions & { group_id: string | null }

/**
 * A profile with its activation code, its current order and its membership in a pool, locked until the transaction
 * ends.
 */
export type LockedProfile = LockedRow &
  Pick<ProfileColumns, 'imsi' | 'msisdn' | 'sample'> &
  LockedCode &
  LockedOrder &
  Membership
