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
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)
  const inspection = inspect(text)
  const read = async (picture: File | undefined) => {
    setFile(picture)
    setRefusal(undefined)
    if (!picture) return
    try {
      const code = await readPicture(picture)
      if (code === undefined) setRefusal(texts.noQr)
      else setText(code)
    } catch {
      setRefusal(texts.noPicture)
    }
  }
  const paste = (event: ClipboardEvent) => {
    const picture = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (!picture) return
    event.preventDefault()
    void read(picture)
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
              file={file}
              onFile={(picture) => void read(picture)}
              error={refusal}
            />
            {isLooking && (
              <div>
                <CodeCamera
                  text={texts.cameraHint}
                  onRead={(code) => {
                    setText(code)
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
              {text !== '' && (
                <Button
                  variant="subtle"
                  onClick={() => {
                    setText('')
                    void read(undefined)
                  }}
                >
                  {texts.clear}
                </Button>
              )}
            </Row>
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
