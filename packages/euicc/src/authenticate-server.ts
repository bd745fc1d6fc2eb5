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

/** A new challenge ends the session that was under way, and an installation in it. */
export function drawChallenge(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  getEuiccChallengeRequest.decode(bytes)
  reportInterruption(euicc)
  euicc.session = { euiccChallenge: euicc.options.random(CHALLENGE_BYTES) }
  return getEuiccChallengeResponse.encode({ euiccChallenge: euicc.session.euiccChallenge })
}

class AuthenticationFailure extends Error {
  readonly code: AuthenticateErrorCode
  constructor(code: AuthenticateErrorCode) {
    super(code)
    this.code = code
  }
}

/** A serverSigned1 of v3 servers may hold more; the signature covers what was received. */
export function authenticateServer(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const request = authenticateServerRequest.decode(bytes)
  const { transactionId } = request.serverSigned1.value
  try {
    return authenticated(euicc, request)
  } catch (error) {
    if (!(error instanceof AuthenticationFailure || error instanceof CertificateRefusal)) throw error
    euicc.session = undefined
    return authenticateServerResponse.encode({
      kind: 'error',
      value: { transactionId, authenticateErrorCode: error.code },
    })
  }
}

function authenticated(euicc: EuiccContext, request: AuthenticateServerRequest): Uint8Array {
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
