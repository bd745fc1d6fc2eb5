import { findIccid } from '@simwright/ids'
import { sql } from 'kysely'
import type { Db, TenantDb } from '../../../db/database.ts'
import type { LastStatements } from '../../../db/dialect.ts'
import type { ActivationCodeId, ConfigurationId, EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Trial } from '../../../port/smdp.ts'
import { hasRoom } from '../../platform/plans/service.ts'
import {
  type CodeLock,
  type JoinedRead,
  type LockedProfile,
  lockCode,
  orderAttemptsRead,
  readCode,
  type UnlockedProfile,
} from '../../profiles/lifecycle/service.ts'
import {
  type CampaignCodeColumns,
  type ClaimColumns,
  campaignCodeRead,
  claimRead,
} from '../../profiles/pools/service.ts'
import { type BlockColumns, type BlockedDevice, type BlockValues, blockJoin, blockValuesOf } from '../block/service.ts'

/** A row of an enterprise: a code, an order or a profile. */
export type RowRef = { enterpriseId: EnterpriseId; id: string }

/** A locked code with its current order and profile, and the optional reads of `CodeLockRequest`. */
export type CodeRecord = LockedProfile &
  Partial<BlockColumns> &
  Partial<CampaignCodeColumns> & {
    sealed_keys?: Buffer | null
    retained_package?: Buffer | null
    device_attempts?: number | null
    is_device_known?: boolean
    has_plan_room?: boolean
    tac_brand?: string | null
    tac_model?: string | null
    /** The try whose state the record has. */
    trial?: Trial
  }

export type CodeLockRequest = Pick<CodeLock, 'enterpriseId' | 'code' | 'membership'> & {
  /** Reads the rule that blocks this device. Omitted when the transaction has checked it already. */
  device?: BlockedDevice
  /** Readings of the device's TAC: reads brand and model of the first known one. */
  tacs?: readonly string[]
  /** Reads the profile's sealed keys. */
  keys?: 'with-keys'
  /** Reads the sealed package that is retained for a retry. */
  retained?: 'with-package'
  /** Reads how often the device with this EID has tried while the order is of no device. */
  attemptsOf?: string
  /** Reads whether the device with this EID is stored. */
  knownOf?: string
}

/** Locks and reads a code with its current order and profile. @returns undefined when it does not exist */
export const lockCodeRecord = (db: TenantDb, request: CodeLockRequest): Promise<CodeRecord | undefined> =>
  lockCode<CodeRecord>(db, { ...request, joins: joinedReads(request) })

/** Whether the next download is the first one of a profile that has its own code, or is in a campaign. */
export const isFirstDownload = (
  { code_kind: kind, pool_kind: pool, order_state, order_eid, orders }: CodeRecord,
  of: 'own code' | 'campaign',
): boolean =>
  (of === 'own code' ? kind === 'single' : kind === 'pooled' && pool === 'campaign') &&
  order_state === 'Released' &&
  order_eid === null &&
  orders === 1

export type UnlockedCode = UnlockedProfile & Omit<CodeRecord, keyof LockedProfile>

type UnlockedRequest = Omit<CodeLockRequest, 'code' | 'membership'> & {
  code: { activationCodeId: ActivationCodeId }
  /** Reads the profile's membership in a pool, and the code that the devices of a campaign use. */
  campaign?: 'with-campaign' | undefined
  /** Reads whether the plan can be charged without its lock. */
  plan?: 'with-room'
}

/** As `lockCodeRecord`, without locks: for `recordUnlocked`. */
export const readCodeRecord = (
  db: LastStatements,
  { code, campaign, plan, ...request }: UnlockedRequest,
): Promise<UnlockedCode | undefined> =>
  readCode<UnlockedCode>(db, {
    ...{ enterpriseId: request.enterpriseId, code, membership: campaign && 'with-membership' },
    joins: [...joinedReads(request), ...(campaign ? [campaignCodeRead] : []), ...(plan ? [PLAN_READ] : [])],
  })

/** A free profile of a campaign, with what decides whether a device can claim it. */
export type FreeCode = UnlockedCode & ClaimColumns

/** Reads any free profile of a campaign for a device. */
export const readFreeCode = (
  db: LastStatements,
  { poolId, eid, ...request }: Omit<CodeLockRequest, 'code' | 'membership'> & { poolId: PoolId; eid: string },
): Promise<FreeCode | undefined> =>
  readCode<FreeCode>(db, {
    ...{ enterpriseId: request.enterpriseId, code: { freeIn: poolId }, membership: 'with-membership' },
    joins: [...joinedReads(request), campaignCodeRead, claimRead(eid)],
  })

function joinedReads(request: Omit<CodeLockRequest, 'code' | 'membership'>): JoinedRead[] {
  const { device, tacs = [], keys, retained, attemptsOf, knownOf } = request
  return [
    ...(device ? [blockRuleRead(device)] : []),
    ...(tacs.length > 0 ? [modelRead(tacs)] : []),
    ...(keys ? [KEYS_READ] : []),
    ...(retained ? [PACKAGE_READ] : []),
    ...(attemptsOf ? [orderAttemptsRead(attemptsOf)] : []),
    ...(knownOf ? [knownDeviceRead(knownOf)] : []),
  ]
}

const blockRuleRead = (device: BlockedDevice): JoinedRead<BlockValues> => ({
  name: 'block',
  values: blockValuesOf(device),
  build: (values) => blockJoin(values.enterpriseId, values),
})

const modelRead = (tacs: readonly string[]): JoinedRead<{ tacs: readonly string[]; firstTac: string | undefined }> => ({
  name: 'model',
  values: { tacs, firstTac: tacs[0] },
  build: (values) => ({
    columns: sql`t.brand as tac_brand, t.model as tac_model`,
    from: sql`left join lateral (select brand, model from tac where tac = any(${values.tacs}::text[])
      order by tac = ${values.firstTac} desc limit 1) t on true`,
  }),
})

const KEYS_READ: JoinedRead = {
  name: 'keys',
  values: {},
  build: () => ({
    columns: sql`k.sealed as sealed_keys`,
    from: sql`left join profile_key k on k.enterprise_id = p.enterprise_id and k.profile_id = p.id`,
  }),
}

const knownDeviceRead = (knownEid: string): JoinedRead<{ knownEid: string }> => ({
  name: 'device',
  values: { knownEid },
  build: (values) => ({
    columns: sql`exists (select from device d
      where d.enterprise_id = o.enterprise_id and d.eid = ${values.knownEid}) as is_device_known`,
    from: sql``,
  }),
})

const PLAN_READ: JoinedRead = {
  name: 'plan',
  values: {},
  build: ({ enterpriseId }) => ({ columns: sql`${hasRoom(enterpriseId)} as has_plan_room`, from: sql`` }),
}

const PACKAGE_READ: JoinedRead = {
  name: 'package',
  values: {},
  build: () => ({
    columns: sql`b.sealed as retained_package`,
    from: sql`left join bound_package b on b.enterprise_id = o.enterprise_id and b.order_id = o.id
      and o.state = 'Downloaded'`,
  }),
}

const linkedCodeStatement = statement(
  'select code by EID',
  ({ eid }: { eid: string }) => sql`
    select enterprise_id as "enterpriseId", activation_code_id as id from linked_order_directory where eid = ${eid}
    order by created_at, order_id limit 1`,
)

/** The code of the oldest order that is bound to this EID, in any enterprise account. */
export async function selectLinkedCode(db: Db['global'], eid: string): Promise<RowRef | undefined> {
  return (await linkedCodeStatement(db, { eid }))[0]
}

const profileRefStatement = statement(
  'select profile by ICCID',
  ({ key }: { key: string }) => sql`
    select enterprise_id as "enterpriseId", profile_id as id from iccid_directory
    where iccid = ${key} and profile_id is not null`,
  { present: ['id'] },
)

/** The profile with the ICCID that a device names, which is in the form of the card. */
export async function selectProfileRef(db: Db['global'], iccid: string): Promise<RowRef | undefined> {
  const key = findIccid(iccid)
  if (key === undefined) return undefined
  return (await profileRefStatement(db, { key }))[0]
}

export async function selectVersionFields(
  db: TenantDb,
  { configurationId, version }: { configurationId: ConfigurationId; version: number },
): Promise<unknown> {
  const row = await db
    .selectFrom('profile_configuration_version')
    .select('fields')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('configuration_id', '=', configurationId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return row.fields
}
