/** Checks of the profile metadata by the eUICC, before and after the installation: SGP.22 5.5.3 and 2.4.5.3. */
import { equalBytes } from '@simwright/asn1'
import {
  BoundPackageFailure,
  type InstallErrorReason,
  type OperatorId,
  type StoreMetadataRequest,
} from '@simwright/rsp'
import type { EuiccContext } from './euicc-context.ts'
import { type InstalledContent, operatorOf } from './profile-installation.ts'
import { metadataOf } from './profile-management.ts'

const KNOWN_CLASSES: ReadonlySet<unknown> = new Set(['test', 'provisioning', 'operational'])

/** Refuses StoreMetadata. */
function refuse(reason: InstallErrorReason): never {
  throw new BoundPackageFailure('storeMetadata', reason)
}

/**
 * ES8+.StoreMetadata (SGP.22 v2.5 5.5.3): checks the metadata before the profile elements are loaded.
 * @throws BoundPackageFailure if the ICCID is installed already, the class is unknown, an icon has no type, or a policy
 *   rule is not allowed
 */
export function checkMetadata(euicc: EuiccContext, metadata: StoreMetadataRequest): void {
  if (euicc.state.profiles.some(({ iccid }) => iccid === metadata.iccid)) {
    refuse('installFailedDueToIccidAlreadyExistsOnEuicc')
  }
  if (!KNOWN_CLASSES.has(metadata.profileClass)) refuse('unsupportedProfileClass')
  if (metadata.icon && metadata.iconType === undefined) refuse('incorrectInputValues')
  checkPolicyRules(euicc, metadata)
}

/**
 * Checks the profile policy rules against the Rules Authorisation Table (SGP.22 v2.5 2.9.2). Each rule needs an entry for
 * the owner of the profile. PPR1 is not allowed if an operational profile is installed.
 * @throws BoundPackageFailure pprNotAllowed
 */
function checkPolicyRules(euicc: EuiccContext, metadata: StoreMetadataRequest): void {
  const rules = metadata.profilePolicyRules ?? new Set()
  const { profileOwner } = metadata
  for (const rule of ['ppr1', 'ppr2'] as const) {
    if (!rules.has(rule)) continue
    const isAuthorised = euicc.options.policyAuthorisations.some(
      ({ pprIds, allowedOperators }) =>
        pprIds.has(rule) && profileOwner && allowedOperators.some((allowed) => isOperator(allowed, profileOwner)),
    )
    if (!isAuthorised) refuse('pprNotAllowed')
  }
  const hasOperational = euicc.state.profiles.some((profile) => metadataOf(profile).profileClass === 'operational')
  if (rules.has('ppr1') && hasOperational) refuse('pprNotAllowed')
}

/** Whether an entry includes an operator. A nibble E means any digit, an absent GID any value (SGP.22 2.4.5.3.3). */
function isOperator(allowed: OperatorId, owner: OperatorId): boolean {
  const sameDigits = allowed.mccMnc.every((byte, at) => {
    const own = owner.mccMnc[at]!
    return [0, 4].every((shift) => ((byte >> shift) & 0x0f) === 0x0e || ((byte ^ own) >> shift) % 16 === 0)
  })
  const sameGid = (wanted: Uint8Array | undefined, own: Uint8Array | undefined) =>
    wanted === undefined || wanted.length === 0 || (own !== undefined && equalBytes(wanted, own))
  return sameDigits && sameGid(allowed.gid1, owner.gid1) && sameGid(allowed.gid2, owner.gid2)
}

/**
 * The profile owner in the metadata must be the operator in the files of the profile: MCC and MNC of EF.IMSI, EF.GID1 and
 * EF.GID2. Metadata without an owner is accepted.
 * @throws BoundPackageFailure installFailedDueToDataMismatch
 */
export function checkOperator({ profileOwner }: StoreMetadataRequest, content: InstalledContent): void {
  if (!profileOwner) return
  const found = operatorOf(content)
  const differs = (wanted: Uint8Array | undefined, own: Uint8Array | undefined) =>
    wanted !== undefined &&
    wanted.length > 0 &&
    (own === undefined || !equalBytes(own.subarray(0, wanted.length), wanted))
  const isMismatch =
    differs(profileOwner.mccMnc, found.mccMnc) ||
    differs(profileOwner.gid1, found.gid1) ||
    differs(profileOwner.gid2, found.gid2)
  if (isMismatch) throw new BoundPackageFailure('loadProfileElements', 'installFailedDueToDataMismatch')
}
