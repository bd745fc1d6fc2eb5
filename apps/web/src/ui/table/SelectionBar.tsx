import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { use } from 'react'
import { sayCount } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { useIsPhone } from '../phone.ts'
import { Masking } from '../text/masking.ts'
import classes from './DataTable.module.css'
import type { TableSelection } from './table-column.ts'

/** The bar below the rows of a table while some are ticked: how many, and what can be done with them. */
export function SelectionBar({ selection }: { selection: TableSelection }) {
  const masked = use(Masking)
  const isPhone = useIsPhone()
  const ticked = selection.selected.length
  if (!(selection.isOn ?? ticked > 0)) return null
  const clear = selection.onClear ?? (() => selection.onChange([]))
  return (
    <section className={classes.selection} aria-label={uiTexts.table.selection}>
      <strong aria-live="polite">{selection.words ?? sayCount(uiTexts.table.selected, ticked)}</strong>
      {selection.filter && (
        <code className={classes.selectionFilter} title={masked(selection.filter)}>
          {masked(selection.filter)}
        </code>
      )}
      {selection.actions}
      {isPhone ? (
        <ActionIcon className="push" aria-label={uiTexts.table.clearSelection} onClick={clear}>
          <IconX size={16} />
        </ActionIcon>
      ) : (
        <Button variant="subtle" color="gray" size="xs" onClick={clear}>
          {uiTexts.table.clearSelection}
        </Button>
      )}
    </section>
  )
}
