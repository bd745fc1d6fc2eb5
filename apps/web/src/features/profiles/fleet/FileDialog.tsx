import { Button, Select } from '@mantine/core'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { useLooks } from '../../../esim/look.ts'
import { runningFiles } from '../../../esim/running.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { operationTexts } from '../../../texts/operation.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { PreviewCounts } from './PreviewCounts.tsx'

const texts = deliveryTexts.fileDialog

type FileDialogProps = {
  form: delivery.CodeForm | undefined
  selection: Selection | undefined
  onClose: () => void
  onStarted: (id: string) => void
}

/** Starts a file with the selected codes: asks for the picture format or the label sheet, and the QR style. */
export function FileDialog({ form, selection, onClose, onStarted }: FileDialogProps) {
  return (
    <Dialog
      opened={form !== undefined && selection !== undefined}
      onClose={onClose}
      title={form && texts.titles[form]}
      size={480}
    >
      {form && selection && <Form key={form} {...{ form, selection, onClose, onStarted }} />}
    </Dialog>
  )
}

function Form({
  form,
  selection,
  onClose,
  onStarted,
}: FileDialogProps & { form: delivery.CodeForm; selection: Selection }) {
  const [picture, setPicture] = useState<'svg' | 'png'>('svg')
  const [sheet, setSheet] = useState<delivery.Sheet>('A4_21')
  const { choice, setChoice, choices } = useLooks()
  const start = useMutation(delivery.startFile, {
    silent: true,
    changes: [delivery.files],
    onSuccess: ({ id }) => {
      runningFiles.noteStart()
      onStarted(id)
    },
  })
  const previewQuery = useAsk(delivery.previewFile, { selection })
  const save = useSave(delivery.excludedFile)
  const preview = previewQuery.data
  const max = delivery.FILE_MAX[form]
  const isReady = preview !== undefined && preview.fits > 0 && preview.fits <= max
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isReady) return
    const given = form === 'QR_ZIP' ? ({ form, picture } as const) : ({ form, sheet } as const)
    start.mutate({ given, selection, look: choice as 'standard' })
  }
  const error = start.error ?? previewQuery.error
  return (
    <DialogForm
      onSubmit={submit}
      submit={texts.proceed}
      isPending={start.isPending}
      isBlocked={!isReady}
      onCancel={onClose}
    >
      <Note>{say(texts.texts[form], { max: delivery.FILE_MAX[form].toLocaleString('en') })}</Note>
      {form === 'QR_ZIP' ? (
        <Select
          label={texts.picture}
          allowDeselect={false}
          data={(['svg', 'png'] as const).map((value) => ({ value, label: texts.pictures[value] }))}
          value={picture}
          onChange={(value) => setPicture(value as 'svg' | 'png')}
        />
      ) : (
        <Select
          label={texts.sheet}
          allowDeselect={false}
          data={delivery.sheetNames.map((value) => ({ value, label: texts.sheets[value] }))}
          value={sheet}
          onChange={(value) => setSheet(value as delivery.Sheet)}
        />
      )}
      <Select
        label={texts.look}
        allowDeselect={false}
        data={choices}
        value={choice}
        onChange={(value) => value && setChoice(value)}
      />
      <div className="inset size-text" aria-live="polite">
        {preview ? (
          <PreviewCounts preview={preview} fits={texts.fits} none={texts.fitsNone} excluded={texts.left} />
        ) : (
          !previewQuery.error && <p>{operationTexts.looking}</p>
        )}
        {preview && preview.fits > max && (
          <Note role="alert" tone="danger">
            {say(texts.tooMany, { max: max.toLocaleString('en') })}
          </Note>
        )}
      </div>
      {preview && preview.excluded.length > 0 && (
        <Button variant="subtle" size="xs" loading={save.isPending} onClick={() => save.start({ selection })}>
          {texts.excluded}
        </Button>
      )}
      {error && (
        <Note role="alert" tone="danger">
          {error.faults?.[0]?.text ?? error.message}
        </Note>
      )}
    </DialogForm>
  )
}
