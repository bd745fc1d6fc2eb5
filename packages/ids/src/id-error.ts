export type IdErrorCode =
  | 'required'
  | 'spreadsheet'
  | 'characters'
  | 'length'
  | 'check_digit'
  | 'forbidden'
  | 'format'
  | 'range'

/** What a `parseX` throws. `message` is the rule in plain words for the person who typed the value; it never holds the value. */
export class IdError extends Error {
  readonly code: IdErrorCode

  constructor(code: IdErrorCode, rule: string) {
    super(rule)
    this.name = 'IdError'
    this.code = code
  }
}

/** True when `parse` accepts the text. */
export function accepts(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof IdError) return false
    throw error
  }
}
