/** The meanings that have their own color (styles/tokens.css). */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'violet' | 'accent'

/** The color of a tone for dots, bars and lines (3:1 on canvas and surface). */
export function solidOf(tone: Tone): string {
  return `var(--${tone}-solid)`
}
