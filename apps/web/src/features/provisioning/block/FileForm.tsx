import { Alert, Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as block from '@simwright/contract/provisioning/block'
import { BLOCK_MAX, noBlockFields } from '@simwright/contract/provisioning/block'
import { type SyntheticEvent, useState } from 'react'
import { useUpload } from '../../../api/use-upload.ts'
import { blockTexts } from '../../../texts/block.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { reportBlocked } from './blocked.ts'
import { FieldInputs } from './FieldInputs.tsx'

const texts = blockTexts.form
const FILE_MAX_BYTES = 1024 * 1024
type Outcome = OutputOf<typeof block.upload>

/** Blocks the devices of a file; its invalid lines are skipped and listed. */
export function FileForm({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [fields, setFields] = useState(noBlockFields)
  const [fault, setFault] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const send = useUpload(block.upload, {
    silent: true,
    changes: [block.list, block.ofProfiles],
    onSuccess: (answer) => {
      reportBlocked(answer)
      if (answer.faulty === 0) onClose()
      else setOutcome(answer)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!file) return setFault(texts.fileMissing)
    send.mutate({ file, fields }, { onError: ({ message }) => setFault(message) })
  }
  if (outcome) return <SkippedLines outcome={outcome} onClose={onClose} />
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={send.isPending} onCancel={onClose}>
      <DropArea
        label={texts.file}
        hint={say(texts.fileHint, { max: BLOCK_MAX.file })}
        accept={['.csv', '.txt']}
        maxBytes={FILE_MAX_BYTES}
        file={file}
        onFile={(chosen) => {
          setFile(chosen)
          setFault(undefined)
        }}
        uploadShare={send.share}
        error={fault}
      />
      <FieldInputs fields={fields} onChange={setFields} />
    </DialogForm>
  )
}

function SkippedLines({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const more = outcome.faulty - outcome.faults.length
  return (
    <Stack>
      <Alert color="yellow" variant="light" title={sayCount(texts.faultyTitle, outcome.faulty)}>
        <ul className="bullets size-text">
          {outcome.faults.map(({ line, text }) => (
            <li key={line}>{say(texts.line, { line, text })}</li>
          ))}
          {more > 0 && <li>{say(texts.more, { count: more })}</li>}
        </ul>
      </Alert>
      <Row gap={16} justify="end">
        <Button onClick={onClose}>{texts.close}</Button>
      </Row>
    </Stack>
  )
}
