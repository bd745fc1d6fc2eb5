import { modulesOf } from './modules.ts'
import { type Box, outlineOf, roundedBox } from './outline.ts'
import { type CornerShape, type GradientDirection, plainStyle, type QrStyle } from './style.ts'

/** Light modules around the code that scanners need (ISO/IEC 18004: four). */
const QUIET_ZONE = 4

/** Modules of a corner pattern, each way. */
const CORNER = 7

export type Paint =
  | { kind: 'solid'; color: string }
  | { kind: 'linear'; from: string; to: string; x1: number; y1: number; x2: number; y2: number }
  | { kind: 'radial'; from: string; to: string; cx: number; cy: number; r: number }

/** A path of the commands M, h, v, c and z, to be filled by the even-odd rule. */
export type Part = { path: string; paint: Paint }

/** A QR code as shapes, in modules; the quiet zone is part of it. */
export type Drawing = {
  side: number
  background: string
  parts: readonly Part[]
  /** Where the logo goes. */
  logo: Box | undefined
}

/** With a logo, a third of the code may be hidden (level H); without, a seventh (level M). */
export type LogoRoom = 'room for a logo' | 'no logo'

/** A code in a style. @throws Error when the text is longer than any QR code */
export function drawQr(text: string, style: QrStyle = plainStyle, room: LogoRoom = 'no logo'): Drawing {
  const { dark, side: size } = modulesOf(text, room === 'no logo' ? 'M' : 'H')
  const free = room === 'no logo' ? undefined : freeBox(size, style.logoPercent)
  const side = size + 2 * QUIET_ZONE
  const drawn = new Uint8Array(side * side)
  for (const [row, line] of dark.entries()) {
    for (const [column, isSet] of line.entries()) {
      if (isSet && !isCorner(column, row, size) && !isInside(free, column, row))
        drawn[(row + QUIET_ZONE) * side + column + QUIET_ZONE] = 1
    }
  }
  const isDark = (x: number, y: number) => drawn[y * side + x] === 1
  const paint = paintOf(style, side)
  const corners = { path: cornersOf(style.corners, size), paint: cornerPaint(style, paint) }
  return {
    side,
    background: style.background,
    parts: [{ path: shapesOf(style.modules, isDark, side), paint }, corners],
    logo: free && {
      x: free.x + QUIET_ZONE + 0.5,
      y: free.y + QUIET_ZONE + 0.5,
      width: free.width - 1,
      height: free.height - 1,
    },
  }
}

/** The modules in the middle that a logo takes: as many to each side, so an odd number. */
function freeBox(size: number, percent: number): Box {
  const width = Math.max(3, 2 * Math.floor((size * percent) / 200) + 1)
  const from = (size - width) / 2
  return { x: from, y: from, width, height: width }
}

function isInside(box: Box | undefined, x: number, y: number): boolean {
  return box !== undefined && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
}

function isCorner(x: number, y: number, size: number): boolean {
  const isLeft = x < CORNER
  const isTop = y < CORNER
  return (isTop && (isLeft || x >= size - CORNER)) || (isLeft && y >= size - CORNER)
}

type IsDark = (x: number, y: number) => boolean

/** Dots and lines stay thick enough for a camera to find each module dark: dots are not quite circles. */
const DOT = { width: 0.98, radius: 0.42 } as const
const LINE_WIDTH = 0.96

function shapesOf(shape: QrStyle['modules'], isDark: IsDark, side: number): string {
  if (shape === 'square') return outlineOf(isDark, side, 0)
  if (shape === 'rounded') return outlineOf(isDark, side, 0.5)
  const boxes: string[] = []
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      if (!isDark(x, y)) continue
      let height = 1
      if (shape === 'lines') while (isDark(x, y + height)) height++
      boxes.push(shape === 'lines' ? lineAt(x, y, height) : dotAt(x, y))
      y += height - 1
    }
  }
  return boxes.join('')
}

function dotAt(x: number, y: number): string {
  const inset = (1 - DOT.width) / 2
  return roundedBox({ x: x + inset, y: y + inset, width: DOT.width, height: DOT.width }, DOT.radius)
}

function lineAt(x: number, y: number, height: number): string {
  const inset = (1 - LINE_WIDTH) / 2
  return roundedBox({ x: x + inset, y, width: LINE_WIDTH, height }, LINE_WIDTH / 2)
}

/** Radii of the ring's outer and inner line and of the middle. */
const cornerRadii: Record<CornerShape, readonly [number, number, number]> = {
  square: [0, 0, 0],
  rounded: [2, 1.2, 0.9],
  circle: [3.5, 2.5, 1.5],
}

function cornersOf(shape: CornerShape, size: number): string {
  const radii = cornerRadii[shape]
  const far = size - CORNER
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ]
    .flatMap(([x = 0, y = 0]) =>
      radii.map((radius, inset) => {
        const width = CORNER - 2 * inset
        return roundedBox({ x: x + QUIET_ZONE + inset, y: y + QUIET_ZONE + inset, width, height: width }, radius)
      }),
    )
    .join('')
}

function cornerPaint({ cornerColor }: QrStyle, paint: Paint): Paint {
  return cornerColor === null ? paint : { kind: 'solid', color: cornerColor }
}

const ends: Record<Exclude<GradientDirection, 'radial'>, readonly [number, number]> = {
  down: [0, 1],
  right: [1, 0],
  diagonal: [1, 1],
}

/** A gradient runs over the whole code, without the quiet zone. */
function paintOf({ foreground, gradient }: QrStyle, side: number): Paint {
  if (gradient === null) return { kind: 'solid', color: foreground }
  const colors = { from: foreground, to: gradient.to }
  if (gradient.direction === 'radial') {
    const middle = side / 2
    return { kind: 'radial', ...colors, cx: middle, cy: middle, r: (middle - QUIET_ZONE) * Math.SQRT2 }
  }
  const [right, down] = ends[gradient.direction]
  const [first, length] = [QUIET_ZONE, side - 2 * QUIET_ZONE]
  return { kind: 'linear', ...colors, x1: first, y1: first, x2: first + right * length, y2: first + down * length }
}
