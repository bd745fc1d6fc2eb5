import { HIDDEN_CODE } from '@simwright/contract/code-field'
import { IconEyeOff } from '@tabler/icons-react'
import { frameTexts, visitTexts } from '../texts/frame.ts'
import { QrCode } from '../ui/text/QrCode.tsx'
import type { QrLook } from '../ui/text/qr-file.ts'
import classes from './CodeQr.module.css'
import { useMasks } from './privacy.ts'

/** The QR code of an activation code; hidden while the privacy switch is on, and during a visit. */
export function CodeQr({ code, size, look }: { code: string; size: number; look?: QrLook | null }) {
  const { isOn } = useMasks()
  const isHidden = code === HIDDEN_CODE
  if (!isOn && !isHidden) return <QrCode text={code} size={size} look={look} />
  return (
    <div className={classes.cover} style={{ width: size, height: size }}>
      <IconEyeOff size={28} stroke={1.5} aria-hidden />
      {isHidden ? visitTexts.covered : frameTexts.privacy.covered}
    </div>
  )
}
