/** Relative luminance of `#rrggbb` (WCAG 2.2). */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two `#rrggbb` colors, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The color `over` on `ground` with the opacity `share`, 0 to 1. */
export function blend(over: string, ground: string, share: number): string {
  const below = channels(ground)
  const mixed = channels(over).map((c, i) => Math.round((c * share + below[i]! * (1 - share)) * 255))
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`
}

/** White or nearly black, whichever is readable on the color. One of the two always has a contrast of 4.5:1. */
export function readableOn(color: string): '#ffffff' | '#0b0e13' {
  return contrast(color, '#ffffff') >= 4.5 ? '#ffffff' : '#0b0e13'
}

type Rgb = [number, number, number]

function channels(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb
}
