/** One measured figure; `ratio` is value over limit's base, and holds while value does not exceed limit, nor ratio its own. */
export type Figure = { name: string; value: number; unit: string; limit: number; ratio: number; ratioLimit?: number }
