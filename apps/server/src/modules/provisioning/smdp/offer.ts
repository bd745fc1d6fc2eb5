import {
  type AuthenticatedClient,
  announcedRelease,
  checkAttempts,
  checkDownloadOrder,
  checkEligibility,
  checkOrderAlive,
  type Es9Answer,
  type Es9Request,
  imeiDigits,
  offerProfile,
  RspRefusal,
} from '@simwright/rsp'
import type { EnterpriseId, PoolId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Cause, NamedDevice } from '../../profiles/lifecycle/service.ts'
import type { PoolMembership } from '../../profiles/pools/service.ts'
import { build } from './build-failure.ts'
import type { CodeRecord, RowRef } from './code-record.ts'
import { canonicalAddress } from './host.ts'
import { encodeMetadata } from './metadata.ts'
import { profileNeeds, type ReadyConfiguration } from './package.ts'
import { outcomeText } from './record.ts'
import { openRetainedPackage } from './retained-package.ts'
import type { WaitingSession } from './session.ts'
import { credentialsOf, type Smdp, trustClassOf } from './smdp.ts'
import { deviceWrite, messageWrite, readDeviceWrite } from './write.ts'

/*
 * What AuthenticateClient offers and stores, with and without locks.
 */

export type Answer = Es9Answer<'authenticateClient'>
export type Request = Es9Request<'authenticateClient'>

/** A code, with its pool if many devices share the code. */
export type CodeRef = RowRef & { poolId?: PoolId }

export type Offering = {
  ref: CodeRef
  client: AuthenticatedClient
  request: Request
  session: WaitingSession
  address: string
}

/** A cause whose device is verified by its EID. */
export type DeviceCause = Cause & { deviceEid?: string; device: NamedDevice }

type Evidence = {
  offering: Offering
  cause: DeviceCause
  tac: string | undefined
  refusal: RspRefusal | undefined
  /** Whether the device is stored already; undefined: not read. */
  isKnown?: boolean
}

/** Stores the device and its raw message as evidence. */
export function evidenceWrites({ offering, cause, tac, refusal, isKnown }: Evidence): Write[] {
  const { ref, client, request, session, address } = offering
  const { imei } = client.deviceInfo
  const { eid } = client
  const known = { eid, tac: tac ?? null, imei: (imei && imeiDigits(imei)) ?? null, ...cause.device }
  const { at } = cause
  return [
    isKnown === undefined
      ? deviceWrite(ref.enterpriseId, known, at)
      : readDeviceWrite(ref.enterpriseId, known, { at, isKnown }),
    messageWrite(ref.enterpriseId, {
      id: cause.messageId!,
      function: 'AuthenticateClient',
      transactionId: session.transactionId,
      eid,
      address,
      outcome: outcomeText(refusal),
      raw: request.authenticateServerResponse,
      at,
    }),
  ]
}

type AuthenticatedCode = {
  client: AuthenticatedClient
  code: CodeRecord
  enterpriseId: EnterpriseId
  smdpSignature2: Uint8Array
  device: NamedDevice
}

export function factsOf({ client, code, enterpriseId, smdpSignature2, device }: AuthenticatedCode) {
  return {
    enterprise_id: enterpriseId,
    activation_code_id: code.activation_code_id,
    order_id: code.order_id,
    eid: client.eid,
    euicc_public_key: Buffer.from(client.euiccPublicKeyInfo),
    smdp_signature2: Buffer.from(smdpSignature2),
    device_brand: device.brand,
    device_model: device.model,
    device_release: device.release,
  }
}

export const poolFacts = (membership: PoolMembership | undefined) => ({
  pool_id: membership?.poolId ?? null,
  profile_id: membership?.profileId ?? null,
})

export const releaseOf = ({ deviceInfo }: AuthenticatedClient) => announcedRelease(deviceInfo) ?? null

export function checkCode(code: CodeRecord, { matchingId, eid }: AuthenticatedClient, at: Date): void {
  if (code.code_state === 'DEAD' || code.status === 'REMOVED' || code.status === 'CANCELED') {
    throw new RspRefusal('matching_id_refused', { detail: 'the code is closed' })
  }
  const isTheirs = code.order_eid === null || code.order_eid === eid
  const expiresAt = code.expires_at ?? undefined
  if (isTheirs && code.order_state === 'Error') {
    // an order that has ended is refused with its original reason each time
    checkOrderAlive({ expiresAt }, at)
    checkAttempts(code.attempts, code.max_attempts)
  }
  const order = { state: code.order_state, eid: code.order_eid ?? undefined, expiresAt }
  checkDownloadOrder({ order, matchingId, eid, at })
}

/**
 * Anyone can create an eUICC under a test issuer and read the keys of its profiles. @throws RspRefusal
 * profile_not_eligible
 */
export function checkTrust(smdp: Smdp, session: WaitingSession, code: CodeRecord): void {
  const trustClass = trustClassOf(smdp, session.ciKeyId)
  if (trustClass === code.device_trust) return
  throw new RspRefusal('profile_not_eligible', {
    message: trustClass === 'test' ? 'This profile is not for test devices.' : 'This profile is for test devices only.',
  })
}

type OfferParts = {
  enterpriseId: EnterpriseId
  client: AuthenticatedClient
  session: WaitingSession
  code: CodeRecord
  ready: ReadyConfiguration
  upp: Uint8Array | undefined
}

/** Checks that the eUICC can have the profile, and signs its offer. @throws RspRefusal profile_not_eligible */
export function buildOffer(smdp: Smdp, { enterpriseId, client, session, code, ready, upp }: OfferParts) {
  checkEligibility(
    build(smdp, () => profileNeeds(ready, upp)),
    client.euiccInfo2,
  )
  const { retained_package: sealed, order_id: orderId } = code
  const retained = sealed ? openRetainedPackage(smdp.vault, { enterpriseId, orderId }, sealed) : undefined
  return offerProfile({
    transactionId: session.transactionId,
    profileMetadata: build(smdp, () =>
      encodeMetadata(ready.fields, code, canonicalAddress(smdp, session.serverAddress)),
    ),
    confirmationCodeRequired: code.sealed_confirmation !== null,
    bppEuiccOtpk: retained?.eid === client.eid ? retained.euiccOtpk : undefined,
    euiccSignature1: client.euiccSignature1,
    credentials: credentialsOf(smdp, session.serverCiKeyId),
  })
}
