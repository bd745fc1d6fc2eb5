import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'

/** The first rows of a long list, and the button that shows all or only the first; printed, the list is as it is shown. */
export function useShortened<Row>(rows: readonly Row[], atMost: number): { shown: readonly Row[]; button: ReactNode } {
  const [isWhole, setWhole] = useState(false)
  if (rows.length <= atMost) return { shown: rows, button: null }
  return {
    shown: isWhole ? rows : rows.slice(0, atMost),
    button: (
      <Button
        style={{ margin: '8px 0 0 -8px' }}
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? uiTexts.chart.fewer : say(uiTexts.chart.all, { count: rows.length })}
      </Button>
    ),
  }
}
