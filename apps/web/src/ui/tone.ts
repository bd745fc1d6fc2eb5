/** The meanings that have a colour of their own (styles/tokens.css). */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'violet' | 'accent'

/** The colour of a tone for marks: dots, bars, lines (3:1 on every ground). */
export function solidOf(tone: Tone): string {
  return `var(--${tone}-solid)`
}
