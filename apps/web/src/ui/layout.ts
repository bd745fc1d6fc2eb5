import { type ComponentPropsWithRef, type CSSProperties, createElement, type ReactElement } from 'react'

/** A space of styles/tokens.css, in pixels. */
type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 32 | 40 | 48

/** The space between children, or first that between rows, then that between columns ("4 12"). */
type Gap = Space | `${Space} ${Space}`

export type LayoutTag =
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
export type LayoutProps<Tag extends LayoutTag, Options = object> = OwnProps<Tag> &
  Options &
  Omit<ComponentPropsWithRef<Tag>, keyof Options | keyof OwnProps<Tag>>

type BoxProps = Omit<LayoutProps<'div'>, 'as'> & { as?: LayoutTag }

/** The element of a layout piece, with the class and the style of the piece; those that its page adds come last. */
export function layoutBox(own: string | undefined, props: BoxProps, ownStyle?: CSSProperties): ReactElement {
  const { as = 'div', gap, align, mt, mb, className, style, ...rest } = props
  const spaces = { gap: tokenOf(gap), alignItems: align, marginTop: tokenOf(mt), marginBottom: tokenOf(mb) }
  return createElement(as, { ...rest, className: joined(own, className), style: { ...spaces, ...ownStyle, ...style } })
}

const tokenOf = (gap: Gap | undefined) => gap && String(gap).replace(/[1-9]\d*/g, 'var(--space-$&)')

/** The class of a piece, and the one that its page adds. */
export const joined = (own: string | undefined, added: string | undefined) => (added ? `${own} ${added}` : own)
