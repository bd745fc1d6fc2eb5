import { Select } from '@mantine/core'
import * as apiKey from '@simwright/contract/programs/keys'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Grid, Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { DaysSelect, DEFAULT_DAYS } from './DaysSelect.tsx'
import { developerTexts } from './developer-texts.ts'
import { ShownKey } from './ShownKey.tsx'

const texts = developerTexts.keys.rotateForm

const HOUR_MS = 60 * 60_000

/** How much longer the old secret is valid; null: until it expires. */
const graceMs = { now: 0, hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, expiry: null } as const
type Grace = keyof typeof graceMs

type RotateDialogProps = { apiKey: apiKey.ApiKey | undefined; onClose: () => void }

export function RotateDialog({ apiKey: row, onClose }: RotateDialogProps) {
  const [shown, setShown] = useState<string>()
  const close = () => {
    setShown(undefined)
    onClose()
  }
  const isShown = shown !== undefined
  return (
    <Dialog
      opened={row !== undefined}
      onClose={close}
      title={isShown ? developerTexts.keys.shown.title : row && say(texts.title, { name: row.name })}
      size={560}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown && <ShownKey value={shown} onDone={close} />}
      {row && !isShown && <RotateForm id={row.id} onShown={setShown} onClose={close} />}
    </Dialog>
  )
}

type RotateFormProps = { id: string; onShown: (key: string) => void; onClose: () => void }

function RotateForm({ id, onShown, onClose }: RotateFormProps) {
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [grace, setGrace] = useState<Grace>('day')
  const rotate = useMutation(apiKey.rotate, { changes: [apiKey.list] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const ms = graceMs[grace]
    const oldEndsAt = ms === null ? null : new Date(Date.now() + ms).toISOString()
    rotate.mutate({ id, days, oldEndsAt }, { onSuccess: ({ key }) => onShown(key) })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={rotate.isPending} onCancel={onClose}>
      <Note>{texts.text}</Note>
      <Grid min={240}>
        <Select
          label={texts.oldEnds}
          data={Object.entries(texts.ends).map(([value, label]) => ({ value, label }))}
          value={grace}
          allowDeselect={false}
          onChange={(value) => setGrace(value as Grace)}
        />
        <DaysSelect label={texts.days} value={days} onChange={setDays} />
      </Grid>
    </DialogForm>
  )
}
