import type { AuditEntry } from '@simwright/contract/platform/audit'
import { useMasks } from '../../../esim/privacy.ts'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { actorName, actorTones } from './actor.ts'
import { auditTexts } from './audit-texts.ts'
import { objectName } from './object-name.ts'
import { auditSentence } from './sentence.ts'

const names = auditTexts.columns

export const columns: readonly DataColumn<AuditEntry>[] = [
  { id: 'at', header: names.at, phone: 'time', show: 'always', cell: (row) => <Time at={row.at} show="second" /> },
  {
    id: 'sentence',
    header: names.sentence,
    phone: 'title',
    show: 'always',
    cell: (row) => <ObjectName width="sentence">{auditSentence(row)}</ObjectName>,
  },
  { id: 'action', header: names.action, show: 'extra', cell: (row) => auditTexts.actions[row.action] },
  { id: 'object', header: names.object, show: 'extra', cell: (row) => <ObjectName>{objectName(row)}</ObjectName> },
  { id: 'by', header: names.by, phone: 'text', cell: (row) => <By entry={row} /> },
  { id: 'address', header: names.address, cell: (row) => (row.address ? <Mono>{row.address}</Mono> : '–') },
  { id: 'kind', header: names.kind, show: 'extra', cell: (row) => auditTexts.objects[row.objectKind] },
  { id: 'email', header: names.email, show: 'extra', cell: (row) => <LongText>{row.actorEmail || '–'}</LongText> },
  {
    id: 'number',
    header: names.number,
    sortBy: 'number',
    align: 'right',
    show: 'extra',
    cell: (row) => row.number.toLocaleString('en'),
  },
]

/** Masked, because the name may be an ICCID or an EID. */
export function ObjectName({ children, width }: { children: string; width?: 'sentence' }) {
  return <LongText width={width}>{useMasks().text(children) || '–'}</LongText>
}

/** A person by name; the portal, staff and API keys as a badge. */
function By({ entry }: { entry: AuditEntry }) {
  if (entry.actorKind === 'PERSON') return <LongText>{actorName(entry)}</LongText>
  if (entry.actorKind === 'SYSTEM') return <StatusBadge tone="neutral">{actorName(entry)}</StatusBadge>
  return (
    <span title={entry.actorName}>
      <StatusBadge tone={actorTones[entry.actorKind]}>{auditTexts.actors[entry.actorKind]}</StatusBadge>
    </span>
  )
}
