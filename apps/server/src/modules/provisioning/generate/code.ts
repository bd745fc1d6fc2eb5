import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'

type Code = { host: string; matchingId: string; confirmation: 'needed' | 'none' }

/** `LPA:1$host$matching-id`, with `$$1` when the subscriber is asked for a confirmation code. */
export function formatCode({ host, matchingId, confirmation }: Code): string {
  return formatActivationCode({
    host,
    matchingId: parseMatchingId(matchingId),
    confirmationCodeRequired: confirmation === 'needed',
  })
}

/** The code that a row of a batch was given; null for a row that failed. */
export function codeOfOutcome(
  hostFor: (issuer: CertificateIssuer | null) => string,
  row: { matching_id: string | null; confirmation_needed: boolean; issuer: CertificateIssuer | null },
): string | null {
  if (row.matching_id === null) return null
  const confirmation = row.confirmation_needed ? 'needed' : 'none'
  return formatCode({ host: hostFor(row.issuer), matchingId: row.matching_id, confirmation })
}
