import { Button } from '@mantine/core'
import * as platforms from '@simwright/contract/platform/platforms'
import { type ReactNode, useState } from 'react'
import { Problem } from '../../../api/problem.ts'
import { upload } from '../../../api/upload.ts'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/DropArea.tsx'
import classes from './PlatformForm.module.css'

const texts = platformsTexts.form

type ImageFieldProps = {
  label: string
  help: string
  /** What is chosen now. */
  url: string | null
  mayEdit: boolean
  error?: ReactNode
  onImage: (image: { id: string; url: string } | undefined) => void
}

/** A picture that is checked and kept as soon as it is chosen; it counts once the form is saved. */
export function ImageField({ label, help, url, mayEdit, error, onImage }: ImageFieldProps) {
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  const take = async (chosen: File | undefined) => {
    setFile(chosen)
    setRefusal(undefined)
    if (!chosen) return
    try {
      setSent(0)
      onImage(await upload(platforms.upload, {}, chosen, { silent: true, onProgress: setSent }))
    } catch (problem) {
      setRefusal(problem instanceof Problem ? (problem.faults[0]?.text ?? problem.message) : String(problem))
    } finally {
      setSent(undefined)
    }
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
          onFile={(chosen) => void take(chosen)}
          sending={sent}
          error={refusal ?? error}
        />
      ) : (
        <div className={classes.label}>{label}</div>
      )}
      {url && (
        <div className={classes.image}>
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
        </div>
      )}
      <p className={classes.help}>{help}</p>
    </div>
  )
}
