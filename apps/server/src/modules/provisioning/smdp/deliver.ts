import { equalBytes } from '@simwright/asn1'
import { eidToBytes, parseEid } from '@simwright/ids'
import {
  bindProfilePackage,
  checkConfirmationCode,
  checkOrderAlive,
  type Es9Answer,
  type Es9Request,
  generateOneTimeKey,
  type PreparedDownload,
  RspRefusal,
  reopenBoundPackage,
  verifyPrepareDownload,
} from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { Fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import { CHARGED_ORDER, chargeGuard } from '../../platform/plans/service.ts'
import { openCardKeys } from '../../platform/vault/service.ts'
import { type Cause, countConfirmation, type Transition } from '../../profiles/lifecycle/service.ts'
import {
  countPoolConfirmation,
  countWrite,
  lockMembership,
  MAX_CONFIRMATION_FAILURES,
  type PoolCode,
  type PoolMembership,
  releaseWrite,
  selectPoolCode,
  takeGuards,
  takeWrites,
} from '../../profiles/pools/service.ts'
import { openConfirmation } from '../generate/service.ts'
import { appletKey } from '../recycle/service.ts'
import { blockHitWrites, requireUnblocked } from './block.ts'
import { build } from './build-failure.ts'
import { type CodeRecord, isFirstDownload, readCodeRecord } from './code-record.ts'
import type { SmdpCredentials } from './credentials.ts'
import { canonicalAddress } from './host.ts'
import { encodeMetadata } from './metadata.ts'
import { assemblePackage, type ReadyConfiguration, type RecycleValues } from './package.ts'
import { chargePlan } from './plan.ts'
import { membershipOf } from './pool-profile.ts'
import { attempt, outcomeText, record, recordRefusal } from './record.ts'
import { openRetainedPackage, sealRetainedPackage } from './retained-package.ts'
import {
  authenticatedSession,
  deviceOf,
  type SessionRow,
  type SessionState,
  selectSession,
  stepWrite,
} from './session.ts'
import { cachedConfiguration, causeOf, configurationOf, credentialsOf, type Smdp } from './smdp.ts'
import { readSuppliedPackage } from './supplied-package.ts'
import { countTrialConfirmation, lockCodeFor } from './trial.ts'
import { readUnlocked, recordUnlocked, withoutLocks } from './unlocked.ts'
import { endUnverified } from './unverified.ts'
import { messageWrite } from './write.ts'

type Answer = Es9Answer<'getBoundProfilePackage'>
type Request = Es9Request<'getBoundProfilePackage'>

/** CODE_REFUSED: a wrong confirmation code can be corrected in the same session. */
const STATES = ['AUTHENTICATED', 'CODE_REFUSED'] as const satisfies readonly SessionState[]

/** ES9+.GetBoundProfilePackage (SGP.22, 5.6.2). @throws RspRefusal */
export async function deliver(smdp: Smdp, request: Request, address: string): Promise<Answer> {
  const at = smdp.clock.now()
  const session = await selectSession(smdp, request.transactionId)
  const known = authenticatedSession(session, STATES)
  const verified = await attempt(() => verify(request, known, at))
  if ('refusal' in verified && !verified.refusal.signed) {
    if (known) await endUnverified(smdp, session!, STATES)
    throw verified.refusal
  }
  if (!session?.enterprise_id) throw new RspRefusal('transaction_unknown')
  const { enterprise_id: enterpriseId } = session
  const delivery = { enterpriseId, session, request, address, at }
  const tries = 'done' in verified && verified.done.hashCc ? await countConfirmationAttempt(smdp, delivery) : undefined
  const delivered =
    'done' in verified
      ? await withoutLocks(() => deliverUnlocked(smdp, { ...delivery, prepared: verified.done, tries }))
      : undefined
  if (delivered) return { transactionId: request.transactionId, boundProfilePackage: delivered }
  const outcome = await smdp.db.tenantTx(enterpriseId, (db) => deliverInTx(smdp, db, { ...delivery, verified, tries }))
  if ('refusal' in outcome) throw outcome.refusal
  return { transactionId: request.transactionId, boundProfilePackage: outcome.done }
}

function verify(request: Request, session: ReturnType<typeof authenticatedSession>, at: Date): PreparedDownload {
  const prepared = verifyPrepareDownload({ request, session, at })
  if (prepared.kind === 'prepared') return prepared
  throw new RspRefusal('euicc_signature_invalid', {
    message: `This device's eSIM ended the download (${prepared.code}). Please start it again.`,
    detail: `the eUICC answered ${prepared.code}`,
  })
}

type Delivery = { enterpriseId: EnterpriseId; session: SessionRow; request: Request; address: string; at: Date }

async function countConfirmationAttempt(smdp: Smdp, { enterpriseId, session }: Delivery): Promise<number | undefined> {
  const { trial } = smdp
  if (trial) return await smdp.db.tenantTx(enterpriseId, (db) => countTrialConfirmation(db, trial))
  const membership = membershipOf(session)
  if (membership) return await smdp.db.tenantTx(enterpriseId, (db) => countPoolConfirmation(db, membership))
  const order = { enterpriseId, orderId: session.order_id!, eid: session.eid! }
  return await smdp.db.tenantTx(enterpriseId, (db) => countConfirmation(db, order))
}

type Verified = { verified: { done: PreparedDownload } | { refusal: RspRefusal }; tries: number | undefined }
type Outcome = { done: Uint8Array } | { refusal: RspRefusal }

/** Delivers the first package of a profile that nothing hinders, and charges the plan for it. */
async function deliverUnlocked(
  smdp: Smdp,
  delivery: Delivery & Pick<Binding, 'prepared' | 'tries'>,
): Promise<Uint8Array | undefined> {
  const { enterpriseId, session, address, at } = delivery
  const eid = session.eid!
  if (smdp.trial) return undefined
  const membership = membershipOf(session)
  const code = await readUnlocked(smdp, enterpriseId, (last) =>
    readCodeRecord(last, {
      ...{
        enterpriseId,
        code: { activationCodeId: session.activation_code_id! },
        keys: 'with-keys',
        plan: 'with-room',
      },
      ...{ device: { eid, tacs: [] }, campaign: membership && 'with-campaign' },
    }),
  )
  const isFirst =
    code &&
    (membership ? isFirstDownload(code, 'campaign') && code.member_state === 'HELD' : isFirstDownload(code, 'own code'))
  const ready = isFirst && code.has_plan_room && cachedConfiguration(smdp, enterpriseId, code)
  if (!ready) return undefined
  const confirmation = membership
    ? { activationCodeId: code.campaign_code_id!, sealed: code.campaign_confirmation ?? null }
    : { activationCodeId: code.activation_code_id, sealed: code.sealed_confirmation }
  const binding = { ...delivery, code, confirmation }
  const outcome = await attempt(async () => {
    checkBinding(smdp, binding)
    return await preparePackage(smdp, binding, async () => ({ ready, upp: undefined }))
  })
  if ('refusal' in outcome) return undefined
  const { boundProfilePackage, sealedPackage } = outcome.done
  const caused = { enterpriseId, at, eid, address, messageId: smdp.random.uuid() }
  const cause: Cause = { ...causeOf(smdp, caused), device: deviceOf(session) }
  const isRecorded = await recordUnlocked(smdp, {
    ...{ cause, code, guards: [{ name: 'session', sql: () => stepAfter(session, outcome) }] },
    also: [messageOf(delivery, cause, outcome), ...(membership ? [countWrite(membership, 'taken')] : [])],
    transition: { kind: 'delivered', eid, device: cause.device, chargedTo: null, sealedPackage },
    campaign: membership ? takeGuards(membership, at) : [],
    ...{ plan: chargeGuard({ enterpriseId, at }), chargedTo: CHARGED_ORDER },
  })
  return isRecorded ? boundProfilePackage : undefined
}

/** Locks the code, runs the checks, and records the outcome. Returns a refusal, so that the transaction commits. */
async function deliverInTx(smdp: Smdp, db: TenantDb, delivery: Delivery & Verified): Promise<Outcome> {
  const { enterpriseId, session, verified, address, at } = delivery
  const { membership, state } = await lockSessionMembership(db, session)
  const wanted = { keys: 'with-keys', retained: 'with-package', device: { eid: session.eid!, tacs: [] } } as const
  const code = await lockCodeFor(smdp, db, {
    enterpriseId,
    code: { activationCodeId: session.activation_code_id! },
    ...wanted,
  })
  if (!code) return { refusal: new RspRefusal('transaction_unknown') }
  if (membership && !state) {
    if ('refusal' in verified) return verified
    return {
      refusal: new RspRefusal('binding_refused', { detail: 'the profile is no longer reserved for this device' }),
    }
  }
  const confirmation = await confirmationOf(db, { code, membership })
  const caused = { enterpriseId, at, eid: session.eid!, address, messageId: smdp.random.uuid() }
  const cause: Cause = { ...causeOf(smdp, caused), device: deviceOf(session) }
  const outcome =
    'refusal' in verified
      ? verified
      : await attempt(() => bind(smdp, db, { ...delivery, code, confirmation, prepared: verified.done }))
  const recording = { cause, code, step: stepAfter(session, outcome) }
  const message = messageOf(delivery, cause, outcome)
  if ('refusal' in outcome) {
    const freed = state === 'HELD' && !isRetryable(outcome.refusal) ? [releaseWrite(membership!)] : []
    const order = state === 'HELD' ? 'stays' : 'may end'
    const hit = { record: code, cause, tac: undefined, profileId: code.profile_id }
    // the device was blocked after AuthenticateClient
    const hits = 'done' in verified ? blockHitWrites(smdp, hit) : []
    const also = [message, ...freed, ...hits]
    await recordRefusal(smdp, db, { ...recording, also, refusal: outcome.refusal, order, point: 3 })
    return outcome
  }
  const { boundProfilePackage, sealedPackage, chargedTo } = outcome.done
  const transition: Transition =
    code.order_state === 'Downloaded'
      ? { kind: 'deliveredAgain', sealedPackage }
      : { kind: 'delivered', eid: session.eid!, device: cause.device, chargedTo, sealedPackage }
  const taken = state === 'HELD' ? takeWrites(membership!, at) : []
  await record(db, { ...recording, transition, also: [message, ...taken] })
  return { done: boundProfilePackage }
}

type LockedMembership = { membership: PoolMembership | undefined; state: 'HELD' | 'TAKEN' | undefined }

/** Locks the session's pool membership, if it has one. Comes before the lock of the code. */
async function lockSessionMembership(db: TenantDb, session: SessionRow): Promise<LockedMembership> {
  const membership = membershipOf(session)
  return { membership, state: membership && (await lockMembership(db, membership)) }
}

/** The confirmation code to check: the campaign's, otherwise the profile's own. */
async function confirmationOf(
  db: TenantDb,
  { code, membership }: { code: CodeRecord; membership: PoolMembership | undefined },
): Promise<PoolCode> {
  const common = membership && (await selectPoolCode(db, membership))
  return common ?? { activationCodeId: code.activation_code_id, sealed: code.sealed_confirmation }
}

const isRetryable = ({ refusal }: RspRefusal) =>
  refusal === 'confirmation_code_missing' || refusal === 'confirmation_code_wrong'

function stepAfter(session: SessionRow, outcome: { done: unknown } | { refusal: RspRefusal }): Fragment {
  const to = 'done' in outcome ? 'DELIVERED' : isRetryable(outcome.refusal) ? 'CODE_REFUSED' : 'ENDED'
  return stepWrite(session.transaction_id, { from: STATES, to })
}

function messageOf(delivery: Delivery, cause: Cause, outcome: { done: unknown } | { refusal: RspRefusal }): Write {
  const { enterpriseId, session, request, address, at } = delivery
  return messageWrite(enterpriseId, {
    id: cause.messageId!,
    function: 'GetBoundProfilePackage',
    transactionId: session.transaction_id,
    eid: cause.deviceEid,
    address,
    outcome: outcomeText('refusal' in outcome ? outcome.refusal : undefined),
    raw: request.prepareDownloadResponse,
    at,
  })
}

type Binding = Delivery & {
  code: CodeRecord
  confirmation: PoolCode
  prepared: PreparedDownload
  tries: number | undefined
}
type Bound = { boundProfilePackage: Uint8Array; sealedPackage: Buffer | undefined; chargedTo: string | null }

/** Runs the checks that follow the signature, and builds the package. @throws RspRefusal */
async function bind(smdp: Smdp, db: TenantDb, binding: Binding): Promise<Bound> {
  const { code } = binding
  checkBinding(smdp, binding)
  const made = await preparePackage(smdp, binding, () => readParts(smdp, db, code))
  return { ...made, chargedTo: code.trial ? null : await chargePlan(smdp, db, binding) }
}

/** The checks that follow the signature. @throws RspRefusal */
function checkBinding(smdp: Smdp, binding: Binding): void {
  const { session, code, at } = binding
  checkStillBindable(code, session)
  checkConfirmation(smdp, binding)
  checkOrderAlive({ expiresAt: code.expires_at ?? undefined }, at)
}

/** What a package is assembled from, besides the profile. */
type Parts = { ready: ReadyConfiguration; upp: Uint8Array | undefined }

async function readParts(smdp: Smdp, db: TenantDb, code: CodeRecord): Promise<Parts> {
  const ready = await configurationOf(smdp, db, { code })
  const profile = { enterpriseId: db.enterpriseId, profileId: code.profile_id, packages: ready.packages }
  return { ready, upp: await readSuppliedPackage(smdp, db, profile) }
}

/**
 * Since AuthenticateClient the order may have been bound to another device, or the device blocked. @throws RspRefusal
 */
function checkStillBindable(code: CodeRecord, session: SessionRow): void {
  requireUnblocked(code)
  const ours = code.order_id === session.order_id && (code.order_eid === null || code.order_eid === session.eid)
  const open = code.order_state === 'Released' || code.order_state === 'Downloaded'
  if (!ours || !open || code.code_state === 'DEAD' || code.status === 'REMOVED' || code.status === 'CANCELED') {
    throw new RspRefusal('binding_refused', { detail: `the order's state is ${code.order_state}` })
  }
}

function checkConfirmation(smdp: Smdp, { enterpriseId, confirmation, session, prepared, tries }: Binding): void {
  const { activationCodeId, sealed } = confirmation
  if (!sealed) return
  const { hashCc } = prepared
  if (hashCc && tries === undefined) throw new RspRefusal('binding_refused', { detail: 'the order has just ended' })
  const place = { enterpriseId, activationCodeId }
  const digest = openConfirmation(smdp.vault, place, sealed).reveal()
  try {
    checkConfirmationCode({
      digest,
      transactionId: session.transaction_id,
      hashCc,
      attempt: tries ?? 0,
      maxAttempts: MAX_CONFIRMATION_FAILURES,
    })
  } finally {
    digest.fill(0)
  }
}

const HOST_ID_BYTES = 8

/**
 * A retry with the same one-time key gets the retained segments after a new InitialiseSecureChannel; otherwise the
 * package is bound again.
 */
async function preparePackage(
  smdp: Smdp,
  binding: Binding,
  partsOf: () => Promise<Parts>,
): Promise<Omit<Bound, 'chargedTo'>> {
  const { enterpriseId, code, session, prepared } = binding
  const row = { enterpriseId, orderId: code.order_id }
  const credentials = credentialsOf(smdp, session.server_ci_key_id)
  const opening = { transactionId: session.transaction_id, euiccOtpk: prepared.euiccOtpk, key: credentials.pbKey }
  const retained = code.retained_package ? openRetainedPackage(smdp.vault, row, code.retained_package) : undefined
  if (retained && retained.eid === session.eid && equalBytes(retained.euiccOtpk, prepared.euiccOtpk)) {
    const { hostId, smdpOtpk, segments } = retained
    const boundProfilePackage = reopenBoundPackage({ ...opening, hostId, smdpOtpk, segments })
    return { boundProfilePackage, sealedPackage: undefined }
  }
  const hostId = smdp.random.bytes(HOST_ID_BYTES)
  const bound = bindNewPackage(smdp, { binding, credentials, hostId, parts: await partsOf() })
  const keep = { eid: session.eid!, hostId, ...bound, euiccOtpk: prepared.euiccOtpk }
  return { boundProfilePackage: bound.boundProfilePackage, sealedPackage: sealRetainedPackage(smdp.vault, row, keep) }
}

/** What the Recycle applet of a download gets; undefined if the profile has none. */
function recycleValues(
  { keys }: Pick<Smdp, 'keys'>,
  { fields }: ReadyConfiguration,
  { order_id: orderId, recycle_status: status, recycle_at: at }: CodeRecord,
): RecycleValues | undefined {
  if (fields.recycleApplet === undefined) return undefined
  return { key: appletKey(keys.recycle, orderId), expireTime: status === 'SCHEDULED' ? (at ?? undefined) : undefined }
}

/** Builds and binds a package; the plain package and the keys are overwritten before it returns. */
function bindNewPackage(
  smdp: Smdp,
  {
    binding,
    credentials,
    hostId,
    parts: { ready, upp },
  }: { binding: Binding; credentials: SmdpCredentials; hostId: Uint8Array; parts: Parts },
) {
  const { enterpriseId, code, session, prepared } = binding
  const keys = openCardKeys(smdp.vault, { enterpriseId, profileId: code.profile_id }, code.sealed_keys!)
  const recycle = recycleValues(smdp, ready, code)
  const startedAt = performance.now()
  const profilePackage = build(smdp, () => assemblePackage(ready, code, { keys, upp, recycle }))
  try {
    return bindProfilePackage({
      transactionId: session.transaction_id,
      hostId,
      euiccOtpk: prepared.euiccOtpk,
      key: credentials.pbKey,
      oneTimeKey: generateOneTimeKey(credentials.pbKey.curve),
      eid: eidToBytes(parseEid(session.eid!)),
      metadata: build(smdp, () => encodeMetadata(ready.fields, code, canonicalAddress(smdp, session.server_address))),
      profilePackage,
      protectionKeys: {
        initialMacChainingValue: keys.ppkInitialMac,
        encryptionKey: keys.ppkEnc,
        macKey: keys.ppkCmac,
      },
    })
  } finally {
    smdp.meter.bound(performance.now() - startedAt)
    profilePackage.fill(0)
    for (const value of Object.values(keys)) if (typeof value !== 'string') value.fill(0)
  }
}
