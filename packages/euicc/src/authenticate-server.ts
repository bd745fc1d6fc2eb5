/** ES10b.GetEUICCChallenge and ES10b.AuthenticateServer: SGP.22 5.7.7 and 5.7.13. */
import { equalBytes, withRaw } from '@simwright/asn1'
import {
  type AuthenticateErrorCode,
  type AuthenticateServerRequest,
  authenticateServerRequest,
  authenticateServerResponse,
  euiccInfo2,
  euiccSigned1,
  getEuiccChallengeRequest,
  getEuiccChallengeResponse,
} from '@simwright/rsp'
import type { EuiccContext } from './euicc-context.ts'
import { information2 } from './euicc-information.ts'
import { reportInterruption } from './load-bound-package.ts'
import { CertificateRefusal, signingKeyIds, verifyServerCertificate } from './server-certificate.ts'

const CHALLENGE_BYTES = 16

/**
 * ES10b.GetEUICCChallenge (SGP.22 v2.5 5.7.7): starts a session with a new challenge of 16 bytes. An open session ends, and
 * its unfinished installation is reported as interrupted.
 * @throws Asn1Error a malformed request
 */
export function createChallenge(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  getEuiccChallengeRequest.decode(bytes)
  reportInterruption(euicc)
  euicc.session = { euiccChallenge: euicc.options.random(CHALLENGE_BYTES) }
  return getEuiccChallengeResponse.encode({ euiccChallenge: euicc.session.euiccChallenge })
}

/** Ends AuthenticateServer with an error code of SGP.22 v2.5 5.7.13. */
class AuthenticationFailure extends Error {
  readonly code: AuthenticateErrorCode
  constructor(code: AuthenticateErrorCode) {
    super(code)
    this.code = code
  }
}

/**
 * ES10b.AuthenticateServer (SGP.22 v2.5 5.7.13). The signature of the server is verified over the bytes received, because
 * serverSigned1 of a v3 server can contain more fields. An error ends the session; the answer contains its code.
 * @throws Asn1Error a malformed request
 */
export function authenticateServer(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const request = authenticateServerRequest.decode(bytes)
  const { transactionId } = request.serverSigned1.value
  try {
    return verifyAndSign(euicc, request)
  } catch (error) {
    if (!(error instanceof AuthenticationFailure || error instanceof CertificateRefusal)) throw error
    euicc.session = undefined
    return authenticateServerResponse.encode({
      kind: 'error',
      value: { transactionId, authenticateErrorCode: error.code },
    })
  }
}

/**
 * Verifies the server and signs euiccSigned1. The checks are made in this order: session, CI, certificate, signature,
 * challenge.
 */
function verifyAndSign(euicc: EuiccContext, request: AuthenticateServerRequest): Uint8Array {
  const { session, options } = euicc
  if (!session || session.server) throw new AuthenticationFailure('noSessionContext')
  const { euiccCiPKIdToBeUsed, serverSigned1 } = request
  if (!signingKeyIds(euicc).some((keyId) => equalBytes(keyId, euiccCiPKIdToBeUsed))) {
    throw new AuthenticationFailure('ciPKUnknown')
  }
  const certificate = verifyServerCertificate(euicc, request.serverCertificate, 'auth')
  if (!certificate.key.verify(serverSigned1.raw, request.serverSignature1)) {
    throw new AuthenticationFailure('invalidSignature')
  }
  const { transactionId, serverAddress, serverChallenge, euiccChallenge } = serverSigned1.value
  if (!equalBytes(euiccChallenge, session.euiccChallenge)) throw new AuthenticationFailure('euiccChallengeMismatch')

  const signed = withRaw(euiccSigned1, {
    transactionId,
    serverAddress,
    serverChallenge,
    euiccInfo2: withRaw(euiccInfo2, information2(euicc)),
    ctxParams1: request.ctxParams1,
  })
  const euiccSignature1 = options.euiccKey.sign(signed.raw)
  session.server = { transactionId: transactionId.slice(), serverAddress, certificate, euiccSignature1 }
  return authenticateServerResponse.encode({
    kind: 'ok',
    value: {
      euiccSigned1: signed,
      euiccSignature1,
      euiccCertificate: options.euiccCertificate,
      eumCertificate: options.eumCertificate,
    },
  })
}
