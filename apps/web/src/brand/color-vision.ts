/** How different two colors look to people with a color vision deficiency; for tests of the chart colors. */

type Triple = readonly [number, number, number]

/** Matrices on linear RGB for full deficiency (Machado, Oliveira and Fernandes 2009). */
const matrices = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopic: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopic: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopic: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, readonly [Triple, Triple, Triple]>

export type Vision = keyof typeof matrices
export const visions = Object.keys(matrices) as Vision[]

/** Distance in CIELAB (1976) of two `#rrggbb` colors. */
export function distance(one: string, other: string, vision: Vision): number {
  const [a, b] = [labOf(seen(one, vision)), labOf(seen(other, vision))]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function seen(hex: string, vision: Vision): Triple {
  const linear = [1, 3, 5].map((at) => linearOf(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const [r, g, b] = matrices[vision].map(([x, y, z]) =>
    Math.min(1, Math.max(0, x * linear[0]! + y * linear[1]! + z * linear[2]!)),
  )
  return [r!, g!, b!]
}

const linearOf = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Linear sRGB to CIELAB, white point D65. */
function labOf([r, g, b]: Triple): Triple {
  const x = fOf((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = fOf(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = fOf((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const fOf = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
