import { Checkbox } from '@mantine/core'
import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { DateFields, emptyPlan, localTimeOf } from '../../../esim/PlanFields.tsx'
import { LanguageSelect, MessageInput } from '../../../esim/SendForm.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { sayCount } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = deliveryTexts.planned

type Faults = Partial<Record<string, string>>

/** What the server refuses, by field. A refusal that names no field is shown at the date. */
const faultsOf = ({ faults, message }: Problem): Faults =>
  faults.length > 0
    ? Object.fromEntries(faults.map(({ path, text }) => [path.replace(/^fields\./, ''), text]))
    : { at: message }

type MovePlannedProps = { ids: readonly string[] | undefined; onClose: () => void; onMoved: () => void }

/** Gives deliveries another time. */
export function MovePlanned({ ids, onClose, onMoved }: MovePlannedProps) {
  return (
    <Dialog opened={ids !== undefined} onClose={onClose} title={sayCount(texts.moveTitle, ids?.length ?? 0)} size={460}>
      {ids && <MoveForm ids={ids} onClose={onClose} onMoved={onMoved} />}
    </Dialog>
  )
}

function MoveForm({ ids, onClose, onMoved }: MovePlannedProps & { ids: readonly string[] }) {
  const [values, setValues] = useState(() => ({ ...emptyPlan(), zone: '' }))
  const [faults, setFaults] = useState<Faults>({})
  const move = useMutation(planned.move, {
    silent: true,
    changes: [planned.list],
    onSuccess: ({ moved }) => {
      toast.success(sayCount(texts.moved, moved))
      onMoved()
      onClose()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    move.mutate(
      { chosen: { ids: [...ids] }, at: localTimeOf(values), timeZone: values.zone || null },
      { onError: (problem) => setFaults(faultsOf(problem)) },
    )
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.moveButton} isPending={move.isPending} onCancel={onClose}>
      <DateFields
        value={values}
        error={faults.at}
        mayKeepZone
        onChange={(change) => {
          setValues({ ...values, ...change })
          setFaults({})
        }}
      />
    </DialogForm>
  )
}

type EditPlannedProps = { planned: planned.PlannedDelivery | undefined; onClose: () => void }

/** Changes one delivery. */
export function EditPlanned({ planned: row, onClose }: EditPlannedProps) {
  return (
    <Dialog opened={row !== undefined} onClose={onClose} title={texts.editTitle} size={460}>
      {row && <EditForm key={row.version} row={row} onClose={onClose} />}
    </Dialog>
  )
}

type EditValues = {
  email: string
  day: string
  time: string
  zone: string
  message: string
  opensPage: boolean
  language: EndUserLanguage | null
}

function EditForm({ row, onClose }: { row: planned.PlannedDelivery; onClose: () => void }) {
  const [day = '', time = ''] = row.at.split('T')
  const { message, opensPage, language } = row
  const [values, setValues] = useState<EditValues>({
    email: row.recipient ?? '',
    day,
    time,
    zone: row.timeZone,
    message,
    opensPage,
    language,
  })
  const [faults, setFaults] = useState<Faults>({})
  const set = (change: Partial<EditValues>) => {
    setValues({ ...values, ...change })
    setFaults({})
  }
  const edit = useMutation(planned.edit, {
    silent: true,
    changes: [planned.list],
    onSuccess: () => {
      toast.success(texts.saved)
      onClose()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { email, day: _day, time: _time, zone, ...fields } = values
    const at = localTimeOf(values)
    edit.mutate(
      { id: row.id, version: row.version, fields: { ...fields, email: email.trim() || null, at, timeZone: zone } },
      { onError: (problem) => setFaults(faultsOf(problem)) },
    )
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.save} isPending={edit.isPending} onCancel={onClose}>
      <EditFields values={values} faults={faults} onChange={set} />
    </DialogForm>
  )
}

type EditFieldsProps = { values: EditValues; faults: Faults; onChange: (change: Partial<EditValues>) => void }

function EditFields({ values, faults, onChange: set }: EditFieldsProps) {
  return (
    <>
      <TextInput
        type="email"
        label={deliveryTexts.send.email}
        withAsterisk={!values.opensPage}
        data-autofocus
        value={values.email}
        error={faults.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <DateFields value={values} error={faults.at} onChange={set} />
      <Checkbox
        label={deliveryTexts.plan.opensPage}
        description={deliveryTexts.plan.opensPageHelp}
        checked={values.opensPage}
        onChange={(event) => set({ opensPage: event.currentTarget.checked })}
      />
      <MessageInput value={values.message} onChange={(message) => set({ message })} />
      <LanguageSelect value={values.language} onChange={(next) => set({ language: next })} />
    </>
  )
}
