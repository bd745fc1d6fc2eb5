// Separate from the endpoints, so that the worker thread that writes labels loads nothing else.

type SheetRule = {
  page: { width: number; height: number }
  columns: number
  rows: number
  width: number
  height: number
  left: number
  top: number
  gapX: number
  gapY: number
}

const A4 = { width: 210, height: 297 }
const LETTER = { width: 215.9, height: 279.4 }

/** Label sheets with the manufacturers' measures in millimeters; ROLL is a single label. */
export const sheets = {
  /** Avery L7160 */
  A4_21: { page: A4, columns: 3, rows: 7, width: 63.5, height: 38.1, left: 7.2, top: 15.1, gapX: 2.55, gapY: 0 },
  /** Avery L7165 */
  A4_8: { page: A4, columns: 2, rows: 4, width: 99.1, height: 67.7, left: 4.65, top: 13.1, gapX: 2.5, gapY: 0 },
  /** Avery 5163 */
  LETTER_10: { page: LETTER, columns: 2, rows: 5, width: 101.6, height: 50.8, left: 4, top: 12.7, gapX: 4.75, gapY: 0 },
  ROLL: {
    page: { width: 100, height: 62 },
    columns: 1,
    rows: 1,
    width: 100,
    height: 62,
    left: 0,
    top: 0,
    gapX: 0,
    gapY: 0,
  },
} as const satisfies Record<string, SheetRule>
export type Sheet = keyof typeof sheets
