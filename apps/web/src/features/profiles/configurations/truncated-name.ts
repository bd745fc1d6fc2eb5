import { fitAlpha, SPN_BYTES } from '@simwright/ids'

/** The truncated service provider name if it is too long for EF.SPN, else undefined. */
export function truncatedName(name: string): string | undefined {
  const trimmed = name.trim()
  const shown = fitAlpha(trimmed, SPN_BYTES)
  return shown === trimmed ? undefined : shown
}
