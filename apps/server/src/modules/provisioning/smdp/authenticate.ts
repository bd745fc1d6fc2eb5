import { isMatchingId } from '@simwright/ids'
import {
  type AuthenticateClient,
  type AuthenticatedClient,
  authenticateServerResponse,
  checkAttempts,
  RspRefusal,
  tacReadings,
  verifyAuthenticateClient,
} from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import { TooManyCalls } from '../../../http/machine-listener.ts'
import { countOrderAttempt } from '../../profiles/lifecycle/service.ts'
import { refusedWrites, releaseWrite } from '../../profiles/pools/service.ts'
import { authenticateUnlocked } from './authenticate-unlocked.ts'
import { blockHitWrites, requireUnblocked } from './block.ts'
import { type CodeRecord, selectLinkedCode } from './code-record.ts'
import { checkHost } from './host.ts'
import {
  type Answer,
  buildOffer,
  type CodeRef,
  checkCode,
  checkTrust,
  type DeviceCause,
  evidenceWrites,
  factsOf,
  type Offering,
  poolFacts,
  type Request,
  releaseOf,
} from './offer.ts'
import { checkPlan } from './plan.ts'
import { type ClaimedProfile, type ClaimRefusal, claimPoolProfile } from './pool-profile.ts'
import { attempt, record, recordRefusal } from './record.ts'
import {
  type CodeEntry,
  endUnproven,
  firstStep,
  isUsed,
  openedSession,
  selectSession,
  selectSessionAndCode,
  stepWrite,
} from './session.ts'
import { causeOf, configurationOf, placeOf, type Smdp, trustClassOf } from './smdp.ts'
import { readSuppliedPackage } from './supplied-package.ts'
import { lockCodeFor, requireOwnCode } from './trial.ts'
import { withoutLocks } from './unlocked.ts'

/** ES9+.AuthenticateClient (SGP.22, 5.6.3): verifies the eUICC and offers it a profile. @throws RspRefusal */
export async function authenticate(smdp: Smdp, request: Request, address: string): Promise<Answer> {
  const at = smdp.clock.now()
  const found = await findSession(smdp, request, at)
  const verified = await attempt(() => verify(smdp, { request, session: found.opened, at }))
  if ('refusal' in verified) {
    await refuseUnverified(smdp, found, request)
    throw verified.refusal
  }
  const client = verified.done
  if (!smdp.mayAuthenticate(client.eid)) throw new TooManyCalls()
  const session = { ...client.session, isStored: found.isStored, trialId: smdp.trial?.id }
  const outcome = await attempt(async () => {
    const ref = await findCode(smdp, client, found.code)
    const offering = { ref, client, request, session, address }
    const answer = await withoutLocks(() => authenticateUnlocked(smdp, offering)).catch(refuseUsed)
    if (answer) return { done: answer }
    return await smdp.db.tenantTx(ref.enterpriseId, (db) => authenticateInTx(smdp, db, offering)).catch(refuseUsed)
  })
  if ('refusal' in outcome) {
    await endUnproven(smdp.db.global, session, { address, at })
    throw outcome.refusal
  }
  if ('refusal' in outcome.done) throw outcome.done.refusal
  return outcome.done.done
}

type Verifying = Pick<AuthenticateClient, 'request' | 'session' | 'at'>

/** @throws RspRefusal also for an error that the eUICC reports, which is not signed */
function verify(smdp: Smdp, call: Verifying): AuthenticatedClient {
  const client = verifyAuthenticateClient({ ...call, trust: smdp.credentials().trust })
  if (client.kind === 'error') throw euiccErrorRefusal(client.code)
  return client
}

/** Anyone can send a message that is refused unverified, so it does not use up a session that is not stored. */
async function refuseUnverified(smdp: Smdp, { opened, isStored }: FoundSession, { transactionId }: Request) {
  if (isStored) await stepWrite(transactionId, { from: ['INITIATED'], to: 'ENDED' }).execute(smdp.db.global)
  else if (opened) smdp.refused.add(transactionId)
}

/** @throws RspRefusal transaction_unknown when another call has completed the step */
function refuseUsed(error: unknown): never {
  if (!isUsed(error)) throw error
  throw new RspRefusal('transaction_unknown', { cause: error, detail: 'another call has completed this step' })
}

/** `isStored`: by a version that did so at InitiateAuthentication, or while one was running. */
type FoundSession = { opened: AuthenticateClient['session']; isStored: boolean; code: CodeRef | undefined }

/**
 * Recognizes the session, and finds in one query whether it is used, and the code. The MatchingID is untrusted until its
 * signature is verified.
 */
async function findSession(smdp: Smdp, request: Request, at: Date): Promise<FoundSession> {
  const { transactionId } = request
  const { all, trustedCiKeyIds: ciKeyIds } = smdp.credentials()
  const serverCiKeyIds = all.map(({ ciKeyId }) => ciKeyId)
  const unstored = await smdp.sessions.recognize(placeOf(smdp), { transactionId, at, ciKeyIds, serverCiKeyIds })
  if (unstored && smdp.refused.isOver(transactionId)) return { opened: undefined, isStored: false, code: undefined }
  const matchingId = readMatchingId(request.authenticateServerResponse)
  const { row, code } = matchingId
    ? await selectSessionAndCode(smdp, { transactionId, matchingId })
    : { row: await selectSession(smdp, transactionId), code: undefined }
  return {
    opened: row ? openedSession(row) : unstored,
    isStored: row?.state === 'INITIATED',
    code: code && refOf(code),
  }
}

function refOf({ code_enterprise_id: enterpriseId, code_activation_code_id: id, code_pool_id: poolId }: CodeEntry) {
  return enterpriseId && id ? { enterpriseId, id, ...(poolId ? { poolId } : {}) } : undefined
}

/** The MatchingID if it is well-formed; PostgreSQL refuses a text with a NUL. */
function readMatchingId(response: Uint8Array): string | undefined {
  try {
    const decoded = authenticateServerResponse.decode(response)
    const matchingId = decoded.kind === 'error' ? undefined : decoded.value.euiccSigned1.value.ctxParams1.matchingId
    return matchingId !== undefined && isMatchingId(matchingId) ? matchingId : undefined
  } catch {
    return undefined
  }
}

async function findCode(smdp: Smdp, client: AuthenticatedClient, code: CodeRef | undefined): Promise<CodeRef> {
  if (smdp.trial) requireOwnCode(smdp.trial, code)
  if (client.matchingId !== undefined) {
    if (code) return code
    throw new RspRefusal('matching_id_refused', { detail: 'no code has this MatchingID' })
  }
  const linked = await selectLinkedCode(smdp.db.global, client.eid)
  if (!linked) throw new RspRefusal('eid_refused', { detail: 'no order waits for this EID' })
  return linked
}

type Outcome = { done: Answer } | { refusal: RspRefusal }

/** Returns a refusal instead of throwing it, so that the transaction commits its counters. */
async function authenticateInTx(smdp: Smdp, db: TenantDb, offering: Offering): Promise<Outcome> {
  const { ref, client, session } = offering
  if (ref.poolId === undefined) return await offerCode(smdp, db, offering)
  const found = await claimPoolProfile(db, {
    ref,
    eid: client.eid,
    tacs: tacReadings(client.deviceInfo.tac),
    trust: trustClassOf(smdp, session.ciKeyId),
    at: smdp.clock.now(),
    until: session.endsAt,
  })
  if ('refusal' in found) return await refuseWithoutProfile(smdp, db, { ...offering, ...found })
  return await offerCode(smdp, db, { ...offering, found })
}

/** Locks the code, runs the checks, and records the outcome. */
async function offerCode(smdp: Smdp, db: TenantDb, offering: Offering & { found?: ClaimedProfile }): Promise<Outcome> {
  const { ref, client, session, found, address } = offering
  const { enterpriseId } = ref
  const tacs = tacReadings(client.deviceInfo.tac)
  const { eid } = client
  const codeKey = found ? { profileId: found.membership.profileId } : { activationCodeId: ref.id }
  // for a pool the block rules were checked when the profile was claimed
  const blockCheck = found ? {} : { device: { eid, tacs } }
  const locked = await lockCodeFor(smdp, db, {
    enterpriseId,
    code: codeKey,
    ...blockCheck,
    tacs,
    keys: 'with-keys',
    retained: 'with-package',
  })
  if (!locked) throw new RspRefusal('matching_id_refused')
  const code =
    found?.pool.kind === 'campaign' ? { ...locked, sealed_confirmation: found.pool.sealed_confirmation } : locked
  const device = { brand: code.tac_brand ?? null, model: code.tac_model ?? null, release: releaseOf(client) }
  const at = smdp.clock.now()
  const cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId: smdp.random.uuid() }), device }
  const attemptCount: AttemptCount = { nth: undefined }
  const outcome = await attempt(() => offer(smdp, db, { ...offering, code, at, attemptCount }))
  const refusal = 'refusal' in outcome ? outcome.refusal : undefined
  const evidence = { cause, tac: tacs[0], refusal }
  const also = [
    ...evidenceWrites({ offering, ...evidence }),
    ...blockHitWrites(smdp, { ...evidence, record: code, profileId: code.profile_id }),
  ]
  const recording = { cause, code, also }
  // while the order is unbound, attempts count per device
  const attempts = code.order_eid === null ? undefined : attemptCount.nth
  if ('refusal' in outcome) {
    const step = firstStep(session, { to: 'ENDED', address, at })
    if (found) also.push(...poolRefusalWrites(smdp, { ...evidence, refusal: outcome.refusal, found }))
    const isOwnAttempts = code.order_eid === null && outcome.refusal.refusal === 'attempts_exceeded'
    const order = found?.state === 'HELD' || isOwnAttempts ? 'stays' : 'may end'
    await recordRefusal(smdp, db, { ...recording, step, refusal: outcome.refusal, attempts, order, point: 1 })
    return outcome
  }
  const { answer, smdpSignature2 } = outcome.done
  const facts = { ...factsOf({ client, code, enterpriseId, smdpSignature2, device }), ...poolFacts(found?.membership) }
  const isReserved = found?.state === 'HELD'
  await record(db, {
    ...recording,
    transition: isReserved
      ? { kind: 'reservedFor' }
      : { kind: 'authenticated', nthAttempt: attemptCount.nth!, ...(attempts === undefined ? {} : { attempts }) },
    step: firstStep(session, { to: 'AUTHENTICATED', facts, address, at }),
  })
  return { done: answer }
}

/** Records that a device got no profile from a pool, and ends the session. */
async function refuseWithoutProfile(smdp: Smdp, db: TenantDb, refused: Offering & ClaimRefusal): Promise<Outcome> {
  const { ref, client, session, address, refusal, block = {} } = refused
  const { enterpriseId, poolId } = ref
  const at = smdp.clock.now()
  const device = { brand: null, model: null, release: releaseOf(client) }
  const { eid } = client
  const cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId: smdp.random.uuid() }), device }
  const evidence = { cause, tac: tacReadings(client.deviceInfo.tac)[0], refusal }
  const writes = [
    ...evidenceWrites({ offering: refused, ...evidence }),
    ...blockHitWrites(smdp, { ...evidence, record: block, profileId: null }),
    ...refusedWrites(enterpriseId, poolRefusalOf(smdp, { ...evidence, poolId: poolId! })),
  ]
  const step = firstStep(session, { to: 'ENDED', address, at })
  const taken = await writeTogether(db, writes, step)
  if (taken === 0) throw new RspRefusal('transaction_unknown', { detail: 'another call has completed this step' })
  return { refusal }
}

type DeviceRefusal = { cause: DeviceCause; tac: string | undefined; refusal: RspRefusal }

/** Records the refusal in the pool, and releases a profile that was only reserved. */
function poolRefusalWrites(
  smdp: Smdp,
  { found, ...deviceRefusal }: DeviceRefusal & { found: ClaimedProfile },
): Write[] {
  const { membership, state } = found
  const poolRefusal = poolRefusalOf(smdp, { ...deviceRefusal, poolId: membership.poolId })
  return [
    ...refusedWrites(deviceRefusal.cause.enterpriseId, poolRefusal),
    ...(state === 'HELD' ? [releaseWrite(membership)] : []),
  ]
}

function poolRefusalOf(smdp: Smdp, { cause, tac, refusal, poolId }: DeviceRefusal & { poolId: PoolId }) {
  const { subjectCode, reasonCode, message: detail } = refusal
  const { at, deviceEid, address } = cause
  return {
    id: smdp.random.uuid(),
    poolId,
    at,
    eid: deviceEid!,
    tac: tac ?? null,
    address: address ?? null,
    subjectCode,
    reasonCode,
    detail,
  }
}

/** The number of this attempt; undefined until it is counted. The count stays when a later check refuses. */
type AttemptCount = { nth: number | undefined }
type OfferedCode = { code: CodeRecord; found?: ClaimedProfile; at: Date; attemptCount: AttemptCount }

/** Runs the checks on the order in the sequence of SGP.22, 5.6.3, and builds the offer. @throws RspRefusal */
async function offer(smdp: Smdp, db: TenantDb, offering: Offering & OfferedCode) {
  const { ref, client, code, session, found, at, attemptCount } = offering
  const { enterpriseId } = ref
  const { serverAddress } = session
  await checkHost(smdp, db, { enterpriseId, activationCodeId: ref.id, serverAddress })
  requireUnblocked(code)
  if (code.code_kind === 'pooled' && !found) {
    const message = 'This activation code is closed while a campaign has its profile.'
    throw new RspRefusal('matching_id_refused', { message, detail: message })
  }
  checkCode(code, client, at)
  if (!code.trial) await checkPlan(smdp, db, { enterpriseId, code, at })
  // attempts on a reserved profile are counted in the pool
  if (found?.state !== 'HELD') await countAttempt(db, { enterpriseId, code, client, at, attemptCount })
  checkTrust(smdp, session, code)
  const ready = await configurationOf(smdp, db, { code })
  const profile = { enterpriseId, profileId: code.profile_id, packages: ready.packages }
  const upp = await readSuppliedPackage(smdp, db, profile)
  return buildOffer(smdp, { enterpriseId, client, session, code, ready, upp })
}

type AttemptRequest = {
  enterpriseId: EnterpriseId
  code: CodeRecord
  client: AuthenticatedClient
  at: Date
  attemptCount: AttemptCount
}

/**
 * Counts attempts of an unbound order per EID, so that many devices cannot use up the code, and of a bound order in
 * total.
 * @throws RspRefusal attempts_exceeded
 */
async function countAttempt(db: TenantDb, { code, client, at, attemptCount }: AttemptRequest): Promise<void> {
  const { order_id: orderId, order_eid: bound, max_attempts: most, trial } = code
  // in a try, only attempts of the bound order count
  const countUnbound = () =>
    trial ? 1 : countOrderAttempt(db, { enterpriseId: db.enterpriseId, orderId, eid: client.eid, at })
  attemptCount.nth = bound === null ? await countUnbound() : code.attempts + 1
  if (bound !== null) return checkAttempts(attemptCount.nth, most)
  if (attemptCount.nth > most)
    throw new RspRefusal('attempts_exceeded', { message: 'This device has tried too many times.' })
}

function euiccErrorRefusal(code: string | number): RspRefusal {
  return new RspRefusal('euicc_signature_invalid', {
    message: `This device's eSIM ended the download (${code}). Please start it again.`,
    detail: `the eUICC answered ${code}`,
  })
}
