import { IconChevronDown } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import { Narrow } from '../phone.ts'
import classes from './PhoneRow.module.css'
import { type DataColumn, phoneRowOf } from './table-column.ts'

type PhoneCellsProps<Row> = {
  row: Row
  columns: readonly DataColumn<Row>[]
  isUnfolded: boolean
  /** Shows or hides the values that the two lines don't have; undefined if the row opens a drawer, which has them. */
  onUnfold: (() => void) | undefined
}

/** The cells of a row on a phone: two lines with the most important values, then its actions. */
export const PhoneCells = memo(TwoLines) as typeof TwoLines

function TwoLines<Row>({ row, columns, isUnfolded, onUnfold }: PhoneCellsProps<Row>) {
  const { title, status, texts, time, actions, others } = phoneRowOf(columns)
  const known = texts
    .map((column) => ({ id: column.id, shown: column.cell(row) }))
    .filter(({ shown }) => !isBlank(shown))
  const when = time?.cell(row)
  const isFoldable = onUnfold !== undefined && others.length > 0
  return (
    <Narrow value>
      <td className={classes.cell}>
        <div className={classes.line}>
          <div className={classes.title}>{title.cell(row)}</div>
          {status && <div className={classes.status}>{status.cell(row)}</div>}
        </div>
        <div className={classes.line} data-second>
          <div className={classes.texts}>
            {known.map(({ id, shown }) => (
              <span key={id} className={classes.text}>
                {shown}
              </span>
            ))}
          </div>
          {!isBlank(when) && <div className={classes.time}>{when}</div>}
          {isFoldable && (
            <button
              type="button"
              className={classes.unfold}
              aria-expanded={isUnfolded}
              aria-label={uiTexts.table.allValues}
              onClick={onUnfold}
            >
              <IconChevronDown size={16} aria-hidden />
            </button>
          )}
        </div>
        {isUnfolded && <Values row={row} columns={others} />}
      </td>
      {actions && <td className={classes.actions}>{actions.cell(row)}</td>}
    </Narrow>
  )
}

function Values<Row>({ row, columns }: { row: Row; columns: readonly DataColumn<Row>[] }) {
  return (
    <dl className={classes.values}>
      {columns.map((column) => (
        <div key={column.id} className={classes.value}>
          <dt>{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether a cell shows only the dash of a missing value. */
function isBlank(shown: ReactNode): boolean {
  if (shown === '–' || shown === '' || shown === null || shown === undefined) return true
  const props = typeof shown === 'object' && 'props' in shown ? (shown.props as { children?: ReactNode }) : {}
  return props.children === '–'
}
