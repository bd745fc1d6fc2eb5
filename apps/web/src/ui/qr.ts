import { encode } from 'uqr'

/** Light modules around the code that scanners need (ISO/IEC 18004: four). */
const QUIET_ZONE = 4

/** The modules of a QR code as one SVG path, one run of dark modules after the other. */
export function drawQr(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      const length = (end === -1 ? row.length : end) - x
      return [`M${x} ${y}h${length}v1h-${length}z`]
    }),
  )
  return { path: runs.join(''), side: size }
}
