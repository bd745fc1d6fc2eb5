import { fitAlpha, SPN_BYTES } from '@simwright/ids'

/** What remains of a service provider name that is too long for EF.SPN; undefined when the card holds all of it. */
export function cutName(name: string): string | undefined {
  const trimmed = name.trim()
  const shown = fitAlpha(trimmed, SPN_BYTES)
  return shown === trimmed ? undefined : shown
}
