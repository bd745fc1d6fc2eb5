import {
  type AuthenticatedClient,
  authenticateServerResponse,
  checkAttempts,
  checkDownloadOrder,
  checkEligibility,
  type Es9Answer,
  type Es9Request,
  imeiDigits,
  type OrderState,
  offerProfile,
  RspRefusal,
  tacReadings,
  verifyAuthenticateClient,
} from '@simwright/rsp'
import type { TenantDb } from '../../db/database.ts'
import { openKept } from './kept-package.ts'
import { encodeMetadata } from './package.ts'
import {
  type CodeRecord,
  countAttempt,
  insertMessage,
  lockCode,
  selectBoundPackage,
  selectCodeOfOrder,
  selectLinkedOrder,
  upsertDevice,
} from './queries.ts'
import { attempt, outcomeText, record, recordRefusal, type Speaker } from './record.ts'
import { moveSession, openedSession, type SessionRow, selectSession, selectSessionAndCode } from './session.ts'
import { configurationOf, credentialsOf, type Smdp, trustClassOf } from './smdp.ts'

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
    const place = await findCode(smdp, client, found!.code)
    return await smdp.db.tenantTx(place.enterpriseId, (db) =>
      offerInside(smdp, db, { ...place, client, request, session: found!.session, address }),
    )
  })
  if ('refusal' in outcome) {
    if (found) await endSession(smdp, found.session)
    throw outcome.refusal
  }
  if ('refusal' in outcome.done) throw outcome.done.refusal
  return outcome.done.answer
}

type FoundCode = { enterpriseId: string; activationCodeId: string } | undefined

/** One read finds the session and the code; the MatchingID is not trusted before the signature over it is verified. */
async function findSession(
  smdp: Smdp,
  request: Request,
): Promise<{ session: SessionRow; code: FoundCode } | undefined> {
  const { transactionId } = request
  const matchingId = readMatchingId(request.authenticateServerResponse)
  if (!matchingId) {
    const session = await selectSession(smdp.db.global, transactionId)
    return session && { session, code: undefined }
  }
  const row = await selectSessionAndCode(smdp.db.global, { transactionId, matchingId })
  if (!row) return undefined
  const { code_enterprise_id: enterpriseId, activation_code_id: activationCodeId, ...session } = row
  return {
    session: session as SessionRow,
    code: enterpriseId && activationCodeId ? { enterpriseId, activationCodeId } : undefined,
  }
}

function readMatchingId(response: Uint8Array): string | undefined {
  try {
    const decoded = authenticateServerResponse.decode(response)
    return decoded.kind === 'error' ? undefined : decoded.value.euiccSigned1.value.ctxParams1.matchingId
  } catch {
    return undefined
  }
}

async function findCode(smdp: Smdp, client: AuthenticatedClient, code: FoundCode): Promise<NonNullable<FoundCode>> {
  if (client.matchingId !== undefined) {
    if (code) return code
    throw new RspRefusal('matching_id_refused', { detail: 'no code has this MatchingID' })
  }
  const linked = await selectLinkedOrder(smdp.db.global, client.eid)
  const activationCodeId =
    linked &&
    (await smdp.db.tenantTx(linked.enterpriseId, (db) => selectCodeOfOrder(db, linked.enterpriseId, linked.id)))
  if (!linked || !activationCodeId) throw new RspRefusal('eid_refused', { detail: 'no order waits for this EID' })
  return { enterpriseId: linked.enterpriseId, activationCodeId }
}

type Offering = {
  enterpriseId: string
  activationCodeId: string
  client: AuthenticatedClient
  request: Request
  session: SessionRow
  address: string
}

/** In one transaction with the code locked. A refusal is a value: the attempt that was counted stays counted. */
async function offerInside(
  smdp: Smdp,
  db: TenantDb,
  offering: Offering,
): Promise<{ answer: Answer } | { refusal: RspRefusal }> {
  const { enterpriseId, client, session } = offering
  const code = await lockCode(db, enterpriseId, offering.activationCodeId)
  if (!code) return { refusal: new RspRefusal('matching_id_refused') }
  const speaker = await meetDevice(smdp, db, offering)
  const held = { enterpriseId, code }
  const outcome = await attempt(() => offer(smdp, db, { ...offering, code }))
  const refusal = 'refusal' in outcome ? outcome.refusal : undefined
  await insertMessage(db, enterpriseId, {
    id: speaker.messageId!,
    function: 'AuthenticateClient',
    transactionId: session.transaction_id,
    eid: client.eid,
    address: offering.address,
    outcome: outcomeText(refusal),
    raw: offering.request.authenticateServerResponse,
    at: speaker.at,
  })
  if (refusal) {
    await recordRefusal(smdp, db, { held, speaker, refusal })
    await moveSession(db, { transactionId: session.transaction_id, from: 'INITIATED', to: 'ENDED' })
    return { refusal }
  }
  const { answer, smdpSignature2 } = (outcome as { done: Awaited<ReturnType<typeof offer>> }).done
  const taken = await moveSession(
    db,
    { transactionId: session.transaction_id, from: 'INITIATED', to: 'AUTHENTICATED' },
    {
      enterprise_id: enterpriseId,
      activation_code_id: code.activation_code_id,
      order_id: code.order_id,
      eid: client.eid,
      euicc_certificate: Buffer.from(client.euiccCertificate),
      euicc_public_key: Buffer.from(client.euiccPublicKeyInfo),
      smdp_signature2: Buffer.from(smdpSignature2),
      device_brand: speaker.device?.brand ?? null,
      device_model: speaker.device?.model ?? null,
    },
  )
  if (!taken) throw new RspRefusal('transaction_unknown', { detail: 'this step was taken before' })
  const detail = `The eUICC proved who it is; attempt ${code.attempts} of ${code.max_attempts}.`
  await record(smdp, db, { held, speaker, move: { type: 'AUTHENTICATED', detail } })
  return { answer }
}

async function meetDevice(smdp: Smdp, db: TenantDb, { enterpriseId, client, address }: Offering): Promise<Speaker> {
  const { tac, imei } = client.deviceInfo
  const tacs = tacReadings(tac)
  const at = smdp.clock.now()
  const device = await upsertDevice(db, enterpriseId, {
    device: { eid: client.eid, tac: tacs[0] ?? null, imei: (imei && imeiDigits(imei)) ?? null },
    tacs,
    at,
  })
  return { eid: client.eid, device, address, at, messageId: smdp.random.uuid() }
}

/** The checks on the order in the order of SGP.22, 5.6.3, then the offer. @throws RspRefusal */
async function offer(smdp: Smdp, db: TenantDb, offering: Offering & { code: CodeRecord }) {
  const { enterpriseId, client, code, session } = offering
  const at = smdp.clock.now()
  if (code.code_state === 'DEAD' || code.status === 'REMOVED' || code.status === 'CANCELED') {
    throw new RspRefusal('matching_id_refused', { detail: 'the code is closed' })
  }
  checkDownloadOrder({
    order: {
      state: code.order_state as OrderState,
      eid: code.order_eid ?? undefined,
      expiresAt: code.expires_at ?? undefined,
    },
    matchingId: client.matchingId,
    eid: client.eid,
    at,
  })
  code.attempts = await countAttempt(db, { enterpriseId, id: code.order_id }, 'attempts')
  checkAttempts(code.attempts, code.max_attempts)
  checkTrust(smdp, session, code)
  const ready = await configurationOf(smdp, db, { enterpriseId, code })
  checkEligibility(ready.needs, client.euiccInfo2)
  const sealed =
    code.order_state === 'Downloaded' ? await selectBoundPackage(db, { enterpriseId, id: code.order_id }) : undefined
  const kept = sealed && openKept(smdp.vault, { enterpriseId, orderId: code.order_id }, sealed)
  return offerProfile({
    transactionId: session.transaction_id,
    profileMetadata: encodeMetadata(ready, code, smdp.address()),
    confirmationCodeRequired: code.sealed_confirmation !== null,
    bppEuiccOtpk: kept?.eid === client.eid ? kept.euiccOtpk : undefined,
    euiccSignature1: client.euiccSignature1,
    credentials: credentialsOf(smdp, session.server_ci_key_id),
  })
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

async function endSession(smdp: Smdp, session: SessionRow): Promise<void> {
  await moveSession(smdp.db.global, { transactionId: session.transaction_id, from: 'INITIATED', to: 'ENDED' })
}
