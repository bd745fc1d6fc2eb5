import { generateColorsMap } from '@mantine/colors-generator'
import type { Look } from '@simwright/contract/platform/platforms'

const KNOWN_AT_MOST = 200

const known = new Map<string, Look>()

/** The shades of a theme colour (`#rrggbb`), in the UI library's own steps. */
export function lookOf(themeColor: string): Look {
  const color = themeColor.toLowerCase()
  let look = known.get(color)
  if (look === undefined) {
    const { colors, baseColorIndex } = generateColorsMap(color)
    look = { palette: colors.map(String), shade: baseColorIndex }
    if (known.size >= KNOWN_AT_MOST) known.clear()
    known.set(color, look)
  }
  return look
}
