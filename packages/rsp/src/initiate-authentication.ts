import { equalBytes, writeTlv } from '@simwright/asn1'
import { serverSigned1 } from './authentication-message.ts'
import type { Es9Answer, Es9Request } from './es9.ts'
import { type EuiccInfo1, euiccInfo1 } from './euicc-info.ts'
import { challengeLength } from './field.ts'
import type { SigningKey } from './key.ts'
import { decodeReceived } from './received.ts'
import { RspRefusal } from './refusal.ts'
import { compareVersions } from './version.ts'

/** The certificate and key that a server authenticates with, under one CI. */
export interface AuthenticationCredentials {
  /** SubjectKeyIdentifier of the CI. */
  ciKeyId: Uint8Array
  /** CERT.DPauth or CERT.DSauth, DER. */
  authCertificate: Uint8Array
  authKey: SigningKey
}

/** The certificates and keys of an SM-DP+ under one CI. */
export interface ServerCredentials extends AuthenticationCredentials {
  /** The registeredID of both certificates. */
  smdpOid: string
  /** CERT.DPpb, DER. */
  pbCertificate: Uint8Array
  pbKey: SigningKey
}

/** A server as devices address and authenticate it. */
export interface AuthenticatingServer<C extends AuthenticationCredentials = ServerCredentials> {
  /** Every name of this server, with and without its port. */
  addresses: readonly string[]
  /** Key identifiers of the CIs whose eUICCs are trusted. */
  trustedCiKeyIds: readonly Uint8Array[]
  credentials: readonly C[]
}

/** What the first call decides about a session. */
export interface ChosenSession {
  /** As the device wrote it. */
  serverAddress: string
  /** The CI at which the eUICC's certificate chain must end. */
  ciKeyId: Uint8Array
  /** The CI of the server's certificates. The same CI, unless the eUICC has no CI in common for both directions. */
  serverCiKeyId: Uint8Array
}

/** What names a session, and proves at AuthenticateClient that the eUICC answers it. */
export interface BegunSession {
  /** 1 to 16 bytes, never used before. */
  transactionId: Uint8Array
  /** 16 bytes that nobody can foresee. */
  serverChallenge: Uint8Array
  /** From then on the session is unknown. */
  endsAt: Date
}

/** The server's session data from the first call on. */
export interface OpenedSession extends ChosenSession, BegunSession {}

/** The arguments of initiateAuthentication. */
export interface InitiateAuthentication<C extends AuthenticationCredentials> {
  request: Es9Request<'initiateAuthentication'>
  server: AuthenticatingServer<C>
  /** Begins the session: `beginRandom` for one that is stored, or `beginUnstored`. */
  begin: (chosen: ChosenSession) => BegunSession
}

/** The oldest supported SVN. All later ones of major version 2 are supported too. */
const oldestVersion = '2.1.0'

/** Begins a session of random bytes; the server stores it under its transaction id. `random` must be secure. */
export const beginRandom =
  ({ random, endsAt }: { random: (length: number) => Uint8Array; endsAt: Date }) =>
  (): BegunSession => ({ transactionId: random(16), serverChallenge: random(challengeLength), endsAt })

/**
 * ES9+.InitiateAuthentication (SGP.22 section 5.6.1): checks address, SVN and CIs, and signs the transaction id and the
 * challenge of a new session with the eUICC's challenge.
 * @throws RspRefusal in this order: server_address_refused, request_malformed, version_unsupported, ci_unsupported,
 *   server_certificate_unavailable
 */
export function initiateAuthentication<C extends AuthenticationCredentials>(
  call: InitiateAuthentication<C>,
): { answer: Es9Answer<'initiateAuthentication'>; session: OpenedSession; credentials: C } {
  const { request, server, begin } = call
  const serverAddress = request.smdpAddress
  const wanted = serverAddress.toLowerCase()
  if (!server.addresses.some((address) => address.toLowerCase() === wanted)) {
    throw new RspRefusal('server_address_refused', { detail: `the device asked for ${serverAddress}` })
  }
  const info = decodeReceived(euiccInfo1, request.euiccInfo1)
  if (compareVersions(info.svn, oldestVersion) < 0 || compareVersions(info.svn, '3.0.0') >= 0) {
    throw new RspRefusal('version_unsupported', { detail: `the eUICC's version is ${info.svn}` })
  }
  const { ciKeyId, credentials } = chooseCi(info, server)
  const chosen = { serverAddress, ciKeyId, serverCiKeyId: credentials.ciKeyId }
  const begun = begin(chosen)
  const { transactionId, serverChallenge } = begun
  const signed = serverSigned1.encode({
    transactionId,
    euiccChallenge: request.euiccChallenge,
    serverAddress,
    serverChallenge,
  })
  const answer = {
    transactionId,
    serverSigned1: signed,
    serverSignature1: writeTlv(0x5f37, credentials.authKey.sign(signed)),
    euiccCiPKIdToBeUsed: writeTlv(0x04, ciKeyId),
    serverCertificate: credentials.authCertificate,
  }
  return { answer, session: { ...chosen, ...begun }, credentials }
}

/**
 * Chooses the CI for each direction in the eUICC's order, which is its preference. One CI for both directions is
 * preferred.
 */
function chooseCi<C extends AuthenticationCredentials>(info: EuiccInfo1, server: AuthenticatingServer<C>) {
  const known = info.euiccCiPKIdListForSigning.filter((id) => server.trustedCiKeyIds.some((ci) => equalBytes(ci, id)))
  if (known.length === 0) throw new RspRefusal('ci_unsupported', { detail: keyIds(info.euiccCiPKIdListForSigning) })
  const usable = info.euiccCiPKIdListForVerification.flatMap((id) =>
    server.credentials.filter((credentials) => equalBytes(credentials.ciKeyId, id)),
  )
  for (const ciKeyId of known) {
    const credentials = usable.find((candidate) => equalBytes(candidate.ciKeyId, ciKeyId))
    if (credentials) return { ciKeyId, credentials }
  }
  const [ciKeyId] = known
  const [credentials] = usable
  if (ciKeyId && credentials) return { ciKeyId, credentials }
  throw new RspRefusal('server_certificate_unavailable', { detail: keyIds(info.euiccCiPKIdListForVerification) })
}

/** The offered CI key identifiers, for the log. */
function keyIds(ids: readonly Uint8Array[]): string {
  return `the eUICC offers ${ids.map((id) => Buffer.from(id).toString('hex')).join(', ') || 'none'}`
}
