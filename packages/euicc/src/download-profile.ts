/** Profile download by the LPA: SGP.22 3.0.1, 3.1.2 and 3.1.3. */
import { Asn1Error, concat, equalBytes, readTlv, toHex } from '@simwright/asn1'
import { type ActivationCode, parseActivationCode } from '@simwright/ids'
import {
  boundPackageTags,
  type CancelReason,
  cutBoundPackage,
  digestConfirmationCode,
  type Es9Answer,
  type Es9Function,
  type Es9Request,
  type FinalResult,
  hashConfirmationCode,
  prepareDownloadRequest,
  profileInstallationResult,
  type StoreMetadataRequest,
  serverSigned1,
  smdpSigned2,
  storeMetadataRequest,
} from '@simwright/rsp'
import { CertificateError } from '@simwright/x509'
import { CardAnswerError, type IsdrChannel } from './card-connection.ts'
import { callEs9, Es9Failure, Es9Refusal } from './es9-client.ts'
import {
  authenticateServer,
  cancelSession,
  prepareDownload,
  readAddresses,
  readInfo1,
  requestChallenge,
} from './es10-client.ts'
import { type Lpa, type NotificationReport, sendNotifications, withIsdr } from './lpa.ts'
import { authenticateServerCommand, type Device, serverFault, signatureOf } from './mutual-authentication.ts'

/** A completed step of a download, for a timeline. */
export type DownloadStep =
  | { step: 'initiated'; transactionId: string; serverAddress: string }
  | { step: 'server-authenticated' }
  | { step: 'client-authenticated'; metadata: StoreMetadataRequest; confirmationCodeRequired: boolean }
  | { step: 'download-prepared'; keyReused: boolean }
  | { step: 'package-received'; bytes: number }
  | { step: 'installed'; iccid: string }
  | { step: 'notified'; notifications: NotificationReport }
  | { step: 'ended'; outcome: Exclude<DownloadResult['outcome'], 'installed'> }

/** The device and the user's input for a download. */
export type DownloadRequest = Lpa & {
  /** `LPA:1$..` or `1$..`. If absent, the eUICC's default SM-DP+ is asked for a profile reserved for this EID. */
  readonly activationCode?: string
  readonly confirmationCode?: string
  readonly device: Device
  /** Called after each step. */
  readonly onStep?: (step: DownloadStep) => void
  /** The decision of the user about the offered profile. A cancel reason ends the session. Accepted by default. */
  readonly decide?: (metadata: StoreMetadataRequest) => 'accept' | CancelReason
}

/**
 * The result of a download. `subjectCode` and `reasonCode` are those of SGP.22 v2.5 5.2.6, `code` is an error of the eUICC
 * function or a status word in hexadecimal.
 */
export type DownloadResult =
  | { outcome: 'installed'; iccid: string; metadata: StoreMetadataRequest; notifications: NotificationReport }
  | {
      outcome: 'refused-by-server'
      function: Es9Function
      subjectCode: string
      reasonCode: string
      message: string | undefined
    }
  | { outcome: 'refused-by-euicc'; function: EuiccFunction; code: string }
  | { outcome: 'installation-failed'; result: InstallationError; notifications: NotificationReport }
  | { outcome: 'canceled'; reason: CancelReason; because: string }
  | { outcome: 'unreachable'; function: Es9Function; message: string }

/** The functions of ES10b that can refuse a download (SGP.22 v2.5 5.7). */
export type EuiccFunction = 'AuthenticateServer' | 'PrepareDownload' | 'LoadBoundProfilePackage'
/** Reason and BPP command of a failed installation, as signed by the eUICC. */
export type InstallationError = Extract<FinalResult, { kind: 'error' }>['value']

/** Ends the download with this result. */
class DownloadEnd extends Error {
  readonly result: DownloadResult
  constructor(result: DownloadResult) {
    super(result.outcome)
    this.result = result
  }
}

/** The state of one download. */
type Run = {
  readonly request: DownloadRequest
  readonly code: ActivationCode
  readonly isdr: IsdrChannel
  readonly report: (step: DownloadStep) => void
  /** Set after the eUICC has authenticated the server. From then on the session can be canceled. */
  transactionId?: Uint8Array
}

/**
 * Downloads and installs a profile, then delivers all stored notifications (SGP.22 v2.5 3.1.3 and 3.5). Errors of server,
 * eUICC and network are returned as a result. The profile is disabled after the installation.
 * @throws IdError a malformed activation code
 * @throws TypeError no activation code, and the eUICC has no default SM-DP+
 * @throws CardAnswerError if the card refuses a command before the package is loaded
 */
export async function downloadProfile(request: DownloadRequest): Promise<DownloadResult> {
  const report = (step: DownloadStep) => request.onStep?.(step)
  const result = await withIsdr(request, async (isdr) =>
    attempt({ request, code: await activationCodeOf(request, isdr), isdr, report }),
  )
  if (result.outcome !== 'installed' && result.outcome !== 'installation-failed') {
    report({ step: 'ended', outcome: result.outcome })
    return result
  }
  const notifications = await sendNotifications(request)
  report({ step: 'notified', notifications })
  if (result.outcome !== 'installed') report({ step: 'ended', outcome: result.outcome })
  return { ...result, notifications }
}

/** The activation code, or one made of the default SM-DP+ address without a MatchingID (SGP.22 v2.5 4.1). */
async function activationCodeOf({ activationCode }: DownloadRequest, isdr: IsdrChannel): Promise<ActivationCode> {
  if (activationCode !== undefined) return parseActivationCode(activationCode)
  const { defaultDpAddress } = await readAddresses(isdr)
  if (!defaultDpAddress) throw new TypeError('an activation code is needed: the eUICC has no default SM-DP+')
  return parseActivationCode(`1$${defaultDpAddress}$`)
}

/** Runs the download and converts errors to results. A malformed answer of the server cancels the session. */
async function attempt(run: Run): Promise<DownloadResult> {
  try {
    return await download(run)
  } catch (error) {
    if (error instanceof DownloadEnd) return error.result
    if (error instanceof Es9Refusal) {
      const { function: name, subjectCode, reasonCode, serverMessage: message } = error
      return { outcome: 'refused-by-server', function: name, subjectCode, reasonCode, message }
    }
    if (error instanceof Es9Failure) return { outcome: 'unreachable', function: error.function, message: error.message }
    if (error instanceof Asn1Error || error instanceof CertificateError) {
      return cancel(run, 'undefinedReason', `the server's answer is malformed: ${error.message}`)
    }
    throw error
  }
}

/**
 * The download up to the installation: mutual authentication, decision of the user, PrepareDownload, GetBoundProfilePackage,
 * LoadBoundProfilePackage.
 */
async function download(run: Run): Promise<DownloadResult> {
  const initiated = await initiate(run)
  const offered = await authenticate(run, initiated)
  const metadata = storeMetadataRequest.decode(offered.profileMetadata)
  const { ccRequiredFlag } = smdpSigned2.decode(offered.smdpSigned2)
  run.report({ step: 'client-authenticated', metadata, confirmationCodeRequired: ccRequiredFlag })
  const decision = run.request.decide?.(metadata) ?? 'accept'
  if (decision !== 'accept') return cancel(run, decision, 'the user did not accept the profile')
  if (ccRequiredFlag && run.request.confirmationCode === undefined) {
    return cancel(run, 'postponed', 'a confirmation code is needed')
  }
  const boundPackage = await prepare(run, offered)
  run.report({ step: 'package-received', bytes: boundPackage.length })
  return install(run, boundPackage, offered.profileMetadata)
}

/** Calls an ES9+ function of the SM-DP+ whose address is in the activation code. */
const call = <F extends Exclude<Es9Function, 'handleNotification'>>(
  { request, code }: Run,
  name: F,
  members: Es9Request<F>,
) => callEs9(request.transport, name, { address: code.host, request: members })

/** Reads EUICCInfo1 and a challenge, then calls ES9+.InitiateAuthentication (SGP.22 v2.5 5.6.1). */
async function initiate(run: Run): Promise<Es9Answer<'initiateAuthentication'>> {
  const euiccInfo1 = await readInfo1(run.isdr)
  const euiccChallenge = await requestChallenge(run.isdr)
  const request = { smdpAddress: run.code.host, euiccChallenge, euiccInfo1 }
  const answer = await call(run, 'initiateAuthentication', request)
  checkServer(run, answer)
  return answer
}

/** Ends the download if the server is not the one of the activation code. */
function checkServer(run: Run, answer: Es9Answer<'initiateAuthentication'>): void {
  const because = serverFault(answer, run.code)
  if (because !== undefined) throw new DownloadEnd({ outcome: 'canceled', reason: 'undefinedReason', because })
  const { transactionId, serverAddress } = serverSigned1.decode(answer.serverSigned1)
  run.report({ step: 'initiated', transactionId: toHex(transactionId), serverAddress })
}

/** ES10b.AuthenticateServer and ES9+.AuthenticateClient (SGP.22 v2.5 5.7.13 and 5.6.3). */
async function authenticate(
  run: Run,
  initiated: Es9Answer<'initiateAuthentication'>,
): Promise<Es9Answer<'authenticateClient'>> {
  const { transactionId } = initiated
  const context = { device: run.request.device, matchingId: run.code.matchingId }
  const { value, raw } = await authenticateServer(run.isdr, authenticateServerCommand(initiated, context))
  const relay = () => call(run, 'authenticateClient', { transactionId, authenticateServerResponse: raw })
  if (value.kind === 'error') throw await relayedFailure(relay, 'AuthenticateServer', value.value.authenticateErrorCode)
  run.transactionId = transactionId
  run.report({ step: 'server-authenticated' })
  return relay()
}

/** Relays an error of the eUICC to the server. The answer of the server does not change the result. */
async function relayedFailure(
  relay: () => Promise<unknown>,
  name: EuiccFunction,
  code: string | number,
): Promise<DownloadEnd> {
  await ignoreServerError(relay)
  return new DownloadEnd({ outcome: 'refused-by-euicc', function: name, code: String(code) })
}

/** Makes a call and ignores refusals and failures of the server. Other errors are thrown. */
async function ignoreServerError(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Es9Refusal || error instanceof Es9Failure)) throw error
  }
}

/**
 * ES10b.PrepareDownload and ES9+.GetBoundProfilePackage (SGP.22 v2.5 5.7.5 and 5.6.2). The confirmation code is hashed with
 * the transaction ID, so its hash is valid for this session only.
 */
async function prepare(run: Run, offered: Es9Answer<'authenticateClient'>): Promise<Uint8Array> {
  const signed = smdpSigned2.decode(offered.smdpSigned2)
  const { transactionId, ccRequiredFlag, bppEuiccOtpk } = signed
  const digest = digestConfirmationCode(run.request.confirmationCode ?? '')
  const command = prepareDownloadRequest.encode({
    smdpSigned2: { value: signed, raw: offered.smdpSigned2 },
    smdpSignature2: signatureOf(offered.smdpSignature2),
    hashCc: ccRequiredFlag ? hashConfirmationCode(digest, transactionId) : undefined,
    smdpCertificate: offered.smdpCertificate,
  })
  const { value, raw } = await prepareDownload(run.isdr, command)
  const relay = () => call(run, 'getBoundProfilePackage', { transactionId, prepareDownloadResponse: raw })
  if (value.kind === 'error') throw await relayedFailure(relay, 'PrepareDownload', value.value.downloadErrorCode)
  const { euiccOtpk } = value.value.euiccSigned2.value
  const keyReused = bppEuiccOtpk !== undefined && equalBytes(bppEuiccOtpk, euiccOtpk)
  run.report({ step: 'download-prepared', keyReused })
  return (await relay()).boundProfilePackage
}

/** Length of the MAC at the end of each segment (SGP.22 v2.5 2.5.4). */
const SEGMENT_MAC_BYTES = 8

/** The metadata in a bound package. The LPA can read it, because its segments (tag 88) have a MAC but no encryption. */
function metadataIn(pieces: readonly Uint8Array[]): Uint8Array {
  const segments = pieces
    .filter((piece) => piece[0] === boundPackageTags.segment88)
    .map((piece) => readTlv(piece).value)
  return concat(...segments.map((segment) => segment.subarray(0, -SEGMENT_MAC_BYTES)))
}

/**
 * Loads the package into the eUICC. The metadata in the package must be what the user has accepted; otherwise the session is
 * canceled.
 */
async function install(run: Run, boundPackage: Uint8Array, shownMetadata: Uint8Array): Promise<DownloadResult> {
  const pieces = cutBoundPackage(boundPackage)
  if (!equalBytes(metadataIn(pieces), shownMetadata)) {
    return cancel(run, 'metadataMismatch', 'the package contains other metadata than was shown')
  }
  const answer = await load(run, pieces)
  if (!answer) return cancel(run, 'loadBppExecutionError', 'the eUICC returned no result')
  const { finalResult } = profileInstallationResult.decode(answer).profileInstallationResultData.value
  const notifications: NotificationReport = { delivered: [], undelivered: [] }
  if (finalResult.kind === 'error') {
    return { outcome: 'installation-failed', result: finalResult.value, notifications }
  }
  const metadata = storeMetadataRequest.decode(shownMetadata)
  run.report({ step: 'installed', iccid: metadata.iccid })
  return { outcome: 'installed', iccid: metadata.iccid, metadata, notifications }
}

/** Sends the pieces until the eUICC answers with a result. Undefined if there is no result after the last piece. */
async function load(run: Run, pieces: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  try {
    for (const piece of pieces) {
      const answer = await run.isdr.storeData(piece)
      if (answer.length > 0) return answer
    }
    return undefined
  } catch (error) {
    if (!(error instanceof CardAnswerError)) throw error
    await cancel(run, 'loadBppExecutionError', error.message)
    const code = error.sw.toString(16)
    throw new DownloadEnd({ outcome: 'refused-by-euicc', function: 'LoadBoundProfilePackage', code })
  }
}

/** Cancels the session at the eUICC and the SM-DP+, if it exists (SGP.22 3.0.2). */
async function cancel(run: Run, reason: CancelReason, because: string): Promise<DownloadResult> {
  const { transactionId } = run
  const signed = transactionId && (await signedCancellation(run.isdr, transactionId, reason))
  if (signed) {
    await ignoreServerError(() => call(run, 'cancelSession', { transactionId, cancelSessionResponse: signed }))
  }
  return { outcome: 'canceled', reason, because }
}

/** ES10b.CancelSession. Undefined if the eUICC has no such session or refuses the command. */
async function signedCancellation(
  isdr: IsdrChannel,
  transactionId: Uint8Array,
  reason: CancelReason,
): Promise<Uint8Array | undefined> {
  try {
    const { value, raw } = await cancelSession(isdr, transactionId, reason)
    return value.kind === 'ok' ? raw : undefined
  } catch (error) {
    if (error instanceof CardAnswerError) return undefined
    throw error
  }
}
