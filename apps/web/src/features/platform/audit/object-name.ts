import type { AuditEntry } from '@simwright/contract/platform/audit'
import { operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'

/** The name of the object of an entry; an operation is recorded by its kind. */
export function objectName({ objectKind, objectName: name }: Pick<AuditEntry, 'objectKind' | 'objectName'>): string {
  const kind = objectKind === 'operation' ? operationKinds.find((one) => one === name) : undefined
  return kind ? operationRow(kind).name : name
}
