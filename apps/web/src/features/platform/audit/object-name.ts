import type { AuditEntry } from '@simwright/contract/platform/audit'
import { operationTexts } from '../../../texts/operation.ts'

const kinds: Record<string, string> = operationTexts.kinds

/** What was dealt with, as people call it: an operation is written by its kind. */
export function objectName({ objectKind, objectName: name }: Pick<AuditEntry, 'objectKind' | 'objectName'>): string {
  return (objectKind === 'operation' ? kinds[name] : undefined) ?? name
}
