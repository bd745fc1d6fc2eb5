import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'

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
