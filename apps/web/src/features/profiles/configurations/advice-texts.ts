/** The preflight adviser: advice about a profile configuration. The rules with their reasons are in the contract. */
export const adviceTexts = {
  title: 'Preflight adviser',
  none: 'Nothing to warn about.',
  count: { one: '{count} piece of advice', other: '{count} pieces of advice' },
  about: 'You can save without following the advice.',
  severity: { warning: 'Warning', hint: 'Hint' },
  source: 'Source: {document}, {clause}',
  why: 'Why?',
  silence: 'Silence',
  silenceLabel: 'Silence: {text}',
  silenced: { one: '{count} silenced', other: '{count} silenced' },
  showAgain: 'Show again',
  showAgainLabel: 'Show again: {text}',
} as const
