import { Resvg } from '@resvg/resvg-js'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import {
  cornerShapes,
  drawQr,
  gradientDirections,
  type LogoRoom,
  moduleShapes,
  plainStyle,
  type QrStyle,
  svgOf,
} from './index.ts'

const codes = [
  'LPA:1$smdp.example.com$0A1B2C3D4E5F60718293A4B5C6D7E8F9',
  'LPA:1$smdp.example.com:8443$0A1B2C3D4E5F60718293A4B5C6D7E8F9$$1',
  `LPA:1$${'a'.repeat(60)}.${'b'.repeat(60)}.example.com:65535$${'F'.repeat(32)}$2.999.10$1`,
] as const

/** Renders the file and scans it. */
function scan(svg: string, width: number): string | undefined {
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render()
  const read = jsqr as unknown as typeof jsqr.default
  return read(Uint8ClampedArray.from(picture.pixels), picture.width, picture.height, {
    inversionAttempts: 'dontInvert',
  })?.data
}

const drawn = (style: Partial<QrStyle>, room: LogoRoom = 'no logo', code: string = codes[0]) =>
  drawQr(code, { ...plainStyle, ...style }, room)

test.each(codes)('the unstyled code of %s scans as exactly that text', (code) => {
  expect(scan(svgOf(drawQr(code)), 480)).toBe(code)
})

test('every shape scans at 120, 240 and 480 pixels, also with space for a logo', () => {
  for (const modules of moduleShapes) {
    for (const corners of cornerShapes) {
      for (const width of [120, 240, 480]) {
        const logo = drawn({ modules, corners, logoPercent: 22 }, 'room for a logo')
        expect(scan(svgOf(drawn({ modules, corners })), width), `${modules}, ${corners}, ${width}`).toBe(codes[0])
        expect(scan(svgOf(logo), width), `${modules}, ${corners}, ${width}, logo`).toBe(codes[0])
      }
    }
  }
})

test('codes with gradients scan', () => {
  for (const direction of gradientDirections) {
    const drawing = drawn({ foreground: '#1b2a6b', gradient: { to: '#8a1d4f', direction }, cornerColor: '#113322' })
    expect(scan(svgOf(drawing), 240)).toBe(codes[0])
    expect(svgOf(drawing)).toContain(direction === 'radial' ? '<radialGradient' : '<linearGradient')
  }
})

test('a linear gradient spans the code without its margin', () => {
  const gradientOf = (direction: 'down' | 'right' | 'diagonal') => {
    const { shapes, side } = drawn({ gradient: { to: '#8a1d4f', direction } })
    const paint = shapes.map((shape) => shape.paint).find(({ kind }) => kind === 'linear')
    return { paint, from: 4, to: side - 4 }
  }
  const { paint: down, from, to } = gradientOf('down')
  expect(down).toMatchObject({ x1: from, y1: from, x2: from, y2: to })
  expect(gradientOf('right').paint).toMatchObject({ x1: from, y1: from, x2: to, y2: from })
  expect(gradientOf('diagonal').paint).toMatchObject({ x1: from, y1: from, x2: to, y2: to })
})

test('the code has the light margin of four modules that scanners need', () => {
  const { shapes, side } = drawn({})
  for (const { path } of shapes) {
    for (const [, x, y] of path.matchAll(/M([\d.]+) ([\d.]+)/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4)
      expect(Math.max(Number(x), Number(y))).toBeLessThanOrEqual(side - 4)
    }
  }
})

test('the space for a logo is centered, has the requested width and contains no modules', () => {
  const { logo, side, shapes } = drawn({ logoPercent: 24, modules: 'dots' }, 'room for a logo')
  expect(logo!.x + logo!.width / 2).toBe(side / 2)
  expect(Math.abs(logo!.width + 1 - (side - 8) * 0.24)).toBeLessThan(2)
  const dots = [...shapes[0]!.path.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
  const covered = dots.filter(
    ([x, y]) => x > logo!.x && x < logo!.x + logo!.width && y > logo!.y && y < logo!.y + logo!.height,
  )
  expect(covered).toEqual([])
  expect(drawn({ logoPercent: 24 }).logo).toBeUndefined()
})

test('a picture too small for its modules, or with a hidden corner, does not scan', () => {
  const svg = svgOf(drawn({}))
  expect(scan(svg, 30)).toBeUndefined()
  expect(scan(svg.replace('</svg>', '<rect width="14" height="14" fill="#fff"/></svg>'), 240)).toBeUndefined()
})

test('a text too long for any QR code is refused', () => {
  expect(() => drawQr('x'.repeat(3000))).toThrow()
})
