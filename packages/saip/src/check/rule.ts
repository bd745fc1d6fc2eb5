import type { ElementRef } from '../error.ts'
import type { PackageFile } from './package-file.ts'
import type { PackageView } from './package-view.ts'

/** A violation of a rule: the element or file at fault, and a sentence that names it. No sentence contains a key or code. */
export interface Fault {
  readonly text: string
  readonly element?: ElementRef | undefined
  readonly file?: PackageFile | undefined
}

/** A rule that packages must follow. */
export interface Rule {
  /** Stable: findings, tests and documents refer to it. */
  readonly id: string
  /** The clause of TCA eUICC Profile Package, or another specification with its clause. */
  readonly clause: string
  /** `error`: an eUICC aborts, or the profile cannot work. `warning`: permitted, but probably unintended. */
  readonly severity: 'error' | 'warning'
  /** All violations in a package. */
  readonly faults: (view: PackageView) => readonly Fault[]
}

/** A fault in a file. */
export function inFile(file: PackageFile, text: string): Fault {
  return { text, element: file.element, file }
}

/** The decoded content, or undefined if it cannot be decoded. */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
