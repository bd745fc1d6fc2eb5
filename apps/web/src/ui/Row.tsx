import classes from './Layout.module.css'
import { type LayoutProps, type LayoutTag, layoutBox } from './layout.ts'

type RowOptions = {
  justify?: 'center' | 'end' | 'between'
  /** Keeps all children in one line. */
  nowrap?: true
}

/** Children next to each other, in as many lines as they need. */
export function Row<Tag extends LayoutTag = 'div'>(props: LayoutProps<Tag, RowOptions>) {
  // cast, because what a generic element accepts is not known here
  const { justify, nowrap, ...box } = props as LayoutProps<'div', RowOptions>
  return layoutBox(
    classes.row,
    { gap: 8, align: 'center', ...box },
    {
      flexWrap: nowrap ? undefined : 'wrap',
      justifyContent: justify === 'between' ? 'space-between' : justify,
    },
  )
}
