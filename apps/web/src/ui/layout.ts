import type { ComponentPropsWithRef, CSSProperties } from 'react'

/** A space of styles/tokens.css, in pixels. */
export type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 32 | 40 | 48

/** The space between children, or first that between rows, then that between columns ("4 12"). */
export type Gap = Space | `${Space} ${Space}`

type LayoutTag =
  | 'div'
  | 'span'
  | 'p'
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

/** The element, and the margins above and below it. */
export type BoxProps<Tag extends LayoutTag> = { as?: Tag; mt?: Space; mb?: Space }

/** The props of a layout piece: its own, then those of its element. */
export type LayoutProps<Tag extends LayoutTag, Own> = BoxProps<Tag> &
  Own & { gap?: Gap; align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' } & Omit<
    ComponentPropsWithRef<Tag>,
    keyof Own | 'as'
  >

export type { LayoutTag }

const tokenOf = (space: Space | string) => (Number(space) === 0 ? '0' : `var(--space-${space})`)

type Spaces = { gap: Gap; align: CSSProperties['alignItems']; mt: Space | undefined; mb: Space | undefined }

/** The style of a layout piece; what is undefined is left to its class. */
export function spacesOf({ gap, align, mt, mb }: Spaces): CSSProperties {
  return {
    gap: String(gap).split(' ').map(tokenOf).join(' '),
    alignItems: align,
    ...marginsOf(mt, mb),
  }
}

export function marginsOf(mt: Space | undefined, mb: Space | undefined): CSSProperties {
  return {
    ...(mt !== undefined && { marginTop: tokenOf(mt) }),
    ...(mb !== undefined && { marginBottom: tokenOf(mb) }),
  }
}

/** The class of a piece, and the one that its page adds. */
export const joined = (own: string | undefined, added: string | undefined) => (added ? `${own} ${added}` : own)
