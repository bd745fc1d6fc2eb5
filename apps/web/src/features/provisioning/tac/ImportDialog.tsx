import { Button, Group, Modal } from '@mantine/core'
import * as tac from '@simwright/contract/provisioning/tac'
import { tacLimits } from '@simwright/contract/provisioning/tac'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { Problem } from '../../../api/problem.ts'
import { upload } from '../../../api/upload.ts'
import { tacTexts } from '../../../texts/tac.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DropArea } from '../../../ui/DropArea.tsx'
import { formatBytes } from '../../../ui/size.ts'
import { ImportPreview } from './ImportPreview.tsx'
import classes from './Tac.module.css'

const texts = tacTexts.file

type ImportDialogProps = { isOpen: boolean; onClose: () => void }

/** A table from a file: read, looked through, applied. A preview that is closed is thrown away. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const [preview, setPreview] = useState<tac.TacPreview>()
  const discard = useMutation(tac.discard, { silent: true })
  const drop = () => {
    // one that is gone already needs no word
    if (preview) discard.mutate({ id: preview.id }, { onError: () => undefined })
    setPreview(undefined)
  }
  const close = () => {
    drop()
    onClose()
  }
  const done = () => {
    setPreview(undefined)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={texts.title}
      size={720}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {preview ? (
        <ImportPreview key={preview.id} preview={preview} onChange={setPreview} onOther={drop} onDone={done} />
      ) : (
        <FileForm onRead={setPreview} onClose={close} />
      )}
    </Modal>
  )
}

function FileForm({ onRead, onClose }: { onRead: (preview: tac.TacPreview) => void; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!file) return setFault(texts.missing)
    setShare(0)
    try {
      onRead(await upload(tac.upload, {}, file, { silent: true, onProgress: setShare }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setFault(error.message)
    } finally {
      setShare(undefined)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      <DropArea
        label={texts.label}
        hint={say(texts.hint, { max: tacLimits.records.toLocaleString('en'), bytes: formatBytes(tacLimits.fileBytes) })}
        accept={['.csv', '.txt']}
        maxBytes={tacLimits.fileBytes}
        file={file}
        onFile={(chosen) => {
          setFile(chosen)
          setFault(undefined)
        }}
        sending={share}
        arrivedText={texts.arrived}
        error={fault}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" loading={share !== undefined}>
          {texts.read}
        </Button>
      </Group>
    </form>
  )
}
