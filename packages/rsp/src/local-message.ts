import {
  automatic,
  bits,
  boolean,
  choice,
  explicit,
  type Infer,
  integer,
  namedBits,
  octets,
  openNamedInteger,
  optional,
  sequence,
  sequenceOf,
  utf8,
} from '@simwright/asn1'
import { pprIds } from './euicc-info.ts'
import { iccidField, opaqueSequence } from './field.ts'
import { metadataLimits, operatorId, profileInfo } from './profile-metadata.ts'
import { version } from './version.ts'

/** Identifies a profile by its ISD-P's AID or its ICCID (SGP.22 section 5.7.16). */
export const profileIdentifier = choice({ isdpAid: octets({ tag: 0x4f, min: 1, max: 16 }), iccid: iccidField })
export type ProfileIdentifier = Infer<typeof profileIdentifier>

/** Requests without content: GetEuiccInfo1 and 2 (SGP.22 section 5.7.8), configured addresses (5.7.3), RAT (5.7.22). */
export const getEuiccInfo1Request = sequence({}, { tag: 0xbf20 })
export const getEuiccInfo2Request = sequence({}, { tag: 0xbf22 })
export const euiccConfiguredAddressesRequest = sequence({}, { tag: 0xbf3c })
export const getRatRequest = sequence({}, { tag: 0xbf43 })

/**
 * EuiccConfiguredAddressesResponse (BF3C; SGP.22 section 5.7.3): host names of the default SM-DP+ and the root SM-DS.
 */
export const euiccConfiguredAddressesResponse = sequence(
  automatic({ defaultDpAddress: optional(utf8()), rootDsAddress: utf8() }),
  { tag: 0xbf3c, name: 'EuiccConfiguredAddressesResponse' },
)

/** SetDefaultDpAddressRequest and -Response (BF3F; SGP.22 section 5.7.4). */
export const setDefaultDpAddressRequest = sequence(
  { defaultDpAddress: utf8({ tag: 0x80 }) },
  { tag: 0xbf3f, name: 'SetDefaultDpAddressRequest' },
)
export const setDefaultDpAddressResponse = sequence(
  { setDefaultDpAddressResult: openNamedInteger({ ok: 0, undefinedError: 127 }, { tag: 0x80 }) },
  { tag: 0xbf3f, name: 'SetDefaultDpAddressResponse' },
)

/**
 * ProfileInfoListRequest and -Response (BF2D; SGP.22 section 5.7.15). `tagList` is the concatenation of the tags
 * wanted.
 */
export const profileInfoListRequest = sequence(
  {
    searchCriteria: optional(
      explicit(
        0xa0,
        choice({
          isdpAid: octets({ tag: 0x4f, min: 1, max: 16 }),
          iccid: iccidField,
          profileClass: openNamedInteger({ test: 0, provisioning: 1, operational: 2 }, { tag: 0x95 }),
        }),
      ),
    ),
    tagList: optional(octets({ tag: 0x5c })),
  },
  { tag: 0xbf2d, name: 'ProfileInfoListRequest' },
)
export const profileInfoListResponse = explicit(
  0xbf2d,
  choice(
    automatic({
      profileInfoListOk: sequenceOf(profileInfo),
      profileInfoListError: openNamedInteger({ incorrectInputValues: 1, undefinedError: 127 }),
    }),
    { name: 'ProfileInfoListResponse' },
  ),
)

/** SetNicknameRequest and -Response (BF29; SGP.22 section 5.7.21). */
export const setNicknameRequest = sequence(
  { iccid: iccidField, profileNickname: utf8({ tag: 0x90, max: metadataLimits.profileNickname }) },
  { tag: 0xbf29, name: 'SetNicknameRequest' },
)
export const setNicknameResponse = sequence(
  { setNicknameResult: openNamedInteger({ ok: 0, iccidNotFound: 1, undefinedError: 127 }, { tag: 0x80 }) },
  { tag: 0xbf29, name: 'SetNicknameResponse' },
)

/**
 * The common form of EnableProfileRequest and DisableProfileRequest. With `refreshFlag` the eUICC asks the device to
 * read the files again.
 */
const switchRequest = (tag: number) =>
  sequence(automatic({ profileIdentifier, refreshFlag: boolean() }), { tag, name: 'profile switch request' })

/** EnableProfileRequest and -Response (BF31; SGP.22 section 5.7.16). */
export const enableProfileRequest = switchRequest(0xbf31)
/** The result is `catBusy` if the device must retry, for example during a proactive command (SGP.22 section 5.7.16). */
export const enableProfileResponse = sequence(
  {
    enableResult: openNamedInteger(
      {
        ok: 0,
        iccidOrAidNotFound: 1,
        profileNotInDisabledState: 2,
        disallowedByPolicy: 3,
        wrongProfileReenabling: 4,
        catBusy: 5,
        undefinedError: 127,
      },
      { tag: 0x80 },
    ),
  },
  { tag: 0xbf31, name: 'EnableProfileResponse' },
)

/** DisableProfileRequest and -Response (BF32; SGP.22 section 5.7.17). */
export const disableProfileRequest = switchRequest(0xbf32)
export const disableProfileResponse = sequence(
  {
    disableResult: openNamedInteger(
      {
        ok: 0,
        iccidOrAidNotFound: 1,
        profileNotInEnabledState: 2,
        disallowedByPolicy: 3,
        catBusy: 5,
        undefinedError: 127,
      },
      { tag: 0x80 },
    ),
  },
  { tag: 0xbf32, name: 'DisableProfileResponse' },
)

/** DeleteProfileRequest and -Response (BF33; SGP.22 section 5.7.18). */
export const deleteProfileRequest = explicit(0xbf33, profileIdentifier)
/** An enabled profile must be disabled first (SGP.22 section 5.7.18). */
export const deleteProfileResponse = sequence(
  {
    deleteResult: openNamedInteger(
      { ok: 0, iccidOrAidNotFound: 1, profileNotInDisabledState: 2, disallowedByPolicy: 3, undefinedError: 127 },
      { tag: 0x80 },
    ),
  },
  { tag: 0xbf33, name: 'DeleteProfileResponse' },
)

/** EuiccMemoryResetRequest and -Response (BF34; SGP.22 section 5.7.19). */
export const euiccMemoryResetRequest = sequence(
  {
    resetOptions: namedBits(['deleteOperationalProfiles', 'deleteFieldLoadedTestProfiles', 'resetDefaultSmdpAddress'], {
      tag: 0x82,
    }),
  },
  { tag: 0xbf34, name: 'EuiccMemoryResetRequest' },
)
export const euiccMemoryResetResponse = sequence(
  { resetResult: openNamedInteger({ ok: 0, nothingToDelete: 1, catBusy: 5, undefinedError: 127 }, { tag: 0x80 }) },
  { tag: 0xbf34, name: 'EuiccMemoryResetResponse' },
)

/** The only tag that GetEuiccDataRequest may ask for: the EID. */
export const eidTag = 0x5a

/**
 * GetEuiccDataRequest and -Response (BF3E; SGP.22 section 5.7.20). The EID has 16 bytes, two digits a byte as printed.
 */
export const getEuiccDataRequest = sequence(
  { tagList: octets({ tag: 0x5c, size: 1 }) },
  { tag: 0xbf3e, name: 'GetEuiccDataRequest' },
)
export const getEuiccDataResponse = sequence(
  { eidValue: octets({ tag: eidTag, size: 16 }) },
  { tag: 0xbf3e, name: 'GetEuiccDataResponse' },
)

/** GetRatResponse (BF43; SGP.22 section 5.7.22): the operators that may set each policy rule. */
export const getRatResponse = sequence(
  {
    rat: sequenceOf(
      sequence({
        pprIds: pprIds(0x80),
        allowedOperators: sequenceOf(operatorId, { tag: 0xa1 }),
        pprFlags: namedBits(['consentRequired'], { tag: 0x82 }),
      }),
      { tag: 0xa0 },
    ),
  },
  { tag: 0xbf43, name: 'GetRatResponse' },
)

/** LoadCRLRequest and -Response (BF35). */
export const loadCrlRequest = sequence(automatic({ crl: opaqueSequence() }), { tag: 0xbf35, name: 'LoadCRLRequest' })
export const loadCrlResponse = explicit(
  0xbf35,
  choice(
    automatic({
      ok: sequence(automatic({ missingParts: optional(sequenceOf(integer())) })),
      error: openNamedInteger({
        invalidSignature: 1,
        invalidCRLFormat: 2,
        notEnoughMemorySpace: 3,
        verificationKeyNotFound: 4,
        fresherCrlAlreadyLoaded: 5,
        baseCrlMissing: 6,
        undefinedError: 127,
      }),
    }),
  ),
)

/** ISDRProprietaryApplicationTemplate (E0), in the response to selecting the ISD-R. */
export const isdrProprietaryApplicationTemplate = sequence(
  { svn: version({ tag: 0x82 }), lpaeSupport: optional(bits()) },
  { tag: 0xe0, name: 'ISDRProprietaryApplicationTemplate' },
)
