import { READ_BACK_SIZES } from '@simwright/contract/provisioning/delivery'
import type { QrStyle } from '@simwright/qr'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say } from '../../../texts/text.ts'
import { readCanvas } from '../../../ui/form/qr-read.ts'
import { Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { QrCode } from '../../../ui/text/QrCode.tsx'
import { paintQr } from '../../../ui/text/qr-file.ts'
import classes from './Delivery.module.css'

const texts = deliveryTexts.editor
const { sample } = deliveryTexts.looks

/** The check runs after the style has not changed for this long. */
const PAUSE_MS = 250

type Check = { style: QrStyle; logo: string | null; read: ReadonlyMap<number, boolean> }

/** The QR code in its style, painted at `READ_BACK_SIZES` and read back to check that a camera can read it. */
export function QrStylePreview({ style, logo }: { style: QrStyle; logo: string | null }) {
  const [check, setCheck] = useState<Check>()
  const read = check?.style === style && check.logo === logo ? check.read : undefined
  useEffect(() => {
    let isOver = false
    const timer = window.setTimeout(async () => {
      const found = new Map<number, boolean>()
      for (const size of READ_BACK_SIZES) {
        const canvas = await paintQr(sample, { style, logo }, size)
        found.set(size, (await readCanvas(canvas)) === sample)
      }
      if (!isOver) setCheck({ style, logo, read: found })
    }, PAUSE_MS)
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [style, logo])
  const isFine = read && [...read.values()].every(Boolean)
  return (
    <div>
      <Title as="div" mb={6}>
        {texts.preview}
      </Title>
      <QrCode text={sample} size={248} look={{ style, logo }} />
      <div style={{ marginTop: 12 }} aria-live="polite">
        <Note>{read ? (isFine ? texts.readableAll : texts.unreadableSome) : texts.checking}</Note>
        <Stack as="ul" gap={4} mt={8} className={classes.sizes} aria-label={texts.readBack}>
          {READ_BACK_SIZES.map((size) => {
            const isRead = read?.get(size)
            return (
              <li key={size} data-read={isRead}>
                {isRead === false ? <IconCircleX size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
                {isRead === undefined ? `${size} px` : say(isRead ? texts.readable : texts.unreadable, { size })}
              </li>
            )
          })}
        </Stack>
      </div>
    </div>
  )
}
