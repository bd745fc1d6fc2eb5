import {
  type Es9Request,
  type InstallationOutcome,
  installErrorFact,
  NotificationFault,
  type OtherSignedNotification,
  type ProfileInstallationResult,
  RspRefusal,
  readPendingNotification,
  transactionOf,
  verifyInstallationResult,
  verifyOtherNotification,
} from '@simwright/rsp'
import { explainResponse } from '@simwright/saip'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Cause, Transition } from '../../profiles/lifecycle/service.ts'
import { type CodeRecord, readCodeRecord, selectProfileRef } from './code-record.ts'
import { amongEnded, applyNotification, refusalEntry, whyRefused } from './device-event.ts'
import { record } from './record.ts'
import { deviceOf, type SessionRow, selectSession } from './session.ts'
import { causeOf, credentialsOf, type Smdp } from './smdp.ts'
import { lockCodeFor } from './trial.ts'
import { readUnlocked, recordUnlocked, withoutLocks } from './unlocked.ts'
import { messageWrite } from './write.ts'

/**
 * ES9+.HandleNotification (SGP.22, 5.6.4). Never refused: a notification that cannot be verified changes nothing and is
 * logged in the security log.
 */
export async function notify(smdp: Smdp, request: Es9Request<'handleNotification'>, address: string): Promise<void> {
  const raw = request.pendingNotification
  try {
    const pending = readPendingNotification(raw)
    if (pending.kind === 'profileInstallationResult') await processResult(smdp, { result: pending.value, raw, address })
    else await processOtherNotification(smdp, { notification: pending.value, raw, address })
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    smdp.deviceLog('warn', { security: 'notification', fault, address }, 'a notification could not be verified')
  }
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof NotificationFault) return `${error.code}: ${error.message}`
  return error instanceof RspRefusal ? (error.detail ?? error.message) : undefined
}

type Received<T> = { raw: Uint8Array; address: string } & T

async function processResult(smdp: Smdp, sent: Received<{ result: ProfileInstallationResult }>): Promise<void> {
  const session = await selectSession(smdp, transactionOf(sent.result))
  if (!session?.enterprise_id || !session.euicc_public_key) {
    throw new NotificationFault('unknown_transaction', 'no session has this transaction id')
  }
  const outcome = verifyInstallationResult({
    result: sent.result,
    session: { transactionId: session.transaction_id, euiccPublicKeyInfo: session.euicc_public_key },
    smdpOid: credentialsOf(smdp, session.server_ci_key_id).smdpOid,
  })
  const enterpriseId = session.enterprise_id
  const result = { ...sent, enterpriseId, session, outcome }
  if (await withoutLocks(() => applyUnlockedResult(smdp, result))) return
  await smdp.db.tenantTx(enterpriseId, (db) => applyResult(smdp, db, result))
}

type Result = Received<{ enterpriseId: EnterpriseId; session: SessionRow; outcome: InstallationOutcome }>

/** Applies the result of an installation that nothing hinders. */
async function applyUnlockedResult(smdp: Smdp, result: Result): Promise<true | undefined> {
  const { enterpriseId, session, outcome } = result
  if (smdp.trial || outcome.kind !== 'installed') return undefined
  const of = { enterpriseId, code: { activationCodeId: session.activation_code_id! } }
  const code = await readUnlocked(smdp, enterpriseId, (last) => readCodeRecord(last, of))
  if (!code || ignoredReason(code, session) !== undefined) return undefined
  const { cause, message } = receivedOf(smdp, result)
  await recordUnlocked(smdp, { cause, code, transition: transitionOf(outcome), also: [message] })
  return true
}

/** The cause of what an installation result changes, and the write that stores it. */
function receivedOf(smdp: Smdp, { enterpriseId, session, outcome, address, raw }: Result) {
  const eid = session.eid!
  const at = smdp.clock.now()
  const messageId = smdp.random.uuid()
  const cause: Cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId }), device: deviceOf(session) }
  const message = messageWrite(enterpriseId, {
    id: messageId,
    function: 'HandleNotification',
    transactionId: session.transaction_id,
    eid,
    address,
    outcome: outcome.kind === 'installed' ? 'Executed-Success' : `Failed ${outcome.reason}`,
    raw,
    at,
  })
  return { cause, message }
}

/** Applies an installation result, only to the order that this session delivered, and only once. */
async function applyResult(smdp: Smdp, db: TenantDb, result: Result): Promise<void> {
  const { enterpriseId, session, outcome, address } = result
  const code = await lockCodeFor(smdp, db, { enterpriseId, code: { activationCodeId: session.activation_code_id! } })
  if (!code) return
  const { cause, message } = receivedOf(smdp, result)
  const ignored = ignoredReason(code, session)
  if (ignored !== undefined) {
    if (!code.trial) await message.execute(db)
    const line = { security: 'notification', fault: ignored, address }
    smdp.deviceLog('warn', line, 'an installation result changes nothing')
    return
  }
  await record(db, { cause, code, transition: transitionOf(outcome), also: [message] })
}

function ignoredReason(code: CodeRecord, session: SessionRow): string | undefined {
  if (code.order_id !== session.order_id) return 'it belongs to an earlier order'
  if (code.order_eid !== session.eid) return 'the order is bound to another eUICC'
  return code.order_state === 'Downloaded' ? undefined : `the order's state is ${code.order_state}`
}

function transitionOf(outcome: InstallationOutcome): Transition {
  const lastSequence = outcome.seqNumber
  if (outcome.kind === 'installed') return { kind: 'installed', lastSequence }
  const { retryAllowed: mayRetry, text } = installErrorFact(outcome.reason)
  return { kind: 'installFailed', reason: `${text}${simaResponseText(outcome.simaResponse)}`, lastSequence, mayRetry }
}

/** The eUICC's explanation of the profile element that it could not process, if it gives one. */
function simaResponseText(simaResponse: Uint8Array | undefined): string {
  if (!simaResponse) return ''
  try {
    const texts = explainResponse(simaResponse).statuses.map((status) => status.text)
    return texts.length === 0 ? '' : ` ${texts.join('; ')}`
  } catch {
    return ` Its answer: ${Buffer.from(simaResponse).toString('hex')}.`
  }
}

async function processOtherNotification(
  smdp: Smdp,
  sent: Received<{ notification: OtherSignedNotification }>,
): Promise<void> {
  const { raw, address } = sent
  const at = smdp.clock.now()
  const notification = verifyOtherNotification(sent.notification, smdp.credentials().trust, at)
  const ref = notification.iccid === undefined ? undefined : await selectProfileRef(smdp.db.global, notification.iccid)
  if (!ref) throw new NotificationFault('unknown_transaction', 'no profile here has this ICCID')
  const { enterpriseId, id: profileId } = ref
  const messageId = smdp.random.uuid()
  const cause = causeOf(smdp, { enterpriseId, at, eid: notification.eid, address, messageId })
  await smdp.db.tenantTx(enterpriseId, async (db) => {
    const code = await lockCodeFor(smdp, db, { enterpriseId, code: { profileId }, membership: 'with-membership' })
    if (!code) return
    const found = whyRefused(code, notification)
    const refused =
      found && (code.trial ? found : await amongEnded(db, found, { enterpriseId, profileId, notification }))
    const message = messageWrite(enterpriseId, {
      id: messageId,
      function: 'HandleNotification',
      transactionId: undefined,
      eid: notification.eid,
      address,
      outcome: refused?.text ?? 'Executed-Success',
      raw,
      at,
    })
    const recording = { cause, code, also: [message] }
    if (refused === undefined) return await applyNotification(db, { ...recording, notification })
    const line = { security: 'notification', fault: refused.text, address }
    smdp.deviceLog('warn', line, 'a notification changes nothing')
    const transition = refusalEntry(refused, notification.event)
    if (transition) await record(db, { ...recording, transition })
    else if (!code.trial) await message.execute(db)
  })
}
