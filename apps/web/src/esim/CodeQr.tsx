import { IconEyeOff } from '@tabler/icons-react'
import { frameTexts } from '../texts/frame.ts'
import { QrCode } from '../ui/QrCode.tsx'
import type { QrLook } from '../ui/qr-file.ts'
import classes from './CodeQr.module.css'
import { useMasks } from './privacy.ts'

/** The QR code of an activation code; hidden while the privacy switch is on. */
export function CodeQr({ code, size, look }: { code: string; size: number; look?: QrLook | null }) {
  const { isOn } = useMasks()
  if (!isOn) return <QrCode text={code} size={size} look={look} />
  return (
    <div className={classes.cover} style={{ width: size, height: size }}>
      <IconEyeOff size={28} stroke={1.5} aria-hidden />
      {frameTexts.privacy.covered}
    </div>
  )
}
