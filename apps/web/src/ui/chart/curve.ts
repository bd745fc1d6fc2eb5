export type Point = readonly [x: number, y: number]

/** SVG path through points from left to right without overshoot (monotone cubic, Fritsch and Carlson 1980). */
export function curveThrough(points: readonly Point[]): string {
  const first = points[0]
  if (!first) return ''
  const start = `M${round(first[0])} ${round(first[1])}`
  const tangents = points.map((_, i) => tangentAt(points, i))
  const segments = points.slice(1).map(([x1, y1], i) => {
    const [x0, y0] = points[i]!
    const third = (x1 - x0) / 3
    return `C${round(x0 + third)} ${round(y0 + third * tangents[i]!)} ${round(x1 - third)} ${round(y1 - third * tangents[i + 1]!)} ${round(x1)} ${round(y1)}`
  })
  return start + segments.join('')
}

function tangentAt(points: readonly Point[], i: number): number {
  const before = slope(points[i - 1], points[i])
  const after = slope(points[i], points[i + 1])
  if (before === undefined || after === undefined) return before ?? after ?? 0
  if (before * after <= 0) return 0
  return (2 * before * after) / (before + after)
}

function slope(a: Point | undefined, b: Point | undefined): number | undefined {
  return a && b && b[0] !== a[0] ? (b[1] - a[1]) / (b[0] - a[0]) : undefined
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
