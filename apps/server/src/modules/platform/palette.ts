import { generateColorsMap } from '@mantine/colors-generator'

export type Palette = {
  /** Ten shades as `#rrggbb`, lightest first. */
  shades: string[]
  /** Where the theme colour itself stands among them. */
  base: number
}

const known = new Map<string, Palette>()

/** The shades of a theme colour (`#rrggbb`), in the UI library's own steps. */
export function paletteOf(themeColor: string): Palette {
  const color = themeColor.toLowerCase()
  let palette = known.get(color)
  if (palette === undefined) {
    const { colors, baseColorIndex } = generateColorsMap(color)
    palette = { shades: colors.map(String), base: baseColorIndex }
    known.set(color, palette)
  }
  return palette
}
