import type { OutputOf } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type * as batch from '@simwright/contract/provisioning/batch'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'

import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import type { Entitlement } from '../../platform/plans/service.ts'
import type { DrawnProfile } from './draw.ts'

type Code = { host: string; matchingId: string; confirmation: 'needed' | 'none' }

/** `LPA:1$host$matching-id`, followed by `$$1` if a confirmation code is required (SGP.22, 4.1). */
export function formatCode({ host, matchingId, confirmation }: Code): string {
  return formatActivationCode({
    host,
    matchingId: parseMatchingId(matchingId),
    confirmationCodeRequired: confirmation === 'needed',
  })
}

/** The activation code that a row of a batch got; null if the row failed. */
export function codeOfOutcome(
  hostFor: (issuer: CertificateIssuer | null) => string,
  row: { matching_id: string | null; confirmation_needed: boolean; issuer: CertificateIssuer | null },
): string | null {
  if (row.matching_id === null) return null
  const confirmation = row.confirmation_needed ? 'needed' : 'none'
  return formatCode({ host: hostFor(row.issuer), matchingId: row.matching_id, confirmation })
}

/** The SM-DP+ address in the activation codes of this enterprise. */
export const codeHost =
  (server: Server, { platformId }: Who) =>
  (issuer: CertificateIssuer | null) =>
    smdpAddressOf(server, platformOf(server, platformId), issuer)

export type GeneratedCode = OutputOf<typeof batch.single> & {
  /** The path of its public page is `/ac/SLUG`. */
  slug: string
  entitlement: Entitlement
}

type Generated = Pick<GeneratedCode, 'entitlement'> & {
  profile: Pick<DrawnProfile, 'iccid' | 'matchingId' | 'slug' | 'sealedConfirmation' | 'profileId'>
  batch: { id: string; code: string }
  issuer: CertificateIssuer | null
}

/** The answer for a profile that was inserted. */
export function generatedCode(
  server: Server,
  who: Who,
  { profile, batch, issuer, entitlement }: Generated,
): GeneratedCode {
  const { profileId, iccid, matchingId, slug, sealedConfirmation } = profile
  const confirmation = sealedConfirmation ? 'needed' : 'none'
  const activationCode = formatCode({ host: codeHost(server, who)(issuer), matchingId, confirmation })
  return { batchId: batch.id, code: batch.code, profileId, iccid, activationCode, slug, entitlement }
}
