import { type EuiccInfo2, type PprId, readCardResources, type UiccCapability } from './euicc-info.ts'
import type { RefusalName } from './refusal.ts'
import { RspRefusal } from './refusal.ts'
import { compareVersions } from './version.ts'

/** The requirements of a profile on its eUICC. */
export interface ProfileNeeds {
  /** The version in its profile header, such as `2.3`. */
  packageVersion: string
  capabilities: readonly UiccCapability[]
  policyRules: readonly PprId[]
  /** Non-volatile memory that its installation needs, in bytes. */
  memoryBytes: number
  profileClass: 'test' | 'provisioning' | 'operational'
}

/** A requirement that the eUICC does not meet. */
export interface Ineligibility {
  refusal: Extract<RefusalName, 'profile_not_eligible' | 'memory_insufficient'>
  /** For the user of the phone. */
  message: string
}

/** The protection profile version of an eUICC under field test (SGP.22 section 4.3). */
const fieldTestPpVersion = '255.255.255'

/** Capabilities in words, for messages. Others appear by their ASN.1 name. */
const capabilityNames: Partial<Record<UiccCapability, string>> = {
  usimSupport: 'USIM',
  isimSupport: 'ISIM',
  csimSupport: 'CSIM',
  akaMilenage: 'the MILENAGE algorithm',
  akaTuak128: 'the TUAK algorithm',
  akaTuak256: 'the TUAK algorithm with keys of 256 bits',
  usimTestAlgorithm: 'the test algorithm',
  javacard: 'Java Card applications',
  profileAX25519: 'concealment of the identity with profile A',
  profileBP256: 'concealment of the identity with profile B',
}

/** What the policy rules of a profile do, for messages. */
const ruleNames: Partial<Record<PprId, string>> = {
  ppr1: 'profiles that cannot be disabled (PPR1)',
  ppr2: 'profiles that cannot be deleted (PPR2)',
}

/**
 * All requirements that the eUICC does not meet (eligibility check, SGP.22 annex F), memory last. Empty if it meets all.
 * Memory is compared only if the eUICC reports it.
 */
export function findIneligibilities(needs: ProfileNeeds, info: EuiccInfo2): Ineligibility[] {
  const found: Ineligibility[] = []
  const refuse = (message: string) => found.push({ refusal: 'profile_not_eligible', message })
  const newest = newestPackageVersion(info)
  if (compareVersions(needs.packageVersion, newest) > 0) {
    refuse(
      `This device's eSIM supports profile packages up to version ${newest}; this one has ${needs.packageVersion}.`,
    )
  }
  for (const capability of needs.capabilities) {
    if (info.uiccCapability.has(capability)) continue
    refuse(`This device's eSIM does not support ${capabilityNames[capability] ?? capability}.`)
  }
  for (const rule of needs.policyRules) {
    if (!info.forbiddenProfilePolicyRules?.has(rule)) continue
    refuse(`This device's eSIM does not allow ${ruleNames[rule] ?? rule}.`)
  }
  if (needs.profileClass === 'test' && !info.rspCapability.has('testProfileSupport')) {
    refuse("This device's eSIM does not support test profiles.")
  }
  if (needs.profileClass === 'operational' && info.ppVersion === fieldTestPpVersion) {
    refuse("This device's eSIM is under field test and takes no operational profiles.")
  }
  const free = readCardResources(info.extCardResource).freeNonVolatileBytes
  if (free !== undefined && free < needs.memoryBytes) {
    found.push({ refusal: 'memory_insufficient', message: memoryMessage(needs.memoryBytes, free) })
  }
  return found
}

/** @throws RspRefusal with the first result of {@link findIneligibilities} as message and all of them as detail */
export function checkEligibility(needs: ProfileNeeds, info: EuiccInfo2): void {
  const [first, ...others] = findIneligibilities(needs, info)
  if (!first) return
  const detail = [first, ...others].map(({ message }) => message).join(' ')
  throw new RspRefusal(first.refusal, { message: first.message, detail })
}

/** The highest package version that the eUICC supports. */
function newestPackageVersion(info: EuiccInfo2): string {
  const versions = [info.profileVersion, ...(info.additionalEuiccProfilePackageVersions ?? [])]
  return versions.reduce((newest, version) => (compareVersions(version, newest) > 0 ? version : newest))
}

/** Both figures in KB, rounded up. */
function memoryMessage(needed: number, free: number): string {
  const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`
  return `This device's eSIM has ${kib(free)} of memory left; this profile needs ${kib(needed)}. Delete a profile you do not need, then try again.`
}
