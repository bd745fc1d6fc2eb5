import { ActionIcon, SegmentedControl } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Row, Title } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { GridRow, GridSkeleton } from './GridRow.tsx'
import { RowEditor } from './RowEditor.tsx'
import classes from './RowGrid.module.css'

const texts = generateTexts.preview
const ROWS_PER_PAGE = 50

type RowFilter = 'all' | 'faulty' | 'warned' | 'existing'

type RowGridProps = { staged: source.Source; generateAgain: boolean }

/** The rows of an upload, page by page, with the errors in their cells. */
export function RowGrid({ staged, generateAgain }: RowGridProps) {
  const { id, columns, faulty } = staged
  const [chosen, setChosen] = useState<RowFilter>(faulty > 0 ? 'faulty' : 'all')
  const only = chosen === 'faulty' && faulty === 0 ? 'all' : chosen
  const [cursors, setCursors] = useState<readonly string[]>([])
  const answer = useAsk(
    source.rows,
    { id, only, limit: ROWS_PER_PAGE, ...(cursors.length > 0 ? { cursor: cursors.at(-1)! } : {}) },
    { keepPrevious: true },
  )
  const choose = (next: RowFilter) => {
    setChosen(next)
    setCursors([])
  }
  const gridLabel = say(texts.gridOf, { file: staged.fileName })
  const rows = answer.data?.items
  const next = answer.data?.next
  return (
    <section className={classes.panel} aria-labelledby="rows-title">
      <Row gap="8 16" justify="between" style={{ padding: '10px 12px 10px 16px' }}>
        <Title id="rows-title" as="h2">
          {texts.gridTitle}
        </Title>
        <FilterChoice staged={staged} value={only} onChange={choose} />
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={gridLabel} tabIndex={0} aria-busy={answer.isFetching}>
        <table className={classes.table}>
          <GridHead columns={columns} />
          <tbody data-old={answer.isPlaceholderData || undefined}>
            {rows === undefined && !answer.error && <GridSkeleton columns={columns.length} />}
            <EditableRows rows={rows ?? []} sourceId={id} columns={columns} generateAgain={generateAgain} />
          </tbody>
        </table>
      </section>
      {answer.error && !rows && <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />}
      {rows?.length === 0 && (
        <EmptyState
          drawing="search"
          title={texts.noRowsTitle}
          text={texts.noRowsText}
          button={{ label: texts.showAll, onClick: () => choose('all') }}
        />
      )}
      {rows && rows.length > 0 && (
        <GridFoot
          rows={rows}
          onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
          onNext={next && !answer.isPlaceholderData ? () => setCursors([...cursors, next]) : undefined}
        />
      )}
    </section>
  )
}

type FilterChoiceProps = { staged: source.Source; value: RowFilter; onChange: (value: RowFilter) => void }

/** Offers the kinds of rows that are some, but not all, of the upload. */
function FilterChoice({ staged: { total, faulty, warned, existing }, value, onChange }: FilterChoiceProps) {
  const choices = [
    { value: 'all', label: texts.all, count: total },
    { value: 'faulty', label: texts.faulty, count: faulty },
    { value: 'warned', label: texts.warned, count: warned },
    { value: 'existing', label: texts.existing, count: existing },
  ].filter(({ value, count }) => value === 'all' || (count > 0 && count < total))
  if (choices.length <= 1) return null
  return (
    <SegmentedControl
      aria-label={texts.only}
      data={choices.map(({ value, label, count }) => ({
        value,
        label: `${label} ${count.toLocaleString('en')}`,
      }))}
      value={value}
      onChange={(next) => onChange(next as RowFilter)}
    />
  )
}

function GridHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{texts.line}</th>
        <th scope="col">{texts.check}</th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type EditableRowsProps = {
  rows: readonly source.SourceRow[]
  sourceId: string
  columns: readonly string[]
  generateAgain: boolean
}

/** One faulty row at a time can be edited, below itself. */
function EditableRows({ rows, sourceId, columns, generateAgain }: EditableRowsProps) {
  const [editedLine, setEditedLine] = useState<number>()
  return rows.map((row) => (
    <Fragment key={row.line}>
      <GridRow row={row} columns={columns} generateAgain={generateAgain} onEdit={() => setEditedLine(row.line)} />
      {editedLine === row.line && row.faults.length > 0 && (
        <RowEditor sourceId={sourceId} row={row} columns={columns} onClose={() => setEditedLine(undefined)} />
      )}
    </Fragment>
  ))
}

type GridFootProps = {
  rows: readonly source.SourceRow[]
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined
  /** Undefined on the last page, and while a page loads. */
  onNext: (() => void) | undefined
}

/** The lines of the page, and the buttons to the next and previous one. */
function GridFoot({ rows, onPrevious, onNext }: GridFootProps) {
  return (
    <Row gap={6} nowrap className="ruled" style={{ padding: '8px 12px 8px 16px' }}>
      <span className="muted size-small figures" style={{ marginRight: 'auto' }} aria-live="polite">
        {say(texts.page, { from: rows[0]!.line, to: rows.at(-1)!.line })}
      </span>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={uiTexts.table.previous}
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={30} aria-label={uiTexts.table.next} disabled={!onNext} onClick={onNext}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </Row>
  )
}
