import type { CSSProperties } from 'react'
import classes from './Layout.module.css'
import { type LayoutProps, type LayoutTag, layoutBox } from './layout.ts'

type GridOptions = {
  /** The number of equal columns, or their widths in CSS. */
  columns?: number | string
  /** As many equal columns as fit, each at least so many pixels wide. */
  min?: number
  /** Few children are not wider than many. */
  fill?: true
  /** The width of the window below which there is one column. */
  singleBelow?: '36em' | '48em' | '62em' | '75em'
}

/** Children in columns. */
export function Grid<Tag extends LayoutTag = 'div'>(props: LayoutProps<Tag, GridOptions>) {
  // cast, because what a generic element accepts is not known here
  const { columns, min, fill, singleBelow, ...box } = props as LayoutProps<'div', GridOptions>
  const count = min === undefined ? columns : fill ? 'auto-fill' : 'auto-fit'
  const width = min === undefined ? '0' : `min(100%, ${min}px)`
  const isRepeated = min !== undefined || typeof columns === 'number'
  const widths = isRepeated ? `repeat(${count}, minmax(${width}, 1fr))` : columns
  const single = { 'data-single-below': singleBelow }
  return layoutBox(classes.grid, { gap: 16, ...box, ...single }, { '--columns': widths } as CSSProperties)
}
