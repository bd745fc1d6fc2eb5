/**
 * Information about the eUICC: EID, EUICCInfo1 and EUICCInfo2, addresses, Rules Authorisation Table (SGP.22 5.7.3, 5.7.4,
 * 5.7.8, 5.7.20, 5.7.22).
 */
import { concat, writeTlv } from '@simwright/asn1'
import { eidToBytes } from '@simwright/ids'
import {
  type EuiccInfo2,
  eidTag,
  euiccConfiguredAddressesRequest,
  euiccConfiguredAddressesResponse,
  euiccInfo1,
  getEuiccDataRequest,
  getEuiccDataResponse,
  getRatResponse,
  setDefaultDpAddressRequest,
  setDefaultDpAddressResponse,
} from '@simwright/rsp'
import { CardRefusal, SW } from './apdu.ts'
import type { EuiccContext } from './euicc-context.ts'
import { signingKeyIds, verificationKeyIds } from './server-certificate.ts'

/** ES10a.GetEuiccConfiguredAddresses (SGP.22 v2.5 5.7.3): the default SM-DP+ and the root SM-DS. */
export function configuredAddresses(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  euiccConfiguredAddressesRequest.decode(bytes)
  return euiccConfiguredAddressesResponse.encode({
    defaultDpAddress: euicc.state.defaultDpAddress,
    rootDsAddress: euicc.options.rootDsAddress,
  })
}

/** ES10a.SetDefaultDpAddress (SGP.22 v2.5 5.7.4). An empty address removes the stored one. */
export function setDefaultDpAddress(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { defaultDpAddress } = setDefaultDpAddressRequest.decode(bytes)
  if (defaultDpAddress === '') delete euicc.state.defaultDpAddress
  else euicc.state.defaultDpAddress = defaultDpAddress
  return setDefaultDpAddressResponse.encode({ setDefaultDpAddressResult: 'ok' })
}

/** ES10c.GetEID (SGP.22 v2.5 5.7.20). @throws CardRefusal 6A80 if the tag list does not start with that of the EID */
export function eid(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { tagList } = getEuiccDataRequest.decode(bytes)
  if (tagList[0] !== eidTag) throw new CardRefusal(SW.wrongData)
  return getEuiccDataResponse.encode({ eidValue: eidToBytes(euicc.options.eid) })
}

/** ES10b.GetRAT (SGP.22 v2.5 5.7.22): the Rules Authorisation Table. */
export function rulesAuthorisationTable(euicc: EuiccContext): Uint8Array {
  return getRatResponse.encode({
    rat: euicc.options.policyAuthorisations.map(({ pprIds, allowedOperators, consentRequired }) => ({
      pprIds,
      allowedOperators: [...allowedOperators],
      pprFlags: new Set(consentRequired ? (['consentRequired'] as const) : []),
    })),
  })
}

/** EUICCInfo1, encoded (SGP.22 v2.5 5.7.8). */
export function information1(euicc: EuiccContext): Uint8Array {
  return euiccInfo1.encode({
    svn: euicc.options.svn,
    euiccCiPKIdListForVerification: verificationKeyIds(euicc),
    euiccCiPKIdListForSigning: signingKeyIds(euicc),
  })
}

/** Non-volatile memory that is not used by profiles, in bytes. */
export function freeNonVolatileBytes(euicc: EuiccContext): number {
  const used = euicc.state.profiles.reduce((sum, profile) => sum + profile.bytes, 0)
  return Math.max(0, euicc.options.memory.nonVolatileBytes - used)
}

/** An integer in as few bytes as possible, big-endian. */
function shortestBytes(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

/**
 * Extended card resources: 81 applications, 82 free non-volatile, 83 free volatile memory (ETSI TS 102 226 8.2.1.7.2).
 */
function cardResources(euicc: EuiccContext): Uint8Array {
  return concat(
    writeTlv(0x81, shortestBytes(euicc.state.profiles.length)),
    writeTlv(0x82, shortestBytes(freeNonVolatileBytes(euicc))),
    writeTlv(0x83, shortestBytes(euicc.options.memory.volatileBytes)),
  )
}

/** EUICCInfo2 with the current free memory (SGP.22 v2.5 5.7.8). */
export function information2(euicc: EuiccContext): EuiccInfo2 {
  const { options } = euicc
  return {
    profileVersion: options.profileVersion,
    svn: options.svn,
    euiccFirmwareVer: options.firmwareVersion,
    extCardResource: cardResources(euicc),
    uiccCapability: options.capabilities,
    ts102241Version: '9.2.0',
    globalplatformVersion: '2.3.0',
    rspCapability: new Set(['additionalProfile', 'testProfileSupport'] as const),
    euiccCiPKIdListForVerification: verificationKeyIds(euicc),
    euiccCiPKIdListForSigning: signingKeyIds(euicc),
    euiccCategory: 'mediumEuicc',
    ppVersion: '1.0.0',
    sasAcreditationNumber: 'VIRTUAL-EUICC',
  }
}
