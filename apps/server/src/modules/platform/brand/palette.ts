import { generateColorsMap } from '@mantine/colors-generator'
import type { Look } from '@simwright/contract/platform/white-label'

const CACHED_MAX = 200

const cache = new Map<string, Look>()

/** The shades of a theme color (`#rrggbb`), in the steps of the UI library (Mantine). */
export function paletteOf(themeColor: string): Look {
  const color = themeColor.toLowerCase()
  let look = cache.get(color)
  if (look === undefined) {
    const { colors, baseColorIndex } = generateColorsMap(color)
    look = { palette: colors.map(String), shade: baseColorIndex }
    if (cache.size >= CACHED_MAX) cache.clear()
    cache.set(color, look)
  }
  return look
}
