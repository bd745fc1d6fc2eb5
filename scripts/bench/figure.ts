/**
 * A measured figure. `ratio` is the value divided by the reference value. The figure passes if value and ratio are
 * within limits.
 */
export type Figure = { name: string; value: number; unit: string; limit: number; ratio: number; ratioLimit?: number }
