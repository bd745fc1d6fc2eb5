import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { Es2plusFunction, Es2plusInput, Es2plusOutput } from '@simwright/contract/programs/es2plus-call'
import { type Iccid, IdError, isMatchingId, readIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import type { Es2plusServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { type Entitlement, withinPlan } from '../../platform/plans/service.ts'
import { selectIdByName } from '../../profiles/configurations/service.ts'
import { selectByIccid } from '../../profiles/fleet/service.ts'
import {
  type Cause,
  isAllowed,
  type LockedProfile,
  lockProfiles,
  move,
  orderProfile,
  replaceMatchingId,
  type Transition,
} from '../../profiles/lifecycle/service.ts'
import { sealConfirmation } from '../../provisioning/generate/service.ts'
import { insertEvent } from '../../provisioning/smds/service.ts'
import { claimCall, recordAnswer, selectAvailable, selectFields, selectOwner, selectRepeated } from './order-queries.ts'
import { Es2plusRefusal } from './refusal.ts'

/** What the calls need of the server. */
export type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'vault' | 'smdp' | 'smds' | 'platforms'>

/** Who calls: an operator with its certificate, or a credential of the open API. */
export type Caller = {
  enterpriseId: EnterpriseId
  /** The actor of events: the operator, or the credential. */
  callerId: UserId
  /** The operator whose orders the caller may change; null: those of every operator of the enterprise account. */
  requester: string | null
  platformId: string
  entitlement: Entitlement
  /** In demo mode, calls reach only the sample configurations and their profiles. */
  scope: 'all' | 'samples'
  address: string
}

type Call<F extends Es2plusFunction> = { caller: Caller; input: Es2plusInput<F> }
type Handler<F extends Es2plusFunction> = (server: Needs, db: TenantDb, call: Call<F>) => Promise<Done<F>>
type Done<F extends Es2plusFunction> = { profileId: string; answer: Es2plusOutput<F> }

const SUCCESS = { functionExecutionStatus: { status: 'Executed-Success' } } as const

/** @throws Es2plusRefusal */
export async function perform<F extends Es2plusFunction>(
  server: Needs,
  db: TenantDb,
  { name, caller, input }: Call<F> & { name: F },
): Promise<Es2plusOutput<F>> {
  const { enterpriseId, callerId } = caller
  const at = server.clock.now()
  const callId = input.header?.functionCallIdentifier
  // a call without an identifier is stored under one of our own, so that the order of calls on a profile is known
  const key = { enterpriseId, callerId, callId: callId ?? server.random.uuid() }
  const stored = await claimCall(db, key, { name, input, at })
  if (stored?.same) return stored.answer as Es2plusOutput<F>
  const handle = handlers[name] as unknown as Handler<F>
  const { profileId, answer } = await handle(server, db, { caller, input })
  if (stored) return answer
  await recordAnswer(db, key, { profileId, answer })
  return answer
}

const handlers: { readonly [F in Es2plusFunction]: Handler<F> } = {
  downloadOrder,
  confirmOrder,
  cancelOrder,
  releaseProfile,
  expiredOrder,
}

/** The key of an ICCID in any notation, also with swapped digits; an ICCID that no profile can have is unknown. */
function keyOf(given: string): Iccid {
  try {
    return readIccid(given, { nineteenDigits: 'complete', notation: 'swapped' }).value.key
  } catch (error) {
    if (error instanceof IdError) throw new Es2plusRefusal('iccidUnknown')
    throw error
  }
}

/** The form of the card in 20 characters: 19 digits have the padding F (SGP.22, 5.3). */
export const es2plusIccid = (iccid: string): string => iccid.padEnd(20, 'F')

/**
 * Locks the profile with this ICCID. That of another enterprise account is refused alike whatever its state.
 * @throws Es2plusRefusal
 */
async function lockNamed(db: TenantDb, { scope }: Caller, given: string): Promise<LockedProfile> {
  const { enterpriseId } = db
  const iccid = keyOf(given)
  const owner = await selectOwner(db, iccid)
  if (owner === undefined) throw new Es2plusRefusal('iccidUnknown')
  if (owner !== enterpriseId) throw new Es2plusRefusal('iccidForbidden')
  const found = await selectByIccid(db, { iccid, only: scope })
  const [row] = found ? await lockProfiles(db, enterpriseId, [found.id]) : []
  if (!row || row.status === 'REMOVED' || row.sample) throw new Es2plusRefusal('iccidUnknown')
  return row
}

/** The order of a profile, which another operator's program may not change. @throws Es2plusRefusal */
async function lockOrder(db: TenantDb, caller: Caller, iccid: string | undefined): Promise<LockedProfile> {
  if (iccid === undefined) throw new Es2plusRefusal('iccidMissing')
  const row = await lockNamed(db, caller, iccid)
  const { requester, order_state: state } = row
  const isOrdered = state !== 'Available' && state !== 'Unavailable'
  if (isOrdered && caller.requester !== null && requester !== caller.requester)
    throw new Es2plusRefusal('iccidForbidden')
  return row
}

const causeOf = (server: Needs, { enterpriseId, callerId: userId, address }: Caller): Cause => ({
  enterpriseId,
  at: server.clock.now(),
  actor: { kind: 'user', userId },
  address,
  newId: server.random.uuid,
})

/** ES2+.DownloadOrder (SGP.22, 5.3.1). */
async function downloadOrder(server: Needs, db: TenantDb, call: Call<'downloadOrder'>): Promise<Done<'downloadOrder'>> {
  const { caller, input } = call
  const { iccid, profileType } = input
  if (iccid === undefined && profileType === undefined)
    throw new Es2plusRefusal('iccidMissing', 'An ICCID or a profileType is needed.')
  const row = iccid === undefined ? await lockOfType(db, caller, profileType!) : await lockNamed(db, caller, iccid)
  const profileId = row.profile_id
  if (!isAllowed('ordered', row))
    return await repeated(db, row, { ...call, name: 'downloadOrder', otherwise: 'iccidInUse' })
  if (iccid !== undefined && profileType !== undefined) await requireType(db, caller, { row, profileType })
  await demandOrder(server, db, { ...call, row })
  await order(server, db, { ...call, row })
  const after = { iccid: row.iccid, eid: input.eid ?? null, profileType: profileType ?? null }
  await audit(server, db, { action: 'es2plus.ordered', caller, row, after })
  return { profileId, answer: { header: SUCCESS, iccid: es2plusIccid(row.iccid) } }
}

/**
 * The answer of the same call before, if nothing has happened to the order since. @throws Es2plusRefusal for another
 * call; for the order of another operator it is the same whatever its state
 */
async function repeated<F extends 'downloadOrder' | 'confirmOrder'>(
  db: TenantDb,
  row: LockedProfile,
  { name, caller, input, otherwise }: Call<F> & { name: F; otherwise: 'iccidInUse' | 'transition' },
): Promise<Done<F>> {
  const { profile_id: profileId, order_state: state, requester } = row
  const isOfOther = requester !== null && caller.requester !== null && requester !== caller.requester
  if (isOfOther && state !== 'Available' && state !== 'Unavailable') throw new Es2plusRefusal('iccidForbidden')
  const answer = await selectRepeated(db, caller, { name, input, profileId })
  if (answer === undefined) throw new Es2plusRefusal(otherwise)
  return { profileId, answer: answer as Es2plusOutput<F> }
}

/** @throws Es2plusRefusal */
async function configurationNamed(db: TenantDb, { scope }: Caller, name: string): Promise<ConfigurationId> {
  const id = await selectIdByName(db, { name, only: scope })
  if (id === undefined) throw new Es2plusRefusal('typeUnknown')
  return id
}

async function requireType(
  db: TenantDb,
  caller: Caller,
  { row, profileType }: { row: LockedProfile; profileType: string },
): Promise<void> {
  const configurationId = await configurationNamed(db, caller, profileType)
  if (configurationId !== row.configuration_id) throw new Es2plusRefusal('typeMismatch')
}

const TRIES = 50

/** Locks a profile of this type that is in stock. @throws Es2plusRefusal */
async function lockOfType(db: TenantDb, caller: Caller, profileType: string): Promise<LockedProfile> {
  const { enterpriseId } = caller
  const configurationId = await configurationNamed(db, caller, profileType)
  const { orderedBy } = await selectFields(db, { configurationId })
  if (orderedBy !== 'operator') throw new Es2plusRefusal('typeForbidden')
  for (let nth = 1; nth <= TRIES; nth += 1) {
    const id = await selectAvailable(db, configurationId)
    if (id === undefined) break
    const [row] = await lockProfiles(db, enterpriseId, [id])
    // another call may have ordered it meanwhile
    if (row && isAllowed('ordered', row)) return row
  }
  throw new Es2plusRefusal('typeUsedUp')
}

/**
 * The gate of an order, which generates a code. What confirms and releases it is part of the same order. An order by
 * profileType is approved for any profile of the type, because each call gets another one.
 * @throws ApprovalNeeded
 */
async function demandOrder(
  server: Needs,
  db: TenantDb,
  { caller, input, row }: Call<'downloadOrder'> & { row: LockedProfile },
): Promise<void> {
  const { iccid, profileType, eid } = input
  await demandApproval(server, db, {
    operation: 'GENERATE',
    userId: caller.callerId,
    facts: { downloadOrder: [iccid === undefined ? profileType : row.profile_id, eid ?? null] },
    sentence: `Order ${iccid === undefined ? `a profile of ${profileType}` : `the profile ${row.iccid}`}, by ES2+`,
    mode: 'REPEAT',
  })
}

const MATCHING_ID_BYTES = 16
const SLUG_BYTES = 16

async function order(
  server: Needs,
  db: TenantDb,
  { caller, input, row }: Call<'downloadOrder'> & { row: LockedProfile },
): Promise<void> {
  const { entitlement, requester } = caller
  const { configuration_id: configurationId, configuration_version: version } = row
  const fields = await selectFields(db, { configurationId, version })
  const bytes = (count: number) => Buffer.from(server.random.bytes(count))
  await orderProfile(db, causeOf(server, caller), {
    row,
    code: {
      activationCodeId: server.random.uuid(),
      orderId: server.random.uuid(),
      matchingId: bytes(MATCHING_ID_BYTES).toString('hex').toUpperCase(),
      slug: bytes(SLUG_BYTES).toString('base64url'),
      eid: input.eid ?? null,
      sealedConfirmation: null,
      expiresAt: null,
    },
    terms: {
      ...withinPlan(entitlement, fields),
      deviceTrust: server.smdp.testIssuerOnly || typeFacts[fields.type].keys === 'any' ? 'test' : 'live',
      issuer: fields.issuer ?? null,
    },
    requester,
  })
}

/** ES2+.ConfirmOrder (SGP.22, 5.3.2). */
async function confirmOrder(server: Needs, db: TenantDb, call: Call<'confirmOrder'>): Promise<Done<'confirmOrder'>> {
  const { caller, input } = call
  const row = await lockOrder(db, caller, input.iccid)
  const { profile_id: profileId, activation_code_id: activationCodeId } = row
  if (!isAllowed('orderConfirmed', row))
    return await repeated(db, row, { ...call, name: 'confirmOrder', otherwise: 'transition' })
  const { enterpriseId } = caller
  const eid = input.eid ?? row.order_eid
  if (row.order_eid !== null && eid !== row.order_eid) throw new Es2plusRefusal('eidMismatch')
  const withoutMatchingId = input.matchingId === ''
  if (eid === null && (withoutMatchingId || input.smdsAddress !== undefined)) throw new Es2plusRefusal('eidMissing')
  const matchingId = input.matchingId || row.matching_id
  if (!isMatchingId(matchingId)) throw new Es2plusRefusal('matchingIdInvalid')
  const smdsAddress = input.smdsAddress ?? null
  if (smdsAddress !== null) checkSmds(server, smdsAddress)
  if (!(await replaceMatchingId(db, { from: row.matching_id, to: matchingId })))
    throw new Es2plusRefusal('matchingIdInUse')
  const { confirmationCode: code, releaseFlag: releases } = input
  const transition: Transition = {
    kind: 'orderConfirmed',
    eid,
    matchingId,
    withoutMatchingId,
    sealedConfirmation: code ? sealConfirmation(server.vault, { enterpriseId, activationCodeId }, code) : null,
    smdsAddress,
    releases,
    expiresAt: releases ? await expiryOf(server, db, row) : null,
  }
  const cause = causeOf(server, caller)
  const { rows } = await move(db, cause, [{ row, transition }])
  const host = smdpAddressOf(server, platformOf(server, caller.platformId), row.issuer)
  if (releases) await registerEvent(db, { row: rows[0]!, host, at: cause.at })
  await audit(server, db, {
    action: 'es2plus.confirmed',
    caller,
    row,
    after: { iccid: row.iccid, eid, released: releases },
  })
  const answer = {
    header: SUCCESS,
    matchingId: withoutMatchingId ? '' : matchingId,
    ...(eid === null ? {} : { eid }),
    smdpAddress: host,
  }
  return { profileId, answer }
}

const DAY_MS = 24 * 60 * 60_000

/** The lifetime of a code begins when its order is released. */
async function expiryOf({ clock }: Needs, db: TenantDb, row: LockedProfile): Promise<Date | null> {
  const { configuration_id: configurationId, configuration_version: version } = row
  const { acLifetimeDays: days } = await selectFields(db, { configurationId, version })
  return days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS)
}

/** ES2+.CancelOrder (SGP.22, 5.3.3). */
async function cancelOrder(
  server: Needs,
  db: TenantDb,
  { caller, input }: Call<'cancelOrder'>,
): Promise<Done<'cancelOrder'>> {
  const { finalProfileStatusIndicator: to } = input
  if (to === undefined) throw new Es2plusRefusal(input.iccid === undefined ? 'iccidMissing' : 'finalStatusMissing')
  const row = await lockOrder(db, caller, input.iccid)
  if (!isAllowed('orderCanceled', row)) throw new Es2plusRefusal('iccidInUse')
  requireSame(row, input)
  const { iccid, profile_id: id } = row
  const sentence = `Cancel the order of the profile ${iccid}, by ES2+`
  await demandApproval(server, db, {
    operation: 'RECYCLE',
    userId: caller.callerId,
    facts: { cancelOrder: [id, to, row.matching_id] },
    sentence,
    mode: 'REPEAT',
  })
  await move(db, causeOf(server, caller), [{ row, transition: { kind: 'orderCanceled', to } }])
  await audit(server, db, { action: 'es2plus.canceled', caller, row, after: { iccid: row.iccid, finalStatus: to } })
  return { profileId: row.profile_id, answer: { header: SUCCESS } }
}

/** EID and MatchingID must be those of the order, if it has them. @throws Es2plusRefusal */
function requireSame(
  row: LockedProfile,
  { eid, matchingId }: { eid?: string | undefined; matchingId?: string | undefined },
): void {
  const { order_eid: orderEid } = row
  if (orderEid !== null && eid === undefined) throw new Es2plusRefusal('eidMissing')
  if (eid !== undefined && eid !== orderEid) throw new Es2plusRefusal('cancelEidMismatch')
  const isConfirmed = row.order_state !== 'Allocated' && row.order_state !== 'Linked'
  const known = isConfirmed && !row.without_matching_id ? row.matching_id : ''
  if (known !== '' && !matchingId) throw new Es2plusRefusal('matchingIdMissing')
  if ((matchingId ?? '') !== known) throw new Es2plusRefusal('matchingIdMismatch')
}

/** ES2+.ReleaseProfile (SGP.22, 5.3.4). */
async function releaseProfile(
  server: Needs,
  db: TenantDb,
  { caller, input }: Call<'releaseProfile'>,
): Promise<Done<'releaseProfile'>> {
  const row = await lockOrder(db, caller, input.iccid)
  if (!isAllowed('orderReleased', row)) throw new Es2plusRefusal('transition')
  const cause = causeOf(server, caller)
  const expiresAt = await expiryOf(server, db, row)
  const { rows } = await move(db, cause, [{ row, transition: { kind: 'orderReleased', expiresAt } }])
  const host = smdpAddressOf(server, platformOf(server, caller.platformId), row.issuer)
  await registerEvent(db, { row: rows[0]!, host, at: cause.at })
  await audit(server, db, { action: 'es2plus.released', caller, row, after: { iccid: row.iccid } })
  return { profileId: row.profile_id, answer: { header: SUCCESS } }
}

/** Ends a released order as if its lifetime were over. Not in SGP.22: a call of the open API. */
async function expiredOrder(
  server: Needs,
  db: TenantDb,
  { caller, input }: Call<'expiredOrder'>,
): Promise<Done<'expiredOrder'>> {
  const row = await lockOrder(db, caller, input.iccid)
  if (!isAllowed('expired', row)) throw new Es2plusRefusal('transition')
  if (input.eid !== undefined && input.eid !== row.order_eid) throw new Es2plusRefusal('cancelEidMismatch')
  if (input.matchingId && input.matchingId !== row.matching_id) throw new Es2plusRefusal('matchingIdMismatch')
  await move(db, causeOf(server, caller), [{ row, transition: { kind: 'expired' } }])
  await audit(server, db, { action: 'es2plus.expired', caller, row, after: { iccid: row.iccid } })
  return { profileId: row.profile_id, answer: { header: SUCCESS } }
}

type Audited = Omit<Parameters<typeof recordAudit>[2], 'enterpriseId' | 'object'> & {
  caller: Caller
  row: LockedProfile
}

async function audit(server: Needs, db: TenantDb, { caller, row, ...entry }: Audited): Promise<void> {
  const object = { id: row.profile_id as ProfileId, name: row.iccid }
  await recordAudit(server, db, { enterpriseId: caller.enterpriseId, object, ...entry })
}

/** @throws Es2plusRefusal for an SM-DS other than our own */
function checkSmds({ smds }: Pick<Server, 'smds'>, address: string): void {
  if (address.toLowerCase() !== smds.address.toLowerCase()) throw new Es2plusRefusal('smdsInaccessible')
}

type Released = { row: LockedProfile; host: string; at: Date }

/** Registers the event of a released order, if the operator named an SM-DS. @throws Es2plusRefusal */
async function registerEvent(db: TenantDb, { row, host, at }: Released): Promise<void> {
  const { smds_address: smds, order_eid: eid, matching_id: eventId, device_trust: trust } = row
  if (smds === null || eid === null) return
  const event = { eid, eventId, owner: '', rspServerAddress: host, trust, at }
  if (!(await insertEvent(db, event))) throw new Es2plusRefusal('smdsFailed')
}
