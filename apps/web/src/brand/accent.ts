import { blend, contrast, readableOn } from '@simwright/contract/platform/contrast'

/** The backgrounds on which accent colors are used; must equal styles/tokens.css. */
export const grounds = {
  light: { canvas: '#f7f8fa', surface: '#ffffff', sunken: '#f2f4f7', hover: '#f4f6f9' },
  dark: { canvas: '#0c0f14', surface: '#12161c', sunken: '#0f1318', hover: '#191f28' },
} as const

export type Scheme = keyof typeof grounds

export type Accent = {
  /** Background of filled buttons; `onFill` is legible on it. */
  fill: string
  fillHover: string
  onFill: string
  /** Border of filled shapes: transparent, or 3:1 on canvas and surface when the fill is hard to see. */
  edge: string
  /** Links and selected text: 4.5:1 on every background, including `soft` and `softHover`. */
  text: string
  /** Background of selected elements. */
  soft: string
  softHover: string
  /** Charts, progress, focus rings: 3:1 on canvas and surface. */
  solid: string
}

/** Text color of a scheme, used when none of the platform's shades is legible. */
const inks = { light: '#12161d', dark: '#e8ebf0' } as const

/** Derives legible accent colors for a scheme from the platform's ten shades (lightest first), for any hue. */
export function accentOf(palette: readonly string[], shade: number, scheme: Scheme): Accent {
  const ground = Object.values(grounds[scheme])
  const { canvas, surface } = grounds[scheme]
  const fill = palette[shade]!
  const onFill = readableOn(fill)
  const soft = tintOf(fill, scheme, scheme === 'light' ? [0.09, 0.2, 0.4, 0.7] : [0.2, 0.4, 0.7])
  const softHover = blend(soft.over, surface, soft.share + (scheme === 'light' ? 0.06 : 0.08))
  const contrasting = scheme === 'light' ? palette.slice(shade) : palette.slice(0, shade + 1).reverse()
  const beyond = [0.8, 0.6, 0.4, 0.2, 0].map((share) => blend(contrasting.at(-1)!, inks[scheme], share))
  const readable = (ratio: number, on: readonly string[]) =>
    [...contrasting, ...beyond].find((c) => on.every((ground) => contrast(c, ground) >= ratio)) ?? inks[scheme]
  const solid = readable(3, [canvas, surface])
  return {
    fill,
    fillHover: blend(onFill === '#ffffff' ? '#000000' : '#ffffff', fill, 0.1),
    onFill,
    edge: contrast(fill, surface) >= VISIBLE_FILL_RATIO ? 'transparent' : solid,
    text: readable(4.5, [...ground, soft.color, softHover]),
    soft: soft.color,
    softHover,
    solid,
  }
}

/** The CSS variables of an accent. */
export function accentTokens(accent: Accent): Record<string, string> {
  return {
    '--accent': accent.fill,
    '--accent-text': accent.text,
    '--accent-soft': accent.soft,
    '--accent-soft-hover': accent.softHover,
    '--accent-solid': accent.solid,
    '--accent-edge': accent.edge,
    '--on-accent': accent.onFill,
    '--focus': accent.solid,
  }
}

/** Lowest contrast at which a filled shape is visible on its background. */
const VISIBLE_FILL_RATIO = 1.5
/** Lowest contrast at which a tinted row is distinguishable from its neighbors. */
const VISIBLE_TINT_RATIO = 1.06

/** The lightest tint of a color that is distinguishable from the surface; a tint of the text color if there is none. */
function tintOf(color: string, scheme: Scheme, shares: readonly number[]) {
  const { surface } = grounds[scheme]
  const tints = shares.map((share) => ({ over: color, share, color: blend(color, surface, share) }))
  const [share = 0] = shares
  const ink = { over: inks[scheme], share: share / 2, color: blend(inks[scheme], surface, share / 2) }
  return tints.find((tint) => contrast(tint.color, surface) >= VISIBLE_TINT_RATIO) ?? ink
}
