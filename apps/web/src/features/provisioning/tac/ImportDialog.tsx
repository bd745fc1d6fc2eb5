import * as tac from '@simwright/contract/provisioning/tac'
import { tacLimits } from '@simwright/contract/provisioning/tac'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { formatBytes } from '../../../base/size.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { tacTexts } from './tac-texts.ts'

const texts = tacTexts.file

type ImportDialogProps = { isOpen: boolean; onClose: () => void }

/** Imports a table from a file: upload, preview, apply. Closing the preview discards it. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const [preview, setPreview] = useState<tac.TacPreview>()
  const discard = useMutation(tac.discard, { silent: true })
  const discardPreview = () => {
    if (preview) discard.mutate({ id: preview.id })
    setPreview(undefined)
  }
  const close = () => {
    discardPreview()
    onClose()
  }
  const done = () => {
    setPreview(undefined)
    onClose()
  }
  return (
    <Dialog opened={isOpen} onClose={close} title={texts.title} size={720}>
      {preview ? (
        <ImportPreview
          key={preview.id}
          preview={preview}
          onChange={setPreview}
          onOther={discardPreview}
          onDone={done}
        />
      ) : (
        <FileForm onRead={setPreview} onClose={close} />
      )}
    </Dialog>
  )
}

function FileForm({ onRead, onClose }: { onRead: (preview: tac.TacPreview) => void; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const read = useUpload(tac.upload, { silent: true, onSuccess: onRead })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!file) return setFault(texts.missing)
    read.mutate({ file, fields: {} }, { onError: ({ message }) => setFault(message) })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.read} isPending={read.isPending} onCancel={onClose}>
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
        uploadShare={read.share}
        processingText={texts.arrived}
        error={fault}
      />
    </DialogForm>
  )
}
