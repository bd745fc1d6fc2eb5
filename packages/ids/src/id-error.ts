export type IdErrorCode =
  | 'required'
  | 'spreadsheet'
  | 'characters'
  | 'length'
  | 'check_digit'
  | 'forbidden'
  | 'format'
  | 'range'

/** Thrown by every `parseX`. `message` states the rule for the user and never contains the value. */
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
