import {
  type Es9Request,
  type InstallationOutcome,
  installErrorFact,
  NotificationFault,
  type OtherSignedNotification,
  type ProfileInstallationResult,
  type ProfileNotification,
  RspRefusal,
  readPendingNotification,
  transactionOf,
  verifyInstallationResult,
  verifyOtherNotification,
} from '@simwright/rsp'
import { explainResponse } from '@simwright/saip'
import type { TenantDb } from '../../db/database.ts'
import {
  deleteBoundPackage,
  insertMessage,
  insertNextOrder,
  lockCode,
  selectCodeOfProfile,
  selectProfilePlace,
  updateOrder,
} from './queries.ts'
import { type Held, record, type Speaker } from './record.ts'
import { type SessionRow, selectSession } from './session.ts'
import { credentialsOf, type Smdp } from './smdp.ts'

/**
 * ES9+.HandleNotification (SGP.22, 5.6.4). Answered 204 whatever it says: what cannot be verified changes nothing and
 * is a line in the security log.
 */
export async function notify(smdp: Smdp, request: Es9Request<'handleNotification'>, address: string): Promise<void> {
  const raw = request.pendingNotification
  try {
    const pending = readPendingNotification(raw)
    if (pending.kind === 'profileInstallationResult') await takeResult(smdp, { result: pending.value, raw, address })
    else await takeOther(smdp, { notification: pending.value, raw, address })
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    smdp.log.warn({ security: 'notification', fault, address }, 'a notification proves nothing')
  }
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof NotificationFault) return `${error.code}: ${error.message}`
  return error instanceof RspRefusal ? error.detail : undefined
}

async function takeResult(
  smdp: Smdp,
  { result, raw, address }: { result: ProfileInstallationResult; raw: Uint8Array; address: string },
): Promise<void> {
  const session = await selectSession(smdp.db.global, transactionOf(result))
  if (!session?.enterprise_id || !session.euicc_public_key) {
    throw new NotificationFault('unknown_transaction', 'no session has this transaction id')
  }
  const outcome = verifyInstallationResult({
    result,
    session: { transactionId: session.transaction_id, euiccPublicKeyInfo: session.euicc_public_key },
    smdpOid: credentialsOf(smdp, session.server_ci_key_id).smdpOid,
  })
  const enterpriseId = session.enterprise_id
  await smdp.db.tenantTx(enterpriseId, (db) => applyResult(smdp, db, { enterpriseId, session, outcome, raw, address }))
}

type Result = {
  enterpriseId: string
  session: SessionRow
  outcome: InstallationOutcome
  raw: Uint8Array
  address: string
}

/** Only the order that was handed out in this session, and only once. */
async function applyResult(smdp: Smdp, db: TenantDb, result: Result): Promise<void> {
  const { enterpriseId, session, outcome } = result
  const code = await lockCode(db, enterpriseId, session.activation_code_id!)
  if (!code) return
  const speaker = speakerOf(smdp, result)
  await insertMessage(db, enterpriseId, {
    id: speaker.messageId!,
    function: 'HandleNotification',
    transactionId: session.transaction_id,
    eid: speaker.eid,
    address: result.address,
    outcome: outcome.kind === 'installed' ? 'Executed-Success' : `Failed ${outcome.reason}`,
    raw: result.raw,
    at: speaker.at,
  })
  const applies =
    code.order_id === session.order_id && code.order_state === 'Downloaded' && code.order_eid === session.eid
  if (!applies) return
  const held = { enterpriseId, code }
  const lastSequence = outcome.seqNumber
  if (outcome.kind === 'installed') {
    const detail = 'The eUICC installed the profile.'
    const move = { type: 'INSTALLED', detail, orderEvent: 'installed', status: 'INSTALLED', lastSequence } as const
    await record(smdp, db, { held, speaker, move })
    await deleteBoundPackage(db, { enterpriseId, id: code.order_id })
    return
  }
  const { retryAllowed, text } = installErrorFact(outcome.reason)
  const detail = `${text}${pointedAt(outcome.simaResponse)}`
  if (retryAllowed) {
    await record(smdp, db, {
      held,
      speaker,
      move: { type: 'INSTALL_FAILED', detail, orderEvent: 'installFailedForNow' },
    })
    return
  }
  const move = { type: 'INSTALL_FAILED', detail, orderEvent: 'installFailed', status: 'ERROR', lastSequence } as const
  await record(smdp, db, { held, speaker, move })
  await deleteBoundPackage(db, { enterpriseId, id: code.order_id })
}

/** The number of the profile element that the eUICC names, where it names one. */
function pointedAt(simaResponse: Uint8Array | undefined): string {
  if (!simaResponse) return ''
  try {
    const { statuses } = explainResponse(simaResponse)
    const texts = statuses.map((status) => status.text).join('; ')
    return texts === '' ? '' : ` ${texts}`
  } catch {
    return ` Its answer: ${Buffer.from(simaResponse).toString('hex')}.`
  }
}

function speakerOf(smdp: Smdp, { session, address }: { session: SessionRow; address: string }): Speaker {
  return {
    eid: session.eid!,
    device: { brand: session.device_brand, model: session.device_model },
    address,
    at: smdp.clock.now(),
    messageId: smdp.random.uuid(),
  }
}

async function takeOther(
  smdp: Smdp,
  { notification, raw, address }: { notification: OtherSignedNotification; raw: Uint8Array; address: string },
): Promise<void> {
  const at = smdp.clock.now()
  const told = verifyOtherNotification(notification, smdp.credentials().trust, at)
  const place = told.iccid === undefined ? undefined : await selectProfilePlace(smdp.db.global, told.iccid)
  if (!place) throw new NotificationFault('unknown_transaction', 'no profile here has this ICCID')
  const { enterpriseId, id: profileId } = place
  const speaker: Speaker = { eid: told.eid, device: undefined, address, at, messageId: smdp.random.uuid() }
  await smdp.db.tenantTx(enterpriseId, async (db) => {
    const activationCodeId = await selectCodeOfProfile(db, enterpriseId, profileId)
    const code = activationCodeId && (await lockCode(db, enterpriseId, activationCodeId))
    if (!code) return
    const held = { enterpriseId, code }
    const refused = whyRefused(held, told)
    await insertMessage(db, enterpriseId, {
      id: speaker.messageId!,
      function: 'HandleNotification',
      transactionId: undefined,
      eid: told.eid,
      address,
      outcome: refused ?? 'Executed-Success',
      raw,
      at,
    })
    if (refused === undefined) await applyEvent(smdp, db, { held, speaker, told })
    else smdp.log.warn({ security: 'notification', fault: refused, address }, 'a notification changes nothing')
  })
}

/** Another chip than the one that holds the profile, or something that is history already. */
function whyRefused({ code }: Held, told: ProfileNotification): string | undefined {
  if (code.order_eid !== told.eid) return 'the profile is on another eUICC'
  if (told.seqNumber <= code.last_sequence) return 'a newer notification was seen before'
  if (code.order_state !== 'Installed' && code.order_state !== 'Downloaded')
    return `the order's state is ${code.order_state}`
  return undefined
}

type Told = { held: Held; speaker: Speaker; told: ProfileNotification }

const MOVES = {
  enable: { type: 'ENABLED', status: 'ENABLED', detail: 'The profile was enabled on the device.' },
  disable: { type: 'DISABLED', status: 'DISABLED', detail: 'The profile was disabled on the device.' },
} as const

async function applyEvent(smdp: Smdp, db: TenantDb, { held, speaker, told }: Told): Promise<void> {
  await catchUp(smdp, db, { held, speaker })
  const { event, seqNumber: lastSequence } = told
  if (event === 'delete') return await applyDeletion(smdp, db, { held, speaker, told })
  if (event === 'install') {
    // the installation result has said it, or has been caught up with
    const order = { enterpriseId: held.enterpriseId, id: held.code.order_id }
    return await updateOrder(db, order, { lastSequence, at: speaker.at })
  }
  await record(smdp, db, { held, speaker, move: { ...MOVES[event], lastSequence } })
}

/** A device that speaks of the profile has installed it, even when its installation result never came. */
async function catchUp(smdp: Smdp, db: TenantDb, { held, speaker }: Omit<Told, 'told'>): Promise<void> {
  if (held.code.order_state !== 'Downloaded') return
  const detail = 'The eUICC has the profile; its installation result did not come.'
  const move = { type: 'INSTALLED', detail, orderEvent: 'installed', status: 'INSTALLED' } as const
  await record(smdp, db, { held, speaker, move })
  await deleteBoundPackage(db, { enterpriseId: held.enterpriseId, id: held.code.order_id })
}

/** While re-downloads are left, the profile is available again at once, under the same code. */
async function applyDeletion(smdp: Smdp, db: TenantDb, { held, speaker, told }: Told): Promise<void> {
  const { enterpriseId, code } = held
  const used = Number(code.orders) - 1
  const expired = code.expires_at !== null && code.expires_at <= speaker.at
  const reusable = code.code_state === 'LIVE' && !expired && used < code.max_redownloads
  await record(smdp, db, {
    held,
    speaker,
    move: {
      type: 'DELETED',
      detail: 'The profile was deleted from the device.',
      orderEvent: reusable ? 'deletedAndReusable' : 'deletedForGood',
      status: 'DELETED',
      lastSequence: told.seqNumber,
    },
  })
  if (!reusable) return
  const next = { id: smdp.random.uuid(), eid: code.allow_device_change ? null : told.eid }
  await insertNextOrder(db, enterpriseId, { ...next, code, at: speaker.at })
  const left = code.max_redownloads - used - 1
  const forWhom = code.allow_device_change ? 'any device' : 'the same device'
  Object.assign(code, { order_id: next.id, order_eid: next.eid, order_state: 'Confirmed' })
  await record(smdp, db, {
    held,
    speaker: { ...speaker, eid: undefined },
    move: {
      type: 'AVAILABLE_AGAIN',
      detail: `Available again under the same activation code, for ${forWhom}. Re-downloads left after this one: ${left}.`,
      orderEvent: 'released',
      status: 'AVAILABLE',
      eid: next.eid,
    },
  })
}
