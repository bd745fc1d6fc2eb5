/** ES10c: listing, enabling, disabling, deleting and naming profiles (SGP.22 5.7.15 to 5.7.21). */
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
import { keepNotifications } from './notification.ts'

/** Tells the card that another profile's files and applications are to be seen. */
export type ProfileSwitched = () => void

export function metadataOf(profile: InstalledProfile): StoreMetadataRequest {
  return storeMetadataRequest.decode(profile.metadata)
}

export function enabledProfile(euicc: EuiccContext): InstalledProfile | undefined {
  return euicc.state.profiles.find((profile) => profile.enabled)
}

function findProfile(euicc: EuiccContext, by: ProfileIdentifier): InstalledProfile | undefined {
  return euicc.state.profiles.find((profile) =>
    by.kind === 'iccid' ? profile.iccid === by.value : equalBytes(profile.isdpAid, by.value),
  )
}

const hasRule = (profile: InstalledProfile, rule: PprId) => metadataOf(profile).profilePolicyRules?.has(rule) ?? false

export function enableProfile(euicc: EuiccContext, bytes: Uint8Array, switched: ProfileSwitched): Uint8Array {
  const result = enable(euicc, enableProfileRequest.decode(bytes).profileIdentifier)
  if (result === 'ok') switched()
  return enableProfileResponse.encode({ enableResult: result })
}

function enable(euicc: EuiccContext, identifier: ProfileIdentifier) {
  const profile = findProfile(euicc, identifier)
  if (!profile) return 'iccidOrAidNotFound'
  if (profile.enabled) return 'profileNotInDisabledState'
  const previous = enabledProfile(euicc)
  if (previous && hasRule(previous, 'ppr1')) return 'disallowedByPolicy'
  if (previous) {
    previous.enabled = false
    keepNotifications(euicc, metadataOf(previous), 'disable')
  }
  profile.enabled = true
  keepNotifications(euicc, metadataOf(profile), 'enable')
  return 'ok'
}

export function disableProfile(euicc: EuiccContext, bytes: Uint8Array, switched: ProfileSwitched): Uint8Array {
  const result = disable(euicc, disableProfileRequest.decode(bytes).profileIdentifier)
  if (result === 'ok') switched()
  return disableProfileResponse.encode({ disableResult: result })
}

function disable(euicc: EuiccContext, identifier: ProfileIdentifier) {
  const profile = findProfile(euicc, identifier)
  if (!profile) return 'iccidOrAidNotFound'
  if (!profile.enabled) return 'profileNotInEnabledState'
  if (hasRule(profile, 'ppr1')) return 'disallowedByPolicy'
  profile.enabled = false
  keepNotifications(euicc, metadataOf(profile), 'disable')
  return 'ok'
}

export function deleteProfile(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  return deleteProfileResponse.encode({ deleteResult: remove(euicc, deleteProfileRequest.decode(bytes)) })
}

function remove(euicc: EuiccContext, identifier: ProfileIdentifier) {
  const profile = findProfile(euicc, identifier)
  if (!profile) return 'iccidOrAidNotFound'
  if (profile.enabled) return 'profileNotInDisabledState'
  if (hasRule(profile, 'ppr2')) return 'disallowedByPolicy'
  erase(euicc, profile)
  return 'ok'
}

function erase(euicc: EuiccContext, profile: InstalledProfile): void {
  euicc.state.profiles.splice(euicc.state.profiles.indexOf(profile), 1)
  keepNotifications(euicc, metadataOf(profile), 'delete')
}

export function setNickname(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { iccid, profileNickname } = setNicknameRequest.decode(bytes)
  const profile = findProfile(euicc, { kind: 'iccid', value: iccid })
  if (!profile) return setNicknameResponse.encode({ setNicknameResult: 'iccidNotFound' })
  if (profileNickname === '') delete profile.nickname
  else profile.nickname = profileNickname
  return setNicknameResponse.encode({ setNicknameResult: 'ok' })
}

/** Deletes regardless of policy rules and of being enabled (SGP.22 5.7.19). */
export function resetMemory(euicc: EuiccContext, bytes: Uint8Array, switched: ProfileSwitched): Uint8Array {
  const { resetOptions } = euiccMemoryResetRequest.decode(bytes)
  const doomed = euicc.state.profiles.filter((profile) => {
    const isTest = metadataOf(profile).profileClass === 'test'
    return resetOptions.has(isTest ? 'deleteFieldLoadedTestProfiles' : 'deleteOperationalProfiles')
  })
  const resetsAddress = resetOptions.has('resetDefaultSmdpAddress') && euicc.state.defaultDpAddress !== undefined
  if (doomed.length === 0 && !resetsAddress) return euiccMemoryResetResponse.encode({ resetResult: 'nothingToDelete' })
  for (const profile of doomed) erase(euicc, profile)
  if (resetsAddress) delete euicc.state.defaultDpAddress
  if (doomed.some((profile) => profile.enabled)) switched()
  return euiccMemoryResetResponse.encode({ resetResult: 'ok' })
}

/** What a list shows of a profile, by tag; the first group also without being asked for (SGP.22 5.7.15). */
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
const LISTED: ReadonlyMap<number, keyof ProfileInfo> = new Map<number, keyof ProfileInfo>([
  ...ALWAYS_LISTED,
  [0xb6, 'notificationConfigurationInfo'],
  [0xb7, 'profileOwner'],
  [0xb8, 'dpProprietaryData'],
  [0x99, 'profilePolicyRules'],
  [0xbf22, 'serviceSpecificDataStoredInEuicc'],
])

function tagsIn(tagList: Uint8Array): number[] {
  const tags: number[] = []
  for (let at = 0; at < tagList.length; at++) {
    const first = tagList[at]!
    tags.push((first & 0x1f) === 0x1f ? (first << 8) | (tagList[++at] ?? 0) : first)
  }
  return tags
}

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
