import { isMatchingId } from '@simwright/ids'
import {
  type AuthenticatedClient,
  announcedRelease,
  authenticateServerResponse,
  checkAttempts,
  checkDownloadOrder,
  checkEligibility,
  checkOrderAlive,
  type Es9Answer,
  type Es9Request,
  imeiDigits,
  offerProfile,
  RspRefusal,
  tacReadings,
  verifyAuthenticateClient,
} from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import { TooManyCalls } from '../../../http/machine-listener.ts'
import { type Cause, countOrderAttempt, type NamedDevice } from '../../profiles/lifecycle/service.ts'
import { freedWrite, refusedWrites } from '../../profiles/pools/service.ts'
import { blockHitWrites, requireUnblocked } from './block.ts'
import { build } from './build-failure.ts'
import { type CodeRecord, holdCode, type Place, selectLinkedCode } from './hold.ts'
import { canonical, checkHost } from './host.ts'
import { openKept } from './kept-package.ts'
import { encodeMetadata } from './package.ts'
import { checkPlan } from './plan.ts'
import { attempt, outcomeText, record, recordRefusal } from './record.ts'
import {
  endUnproven,
  openedSession,
  type SessionRow,
  selectSession,
  selectSessionAndCode,
  stepWrite,
} from './session.ts'
import { type FoundShare, findShare, type NoShare } from './share.ts'
import { causeOf, configurationOf, credentialsOf, type Smdp, trustClassOf } from './smdp.ts'
import { deviceWrite, messageWrite } from './write.ts'

type Answer = Es9Answer<'authenticateClient'>
type Request = Es9Request<'authenticateClient'>

/** ES9+.AuthenticateClient (SGP.22, 5.6.3): who the eUICC is, and which order it may download. @throws RspRefusal */
export async function authenticate(smdp: Smdp, request: Request, address: string): Promise<Answer> {
  const found = await findSession(smdp, request)
  const outcome = await attempt(async () => {
    const client = verifyAuthenticateClient({
      request,
      session: openedSession(found?.session),
      trust: smdp.credentials().trust,
      at: smdp.clock.now(),
    })
    if (client.kind === 'error') throw euiccFailed(client.code)
    if (!smdp.mayAuthenticate(client.eid)) throw new TooManyCalls()
    const place = await findCode(smdp, client, found!.code)
    const offering = { place, client, request, session: found!.session, address }
    return await smdp.db.tenantTx(place.enterpriseId, (db) => answerInside(smdp, db, offering))
  })
  if ('refusal' in outcome) {
    if (found) await endUnproven(smdp.db.global, found.session.transaction_id)
    throw outcome.refusal
  }
  if ('refusal' in outcome.done) throw outcome.done.refusal
  return outcome.done.done
}

/** Where a code lives, and the pool that it opens. */
type CodePlace = Place & { poolId?: string }
type Found = { session: SessionRow; code: CodePlace | undefined }

/** One read finds the session and the code; the MatchingID is not trusted before the signature over it is verified. */
async function findSession(smdp: Smdp, request: Request): Promise<Found | undefined> {
  const { transactionId } = request
  const matchingId = readMatchingId(request.authenticateServerResponse)
  if (!matchingId) {
    const session = await selectSession(smdp.db.global, transactionId)
    return session && { session, code: undefined }
  }
  const session = await selectSessionAndCode(smdp.db.global, { transactionId, matchingId })
  if (!session) return undefined
  const { code_enterprise_id: enterpriseId, code_activation_code_id: id, code_pool_id: poolId } = session
  if (!enterpriseId || !id) return { session, code: undefined }
  return { session, code: { enterpriseId, id, ...(poolId ? { poolId } : {}) } }
}

/** Only what can be a MatchingID is looked up: PostgreSQL refuses a text with a NUL. */
function readMatchingId(response: Uint8Array): string | undefined {
  try {
    const decoded = authenticateServerResponse.decode(response)
    const matchingId = decoded.kind === 'error' ? undefined : decoded.value.euiccSigned1.value.ctxParams1.matchingId
    return matchingId !== undefined && isMatchingId(matchingId) ? matchingId : undefined
  } catch {
    return undefined
  }
}

async function findCode(smdp: Smdp, client: AuthenticatedClient, code: CodePlace | undefined): Promise<CodePlace> {
  if (client.matchingId !== undefined) {
    if (code) return code
    throw new RspRefusal('matching_id_refused', { detail: 'no code has this MatchingID' })
  }
  const linked = await selectLinkedCode(smdp.db.global, client.eid)
  if (!linked) throw new RspRefusal('eid_refused', { detail: 'no order waits for this EID' })
  return linked
}

type Offering = {
  place: CodePlace
  client: AuthenticatedClient
  request: Request
  session: SessionRow
  address: string
}
type Outcome = { done: Answer } | { refusal: RspRefusal }

/** A refusal is a value: what it counts stays counted. */
async function answerInside(smdp: Smdp, db: TenantDb, offering: Offering): Promise<Outcome> {
  const { place, client, session } = offering
  if (place.poolId === undefined) return await answerFor(smdp, db, offering)
  const found = await findShare(db, {
    place,
    eid: client.eid,
    tacs: tacReadings(client.deviceInfo.tac),
    trust: trustClassOf(smdp, session.ci_key_id),
    at: smdp.clock.now(),
    until: session.expires_at,
  })
  if ('refusal' in found) return await turnAway(smdp, db, { ...offering, ...found })
  return await answerFor(smdp, db, { ...offering, found })
}

/** With the code locked. */
async function answerFor(smdp: Smdp, db: TenantDb, offering: Offering & { found?: FoundShare }): Promise<Outcome> {
  const { place, client, session, found, address } = offering
  const { enterpriseId } = place
  const tacs = tacReadings(client.deviceInfo.tac)
  const { eid } = client
  const which = found ? { profileId: found.share.profileId } : { activationCodeId: place.id }
  // behind a code of many, the pool said whether the device is blocked
  const asked = found ? {} : { device: { eid, tacs } }
  const locked = await holdCode(db, { enterpriseId, code: which, ...asked, tacs, kept: 'with-package' })
  if (!locked) return { refusal: new RspRefusal('matching_id_refused') }
  const code = found?.pool.kind === 'campaign' ? withCodeOf(found.pool, locked) : locked
  const device = { brand: code.tac_brand ?? null, model: code.tac_model ?? null, release: releaseOf(client) }
  const at = smdp.clock.now()
  const cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId: smdp.random.uuid() }), device }
  const tried: Tried = { nth: undefined }
  const outcome = await attempt(() => offer(smdp, db, { ...offering, code, at, tried }))
  const refusal = 'refusal' in outcome ? outcome.refusal : undefined
  const asking = { cause, tac: tacs[0], refusal }
  const also = [
    ...evidenceWrites({ offering, ...asking }),
    ...blockHitWrites(smdp, { ...asking, record: code, profileId: code.profile_id }),
  ]
  const recording = { cause, code, also }
  // before the order is bound, attempts count per device
  const attempts = code.order_eid === null ? undefined : tried.nth
  const { transaction_id: transactionId } = session
  if ('refusal' in outcome) {
    const step = stepWrite(transactionId, { from: ['INITIATED'], to: 'ENDED' })
    if (found) also.push(...leaveWrites(smdp, { ...asking, refusal: outcome.refusal, found }))
    const isOnlyTheirs = code.order_eid === null && outcome.refusal.refusal === 'attempts_exceeded'
    const order = found?.state === 'HELD' || isOnlyTheirs ? 'stays' : 'may end'
    await recordRefusal(smdp, db, { ...recording, step, refusal: outcome.refusal, attempts, order })
    return outcome
  }
  const { answer, smdpSignature2 } = outcome.done
  const facts = { ...factsOf({ client, code, enterpriseId, smdpSignature2, device }), ...sharedFacts(found) }
  const isReserved = found?.state === 'HELD'
  await record(db, {
    ...recording,
    transition: isReserved
      ? { kind: 'reservedFor' }
      : { kind: 'authenticated', nthAttempt: tried.nth!, ...(attempts === undefined ? {} : { attempts }) },
    step: stepWrite(transactionId, { from: ['INITIATED'], to: 'AUTHENTICATED', facts }),
  })
  return { done: answer }
}

/** The confirmation code of the campaign counts, not the profile's own. */
const withCodeOf = ({ sealed_confirmation }: FoundShare['pool'], code: CodeRecord): CodeRecord => ({
  ...code,
  sealed_confirmation,
})

const releaseOf = ({ deviceInfo }: AuthenticatedClient) => announcedRelease(deviceInfo) ?? null

const sharedFacts = (found: FoundShare | undefined) => ({
  pool_id: found?.share.poolId ?? null,
  profile_id: found?.share.profileId ?? null,
})

/** The device got no profile under a code of many: kept with the reason; the session ends. */
async function turnAway(smdp: Smdp, db: TenantDb, away: Offering & NoShare): Promise<Outcome> {
  const { place, client, session, address, refusal, block = {} } = away
  const { enterpriseId, poolId } = place
  const at = smdp.clock.now()
  const device = { brand: null, model: null, release: releaseOf(client) }
  const { eid } = client
  const cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId: smdp.random.uuid() }), device }
  const asking = { cause, tac: tacReadings(client.deviceInfo.tac)[0], refusal }
  const writes = [
    ...evidenceWrites({ offering: away, ...asking }),
    ...blockHitWrites(smdp, { ...asking, record: block, profileId: null }),
    ...refusedWrites(enterpriseId, turnedAway(smdp, { ...asking, poolId: poolId! })),
  ]
  const step = stepWrite(session.transaction_id, { from: ['INITIATED'], to: 'ENDED' })
  const taken = await writeTogether(db, writes, step)
  if (taken === 0) throw new RspRefusal('transaction_unknown', { detail: 'this step was taken before' })
  return { refusal }
}

/** A device caused it, which is known by its EID. */
type DeviceCause = Cause & { deviceEid?: string; device: NamedDevice }
type Turning = { cause: DeviceCause; tac: string | undefined; refusal: RspRefusal }

/** A profile that was kept for the device is there for the next one. */
function leaveWrites(smdp: Smdp, { found, ...turning }: Turning & { found: FoundShare }): Write[] {
  const { share, state } = found
  const told = turnedAway(smdp, { ...turning, poolId: share.poolId })
  return [...refusedWrites(turning.cause.enterpriseId, told), ...(state === 'HELD' ? [freedWrite(share)] : [])]
}

function turnedAway(smdp: Smdp, { cause, tac, refusal, poolId }: Turning & { poolId: string }) {
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

type Evidence = { offering: Offering; cause: DeviceCause; tac: string | undefined; refusal: RspRefusal | undefined }

/** The device, and its message as it came. */
function evidenceWrites({ offering, cause, tac, refusal }: Evidence): Write[] {
  const { place, client, request, session, address } = offering
  const { imei } = client.deviceInfo
  const { eid } = client
  const known = { eid, tac: tac ?? null, imei: (imei && imeiDigits(imei)) ?? null, ...cause.device }
  return [
    deviceWrite(place.enterpriseId, known, cause.at),
    messageWrite(place.enterpriseId, {
      id: cause.messageId!,
      function: 'AuthenticateClient',
      transactionId: session.transaction_id,
      eid,
      address,
      outcome: outcomeText(refusal),
      raw: request.authenticateServerResponse,
      at: cause.at,
    }),
  ]
}

type Proven = {
  client: AuthenticatedClient
  code: CodeRecord
  enterpriseId: string
  smdpSignature2: Uint8Array
  device: NamedDevice
}

function factsOf({ client, code, enterpriseId, smdpSignature2, device }: Proven) {
  return {
    enterprise_id: enterpriseId,
    activation_code_id: code.activation_code_id,
    order_id: code.order_id,
    eid: client.eid,
    euicc_certificate: Buffer.from(client.euiccCertificate),
    euicc_public_key: Buffer.from(client.euiccPublicKeyInfo),
    smdp_signature2: Buffer.from(smdpSignature2),
    device_brand: device.brand,
    device_model: device.model,
    device_release: device.release,
  }
}

/** Which attempt this is; undefined until it was counted. What was counted stays, also when a later check refuses. */
type Tried = { nth: number | undefined }
type Offered = { code: CodeRecord; found?: FoundShare; at: Date; tried: Tried }

/** The checks on the order in the order of SGP.22, 5.6.3, then the offer. @throws RspRefusal */
async function offer(smdp: Smdp, db: TenantDb, offering: Offering & Offered) {
  const { place, client, code, session, found, at, tried } = offering
  const { enterpriseId } = place
  const { server_address: serverAddress } = session
  await checkHost(smdp, db, { enterpriseId, activationCodeId: place.id, serverAddress })
  requireUnblocked(code)
  if (code.code_kind === 'pooled' && !found) {
    const message = 'This activation code is closed while a campaign has its profile.'
    throw new RspRefusal('matching_id_refused', { message, detail: message })
  }
  checkCode(code, client, at)
  await checkPlan(smdp, db, { enterpriseId, code, at })
  // a profile reserved for a device of a pool counts that device's attempts in the pool
  if (found?.state !== 'HELD') await countAttempt(db, { enterpriseId, code, client, at, tried })
  checkTrust(smdp, session, code)
  const ready = await configurationOf(smdp, db, { enterpriseId, code })
  checkEligibility(ready.needs, client.euiccInfo2)
  const { kept_package: sealed, order_id: orderId } = code
  const kept = sealed ? openKept(smdp.vault, { enterpriseId, orderId }, sealed) : undefined
  return offerProfile({
    transactionId: session.transaction_id,
    profileMetadata: build(smdp, () => encodeMetadata(ready, code, canonical(smdp, session.server_address))),
    confirmationCodeRequired: code.sealed_confirmation !== null,
    bppEuiccOtpk: kept?.eid === client.eid ? kept.euiccOtpk : undefined,
    euiccSignature1: client.euiccSignature1,
    credentials: credentialsOf(smdp, session.server_ci_key_id),
  })
}

type Trying = { enterpriseId: string; code: CodeRecord; client: AuthenticatedClient; at: Date; tried: Tried }

/**
 * Counts per order once it is bound, before that per order and EID, so that a burst of devices leaves the code alive.
 * @throws RspRefusal attempts_exceeded
 */
async function countAttempt(db: TenantDb, { enterpriseId, code, client, at, tried }: Trying): Promise<void> {
  const { order_id: orderId, order_eid: bound, max_attempts: most } = code
  tried.nth =
    bound === null ? await countOrderAttempt(db, { enterpriseId, orderId, eid: client.eid, at }) : code.attempts + 1
  if (bound !== null) return checkAttempts(tried.nth, most)
  if (tried.nth > most) throw new RspRefusal('attempts_exceeded', { message: 'This device has tried too many times.' })
}

function checkCode(code: CodeRecord, { matchingId, eid }: AuthenticatedClient, at: Date): void {
  if (code.code_state === 'DEAD' || code.status === 'REMOVED' || code.status === 'CANCELED') {
    throw new RspRefusal('matching_id_refused', { detail: 'the code is closed' })
  }
  const isTheirs = code.order_eid === null || code.order_eid === eid
  const expiresAt = code.expires_at ?? undefined
  if (isTheirs && code.order_state === 'Error') {
    // an order that has ended says why, each time
    checkOrderAlive({ expiresAt }, at)
    checkAttempts(code.attempts, code.max_attempts)
  }
  const order = { state: code.order_state, eid: code.order_eid ?? undefined, expiresAt }
  checkDownloadOrder({ order, matchingId, eid, at })
}

/** Anyone can make an eUICC under a test issuer and read the keys of what it downloads. */
function checkTrust(smdp: Smdp, session: SessionRow, code: CodeRecord): void {
  const trustClass = trustClassOf(smdp, session.ci_key_id)
  if (trustClass === code.device_trust) return
  throw new RspRefusal('profile_not_eligible', {
    message: trustClass === 'test' ? 'This profile is not for test devices.' : 'This profile is for test devices only.',
  })
}

function euiccFailed(code: string | number): RspRefusal {
  return new RspRefusal('euicc_signature_invalid', {
    message: `This device's eSIM ended the download (${code}). Please start it again.`,
    detail: `the eUICC answered ${code}`,
  })
}
