import { blend, contrast, readableOn } from '@simwright/contract/contrast'

/** The grounds on which accent colours stand, as in styles/tokens.css. */
export const grounds = {
  light: { canvas: '#f7f8fa', surface: '#ffffff' },
  dark: { canvas: '#0c0f14', surface: '#12161c' },
} as const

export type Scheme = keyof typeof grounds

export type Accent = {
  /** Ground of filled buttons; `onFill` is legible on it. */
  fill: string
  fillHover: string
  onFill: string
  /** Links and selected words: 4.5:1 on canvas, surface and `soft`. */
  text: string
  /** Ground of what is selected. */
  soft: string
  softHover: string
  /** Charts, progress, focus rings: 3:1 on canvas and surface. */
  solid: string
}

/** Derives legible accent colours for a scheme from the platform's ten shades (lightest first), whatever their hue. */
export function accentOf(palette: readonly string[], shade: number, scheme: Scheme): Accent {
  const { canvas, surface } = grounds[scheme]
  const fill = palette[shade]!
  const onFill = readableOn(fill)
  const soft = blend(fill, surface, scheme === 'light' ? 0.09 : 0.2)
  const away = scheme === 'light' ? palette.slice(shade) : palette.slice(0, shade + 1).reverse()
  const last = scheme === 'light' ? '#12161d' : '#e8ebf0'
  const readable = (ratio: number, on: readonly string[]) =>
    [...away, last].find((c) => on.every((ground) => contrast(c, ground) >= ratio)) ?? last
  return {
    fill,
    fillHover: blend(onFill === '#ffffff' ? '#000000' : '#ffffff', fill, 0.1),
    onFill,
    text: readable(4.5, [canvas, surface, soft]),
    soft,
    softHover: blend(fill, surface, scheme === 'light' ? 0.15 : 0.28),
    solid: readable(3, [canvas, surface]),
  }
}
