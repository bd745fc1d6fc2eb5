/** Distance of a Bézier control point from the end of a quarter circle of radius 1. */
const QUARTER = 0.5523

const DX = [1, 0, -1, 0]
const DY = [0, 1, 0, -1]

type Corner = { x: number; y: number; from: number; to: number }

/** Formats with at most three decimals and no leading zero. */
export function short(value: number): string {
  const rounded = Math.round(value * 1000) / 1000
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

/**
 * The outlines of all areas of adjacent dark modules as one path, to be filled with the even-odd rule. Modules are
 * merged so that no seams show between them; modules that touch only at a corner are not joined.
 */
export function outlineOf(dark: (x: number, y: number) => boolean, side: number, radius: number): string {
  const edges = edgesOf(dark, side)
  const paths: string[] = []
  for (let start = 0; start < edges.length; start++) {
    while (edges[start] !== 0) paths.push(pathOf(walk(edges, start, side + 1), radius))
  }
  return paths.join('')
}

/** For each grid point a bit per direction: set when an edge leaves that next with a dark module on its right. */
function edgesOf(dark: (x: number, y: number) => boolean, side: number): Uint8Array {
  const row = side + 1
  const edges = new Uint8Array(row * row)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!dark(x, y)) continue
      const at = y * row + x
      if (y === 0 || !dark(x, y - 1)) edges[at]! |= 1
      if (x === side - 1 || !dark(x + 1, y)) edges[at + 1]! |= 2
      if (y === side - 1 || !dark(x, y + 1)) edges[at + row + 1]! |= 4
      if (x === 0 || !dark(x - 1, y)) edges[at + row]! |= 8
    }
  }
  return edges
}

/** Removes one closed outline from `edges`, clockwise around dark modules; turns right where two outlines cross. */
function walk(edges: Uint8Array, start: number, row: number): Corner[] {
  const corners: Corner[] = []
  const first = [0, 1, 2, 3].find((direction) => edges[start]! & (1 << direction))!
  let at = start
  for (let direction = first; ; ) {
    edges[at]! &= ~(1 << direction)
    at += DX[direction]! + DY[direction]! * row
    const directions = edges[at]! | (at === start ? 1 << first : 0)
    const to = nextDirection(direction, directions)
    if (to !== direction) corners.push({ x: at % row, y: Math.floor(at / row), from: direction, to })
    if (at === start && to === first) return corners
    direction = to
  }
}

/** The next direction: right if there is an edge, else straight on, else left. */
function nextDirection(direction: number, directions: number): number {
  for (const turn of [1, 0]) {
    const next = (direction + turn) % 4
    if (directions & (1 << next)) return next
  }
  return (direction + 3) % 4
}

function pathOf(corners: readonly Corner[], radius: number): string {
  const last = corners.at(-1)!
  let path = `M${short(last.x + DX[last.to]! * radius)} ${short(last.y + DY[last.to]! * radius)}`
  let before = last
  for (const corner of corners) {
    const length = Math.abs(corner.x - before.x) + Math.abs(corner.y - before.y) - 2 * radius
    if (length > 0) path += lineOf(corner.from, length)
    if (radius > 0) path += quarter(corner, radius)
    before = corner
  }
  return `${path}z`
}

function lineOf(direction: number, length: number): string {
  return DX[direction] === 0 ? `v${short(DY[direction]! * length)}` : `h${short(DX[direction]! * length)}`
}

function quarter({ from, to }: Corner, radius: number): string {
  const first = radius * QUARTER
  const rest = radius * (1 - QUARTER)
  const at = (along: number, across: number) =>
    `${short(DX[from]! * along + DX[to]! * across)} ${short(DY[from]! * along + DY[to]! * across)}`
  return `c${at(first, 0)} ${at(radius, rest)} ${at(radius, radius)}`
}

export type Box = { x: number; y: number; width: number; height: number }

/** A rectangle with rounded corners; a radius of half the shorter side makes it a circle or a bar with round ends. */
export function roundedBox({ x, y, width, height }: Box, radius: number): string {
  const corners: Corner[] = [
    { x: x + width, y, from: 0, to: 1 },
    { x: x + width, y: y + height, from: 1, to: 2 },
    { x, y: y + height, from: 2, to: 3 },
    { x, y, from: 3, to: 0 },
  ]
  return pathOf(corners, radius)
}
