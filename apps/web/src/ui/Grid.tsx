import type { CSSProperties, ElementType } from 'react'
import classes from './Layout.module.css'
import { joined, type LayoutProps, type LayoutTag, spacesOf } from './layout.ts'

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
  const all = props as LayoutProps<'div', GridOptions>
  const { as, gap, align, columns, min, fill, singleBelow, mt, mb, className, style, ...rest } = all
  const Box: ElementType = as ?? 'div'
  const widths =
    min === undefined ? columns : `repeat(${fill ? 'auto-fill' : 'auto-fit'}, minmax(min(100%, ${min}px), 1fr))`
  const own = {
    '--columns': typeof widths === 'number' ? `repeat(${widths}, minmax(0, 1fr))` : widths,
    ...spacesOf({ gap: gap ?? 16, align, mt, mb }),
  } as CSSProperties
  const box = { className: joined(classes.grid, className), style: { ...own, ...style } }
  return <Box {...rest} {...box} data-single-below={singleBelow} />
}
