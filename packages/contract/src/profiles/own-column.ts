import type { FieldName } from './configuration-field.ts'
import type { StoredFields } from './configuration-rule.ts'
import { typeFacts } from './configuration-type.ts'
import { type OwnColumn, ownColumns } from './source-file.ts'
import { hasField } from './type-field.ts'

/** The field of a configuration that each column replaces. */
const fieldOf: Readonly<Record<OwnColumn, FieldName>> = {
  PROFILE_NAME: 'profileName',
  SPN: 'serviceProviderName',
  PNN: 'pnn',
  GID1: 'gid1',
  GID2: 'gid2',
  HPLMN: 'hplmn',
  EHPLMN: 'ehplmn',
  OPLMN: 'oplmn',
  FPLMN: 'fplmn',
  ARA: 'araApplet',
}

/**
 * The columns by which a profile can replace values of its configuration: those of fields that its type has. Access rules
 * need the ARA applet. For a supplied package they are in the metadata, and the group identifiers in its owner.
 */
export function ownColumnsOf(fields: Pick<StoredFields, 'type' | 'araApplet' | 'owner'>): OwnColumn[] {
  return ownColumns.filter((column) => {
    if (column === 'ARA') return fields.araApplet !== undefined || typeFacts[fields.type].packages === 'supplied'
    if (fields.owner && hasField(fields.type, 'owner') && column.startsWith('GID')) return true
    return hasField(fields.type, fieldOf[column])
  })
}
