import { Button, Textarea } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { pageTexts } from '../../../texts/page.ts'
import { CodeCamera } from '../../../ui/form/CodeCamera.tsx'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { readPicture } from '../../../ui/form/qr-read.ts'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { InspectionResult } from './InspectionResult.tsx'
import classes from './Inspector.module.css'
import { inspect } from './inspect.ts'

const texts = deliveryTexts.inspector
const PICTURE_BYTES = 10 * 1024 * 1024

/** Inspects an activation code that is typed, pasted, in a picture or in front of the camera. */
export function InspectorPage() {
  const [text, setText] = useState('')
  const picture = usePicture(setText)
  const inspection = inspect(text)
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (!pasted) return
    event.preventDefault()
    void picture.read(pasted)
  }
  return (
    <>
      <PageHeader title={pageTexts.inspector} text={texts.purpose} />
      <Grid columns="minmax(0, 440px) minmax(0, 1fr)" singleBelow="62em" gap={24} align="start" onPaste={paste}>
        <Panel>
          <Stack>
            <Textarea
              label={texts.input}
              description={texts.inputHelp}
              autosize
              minRows={3}
              maxRows={8}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
            <DropArea
              label={texts.drop}
              hint={texts.dropHint}
              accept={['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg']}
              maxBytes={PICTURE_BYTES}
              file={picture.file}
              onFile={(file) => void picture.read(file)}
              error={picture.refusal}
            />
            <CameraAndClear
              isEmpty={text === ''}
              onRead={setText}
              onClear={() => {
                setText('')
                void picture.read(undefined)
              }}
            />
          </Stack>
        </Panel>
        <div aria-live="polite">
          {inspection ? (
            <InspectionResult inspection={inspection} />
          ) : (
            <Panel>
              <EmptyState drawing="search" title={texts.waiting} text={texts.waitingText} />
            </Panel>
          )}
        </div>
      </Grid>
    </>
  )
}

/** The picture that was chosen, and why no code was found in it. */
function usePicture(onCode: (code: string) => void) {
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const read = async (picture: File | undefined) => {
    setFile(picture)
    setRefusal(undefined)
    if (!picture) return
    try {
      const code = await readPicture(picture)
      if (code === undefined) setRefusal(texts.noQr)
      else onCode(code)
    } catch {
      setRefusal(texts.noPicture)
    }
  }
  return { file, refusal, read }
}

type CameraAndClearProps = { isEmpty: boolean; onRead: (code: string) => void; onClear: () => void }

/** Buttons that start and stop the camera, and empty the input; the camera is above them. */
function CameraAndClear({ isEmpty, onRead, onClear }: CameraAndClearProps) {
  const [isLooking, setIsLooking] = useState(false)
  return (
    <>
      {isLooking && (
        <div>
          <CodeCamera
            text={texts.cameraHint}
            onRead={(code) => {
              onRead(code)
              setIsLooking(false)
            }}
          />
        </div>
      )}
      <Row className={classes.actions}>
        <Button
          variant="default"
          leftSection={isLooking ? <IconCameraOff size={16} /> : <IconCamera size={16} />}
          onClick={() => setIsLooking(!isLooking)}
        >
          {isLooking ? texts.cameraStop : texts.camera}
        </Button>
        {!isEmpty && (
          <Button variant="subtle" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </Row>
    </>
  )
}
