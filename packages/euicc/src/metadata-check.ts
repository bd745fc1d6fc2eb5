/** What an eUICC checks of a profile's metadata before and after installing: SGP.22 5.5.3 and 2.4.5.3. */
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

function refuse(reason: InstallErrorReason): never {
  throw new BoundPackageFailure('storeMetadata', reason)
}

/** @throws BoundPackageFailure */
export function checkMetadata(euicc: EuiccContext, metadata: StoreMetadataRequest): void {
  if (euicc.state.profiles.some(({ iccid }) => iccid === metadata.iccid)) {
    refuse('installFailedDueToIccidAlreadyExistsOnEuicc')
  }
  if (!KNOWN_CLASSES.has(metadata.profileClass)) refuse('unsupportedProfileClass')
  if (metadata.icon && metadata.iconType === undefined) refuse('incorrectInputValues')
  checkPolicyRules(euicc, metadata)
}

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

/** A nibble E of an allowed operator stands for any digit; an absent GID for any (SGP.22 2.4.5.3.3). */
function isOperator(allowed: OperatorId, owner: OperatorId): boolean {
  const sameDigits = allowed.mccMnc.every((byte, at) => {
    const own = owner.mccMnc[at]!
    return [0, 4].every((shift) => ((byte >> shift) & 0x0f) === 0x0e || ((byte ^ own) >> shift) % 16 === 0)
  })
  const sameGid = (wanted: Uint8Array | undefined, own: Uint8Array | undefined) =>
    wanted === undefined || wanted.length === 0 || (own !== undefined && equalBytes(wanted, own))
  return sameDigits && sameGid(allowed.gid1, owner.gid1) && sameGid(allowed.gid2, owner.gid2)
}

/** The owner the metadata names must be the operator of the profile's own files. @throws BoundPackageFailure */
export function checkOperator({ profileOwner }: StoreMetadataRequest, content: InstalledContent): void {
  if (!profileOwner) return
  const found = operatorOf(content)
  const differs = (wanted: Uint8Array | undefined, own: Uint8Array | undefined) =>
    wanted !== undefined &&
    wanted.length > 0 &&
    (own === undefined || !equalBytes(own.subarray(0, wanted.length), wanted))
  const isForeign =
    differs(profileOwner.mccMnc, found.mccMnc) ||
    differs(profileOwner.gid1, found.gid1) ||
    differs(profileOwner.gid2, found.gid2)
  if (isForeign) throw new BoundPackageFailure('loadProfileElements', 'installFailedDueToDataMismatch')
}
