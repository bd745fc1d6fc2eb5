import { Button } from '@mantine/core'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useState } from 'react'
import { useAsk } from '../api/query.ts'
import { useSave } from '../api/save.ts'
import { useStream } from '../api/shared-stream.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { say, sayCount } from '../texts/text.ts'
import { ProgressBar } from '../ui/chart/ProgressBar.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { fileTitle } from './file.ts'

const texts = deliveryTexts.fileStrip

/** Progress of a file with codes or profiles, then its download. */
export function FileStrip({ id, onClose }: { id: string; onClose: () => void }) {
  const [live, setLive] = useState<delivery.CodeFile>()
  const files = useAsk(delivery.files, {})
  const save = useSave(delivery.fileContent)
  const saveLeft = useSave(delivery.fileLeft)
  useStream(delivery.fileProgress, { id }, { onEvent: setLive })
  const file = live?.id === id ? live : files.data?.items.find((one) => one.id === id)
  if (!file) return null
  const { process, total, written, left } = file
  const form = fileTitle(file)
  const words = { PROCESSING: texts.writing, COMPLETE: texts.done, FAILED: texts.failed }[process]
  return (
    <Row
      as="section"
      gap="8 16"
      mb={16}
      className="boxed size-text"
      style={{ padding: '10px 14px' }}
      aria-label={say(words, { form })}
    >
      <span style={{ flex: '1 1 220px' }} aria-live="polite">
        {say(words, { form })}
        {process === 'COMPLETE' && left > 0 && `, ${sayCount(texts.left, left)}`}
      </span>
      {process === 'PROCESSING' && (
        <div style={{ flex: '1 1 260px' }}>
          <ProgressBar label={form} total={total} succeeded={written} failed={0} />
        </div>
      )}
      <Row gap={6}>
        {process === 'COMPLETE' && (
          <Button size="xs" loading={save.isPending} onClick={() => save.start({ id })}>
            {texts.download}
          </Button>
        )}
        {process === 'COMPLETE' && left > 0 && (
          <Button size="xs" variant="default" loading={saveLeft.isPending} onClick={() => saveLeft.start({ id })}>
            {texts.leftDownload}
          </Button>
        )}
        {process !== 'PROCESSING' && (
          <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
            {texts.close}
          </Button>
        )}
      </Row>
    </Row>
  )
}
