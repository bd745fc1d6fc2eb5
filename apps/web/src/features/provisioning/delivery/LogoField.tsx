import { Button, Slider } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import { IMAGE_KIB, IMAGE_PIXELS } from '@simwright/contract/platform/white-label'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useId, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'

const texts = deliveryTexts.editor
const { LOGO } = delivery

type Logo = { logoId: string; logo: string }
type LogoFieldProps = {
  logo: Logo | undefined
  percent: number
  error: string | undefined
  onLogo: (logo: Logo | undefined) => void
  onPercent: (percent: number) => void
}

/** Uploads a logo as soon as it is chosen; the server checks and rasterizes it. */
export function LogoField({ logo, percent, error, onLogo, onPercent }: LogoFieldProps) {
  const id = useId()
  const [file, setFile] = useState<File>()
  const image = useUpload(delivery.uploadLogo, { silent: true, onSuccess: onLogo })
  const refusal = image.error && (image.error.faults[0]?.text ?? image.error.message)
  const features = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits.features
  const take = (chosen: File | undefined) => {
    setFile(chosen)
    image.reset()
    if (chosen) image.mutate({ file: chosen, fields: {} })
  }
  if (features && !features.includes('QR_LOGO') && !logo) return <Note>{texts.logoNone}</Note>
  return (
    <>
      <DropArea
        label={texts.logo}
        hint={say(texts.logoHint, { kib: IMAGE_KIB, pixels: IMAGE_PIXELS.toLocaleString('en') })}
        accept={['.png', '.jpg', '.jpeg', '.svg']}
        maxBytes={IMAGE_KIB * 1024}
        file={file}
        onFile={take}
        uploadShare={image.share}
        error={refusal ?? error}
      />
      {logo && (
        <Row gap="12 16">
          <img src={logo.logo} alt={texts.logo} width={48} height={48} />
          <div style={{ flex: '1 1 180px' }}>
            <span id={id} className="compact block" style={{ marginBottom: 8 }}>
              {say(texts.logoSize, { percent })}
            </span>
            <Slider
              thumbProps={{ 'aria-labelledby': id }}
              label={null}
              min={LOGO.percent.min}
              max={LOGO.percent.max}
              value={percent}
              onChange={onPercent}
            />
          </div>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setFile(undefined)
              onLogo(undefined)
            }}
          >
            {texts.logoRemove}
          </Button>
        </Row>
      )}
    </>
  )
}
