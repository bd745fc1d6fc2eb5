import { type CardIccid, type Imsi, iccidAt, imsiAt } from '@simwright/ids'
import type { GenerateServer as Server } from '../../../port/module.ts'
import type { SubscriberNeeds, ValidRow } from '../../profiles/source/service.ts'
import { generateSubscriberKeys } from './draw.ts'
import type { RangeStart } from './range-queries.ts'

/** Rows per part of a range; the same as for an upload. */
const PART_ROWS = 500

type RangeContent = {
  group: string | null
  /** Cells that all rows have. */
  common: ValidRow['values']
  total: number
  needs: SubscriberNeeds
}

/** The rows of a part of a range, with new keys; undefined after the last part. */
export function rangePart(
  { random }: Pick<Server, 'random'>,
  { firstIccid, firstImsi, group, common, total, needs }: RangeStart & RangeContent,
  part: number,
): ValidRow[] | undefined {
  const from = part * PART_ROWS
  if (from >= total) return undefined
  return Array.from({ length: Math.min(PART_ROWS, total - from) }, (_, index) => ({
    line: from + index + 1,
    values: {
      ICCID: iccidAt(firstIccid as CardIccid, from + index),
      IMSI: imsiAt(firstImsi as Imsi, from + index),
      ...generateSubscriberKeys(random, needs),
      ...(group === null ? {} : { GROUP: group }),
      ...common,
    },
  }))
}

export type WholeRange = RangeStart & { lastIccid: string; lastImsi: string; total: number }

/** Adds the last numbers to a range whose first numbers are valid. @throws IdError if the range does not fit */
export function wholeRange({ firstIccid, firstImsi }: RangeStart, total: number): WholeRange {
  const lastIccid = iccidAt(firstIccid as CardIccid, total - 1)
  const lastImsi = imsiAt(firstImsi as Imsi, total - 1)
  return { firstIccid, firstImsi, lastIccid, lastImsi, total }
}
