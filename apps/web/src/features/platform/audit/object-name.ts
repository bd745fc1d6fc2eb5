import type { AuditEntry } from '@simwright/contract/platform/audit'
import { operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'

/** Display name of the object of an entry. An operation is stored by its kind, which is translated. */
export function objectName({ objectKind, objectName: name }: Pick<AuditEntry, 'objectKind' | 'objectName'>): string {
  const kind = objectKind === 'operation' ? operationKinds.find((one) => one === name) : undefined
  return kind ? operationRow(kind).name : name
}
