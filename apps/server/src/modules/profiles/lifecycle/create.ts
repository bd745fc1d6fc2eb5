import type { CardIccid, Iccid, OrderState } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type {
  ActivationCodeId,
  BatchId,
  ConfigurationId,
  GroupId,
  OrderId,
  PoolId,
  ProfileId,
  UserId,
} from '../../../db/row-id.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import { apply } from './apply.ts'
import type { Cause } from './cause.ts'
import { countWrites, type Delta, sumDeltas } from './counter.ts'
import { eventCommon, eventFacts } from './event.ts'
import type { CodeColumns, LockedProfile } from './locked-profile.ts'
import { insertWrite } from './statement.ts'
import { newTraitWrites } from './trait.ts'
import type { TraitChange } from './trait-change.ts'
import type { Regenerated } from './transition.ts'

/** An activation code for one profile, with its first order. */
export type NewCode = {
  activationCodeId: ActivationCodeId
  matchingId: string
  slug: string
  profileId: ProfileId
  orderId: OrderId
  /** The device to which the order is bound from the start. */
  eid: string | null
  sealedConfirmation: Buffer | null
  expiresAt: Date | null
  /** The pool of the batch, if any of its codes can download any of its profiles. */
  rotationPoolId: string | null
}

export type NewProfile = NewCode & {
  /** Reserved; unique. */
  iccidKey: Iccid
  /** As on the card. */
  iccid: CardIccid
  imsi: string
  msisdn: string | null
  region: string | null
  notes: string | null
  /** The service provider name on the card. */
  spn: string
  groupId: GroupId | null
  traits?: TraitChange | undefined
  /** Its batch, if the profiles that are inserted together are of several batches. All of them name one, or none does. */
  batch?: ProfileBatch
}

export type ProfileBatch = { id: BatchId; code: string }

/** The terms that all codes of a batch share. */
export type CodeTerms = {
  maxAttempts: number
  maxRedownloads: number
  allowDeviceChange: boolean
  /** `test`: only devices with a certificate of a test CI can download. */
  deviceTrust: 'test' | 'live'
  /** `operator`: the profile is in stock until an operator orders it (ES2+.DownloadOrder). */
  orderedBy: 'portal' | 'operator'
  /** The certificate issuer that devices must trust; null: the codes contain the address of the first port. */
  issuer: CodeColumns['issuer']
}

/** The facts that all profiles of a batch share. */
export type BatchFacts = {
  batchId: BatchId
  batchCode: string
  configurationId: ConfigurationId
  configurationVersion: number
  protection: 'PLAIN' | 'PGP' | null
  /** `STRING`: the codes have no public page until someone opens it. */
  acFormat: 'STRING' | 'AC_LINK'
  userId: UserId
}

type NewProfiles<T> = { terms: CodeTerms; batch: BatchFacts; profiles: readonly T[] }

/** Inserts profiles whose ICCIDs are reserved, with their codes, orders, events and counters. */
export async function insertProfiles(
  db: TenantDb,
  cause: Cause,
  batchOfProfiles: NewProfiles<NewProfile>,
): Promise<void> {
  const { terms, batch, profiles } = batchOfProfiles
  if (profiles.length === 0) return
  const { enterpriseId, at } = cause
  const own = { enterprise_id: enterpriseId, created_at: at }
  const groups = profiles.map(({ profileId: profile_id, groupId: group_id }) => ({ profile_id, group_id }))
  const factsIn = (code: string) => {
    const text = { id: 'generated', values: { batch: code } } as const
    return eventFacts({ type: 'GENERATED', text, refusal: undefined, repeated: false })
  }
  const { text_values, ...facts } = factsIn(batch.batchCode)
  const events = profiles.map(({ profileId: profile_id, groupId: group_id, region, batch: its }) => {
    const row = { profile_id, id: cause.newId(), group_id, region }
    return its ? { ...row, text_values: factsIn(its.code).text_values } : row
  })
  const hasOwnBatches = profiles.some(({ batch: its }) => its !== undefined)
  const ofBatch = hasOwnBatches ? {} : { batch_id: batch.batchId }
  const event = {
    ...eventCommon(cause),
    ...facts,
    ...(hasOwnBatches ? {} : { text_values }),
    ...batchDimensions(batch),
  }
  await writeTogether(db, [
    insertWrite('profile', profiles.map(profileRow), { ...own, ...ofBatch, ...profileCommon(batch, terms, at) }),
    insertWrite('profile_place', groups, own),
    ...newTraitWrites(cause, profiles),
    ...codeWrites(cause, terms, { codes: profiles, first: firstOrder(terms) }),
    insertWrite('profile_event', events, event),
    ...countWrites(cause, sumDeltas(profiles.flatMap((profile) => deltasOf(batch, profile))), undefined),
  ])
}

function deltasOf(batch: BatchFacts, { groupId, region }: NewProfile): Delta[] {
  const { configuration_id: configurationId, ...common } = batchDimensions(batch)
  const delta = { groupId, configurationId, delta: 1 }
  return [
    { ...delta, metric: 'generated', dimension: '', event: { ...common, region } },
    { ...delta, metric: 'status', dimension: 'AVAILABLE' },
  ]
}

/** The dimensions of the events of new profiles that the whole batch shares. */
const batchDimensions = ({ configurationId, configurationVersion, userId }: BatchFacts) => ({
  campaign_id: null,
  configuration_id: configurationId,
  configuration_version: configurationVersion,
  device_brand: null,
  device_model: null,
  member_id: userId,
})

/** The first order of a code, with the state of the code. */
type FirstOrder = { state: OrderState; codeState: CodeColumns['state']; requester: string | null }

/** A profile in stock has no valid code. */
const firstOrder = ({ orderedBy }: CodeTerms): FirstOrder =>
  orderedBy === 'portal'
    ? { state: 'Released', codeState: 'LIVE', requester: null }
    : { state: 'Available', codeState: 'DEAD', requester: null }

const profileCommon = (batch: BatchFacts, terms: CodeTerms, at: Date) => ({
  status: 'AVAILABLE',
  status_at: at,
  order_state: firstOrder(terms).state,
  order_state_at: at,
  configuration_id: batch.configurationId,
  configuration_version: batch.configurationVersion,
  protection: batch.protection,
  ac_format: terms.orderedBy === 'portal' ? batch.acFormat : 'NONE',
  created_by: batch.userId,
})

const profileRow = (profile: NewProfile) => ({
  id: profile.profileId,
  iccid: profile.iccid,
  imsi: profile.imsi,
  msisdn: profile.msisdn,
  eid: profile.eid,
  activation_code_id: profile.activationCodeId,
  matching_id: profile.matchingId,
  region: profile.region,
  notes: profile.notes,
  spn: profile.spn,
  ...(profile.batch ? { batch_id: profile.batch.id } : {}),
})

/**
 * Gives existing profiles a new subscriber, configuration and code, and deactivates their old codes.
 * @throws TransitionError
 */
export async function regenerateProfiles(
  db: TenantDb,
  cause: Cause,
  { terms, batch, profiles }: NewProfiles<NewProfile & { before: LockedProfile }>,
): Promise<void> {
  const { batchId, configurationId, configurationVersion, protection, acFormat } = batch
  const { orderedBy } = terms
  const common = { batchId, configurationId, configurationVersion, protection, acFormat, orderedBy }
  const moves = profiles.map(
    ({ before: row, ...generated }) =>
      ({
        row,
        transition: {
          kind: 'generatedAgain',
          batch: batch.batchCode,
          generated: { ...common, ...generated } satisfies Regenerated,
        },
      }) as const,
  )
  const inserted = codeWrites(cause, terms, { codes: profiles, first: firstOrder(terms) })
  await writeTogether(db, [...apply(cause, moves).writes, ...inserted])
}

/** An order of a program, under a new code (ES2+.DownloadOrder, SGP.22, 5.3.1). */
type ProgramOrder = {
  /** The profile, locked. */
  row: LockedProfile
  code: Omit<NewCode, 'profileId' | 'rotationPoolId'>
  terms: Omit<CodeTerms, 'orderedBy'>
  /** functionRequesterIdentifier; null: the enterprise account itself. */
  requester: string | null
}

/** Orders a profile that is in stock. @throws TransitionError */
export async function orderProfile(
  db: TenantDb,
  cause: Cause,
  { row, code, terms, requester }: ProgramOrder,
): Promise<void> {
  const state = code.eid === null ? 'Allocated' : 'Linked'
  const own = { ...code, profileId: row.profile_id as ProfileId, rotationPoolId: null }
  const first = { state, codeState: 'LIVE', requester } as const
  const { writes } = apply(cause, [{ row, transition: { kind: 'ordered', ...code } }])
  await writeTogether(db, [
    ...writes,
    ...codeWrites(cause, { ...terms, orderedBy: 'operator' }, { codes: [own], first }),
  ])
}

/**
 * Replaces the MatchingID by which devices find a code. The rows of the code and the profile follow with the
 * confirmation. @returns false if it is in use or was used before, in any enterprise account
 */
export async function replaceMatchingId(db: TenantDb, { from, to }: { from: string; to: string }): Promise<boolean> {
  if (from === to) return true
  const entry = await db
    .deleteFrom('activation_code_directory')
    .where('matching_id', '=', from)
    .returningAll()
    .executeTakeFirstOrThrow()
  const inserted = await db
    .insertInto('activation_code_directory')
    .values({ ...entry, matching_id: to })
    .onConflict((conflict) => conflict.column('matching_id').doNothing())
    .returning('matching_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Inserts activation codes, the directory entries by which devices and visitors find them, and their first orders. */
function codeWrites(
  { enterpriseId, at }: Pick<Cause, 'enterpriseId' | 'at'>,
  terms: CodeTerms,
  { codes, first }: { codes: readonly NewCode[]; first: FirstOrder },
): Write[] {
  const own = { enterprise_id: enterpriseId }
  const linked = first.state === 'Released' ? codes.filter(({ eid }) => eid !== null) : []
  const { requester } = first
  return [
    insertWrite('activation_code', codes.map(codeRow), {
      ...own,
      state: first.codeState,
      max_attempts: terms.maxAttempts,
      max_redownloads: terms.maxRedownloads,
      allow_device_change: terms.allowDeviceChange,
      issuer: terms.issuer,
      created_at: at,
    }),
    insertWrite(
      'activation_code_directory',
      codes.map(({ matchingId: matching_id, slug, activationCodeId, rotationPoolId: pool_id }) => {
        return { matching_id, slug, activation_code_id: activationCodeId, pool_id }
      }),
      own,
    ),
    insertWrite(
      'download_order',
      codes.map(({ orderId: id, profileId: profile_id, activationCodeId: activation_code_id, eid }) => {
        return { id, profile_id, activation_code_id, eid }
      }),
      { ...own, state: first.state, state_at: at, device_trust: terms.deviceTrust, created_at: at, requester },
    ),
    ...(linked.length === 0
      ? []
      : [
          insertWrite(
            'linked_order_directory',
            linked.map(({ eid, orderId: order_id, activationCodeId: activation_code_id }) => {
              return { eid, order_id, activation_code_id }
            }),
            { ...own, created_at: at },
          ),
        ]),
  ]
}

const codeRow = (code: NewCode) => ({
  id: code.activationCodeId,
  kind: code.rotationPoolId === null ? 'single' : 'rotation',
  pool_id: code.rotationPoolId,
  matching_id: code.matchingId,
  slug: code.slug,
  profile_id: code.profileId,
  sealed_confirmation: code.sealedConfirmation,
  expires_at: code.expiresAt,
})

/** The activation code of a campaign, which belongs to no profile and serves many devices. */
export type SharedCode = {
  activationCodeId: ActivationCodeId
  poolId: PoolId
  matchingId: string
  slug: string
  sealedConfirmation: Buffer | null
  maxAttempts: number
  issuer: CodeColumns['issuer']
}

export async function insertSharedCode(
  db: TenantDb,
  { at }: Pick<Cause, 'enterpriseId' | 'at'>,
  code: SharedCode,
): Promise<void> {
  const { enterpriseId } = db
  const { activationCodeId, poolId, matchingId, slug, sealedConfirmation, maxAttempts, issuer } = code
  const entry = { matching_id: matchingId, slug, enterprise_id: enterpriseId, pool_id: poolId }
  await writeTogether(db, [
    insertWrite('activation_code', [
      {
        enterprise_id: enterpriseId,
        id: activationCodeId,
        kind: 'campaign',
        pool_id: poolId,
        matching_id: matchingId,
        slug,
        sealed_confirmation: sealedConfirmation,
        state: 'LIVE',
        max_attempts: maxAttempts,
        max_redownloads: 0,
        allow_device_change: false,
        issuer,
        created_at: at,
      },
    ]),
    insertWrite('activation_code_directory', [{ ...entry, activation_code_id: activationCodeId }]),
  ])
}

/** `sealed_confirmation: null` removes the confirmation code. */
export async function updateSharedCode(
  db: TenantDb,
  { activationCodeId }: { activationCodeId: ActivationCodeId },
  set: Partial<Pick<CodeColumns, 'sealed_confirmation' | 'issuer'>>,
): Promise<void> {
  await db
    .updateTable('activation_code')
    .set(set)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', activationCodeId)
    .execute()
}

/** Deactivates the code: no device can download with it any more. */
export async function endSharedCode(db: TenantDb, { poolId }: { poolId: PoolId }): Promise<void> {
  await db
    .updateTable('activation_code')
    .set({ state: 'DEAD' })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('pool_id', '=', poolId)
    .where('kind', '=', 'campaign')
    .execute()
}
