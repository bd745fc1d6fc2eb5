import { type AuditEntry, auditActions } from '@simwright/contract/platform/audit'
import { useMasks } from '../../../esim/privacy.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { ChangedValues } from '../../../ui/text/ChangedValues.tsx'
import { auditTexts } from './audit-texts.ts'
import classes from './ChangeTable.module.css'
import { type Change, changesOf, configurationFactTexts, plainFactTexts } from './change.ts'

const texts = auditTexts.drawer

const SIDES = ['before', 'after'] as const

type ChangeTableProps = { entry: Pick<AuditEntry, 'action' | 'before' | 'after'> }

/** Each changed fact before and after. An object that was created or removed has only one side. */
export function ChangeTable({ entry }: ChangeTableProps) {
  const { object, facts } = auditActions[entry.action]
  const changes = changesOf(entry, facts, object === 'configuration' ? configurationFactTexts : plainFactTexts)
  const sides = SIDES.filter((side) => entry[side] !== null)
  if (changes.length === 0) return <Note>{texts.noFacts}</Note>
  return (
    <PlainTable className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.fact}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {texts[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.name}>
            <th scope="row">{change.name}</th>
            {sides.map((side) => (
              <td key={side}>
                <Side change={change} side={side} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

function Side({ change, side }: { change: Change; side: 'before' | 'after' }) {
  const masks = useMasks()
  return <ChangedValues values={change[side].map(masks.text)} side={side} />
}
