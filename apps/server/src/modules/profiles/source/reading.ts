import { endsInCheckDigit, type NineteenDigits } from '@simwright/ids'
import { isUndecided } from './iccid.ts'
import type { CellChange } from './row.ts'

/** What was changed in the cells of a file to read them, and its ICCIDs of 19 digits without padding. */
export type FileReading = {
  readonly changes: readonly (CellChange & { readonly count: number })[]
  /** How many there are, and how many of them end in the check digit of their other digits. */
  readonly nineteen: { readonly total: number; readonly ownCheckDigit: number }
  /** What the user has answered that they are. */
  readonly answer?: NineteenDigits
}

/** The reading stored with an upload; empty for an upload that was stored without one. */
export const storedReading = (stored: unknown): FileReading => ({
  changes: [],
  nineteen: { total: 0, ownCheckDigit: 0 },
  ...(stored as object | null),
})

/** Counts what is read, row by row. */
export class ReadingCount {
  readonly #changes = new Map<string, CellChange & { count: number }>()
  readonly #nineteen = { total: 0, ownCheckDigit: 0 }

  add(iccid: string, changes: readonly CellChange[]): void {
    for (const { column, change } of changes) {
      const key = `${column} ${change}`
      const entry = this.#changes.get(key)
      if (entry) entry.count += 1
      else this.#changes.set(key, { column, change, count: 1 })
    }
    if (!isUndecided(iccid)) return
    this.#nineteen.total += 1
    if (endsInCheckDigit(iccid)) this.#nineteen.ownCheckDigit += 1
  }

  get counted(): FileReading {
    return { changes: [...this.#changes.values()], nineteen: this.#nineteen }
  }
}

/** The reading after the ICCID of a row was corrected. */
export function correctedReading(
  reading: FileReading,
  { before, after }: { before: string; after: string },
): FileReading {
  const added = (counts: (iccid: string) => boolean) => Number(counts(after)) - Number(counts(before))
  const { total, ownCheckDigit } = reading.nineteen
  const endsInOwn = (iccid: string) => isUndecided(iccid) && endsInCheckDigit(iccid)
  return {
    ...reading,
    nineteen: { total: total + added(isUndecided), ownCheckDigit: ownCheckDigit + added(endsInOwn) },
  }
}

/**
 * Whether the numbers speak against the setting, so that the user is asked. One number in ten ends in its own check digit
 * by chance: as complete numbers most of them must, and as numbers without one not all can.
 */
export function speaksAgainst({ total, ownCheckDigit }: FileReading['nineteen'], setting: NineteenDigits): boolean {
  if (total === 0) return false
  return setting === 'complete' ? ownCheckDigit * 2 < total : ownCheckDigit === total
}
