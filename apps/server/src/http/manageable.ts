import { Problem } from '@simwright/contract'

type Allowed<T> = {
  /** The version that the user has seen. */
  version: number
  isVisible?: (row: T) => boolean
  isManageable: (row: T) => boolean
}

/**
 * A locked row that a member of the enterprise account may change, as the user has seen it.
 * @throws Problem not_found, forbidden, or changed_meanwhile
 */
export function requireManageable<T extends { version: number }>(
  held: T | undefined,
  { version, isVisible = () => true, isManageable }: Allowed<T>,
): T {
  if (!held || !isVisible(held)) throw new Problem('not_found')
  if (!isManageable(held)) throw new Problem('forbidden')
  if (held.version !== version) throw new Problem('changed_meanwhile')
  return held
}
