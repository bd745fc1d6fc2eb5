import classes from './Layout.module.css'
import { type LayoutProps, type LayoutTag, layoutBox } from './layout.ts'

/** Children below each other, as wide as the stack unless `align` says otherwise. */
export function Stack<Tag extends LayoutTag = 'div'>(props: LayoutProps<Tag>) {
  // cast, because what a generic element accepts is not known here
  return layoutBox(classes.stack, { gap: 16, ...(props as LayoutProps<'div'>) })
}
