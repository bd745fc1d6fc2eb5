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
import type { Write } from '../../../db/write-together.ts'
import { openCardKeys } from '../../platform/vault/service.ts'
import { type Cause, countConfirmation, type Transition } from '../../profiles/lifecycle/service.ts'
import {
  countPoolConfirmation,
  freedWrite,
  holdShare,
  MAX_CONFIRMATION_FAILURES,
  type PoolCode,
  type Share,
  selectPoolCode,
  takenWrites,
} from '../../profiles/pools/service.ts'
import { openConfirmation } from '../generate/service.ts'
import { blockHitWrites, requireUnblocked } from './block.ts'
import { build } from './build-failure.ts'
import type { SmdpCredentials } from './credentials.ts'
import { type CodeRecord, holdCode } from './hold.ts'
import { canonical } from './host.ts'
import { openKept, sealKept } from './kept-package.ts'
import { assemblePackage, encodeMetadata } from './package.ts'
import { chargePlan } from './plan.ts'
import { attempt, outcomeText, record, recordRefusal } from './record.ts'
import {
  authenticatedSession,
  deviceOf,
  type SessionRow,
  type SessionState,
  selectSession,
  stepWrite,
} from './session.ts'
import { shareOf } from './share.ts'
import { causeOf, configurationOf, credentialsOf, type Smdp } from './smdp.ts'
import { endUnverified } from './unverified.ts'
import { messageWrite } from './write.ts'

type Answer = Es9Answer<'getBoundProfilePackage'>
type Request = Es9Request<'getBoundProfilePackage'>

/** A wrong confirmation code may be mended in the same session. */
const STATES = ['AUTHENTICATED', 'CODE_REFUSED'] as const satisfies readonly SessionState[]

/** ES9+.GetBoundProfilePackage (SGP.22, 5.6.2). @throws RspRefusal */
export async function deliver(smdp: Smdp, request: Request, address: string): Promise<Answer> {
  const at = smdp.clock.now()
  const session = await selectSession(smdp.db.global, request.transactionId)
  const known = authenticatedSession(session, STATES)
  const verified = await attempt(() => verify(request, known, at))
  if ('refusal' in verified && !verified.refusal.signed) {
    if (known) await endUnverified(smdp, session!, STATES)
    throw verified.refusal
  }
  if (!session?.enterprise_id) throw new RspRefusal('transaction_unknown')
  const { enterprise_id: enterpriseId } = session
  const delivery = { enterpriseId, session, request, address, at }
  const tries = 'done' in verified && verified.done.hashCc ? await countTry(smdp, delivery) : undefined
  const outcome = await smdp.db.tenantTx(enterpriseId, (db) =>
    deliverInside(smdp, db, { ...delivery, verified, tries }),
  )
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

type Delivery = { enterpriseId: string; session: SessionRow; request: Request; address: string; at: Date }

async function countTry(smdp: Smdp, { enterpriseId, session }: Delivery): Promise<number | undefined> {
  const share = shareOf(session)
  if (share) return await smdp.db.tenantTx(enterpriseId, (db) => countPoolConfirmation(db, share))
  const order = { enterpriseId, orderId: session.order_id!, eid: session.eid! }
  return await smdp.db.tenantTx(enterpriseId, (db) => countConfirmation(db, order))
}

type Verified = { verified: { done: PreparedDownload } | { refusal: RspRefusal }; tries: number | undefined }
type Outcome = { done: Uint8Array } | { refusal: RspRefusal }

/** With the code locked. A refusal is a value, so that what it ends stays ended. */
async function deliverInside(smdp: Smdp, db: TenantDb, delivery: Delivery & Verified): Promise<Outcome> {
  const { enterpriseId, session, verified, address, at } = delivery
  const { share, state } = await holdSession(db, session)
  const wanted = { keys: 'with-keys', kept: 'with-package', device: { eid: session.eid!, tacs: [] } } as const
  const code = await holdCode(db, { enterpriseId, code: { activationCodeId: session.activation_code_id! }, ...wanted })
  if (!code) return { refusal: new RspRefusal('transaction_unknown') }
  if (share && !state) {
    if ('refusal' in verified) return verified
    return { refusal: new RspRefusal('binding_refused', { detail: 'another device may have the profile' }) }
  }
  const confirmation = await confirmationOf(db, { code, share })
  const caused = { enterpriseId, at, eid: session.eid!, address, messageId: smdp.random.uuid() }
  const cause: Cause = { ...causeOf(smdp, caused), device: deviceOf(session) }
  const outcome =
    'refusal' in verified
      ? verified
      : await attempt(() => bind(smdp, db, { ...delivery, code, confirmation, prepared: verified.done }))
  const recording = { cause, code, step: stepAfter(session, outcome) }
  const message = messageOf(delivery, cause, outcome)
  if ('refusal' in outcome) {
    const freed = state === 'HELD' && !isMendable(outcome.refusal) ? [freedWrite(share!)] : []
    const order = state === 'HELD' ? 'stays' : 'may end'
    const hit = { record: code, cause, tac: undefined, profileId: code.profile_id }
    // it was blocked since AuthenticateClient
    const hits = 'done' in verified ? blockHitWrites(smdp, hit) : []
    const also = [message, ...freed, ...hits]
    await recordRefusal(smdp, db, { ...recording, also, refusal: outcome.refusal, order })
    return outcome
  }
  const { boundProfilePackage, sealedPackage, chargedTo } = outcome.done
  const transition: Transition =
    code.order_state === 'Downloaded'
      ? { kind: 'deliveredAgain', sealedPackage }
      : { kind: 'delivered', eid: session.eid!, device: cause.device, chargedTo, sealedPackage }
  const taken = state === 'HELD' ? takenWrites(share!, at) : []
  await record(db, { ...recording, transition, also: [message, ...taken] })
  return { done: boundProfilePackage }
}

type HeldShare = { share: Share | undefined; state: 'HELD' | 'TAKEN' | undefined }

/** Before the code, the device's place in the pool that the session is with. */
async function holdSession(db: TenantDb, session: SessionRow): Promise<HeldShare> {
  const share = shareOf(session)
  return { share, state: share && (await holdShare(db, share)) }
}

/** The confirmation code that counts: that of the campaign, else the profile's own. */
async function confirmationOf(
  db: TenantDb,
  { code, share }: { code: CodeRecord; share: Share | undefined },
): Promise<PoolCode> {
  const common = share && (await selectPoolCode(db, share))
  return common ?? { activationCodeId: code.activation_code_id, sealed: code.sealed_confirmation }
}

const isMendable = ({ refusal }: RspRefusal) =>
  refusal === 'confirmation_code_missing' || refusal === 'confirmation_code_wrong'

function stepAfter(session: SessionRow, outcome: { done: unknown } | { refusal: RspRefusal }): Write {
  const to = 'done' in outcome ? 'DELIVERED' : isMendable(outcome.refusal) ? 'CODE_REFUSED' : 'ENDED'
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

/** The checks behind the signature, then the package. @throws RspRefusal */
async function bind(smdp: Smdp, db: TenantDb, binding: Binding): Promise<Bound> {
  const { session, code, at } = binding
  checkStillOurs(code, session)
  checkConfirmation(smdp, binding)
  checkOrderAlive({ expiresAt: code.expires_at ?? undefined }, at)
  const made = await makePackage(smdp, db, binding)
  return { ...made, chargedTo: await chargePlan(smdp, db, binding) }
}

/** Another device may have been quicker since AuthenticateClient, and this one may have been blocked. */
function checkStillOurs(code: CodeRecord, session: SessionRow): void {
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

/** A retry with the same one-time key gets the same segments behind a new opening; anything else is bound anew. */
async function makePackage(smdp: Smdp, db: TenantDb, binding: Binding): Promise<Omit<Bound, 'chargedTo'>> {
  const { enterpriseId, code, session, prepared } = binding
  const row = { enterpriseId, orderId: code.order_id }
  const credentials = credentialsOf(smdp, session.server_ci_key_id)
  const opening = { transactionId: session.transaction_id, euiccOtpk: prepared.euiccOtpk, key: credentials.pbKey }
  const kept = code.kept_package ? openKept(smdp.vault, row, code.kept_package) : undefined
  if (kept && kept.eid === session.eid && equalBytes(kept.euiccOtpk, prepared.euiccOtpk)) {
    const { hostId, smdpOtpk, segments } = kept
    const boundProfilePackage = reopenBoundPackage({ ...opening, hostId, smdpOtpk, segments })
    return { boundProfilePackage, sealedPackage: undefined }
  }
  const hostId = smdp.random.bytes(HOST_ID_BYTES)
  const bound = await bindAnew(smdp, db, { binding, credentials, hostId })
  const keep = { eid: session.eid!, hostId, ...bound, euiccOtpk: prepared.euiccOtpk }
  return { boundProfilePackage: bound.boundProfilePackage, sealedPackage: sealKept(smdp.vault, row, keep) }
}

/** The plain package and the keys live no longer than this call. */
async function bindAnew(
  smdp: Smdp,
  db: TenantDb,
  { binding, credentials, hostId }: { binding: Binding; credentials: SmdpCredentials; hostId: Uint8Array },
) {
  const { enterpriseId, code, session, prepared } = binding
  const ready = await configurationOf(smdp, db, { enterpriseId, code })
  const keys = openCardKeys(smdp.vault, { enterpriseId, profileId: code.profile_id }, code.sealed_keys!)
  const profilePackage = build(smdp, () => assemblePackage(ready, code, keys))
  try {
    return bindProfilePackage({
      transactionId: session.transaction_id,
      hostId,
      euiccOtpk: prepared.euiccOtpk,
      key: credentials.pbKey,
      oneTimeKey: generateOneTimeKey(credentials.pbKey.curve),
      eid: eidToBytes(parseEid(session.eid!)),
      metadata: build(smdp, () => encodeMetadata(ready, code, canonical(smdp, session.server_address))),
      profilePackage,
      protectionKeys: {
        initialMacChainingValue: keys.ppkInitialMac,
        encryptionKey: keys.ppkEnc,
        macKey: keys.ppkCmac,
      },
    })
  } finally {
    profilePackage.fill(0)
    for (const value of Object.values(keys)) if (typeof value !== 'string') value.fill(0)
  }
}
