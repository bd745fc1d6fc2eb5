/** ES10c: list, enable, disable, delete and rename profiles, and memory reset (SGP.22 5.7.15 to 5.7.21). */
import { equalBytes } from '@simwright/asn1'
import {
  deleteProfileRequest,
  deleteProfileResponse,
  disableProfileRequest,
  disableProfileResponse,
  dpProprietaryData,
  enableProfileRequest,
  enableProfileResponse,
  euiccMemoryResetRequest,
  euiccMemoryResetResponse,
  type PprId,
  type ProfileIdentifier,
  type ProfileInfo,
  profileInfoListRequest,
  profileInfoListResponse,
  type StoreMetadataRequest,
  setNicknameRequest,
  setNicknameResponse,
  storeMetadataRequest,
} from '@simwright/rsp'
import type { EuiccContext } from './euicc-context.ts'
import type { InstalledProfile } from './euicc-state.ts'
import { storeNotifications } from './notification.ts'

/** Called after the enabled profile has changed, so that the card shows its files and applications. */
export type ProfileSwitchListener = () => void

/** The metadata of a profile as received in StoreMetadata. */
export function metadataOf(profile: InstalledProfile): StoreMetadataRequest {
  return storeMetadataRequest.decode(profile.metadata)
}

/** The enabled profile. Undefined if all are disabled. */
export function enabledProfile(euicc: EuiccContext): InstalledProfile | undefined {
  return euicc.state.profiles.find((profile) => profile.enabled)
}

/** The profile with this ICCID or ISD-P AID. */
function findProfile(euicc: EuiccContext, by: ProfileIdentifier): InstalledProfile | undefined {
  return euicc.state.profiles.find((profile) =>
    by.kind === 'iccid' ? profile.iccid === by.value : equalBytes(profile.isdpAid, by.value),
  )
}

/** Whether the metadata of a profile contains a policy rule. */
const hasRule = (profile: InstalledProfile, rule: PprId) => metadataOf(profile).profilePolicyRules?.has(rule) ?? false

/**
 * ES10c.EnableProfile (SGP.22 v2.5 5.7.16). The enabled profile is disabled first; PPR1 of that profile forbids it. Stores
 * the notifications of both changes.
 */
export function enableProfile(euicc: EuiccContext, bytes: Uint8Array, onSwitch: ProfileSwitchListener): Uint8Array {
  const result = enable(euicc, enableProfileRequest.decode(bytes).profileIdentifier)
  if (result === 'ok') onSwitch()
  return enableProfileResponse.encode({ enableResult: result })
}

/** Enables a profile and returns enableResult. */
function enable(euicc: EuiccContext, identifier: ProfileIdentifier) {
  const profile = findProfile(euicc, identifier)
  if (!profile) return 'iccidOrAidNotFound'
  if (profile.enabled) return 'profileNotInDisabledState'
  const previous = enabledProfile(euicc)
  if (previous && hasRule(previous, 'ppr1')) return 'disallowedByPolicy'
  if (previous) {
    previous.enabled = false
    storeNotifications(euicc, metadataOf(previous), 'disable')
  }
  profile.enabled = true
  storeNotifications(euicc, metadataOf(profile), 'enable')
  return 'ok'
}

/** ES10c.DisableProfile (SGP.22 v2.5 5.7.17). PPR1 of the profile forbids it. Stores the notifications. */
export function disableProfile(euicc: EuiccContext, bytes: Uint8Array, onSwitch: ProfileSwitchListener): Uint8Array {
  const result = disable(euicc, disableProfileRequest.decode(bytes).profileIdentifier)
  if (result === 'ok') onSwitch()
  return disableProfileResponse.encode({ disableResult: result })
}

/** Disables a profile and returns disableResult. */
function disable(euicc: EuiccContext, identifier: ProfileIdentifier) {
  const profile = findProfile(euicc, identifier)
  if (!profile) return 'iccidOrAidNotFound'
  if (!profile.enabled) return 'profileNotInEnabledState'
  if (hasRule(profile, 'ppr1')) return 'disallowedByPolicy'
  profile.enabled = false
  storeNotifications(euicc, metadataOf(profile), 'disable')
  return 'ok'
}

/**
 * ES10c.DeleteProfile (SGP.22 v2.5 5.7.18). The profile must be disabled; its PPR2 forbids it. Stores the
 * notifications.
 */
export function deleteProfile(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  return deleteProfileResponse.encode({ deleteResult: remove(euicc, deleteProfileRequest.decode(bytes)) })
}

/** Deletes a profile and returns deleteResult. */
function remove(euicc: EuiccContext, identifier: ProfileIdentifier) {
  const profile = findProfile(euicc, identifier)
  if (!profile) return 'iccidOrAidNotFound'
  if (profile.enabled) return 'profileNotInDisabledState'
  if (hasRule(profile, 'ppr2')) return 'disallowedByPolicy'
  erase(euicc, profile)
  return 'ok'
}

/** Deletes a profile without any check and stores the notifications. */
function erase(euicc: EuiccContext, profile: InstalledProfile): void {
  euicc.state.profiles.splice(euicc.state.profiles.indexOf(profile), 1)
  storeNotifications(euicc, metadataOf(profile), 'delete')
}

/** ES10c.SetNickname (SGP.22 v2.5 5.7.21). An empty nickname removes the stored one. */
export function setNickname(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { iccid, profileNickname } = setNicknameRequest.decode(bytes)
  const profile = findProfile(euicc, { kind: 'iccid', value: iccid })
  if (!profile) return setNicknameResponse.encode({ setNicknameResult: 'iccidNotFound' })
  if (profileNickname === '') delete profile.nickname
  else profile.nickname = profileNickname
  return setNicknameResponse.encode({ setNicknameResult: 'ok' })
}

/** ES10c.eUICCMemoryReset (SGP.22 v2.5 5.7.19). Deletes also enabled profiles, and ignores policy rules. */
export function resetMemory(euicc: EuiccContext, bytes: Uint8Array, onSwitch: ProfileSwitchListener): Uint8Array {
  const { resetOptions } = euiccMemoryResetRequest.decode(bytes)
  const targets = euicc.state.profiles.filter((profile) => {
    const isTest = metadataOf(profile).profileClass === 'test'
    return resetOptions.has(isTest ? 'deleteFieldLoadedTestProfiles' : 'deleteOperationalProfiles')
  })
  const resetsAddress = resetOptions.has('resetDefaultSmdpAddress') && euicc.state.defaultDpAddress !== undefined
  if (targets.length === 0 && !resetsAddress) return euiccMemoryResetResponse.encode({ resetResult: 'nothingToDelete' })
  for (const profile of targets) erase(euicc, profile)
  if (resetsAddress) delete euicc.state.defaultDpAddress
  if (targets.some((profile) => profile.enabled)) onSwitch()
  return euiccMemoryResetResponse.encode({ resetResult: 'ok' })
}

/** The fields of ProfileInfo that are listed by default, by tag (SGP.22 5.7.15). */
const ALWAYS_LISTED: ReadonlyMap<number, keyof ProfileInfo> = new Map<number, keyof ProfileInfo>([
  [0x5a, 'iccid'],
  [0x4f, 'isdpAid'],
  [0x9f70, 'profileState'],
  [0x90, 'profileNickname'],
  [0x91, 'serviceProviderName'],
  [0x92, 'profileName'],
  [0x93, 'iconType'],
  [0x94, 'icon'],
  [0x95, 'profileClass'],
])
/** The fields of ProfileInfo that can be requested with a tag list. */
const LISTED: ReadonlyMap<number, keyof ProfileInfo> = new Map<number, keyof ProfileInfo>([
  ...ALWAYS_LISTED,
  [0xb6, 'notificationConfigurationInfo'],
  [0xb7, 'profileOwner'],
  [0xb8, 'dpProprietaryData'],
  [0x99, 'profilePolicyRules'],
  [0xbf22, 'serviceSpecificDataStoredInEuicc'],
  [0xbf76, 'carrierPrivilegeRules'],
])

/** The tags in a tag list, each of one or two bytes. */
function tagsIn(tagList: Uint8Array): number[] {
  const tags: number[] = []
  for (let at = 0; at < tagList.length; at++) {
    const first = tagList[at]!
    tags.push((first & 0x1f) === 0x1f ? (first << 8) | (tagList[++at] ?? 0) : first)
  }
  return tags
}

/** All known fields of a profile. */
function profileInfoOf(profile: InstalledProfile): ProfileInfo {
  const metadata = metadataOf(profile)
  return {
    ...metadata,
    isdpAid: profile.isdpAid,
    profileState: profile.enabled ? 'enabled' : 'disabled',
    profileNickname: profile.nickname,
    dpProprietaryData: profile.dpProprietaryData && dpProprietaryData.decode(profile.dpProprietaryData),
  }
}

/** ES10c.GetProfilesInfo (SGP.22 v2.5 5.7.15). Fields without a value are omitted, unknown tags ignored. */
export function listProfiles(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { searchCriteria, tagList } = profileInfoListRequest.decode(bytes)
  const fields = tagList ? tagsIn(tagList).map((tag) => LISTED.get(tag)) : [...ALWAYS_LISTED.values()]
  const wanted = new Set<string | undefined>(fields)
  const found = euicc.state.profiles.filter((profile) => {
    if (!searchCriteria) return true
    if (searchCriteria.kind === 'profileClass') return metadataOf(profile).profileClass === searchCriteria.value
    return findProfile(euicc, searchCriteria) === profile
  })
  const infos = found.map(
    (profile) =>
      Object.fromEntries(Object.entries(profileInfoOf(profile)).filter(([name]) => wanted.has(name))) as ProfileInfo,
  )
  return profileInfoListResponse.encode({ kind: 'profileInfoListOk', value: infos })
}
