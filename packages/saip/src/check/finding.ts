import type { ElementRef } from '../error.ts'

/** Something about a package: an eUICC aborts at an error; a warning is legal, yet probably not meant. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  /** the clause of TCA eUICC Profile Package, or the specification, that says so */
  readonly clause: string
  readonly text: string
  readonly element: ElementRef | undefined
}
