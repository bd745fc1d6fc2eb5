import { useMemo } from 'react'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './QrCode.module.css'
import { drawQr } from './qr.ts'

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
