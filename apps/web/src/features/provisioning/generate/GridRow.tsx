import { Button, Skeleton } from '@mantine/core'
import type { SourceRow } from '@simwright/contract/profiles/source'
import { useMasks } from '../../../esim/privacy.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import classes from './RowGrid.module.css'

const texts = generateTexts.preview

type GridRowProps = { row: SourceRow; columns: readonly string[]; generateAgain: boolean; onEdit: () => void }

type State = keyof typeof texts.states
const NUMBERS = ['ICCID', 'IMSI', 'EID', 'MSISDN', 'IMPI', 'IMPU']
const tones: Record<State, Tone> = { ready: 'success', faulty: 'danger', existing: 'warning', again: 'info' }

/** One row of the file: the value of each cell, with its errors below. */
export function GridRow({ row, columns, generateAgain, onEdit }: GridRowProps) {
  const state = stateOf(row, generateAgain)
  const rowFaults = row.faults.filter(({ column }) => !columns.includes(column))
  return (
    <tr>
      <th scope="row" className={classes.line}>
        {row.line}
      </th>
      <td data-fault={rowFaults.length > 0 || undefined}>
        <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
        {row.faults.some(({ column }) => columns.includes(column)) && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml={6}
            aria-label={say(texts.correct.form, { line: row.line })}
            onClick={onEdit}
          >
            {texts.correct.begin}
          </Button>
        )}
        {rowFaults.map(({ rule, text }) => (
          <div key={rule} className={classes.fault}>
            {text}
          </div>
        ))}
      </td>
      {columns.map((column) => (
        <Cell key={column} row={row} column={column} />
      ))}
    </tr>
  )
}

function Cell({ row, column }: { row: SourceRow; column: string }) {
  const faults = row.faults.filter((fault) => fault.column === column)
  const warnings = row.warnings.filter((warning) => warning.column === column)
  return (
    <td data-fault={faults.length > 0 || undefined} data-warning={warnings.length > 0 || undefined}>
      <CellValue row={row} column={column} isFaulty={faults.length > 0} />
      {faults.map(({ rule, text }) => (
        <div key={rule} className={classes.fault}>
          {text}
        </div>
      ))}
      {warnings.map(({ rule, text }) => (
        <div key={rule} className={classes.warning}>
          {text}
        </div>
      ))}
    </td>
  )
}

function CellValue({ row, column, isFaulty }: { row: SourceRow; column: string; isFaulty: boolean }) {
  const masks = useMasks()
  if (row.secret.includes(column))
    return (
      <span className={classes.secret}>
        <span aria-hidden>••••••</span>
        <span className="visually-hidden">{texts.hidden}</span>
      </span>
    )
  const value = maskCell(masks, column, row.values[column])
  if (value === undefined || value === '') return isFaulty ? <span className={classes.empty}>{texts.empty}</span> : null
  return (
    <span className={classes.value} title={value.length > 40 ? value : undefined}>
      {value}
    </span>
  )
}

/** Masks numbers to their last digits, as on other pages; leaves other columns unchanged. */
function maskCell({ number }: ReturnType<typeof useMasks>, column: string, value: string | undefined) {
  return value !== undefined && NUMBERS.includes(column) ? number(value) : value
}

function stateOf(row: SourceRow, generateAgain: boolean): State {
  if (row.faults.length > 0) return 'faulty'
  if (row.exists) return generateAgain ? 'again' : 'existing'
  return 'ready'
}

export function GridSkeleton({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical rows in a fixed order
    <tr key={row} aria-hidden>
      {Array.from({ length: columns + 2 }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <Skeleton height={10} width={40 + ((row * 31 + column * 17) % 60)} radius="xl" />
        </td>
      ))}
    </tr>
  ))
}
