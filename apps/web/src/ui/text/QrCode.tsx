import { drawQr, type Paint, plainStyle } from '@simwright/qr'
import { useId, useMemo } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import classes from './QrCode.module.css'
import type { QrLook } from './qr-file.ts'

type QrCodeProps = {
  text: string
  size?: number
  look?: QrLook | null
  /** Read by screen readers; by default with the text of the code. */
  label?: string
}

/** A QR code in the colors of its style in both color schemes, so that every camera reads it. */
export function QrCode({ text, size = 200, look, label }: QrCodeProps) {
  const name = useId()
  const { style = plainStyle, logo = null } = look ?? {}
  const drawing = useMemo(() => drawQr(text, style, logo ? 'room for a logo' : 'no logo'), [text, style, logo])
  const { side, background, shapes } = drawing
  return (
    <svg
      className={classes.code}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label ?? say(uiTexts.qr, { text })}
    >
      <rect width={side} height={side} fill={background} />
      {shapes.map(({ path, paint }, index) => {
        const id = `${name}${index}`
        return (
          <g key={id}>
            <Gradient paint={paint} id={id} />
            <path d={path} fill={paint.kind === 'solid' ? paint.color : `url(#${id})`} fillRule="evenodd" />
          </g>
        )
      })}
      {logo && drawing.logo && <image href={logo} {...drawing.logo} />}
    </svg>
  )
}

function Gradient({ paint, id }: { paint: Paint; id: string }) {
  if (paint.kind === 'solid') return null
  const { from, to, kind, ...geometry } = paint
  const stops = (
    <>
      <stop stopColor={from} />
      <stop offset="1" stopColor={to} />
    </>
  )
  const shared = { id, gradientUnits: 'userSpaceOnUse', ...geometry }
  return kind === 'linear' ? (
    <linearGradient {...shared}>{stops}</linearGradient>
  ) : (
    <radialGradient {...shared}>{stops}</radialGradient>
  )
}
