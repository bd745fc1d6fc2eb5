/** Common mutual authentication on the LPA, for SM-DP+ and SM-DS: SGP.22 3.0.1. */
import { Asn1Error, equalBytes, octets, readTlv } from '@simwright/asn1'
import { imeiToBytes, parseImei, parseTac, tacToBytes } from '@simwright/ids'
import { authenticateServerRequest, type DeviceInfo, type Es9Answer, serverSigned1 } from '@simwright/rsp'
import { parseCertificate, registeredIdOf } from '@simwright/x509'

/** What the LPA reports about the device in ctxParams1. */
export type Device = {
  /** 8 digits. */
  readonly tac: string
  /** 15 digits. */
  readonly imei?: string
  /** Supported radio technologies, each with its 3GPP release. */
  readonly capabilities: DeviceInfo['deviceCapabilities']
}

type Initiated = Es9Answer<'initiateAuthentication'>

/** A host name for comparison: in lower case, without the port. */
const withoutPort = (address: string) => address.replace(/:\d+$/, '').toLowerCase()

/**
 * Compares the answer of InitiateAuthentication with the request: transaction ID, address of the server and, if the
 * activation code contains it, its OID. The eUICC verifies the signature. Returns the reason of a mismatch, otherwise
 * undefined.
 */
export function serverFault(answer: Initiated, called: { host: string; oid?: string | undefined }): string | undefined {
  const { transactionId, serverAddress } = serverSigned1.decode(answer.serverSigned1)
  if (!equalBytes(transactionId, answer.transactionId)) return 'the signed transaction ID is a different one'
  if (withoutPort(serverAddress) !== withoutPort(called.host)) return 'the server has another address'
  const oid = registeredIdOf(parseCertificate(answer.serverCertificate))
  return called.oid !== undefined && called.oid !== oid ? 'the server has another identifier' : undefined
}

const TAG_SIGNATURE = 0x5f37

/** The value of a signature TLV (tag 5F37). @throws Asn1Error for another tag */
export function signatureOf(tlv: Uint8Array): Uint8Array {
  const { tag, value } = readTlv(tlv)
  if (tag !== TAG_SIGNATURE) throw new Asn1Error('unexpected', 'a signature (5F37) is expected')
  return value
}

/** The command ES10b.AuthenticateServer (SGP.22 v2.5 5.7.13). An empty MatchingID is omitted. */
export function authenticateServerCommand(
  initiated: Initiated,
  { device, matchingId }: { device: Device; matchingId: string },
): Uint8Array {
  const { tac, imei, capabilities } = device
  return authenticateServerRequest.encode({
    serverSigned1: { value: serverSigned1.decode(initiated.serverSigned1), raw: initiated.serverSigned1 },
    serverSignature1: signatureOf(initiated.serverSignature1),
    euiccCiPKIdToBeUsed: octets().decode(initiated.euiccCiPKIdToBeUsed),
    serverCertificate: initiated.serverCertificate,
    ctxParams1: {
      matchingId: matchingId === '' ? undefined : matchingId,
      deviceInfo: {
        tac: tacToBytes(parseTac(tac)),
        deviceCapabilities: capabilities,
        imei: imei === undefined ? undefined : imeiToBytes(parseImei(imei)),
      },
    },
  })
}
