import type { ElementType } from 'react'
import classes from './Layout.module.css'
import { joined, type LayoutProps, type LayoutTag, spacesOf } from './layout.ts'

/** Children below each other, as wide as the stack unless `align` says otherwise. */
export function Stack<Tag extends LayoutTag = 'div'>(props: LayoutProps<Tag, object>) {
  // cast, because what a generic element accepts is not known here
  const { as, gap, align, mt, mb, className, style, ...rest } = props as LayoutProps<'div', object>
  const Box: ElementType = as ?? 'div'
  const own = spacesOf({ gap: gap ?? 16, align, mt, mb })
  return <Box {...rest} className={joined(classes.stack, className)} style={{ ...own, ...style }} />
}
