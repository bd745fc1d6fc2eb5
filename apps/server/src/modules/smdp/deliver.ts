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
import type { TenantDb } from '../../db/database.ts'
import { openCardKeys, openConfirmation } from '../generate/service.ts'
import type { SmdpCredentials } from './credentials.ts'
import { openKept, sealKept } from './kept-package.ts'
import { assemblePackage, encodeMetadata } from './package.ts'
import {
  type CodeRecord,
  clearConfirmationFailures,
  countAttempt,
  deleteLink,
  insertMessage,
  lockCode,
  selectBoundPackage,
  selectSealedKeys,
  upsertBoundPackage,
} from './queries.ts'
import { attempt, outcomeText, record, recordRefusal, type Speaker } from './record.ts'
import { authenticatedSession, moveSession, type SessionRow, selectSession } from './session.ts'
import { configurationOf, credentialsOf, type Smdp } from './smdp.ts'

type Answer = Es9Answer<'getBoundProfilePackage'>
type Request = Es9Request<'getBoundProfilePackage'>

/** Wrong confirmation codes until the order ends. */
const MAX_CONFIRMATION_FAILURES = 5

/** ES9+.GetBoundProfilePackage (SGP.22, 5.6.2). @throws RspRefusal */
export async function deliver(smdp: Smdp, request: Request, address: string): Promise<Answer> {
  const at = smdp.clock.now()
  const session = await selectSession(smdp.db.global, request.transactionId)
  const verified = await attempt(async () => {
    const prepared = verifyPrepareDownload({ request, session: authenticatedSession(session, ['AUTHENTICATED']), at })
    if (prepared.kind === 'prepared') return prepared
    throw new RspRefusal('euicc_signature_invalid', {
      message: `This device's eSIM ended the download (${prepared.code}). Please start it again.`,
      detail: `the eUICC answered ${prepared.code}`,
    })
  })
  if (!session?.enterprise_id) throw 'refusal' in verified ? verified.refusal : new RspRefusal('transaction_unknown')
  if (session.state !== 'AUTHENTICATED') throw (verified as { refusal: RspRefusal }).refusal
  const enterpriseId = session.enterprise_id
  const delivery = { enterpriseId, session, request, address, at }
  const outcome = await smdp.db.tenantTx(enterpriseId, (db) => deliverInside(smdp, db, { ...delivery, verified }))
  if ('refusal' in outcome) throw outcome.refusal
  return { transactionId: request.transactionId, boundProfilePackage: outcome.done }
}

type Delivery = { enterpriseId: string; session: SessionRow; request: Request; address: string; at: Date }
type Verified = { done: PreparedDownload } | { refusal: RspRefusal }

/** In one transaction with the code locked; a refusal is a value, so that what was counted stays counted. */
async function deliverInside(
  smdp: Smdp,
  db: TenantDb,
  delivery: Delivery & { verified: Verified },
): Promise<{ done: Uint8Array } | { refusal: RspRefusal }> {
  const { enterpriseId, session, verified } = delivery
  const code = await lockCode(db, enterpriseId, session.activation_code_id!)
  const step = { transactionId: session.transaction_id, from: 'AUTHENTICATED', to: 'DELIVERED' } as const
  if (!code || !(await moveSession(db, step))) return { refusal: new RspRefusal('transaction_unknown') }
  const speaker: Speaker = {
    eid: session.eid!,
    device: { brand: session.device_brand, model: session.device_model },
    address: delivery.address,
    at: delivery.at,
    messageId: smdp.random.uuid(),
  }
  const held = { enterpriseId, code }
  const outcome =
    'refusal' in verified
      ? verified
      : await attempt(() => bind(smdp, db, { ...delivery, code, speaker, prepared: verified.done }))
  const refusal = 'refusal' in outcome ? outcome.refusal : undefined
  await insertMessage(db, enterpriseId, {
    id: speaker.messageId!,
    function: 'GetBoundProfilePackage',
    transactionId: session.transaction_id,
    eid: speaker.eid,
    address: delivery.address,
    outcome: outcomeText(refusal),
    raw: delivery.request.prepareDownloadResponse,
    at: delivery.at,
  })
  if (refusal) {
    await recordRefusal(smdp, db, { held, speaker, refusal })
    await moveSession(db, { transactionId: session.transaction_id, from: 'DELIVERED', to: 'ENDED' })
  }
  return outcome
}

type Binding = Delivery & { code: CodeRecord; speaker: Speaker; prepared: PreparedDownload }

/** The checks behind the signature, then the package; the order binds to the EID. @throws RspRefusal */
async function bind(smdp: Smdp, db: TenantDb, binding: Binding): Promise<Uint8Array> {
  const { enterpriseId, session, code, speaker, at } = binding
  const eid = session.eid!
  checkStillOurs(code, session)
  await checkConfirmation(smdp, db, binding)
  checkOrderAlive({ expiresAt: code.expires_at ?? undefined }, at)
  const isRetry = code.order_state === 'Downloaded'
  const boundProfilePackage = await makePackage(smdp, db, { binding, isRetry })
  if (code.order_eid !== null) await deleteLink(db, eid, code.order_id)
  const held = { enterpriseId, code }
  const again = { type: 'AUTHENTICATED', detail: 'The same device was given the profile package again.' } as const
  const first = {
    type: 'DOWNLOADED',
    detail: 'The profile package was handed out.',
    orderEvent: 'packageHandedOut',
    status: 'DOWNLOADED',
    eid,
  } as const
  await record(smdp, db, { held, speaker, move: isRetry ? again : first })
  return boundProfilePackage
}

/** Another device may have been quicker since AuthenticateClient. */
function checkStillOurs(code: CodeRecord, session: SessionRow): void {
  const ours = code.order_id === session.order_id && (code.order_eid === null || code.order_eid === session.eid)
  const open = code.order_state === 'Released' || code.order_state === 'Downloaded'
  if (!ours || !open || code.code_state === 'DEAD' || code.status === 'REMOVED' || code.status === 'CANCELED') {
    throw new RspRefusal('binding_refused', { detail: `the order's state is ${code.order_state}` })
  }
}

/** A missing code costs nothing; any other is counted before it is compared. */
async function checkConfirmation(
  smdp: Smdp,
  db: TenantDb,
  { enterpriseId, code, session, prepared }: Binding,
): Promise<void> {
  if (!code.sealed_confirmation) return
  const order = { enterpriseId, id: code.order_id }
  const place = { enterpriseId, activationCodeId: code.activation_code_id }
  const tries = prepared.hashCc ? await countAttempt(db, order, 'confirmation_failures') : code.confirmation_failures
  checkConfirmationCode({
    digest: openConfirmation(smdp.vault, place, code.sealed_confirmation).reveal(),
    transactionId: session.transaction_id,
    hashCc: prepared.hashCc,
    attempt: tries,
    maxAttempts: MAX_CONFIRMATION_FAILURES,
  })
  await clearConfirmationFailures(db, order)
}

const HOST_ID_BYTES = 8

/** A retry with the same one-time key gets the same segments behind a new opening; anything else is bound anew. */
async function makePackage(
  smdp: Smdp,
  db: TenantDb,
  { binding, isRetry }: { binding: Binding; isRetry: boolean },
): Promise<Uint8Array> {
  const { enterpriseId, code, session, prepared, at } = binding
  const order = { enterpriseId, id: code.order_id }
  const row = { enterpriseId, orderId: code.order_id }
  const credentials = credentialsOf(smdp, session.server_ci_key_id)
  const opening = { transactionId: session.transaction_id, euiccOtpk: prepared.euiccOtpk, key: credentials.pbKey }
  const sealed = isRetry ? await selectBoundPackage(db, order) : undefined
  const kept = sealed && openKept(smdp.vault, row, sealed)
  if (kept && kept.eid === session.eid && equalBytes(kept.euiccOtpk, prepared.euiccOtpk)) {
    return reopenBoundPackage({ ...opening, hostId: kept.hostId, smdpOtpk: kept.smdpOtpk, segments: kept.segments })
  }
  const hostId = smdp.random.bytes(HOST_ID_BYTES)
  const bound = await bindAnew(smdp, db, { binding, credentials, hostId })
  const keep = { eid: session.eid!, hostId, ...bound, euiccOtpk: prepared.euiccOtpk }
  await upsertBoundPackage(db, order, { sealed: sealKept(smdp.vault, row, keep), at })
  return bound.boundProfilePackage
}

/** The plain package and the keys live no longer than this call. */
async function bindAnew(
  smdp: Smdp,
  db: TenantDb,
  { binding, credentials, hostId }: { binding: Binding; credentials: SmdpCredentials; hostId: Uint8Array },
) {
  const { enterpriseId, code, session, prepared } = binding
  const ready = await configurationOf(smdp, db, { enterpriseId, code })
  const sealed = await selectSealedKeys(db, enterpriseId, code.profile_id)
  const keys = openCardKeys(smdp.vault, { enterpriseId, profileId: code.profile_id }, sealed)
  const profilePackage = assemblePackage(ready, code, keys)
  try {
    return bindProfilePackage({
      transactionId: session.transaction_id,
      hostId,
      euiccOtpk: prepared.euiccOtpk,
      key: credentials.pbKey,
      oneTimeKey: generateOneTimeKey(credentials.pbKey.curve),
      eid: eidToBytes(parseEid(session.eid!)),
      metadata: encodeMetadata(ready, code, smdp.address()),
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
