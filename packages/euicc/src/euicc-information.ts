/** What the eUICC tells about itself: EID, EUICCInfo1 and 2, addresses, rules (SGP.22 5.7.3, 5.7.4, 5.7.8, 5.7.20, 5.7.22). */
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

export function configuredAddresses(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  euiccConfiguredAddressesRequest.decode(bytes)
  return euiccConfiguredAddressesResponse.encode({
    defaultDpAddress: euicc.state.defaultDpAddress,
    rootDsAddress: euicc.options.rootDsAddress,
  })
}

/** An empty address removes it (SGP.22 5.7.4). */
export function setDefaultDpAddress(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { defaultDpAddress } = setDefaultDpAddressRequest.decode(bytes)
  if (defaultDpAddress === '') delete euicc.state.defaultDpAddress
  else euicc.state.defaultDpAddress = defaultDpAddress
  return setDefaultDpAddressResponse.encode({ setDefaultDpAddressResult: 'ok' })
}

export function eid(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { tagList } = getEuiccDataRequest.decode(bytes)
  if (tagList[0] !== eidTag) throw new CardRefusal(SW.wrongData)
  return getEuiccDataResponse.encode({ eidValue: eidToBytes(euicc.options.eid) })
}

export function rulesAuthorisationTable(euicc: EuiccContext): Uint8Array {
  return getRatResponse.encode({
    rat: euicc.options.policyAuthorisations.map(({ pprIds, allowedOperators, consentRequired }) => ({
      pprIds,
      allowedOperators: [...allowedOperators],
      pprFlags: new Set(consentRequired ? (['consentRequired'] as const) : []),
    })),
  })
}

export function information1(euicc: EuiccContext): Uint8Array {
  return euiccInfo1.encode({
    svn: euicc.options.svn,
    euiccCiPKIdListForVerification: verificationKeyIds(euicc),
    euiccCiPKIdListForSigning: signingKeyIds(euicc),
  })
}

/** Bytes the installed profiles leave free. */
export function freeNonVolatileBytes(euicc: EuiccContext): number {
  const used = euicc.state.profiles.reduce((sum, profile) => sum + profile.bytes, 0)
  return Math.max(0, euicc.options.memory.nonVolatileBytes - used)
}

function shortestBytes(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

/** Extended card resources: 81 applications, 82 free non-volatile, 83 free volatile memory (ETSI TS 102 226 8.2.1.7.2). */
function cardResources(euicc: EuiccContext): Uint8Array {
  return concat(
    writeTlv(0x81, shortestBytes(euicc.state.profiles.length)),
    writeTlv(0x82, shortestBytes(freeNonVolatileBytes(euicc))),
    writeTlv(0x83, shortestBytes(euicc.options.memory.volatileBytes)),
  )
}

/** EUICCInfo2 as it stands now. */
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
