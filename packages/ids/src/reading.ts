/** What reading steps change in a text, each with the words for the user. */
export const changeTexts = {
  spreadsheet: 'Marks of a spreadsheet removed',
  separators: 'Blanks and hyphens removed',
  colons: 'Colons removed',
  prefix: '0x removed',
  brackets: 'Brackets removed',
  plus: '+ removed',
  international_prefix: '00 before the country code removed',
  trunk_prefix: '(0) after the country code removed',
  padding: 'F removed',
  swapped: 'Digits of each pair swapped',
  check_digit: 'Check digit added',
} as const

export type ReadingChange = keyof typeof changeTexts

/** A value read from the notation of another tool, and what was changed to get it, in the order of `changeTexts`. */
export type Reading<Value> = { readonly value: Value; readonly changes: readonly ReadingChange[] }

/** `F removed, check digit added`; empty without changes. */
export function changeText(changes: readonly ReadingChange[]): string {
  const text = changes.map((change) => changeTexts[change].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()))
  return text.join(', ').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** A parser that changes nothing but surrounding blanks, as a reading step. */
export const unchanged =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Reading<Value> => ({ value: parse(text), changes: [] })
