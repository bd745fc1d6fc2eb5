import { modulesOf } from './modules.ts'
import { type Box, outlineOf, roundedBox } from './outline.ts'
import { type CornerShape, type GradientDirection, plainStyle, type QrStyle } from './style.ts'

/** Light modules around the code that scanners need (ISO/IEC 18004: four). */
const QUIET_ZONE = 4

/** Width and height of a corner pattern, in modules. */
const CORNER = 7

export type Paint =
  | { kind: 'solid'; color: string }
  | { kind: 'linear'; from: string; to: string; x1: number; y1: number; x2: number; y2: number }
  | { kind: 'radial'; from: string; to: string; cx: number; cy: number; r: number }

/** A path of the commands M, h, v, c and z, to be filled with the even-odd rule. */
export type Shape = { path: string; paint: Paint }

/** A QR code as shapes. All lengths are in modules and include the quiet zone. */
export type Drawing = {
  side: number
  background: string
  shapes: readonly Shape[]
  /** Where to draw the logo. */
  logo: Box | undefined
}

/** Level H for a logo recovers 30 % of the codewords; level M recovers 15 %. */
export type LogoRoom = 'room for a logo' | 'no logo'

/** Draws a text as a QR code. @throws Error when the text does not fit into any QR code */
export function drawQr(text: string, style: QrStyle = plainStyle, room: LogoRoom = 'no logo'): Drawing {
  const { dark, side: size } = modulesOf(text, room === 'no logo' ? 'M' : 'H')
  const logoBox = room === 'no logo' ? undefined : logoBoxOf(size, style.logoPercent)
  const side = size + 2 * QUIET_ZONE
  const drawn = new Uint8Array(side * side)
  for (const [row, line] of dark.entries()) {
    for (const [column, isSet] of line.entries()) {
      if (isSet && !isCorner(column, row, size) && !isInside(logoBox, column, row))
        drawn[(row + QUIET_ZONE) * side + column + QUIET_ZONE] = 1
    }
  }
  const isDark = (x: number, y: number) => drawn[y * side + x] === 1
  const paint = paintOf(style, side)
  const corners = { path: cornersOf(style.corners, size), paint: cornerPaint(style, paint) }
  return {
    side,
    background: style.background,
    shapes: [{ path: shapesOf(style.modules, isDark, side), paint }, corners],
    logo: logoBox && {
      x: logoBox.x + QUIET_ZONE + 0.5,
      y: logoBox.y + QUIET_ZONE + 0.5,
      width: logoBox.width - 1,
      height: logoBox.height - 1,
    },
  }
}

/** The modules reserved for a logo: a centered square, so its width is odd. */
function logoBoxOf(size: number, percent: number): Box {
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

/** Wide enough that a scanner finds every module dark; a dot is a rounded square, not a full circle. */
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

/** Corner radii of the ring's outer edge, its inner edge and the center square. */
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

/** The end of a linear gradient, as a share of the width and of the height. */
const gradientEnds: Record<Exclude<GradientDirection, 'radial'>, readonly [number, number]> = {
  down: [0, 1],
  right: [1, 0],
  diagonal: [1, 1],
}

/** A gradient spans the whole code without its quiet zone. */
function paintOf({ foreground, gradient }: QrStyle, side: number): Paint {
  if (gradient === null) return { kind: 'solid', color: foreground }
  const colors = { from: foreground, to: gradient.to }
  if (gradient.direction === 'radial') {
    const middle = side / 2
    return { kind: 'radial', ...colors, cx: middle, cy: middle, r: (middle - QUIET_ZONE) * Math.SQRT2 }
  }
  const [right, down] = gradientEnds[gradient.direction]
  const [first, length] = [QUIET_ZONE, side - 2 * QUIET_ZONE]
  return { kind: 'linear', ...colors, x1: first, y1: first, x2: first + right * length, y2: first + down * length }
}
