import type { ElementRef } from '../error.ts'

/** A result of checking a package. An eUICC aborts at an error; a warning is permitted but probably unintended. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  /** The clause of TCA eUICC Profile Package, or another specification with its clause. */
  readonly clause: string
  readonly text: string
  readonly element: ElementRef | undefined
}
