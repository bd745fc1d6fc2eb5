import { Button, Select } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
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

type Format = { picture: 'svg' | 'png'; sheet: delivery.Sheet }

type FormProps = FileDialogProps & { form: delivery.CodeForm; selection: Selection }

function Form({ form, selection, onClose, onStarted }: FormProps) {
  const [format, setFormat] = useState<Format>({ picture: 'svg', sheet: 'A4_21' })
  const { choice, setChoice, choices } = useLooks()
  const start = useMutation(delivery.startFile, {
    silent: true,
    changes: [delivery.files],
    onSuccess: ({ id }) => {
      runningFiles.noteStart()
      onStarted(id)
    },
  })
  const { data: preview, error: previewError } = useAsk(delivery.previewFile, { selection })
  const max = delivery.FILE_MAX[form]
  const isReady = preview !== undefined && preview.fits > 0 && preview.fits <= max
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isReady) return
    const { picture, sheet } = format
    const given = form === 'QR_ZIP' ? ({ form, picture } as const) : ({ form, sheet } as const)
    start.mutate({ given, selection, look: choice as 'standard' })
  }
  const error = start.error ?? previewError
  return (
    <DialogForm
      onSubmit={submit}
      submit={texts.proceed}
      isPending={start.isPending}
      isBlocked={!isReady}
      onCancel={onClose}
    >
      <Note>{say(texts.texts[form], { max: max.toLocaleString('en') })}</Note>
      <FormatSelect form={form} format={format} onChange={setFormat} />
      <Select
        label={texts.look}
        allowDeselect={false}
        data={choices}
        value={choice}
        onChange={(value) => value && setChoice(value)}
      />
      <Counts preview={preview} max={max} isLoading={!preview && !previewError} selection={selection} />
      {error && (
        <Note role="alert" tone="danger">
          {error.faults?.[0]?.text ?? error.message}
        </Note>
      )}
    </DialogForm>
  )
}

type FormatSelectProps = { form: delivery.CodeForm; format: Format; onChange: (format: Format) => void }

/** The format of the pictures, or the sheet of the labels. */
function FormatSelect({ form, format, onChange }: FormatSelectProps) {
  if (form === 'QR_ZIP') {
    return (
      <Select
        label={texts.picture}
        allowDeselect={false}
        data={(['svg', 'png'] as const).map((value) => ({ value, label: texts.pictures[value] }))}
        value={format.picture}
        onChange={(value) => onChange({ ...format, picture: value as Format['picture'] })}
      />
    )
  }
  return (
    <Select
      label={texts.sheet}
      allowDeselect={false}
      data={delivery.sheetNames.map((value) => ({ value, label: texts.sheets[value] }))}
      value={format.sheet}
      onChange={(value) => onChange({ ...format, sheet: value as delivery.Sheet })}
    />
  )
}

type CountsProps = {
  preview: OutputOf<typeof delivery.previewFile> | undefined
  max: number
  isLoading: boolean
  selection: Selection
}

/** How many codes the file will have, and a list of the profiles that it leaves out. */
function Counts({ preview, max, isLoading, selection }: CountsProps) {
  const save = useSave(delivery.excludedFile)
  return (
    <>
      <div className="inset size-text" aria-live="polite">
        {preview && <PreviewCounts preview={preview} fits={texts.fits} none={texts.fitsNone} excluded={texts.left} />}
        {isLoading && <p>{operationTexts.looking}</p>}
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
    </>
  )
}
