import type { Operation } from '@simwright/contract/provisioning/operation'

/** What of an operation stands in its row and in the audit log: never a confirmation code. */
export function givenOf(operation: Operation): Record<string, string | number | null> {
  if (operation.kind === 'CONFIRMATION') {
    const { mode, digits = RANDOM_DIGITS } = operation
    return mode === 'random' ? { mode, digits } : { mode }
  }
  const { kind: _, ...given } = operation
  return given
}

/** Of random confirmation codes, unless others are asked for. */
export const RANDOM_DIGITS = 6
