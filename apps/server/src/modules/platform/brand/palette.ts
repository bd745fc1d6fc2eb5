import { generateColorsMap } from '@mantine/colors-generator'
import type { Look } from '@simwright/contract/platform/white-label'

const CACHED_MAX = 200

const cache = new Map<string, Look>()

/** The shades of a theme color (`#rrggbb`), in the steps of the UI library (Mantine). */
export function paletteOf(themeColor: string): Look {
  const color = themeColor.toLowerCase()
  let palette = cache.get(color)
  if (palette === undefined) {
    const { colors, baseColorIndex } = generateColorsMap(color)
    palette = { palette: colors.map(String), shade: baseColorIndex }
    if (cache.size >= CACHED_MAX) cache.clear()
    cache.set(color, palette)
  }
  return palette
}
