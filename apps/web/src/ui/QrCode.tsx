import { useMemo } from 'react'
import { encode } from 'uqr'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './QrCode.module.css'

/** Light modules around the code that scanners need (ISO/IEC 18004: four). */
const QUIET_ZONE = 4

type QrCodeProps = { text: string; size?: number }

/** A QR code, always dark on light, so that every camera reads it. */
export function QrCode({ text, size = 200 }: QrCodeProps) {
  const { path, side } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      className={classes.code}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={say(uiTexts.qr, { text })}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

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
