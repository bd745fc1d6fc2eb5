import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { saveBlob } from '../api/file.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { Grid } from '../ui/layout/layout.tsx'
import { qrPng, qrSvg } from '../ui/text/qr-file.ts'
import { CodeQr } from './CodeQr.tsx'
import { useLooks } from './look.ts'

const texts = deliveryTexts.code

type CodePictureProps = {
  code: string
  /** The name of the files, without ending. */
  name: string
  size: number
  /** A further button, for the chosen style. */
  more?: ((look: string) => ReactNode) | undefined
}

/** The QR code of a code in the chosen style, which is also saved as a picture. */
export function CodePicture({ code, name, size, more }: CodePictureProps) {
  const { look, choice, setChoice, choices } = useLooks()
  return (
    <div style={{ flex: 'none', width: size }}>
      <CodeQr code={code} size={size} look={look} />
      <Grid columns={more ? 3 : 2} gap={6} mt={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          aria-label={texts.downloadPng}
          onClick={() => void qrPng(code, look).then((blob) => saveBlob(blob, `${name}.png`))}
        >
          {texts.png}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          aria-label={texts.downloadSvg}
          onClick={() => saveBlob(qrSvg(code, look), `${name}.svg`)}
        >
          {texts.svg}
        </Button>
        {more?.(choice)}
      </Grid>
      {choices.length > 1 && (
        <Select
          mt={8}
          size="xs"
          aria-label={texts.look}
          allowDeselect={false}
          data={choices}
          value={choice}
          onChange={(value) => value && setChoice(value)}
        />
      )}
    </div>
  )
}
