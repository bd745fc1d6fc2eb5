import type { CSSProperties, ElementType } from 'react'
import classes from './Layout.module.css'
import { joined, type LayoutProps, type LayoutTag, spacesOf } from './layout.ts'

type RowOptions = {
  justify?: 'center' | 'end' | 'between'
  /** Keeps all children in one line. */
  nowrap?: true
}

/** Children next to each other, in as many lines as they need. */
export function Row<Tag extends LayoutTag = 'div'>(props: LayoutProps<Tag, RowOptions>) {
  // cast, because what a generic element accepts is not known here
  const { as, gap, align, justify, nowrap, mt, mb, className, style, ...rest } = props as LayoutProps<'div', RowOptions>
  const Box: ElementType = as ?? 'div'
  const own: CSSProperties = {
    flexWrap: nowrap ? undefined : 'wrap',
    justifyContent: justify === 'between' ? 'space-between' : justify,
    ...spacesOf({ gap: gap ?? 8, align: align ?? 'center', mt, mb }),
  }
  return <Box {...rest} className={joined(classes.row, className)} style={{ ...own, ...style }} />
}
