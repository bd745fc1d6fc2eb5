/**
 * The colors of chart series (styles/tokens.css). They differ from the accent, which a platform can set to any color. Each
 * pair in `stackedPairs` can be distinguished with protanopia, deuteranopia and tritanopia, as brand/contrast.test.ts checks.
 */
export type ChartColor = 'blue' | 'teal' | 'vermilion' | 'violet' | 'amber'

/** Colors that are drawn on each other or cross each other in one chart. */
export const stackedPairs = [
  ['teal', 'vermilion'],
  ['blue', 'amber'],
  ['blue', 'vermilion'],
] as const satisfies readonly (readonly [ChartColor, ChartColor])[]

/** 3:1 on canvas and surface. */
export function colorOf(color: ChartColor): string {
  return `var(--chart-${color})`
}
