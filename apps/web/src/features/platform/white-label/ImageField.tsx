import { Button } from '@mantine/core'
import * as platforms from '@simwright/contract/platform/white-label'
import { type ReactNode, useState } from 'react'
import { useUpload } from '../../../api/use-upload.ts'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Note, Row, Title } from '../../../ui/layout/layout.tsx'
import classes from './PlatformForm.module.css'

const texts = platformsTexts.form

type ImageFieldProps = {
  label: string
  help: string
  /** The current image. */
  url: string | null
  mayEdit: boolean
  error?: ReactNode
  onImage: (image: { id: string; url: string } | undefined) => void
}

/** Uploads an image as soon as it is chosen; the platform uses it once the form is saved. */
export function ImageField({ label, help, url, mayEdit, error, onImage }: ImageFieldProps) {
  const [file, setFile] = useState<File>()
  const image = useUpload(platforms.upload, { silent: true, onSuccess: onImage })
  const refusal = image.error && (image.error.faults[0]?.text ?? image.error.message)
  const take = (chosen: File | undefined) => {
    setFile(chosen)
    image.reset()
    if (chosen) image.mutate({ file: chosen, fields: {} })
  }
  return (
    <div>
      {mayEdit ? (
        <DropArea
          label={label}
          hint={say(texts.imageHint, { kib: platforms.IMAGE_KIB, pixels: platforms.IMAGE_PIXELS })}
          accept={['.png', '.svg', '.ico']}
          maxBytes={platforms.IMAGE_KIB * 1024}
          file={file}
          onFile={take}
          uploadShare={image.share}
          error={refusal ?? error}
        />
      ) : (
        <>
          <Title as="div" size="text" mb={6}>
            {label}
          </Title>
          {!url && <Note>{texts.imageNone}</Note>}
        </>
      )}
      {url && (
        <Row gap={14} nowrap mt={10} className={classes.image}>
          <img src={url} alt={`${label}: ${texts.imageCurrent}`} />
          {mayEdit && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${texts.imageRemove}: ${label}`}
              onClick={() => {
                setFile(undefined)
                onImage(undefined)
              }}
            >
              {texts.imageRemove}
            </Button>
          )}
        </Row>
      )}
      <Note size="small" mt={6}>
        {help}
      </Note>
    </div>
  )
}
