import { blend, contrast, readableOn } from '@simwright/contract/platform/contrast'

/** The grounds on which accent colours stand, as in styles/tokens.css. */
export const grounds = {
  light: { canvas: '#f7f8fa', surface: '#ffffff', sunken: '#f2f4f7', hover: '#f4f6f9' },
  dark: { canvas: '#0c0f14', surface: '#12161c', sunken: '#0f1318', hover: '#191f28' },
} as const

export type Scheme = keyof typeof grounds

export type Accent = {
  /** Ground of filled buttons; `onFill` is legible on it. */
  fill: string
  fillHover: string
  onFill: string
  /** Around what is filled: nothing, or a line that shows where it ends (3:1 on canvas and surface). */
  edge: string
  /** Links and selected words: 4.5:1 on every ground, `soft` and `softHover` among them. */
  text: string
  /** Ground of what is selected. */
  soft: string
  softHover: string
  /** Charts, progress, focus rings: 3:1 on canvas and surface. */
  solid: string
}

/** The words of a scheme, when no shade of the platform's can be read. */
const inks = { light: '#12161d', dark: '#e8ebf0' } as const

/** Derives legible accent colours for a scheme from the platform's ten shades (lightest first), whatever their hue. */
export function accentOf(palette: readonly string[], shade: number, scheme: Scheme): Accent {
  const ground = Object.values(grounds[scheme])
  const { canvas, surface } = grounds[scheme]
  const fill = palette[shade]!
  const onFill = readableOn(fill)
  const soft = tintOf(fill, scheme, scheme === 'light' ? [0.09, 0.2, 0.4, 0.7] : [0.2, 0.4, 0.7])
  const softHover = blend(soft.over, surface, soft.share + (scheme === 'light' ? 0.06 : 0.08))
  const away = scheme === 'light' ? palette.slice(shade) : palette.slice(0, shade + 1).reverse()
  const beyond = [0.8, 0.6, 0.4, 0.2, 0].map((share) => blend(away.at(-1)!, inks[scheme], share))
  const readable = (ratio: number, on: readonly string[]) =>
    [...away, ...beyond].find((c) => on.every((ground) => contrast(c, ground) >= ratio)) ?? inks[scheme]
  const solid = readable(3, [canvas, surface])
  return {
    fill,
    fillHover: blend(onFill === '#ffffff' ? '#000000' : '#ffffff', fill, 0.1),
    onFill,
    edge: contrast(fill, surface) >= SEEN_RATIO ? 'transparent' : solid,
    text: readable(4.5, [...ground, soft.color, softHover]),
    soft: soft.color,
    softHover,
    solid,
  }
}

/** From here on a filled shape stands out from its ground. */
const SEEN_RATIO = 1.5
/** From here on a tinted row stands out from those beside it. */
const TINT_RATIO = 1.06

/** The lightest tint of a colour that can be told from the surface; of the words' colour where the colour has none. */
function tintOf(color: string, scheme: Scheme, shares: readonly number[]) {
  const { surface } = grounds[scheme]
  const tints = shares.map((share) => ({ over: color, share, color: blend(color, surface, share) }))
  const [share = 0] = shares
  const ink = { over: inks[scheme], share: share / 2, color: blend(inks[scheme], surface, share / 2) }
  return tints.find((tint) => contrast(tint.color, surface) >= TINT_RATIO) ?? ink
}
