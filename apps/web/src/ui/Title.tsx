import classes from './Layout.module.css'
import { type LayoutProps, type LayoutTag, layoutBox } from './layout.ts'

type TitleOptions = {
  /** A size of styles/tokens.css; `label`: like the label of a field. By default that of the text. */
  size?: 'h1' | 'h2' | 'lead' | 'h3' | 'text' | 'label'
}

/** The heading of a part of a page, or words that name what follows. */
export function Title<Tag extends LayoutTag = 'h3'>(props: LayoutProps<Tag, TitleOptions>) {
  // cast, because what a generic element accepts is not known here
  const { size, ...box } = props as LayoutProps<'div', TitleOptions>
  const mark = { 'data-size': size }
  return layoutBox(classes.title, { as: 'h3', ...box, ...mark })
}
