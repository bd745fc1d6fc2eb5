import { type ComponentPropsWithRef, type CSSProperties, createElement, type ReactElement } from 'react'
import classes from './Layout.module.css'

/** A space of styles/tokens.css, in pixels. */
type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 32 | 40 | 48

/** The space between children, or first that between rows, then that between columns ("4 12"). */
type Gap = Space | `${Space} ${Space}`

type LayoutTag =
  | 'div'
  | 'span'
  | 'p'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dd'
  | 'form'
  | 'section'
  | 'header'
  | 'footer'
  | 'nav'

type OwnProps<Tag extends LayoutTag> = {
  /** The element. */
  as?: Tag
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  /** The space above. */
  mt?: Space
  /** The space below. */
  mb?: Space
}

/** The props of a layout piece: its own, then those of its element. */
type LayoutProps<Tag extends LayoutTag, Options = object> = OwnProps<Tag> &
  Options &
  Omit<ComponentPropsWithRef<Tag>, keyof Options | keyof OwnProps<Tag>>

type BoxProps = Omit<LayoutProps<'div'>, 'as'> & { as?: LayoutTag }

/** The element of a layout piece, with the class and the style of the piece; those that its page adds come last. */
function layoutBox(own: string | undefined, props: BoxProps, ownStyle?: CSSProperties): ReactElement {
  const { as = 'div', gap, align, mt, mb, className, style, ...rest } = props
  const spaces = { gap: tokenOf(gap), alignItems: align, marginTop: tokenOf(mt), marginBottom: tokenOf(mb) }
  return createElement(as, { ...rest, className: joined(own, className), style: { ...spaces, ...ownStyle, ...style } })
}

const tokenOf = (gap: Gap | undefined) => gap && String(gap).replace(/[1-9]\d*/g, 'var(--space-$&)')

/** The class of a piece, and the one that its page adds. */
export const joined = (own: string | undefined, added: string | undefined) => (added ? `${own} ${added}` : own)

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

/** Children below each other, as wide as the stack unless `align` says otherwise. */
export function Stack<Tag extends LayoutTag = 'div'>(props: LayoutProps<Tag>) {
  // cast, because what a generic element accepts is not known here
  return layoutBox(classes.stack, { gap: 16, ...(props as LayoutProps<'div'>) })
}

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

type NoteOptions = {
  /** `same`: the size of the text around it. */
  size?: 'small' | 'same'
  tone?: 'faint' | 'danger'
}

/** Text that explains, in the muted color. */
export function Note<Tag extends LayoutTag = 'p'>(props: LayoutProps<Tag, NoteOptions>) {
  // cast, because what a generic element accepts is not known here
  const { size, tone, ...box } = props as LayoutProps<'div', NoteOptions>
  // without one, a tone of the page stays
  const mark = { 'data-size': size, ...(tone && { 'data-tone': tone }) }
  return layoutBox(classes.note, { as: 'p', ...box, ...mark })
}

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
