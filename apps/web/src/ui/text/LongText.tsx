import { use } from 'react'
import { Narrow } from '../phone.ts'
import classes from './LongText.module.css'

type LongTextProps = {
  children: string
  /** Tooltip; by default the full text. */
  tip?: string | undefined
  /** Maximum width. */
  width?: 'column' | 'wide' | 'sentence'
}

/** Texts of up to this many characters fit even in wide letters, so they are not truncated. */
const MAX_FITTING_CHARS = 16

/** In a row of two lines: as wide as its line; a sentence continues on a second one. */
const narrowWidths = { column: 'narrow', wide: 'narrow', sentence: 'lines' } as const

/** Text of a table cell: truncated when it is long, with the full text in the tooltip. */
export function LongText({ children, tip = children, width = 'column' }: LongTextProps) {
  const isNarrow = use(Narrow)
  if (children.length <= MAX_FITTING_CHARS && tip === children) return children
  return (
    <span className={classes.long} data-width={isNarrow ? narrowWidths[width] : width} title={tip}>
      {children}
    </span>
  )
}
