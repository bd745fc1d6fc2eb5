import type { ElementRef } from '../error.ts'

/** A result of checking a package. An eUICC aborts at an error; a warning is permitted but probably unintended. */
export interface Finding {
  /** The id of the rule. It does not change. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** The clause of TCA eUICC Profile Package, or another specification with its clause. */
  readonly clause: string
  readonly text: string
  readonly element: ElementRef | undefined
  /** The path of the file, if the fault is in one. */
  readonly path?: string | undefined
}
