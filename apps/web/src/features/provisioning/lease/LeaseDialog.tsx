import { Autocomplete } from '@mantine/core'
import type { InputOf } from '@simwright/contract/endpoint'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as lease from '@simwright/contract/provisioning/lease'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { localOf, momentOf } from '../../../base/time.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DateTimeInput } from '../../../ui/form/DateInput.tsx'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { leaseTexts } from './lease-texts.ts'

const texts = leaseTexts.form

type LeaseDialogProps = {
  isOpen: boolean
  /** The lease to edit; absent for a new one. */
  current?: lease.Lease | undefined
  onClose: () => void
}

export function LeaseDialog({ isOpen, current, onClose }: LeaseDialogProps) {
  const masks = useMasks()
  const guard = useDialogGuard(onClose)
  return (
    <Dialog
      opened={isOpen}
      onClose={guard.close}
      title={current ? say(texts.titleEdit, { iccid: masks.number(current.iccid) }) : texts.title}
    >
      <LeaseForm current={current} guard={guard} onClose={guard.finish} />
    </Dialog>
  )
}

type Values = { iccid: string; borrower: string; notes: string; endsAt: string }
type Faults = Partial<Record<keyof Values, string>>

const valuesOf = (current: lease.Lease | undefined): Values => ({
  iccid: current?.iccid ?? '',
  borrower: current?.borrower ?? '',
  notes: current?.notes ?? '',
  endsAt: current ? localOf(current.endsAt) : '',
})

type LeaseFormProps = Omit<LeaseDialogProps, 'isOpen'> & { guard: DialogGuard }

function LeaseForm({ current, guard, onClose }: LeaseFormProps) {
  const [initial] = useState(() => valuesOf(current))
  const [values, setValues] = useState(initial)
  useDialogDirty(guard, JSON.stringify(values) !== JSON.stringify(initial))
  const [faults, setFaults] = useState<Faults>({})
  const set = (change: Partial<Values>) => {
    setValues({ ...values, ...change })
    setFaults({})
  }
  const saving = useSaving({ current, onClose, onRefused: (problem) => setFaults(faultsOf(problem, current)) })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = (['iccid', 'borrower', 'endsAt'] as const).filter((name) => values[name].trim() === '')
    if (missing.length > 0) return setFaults(Object.fromEntries(missing.map((name) => [name, uiTexts.required])))
    saving.start(values)
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={current ? texts.save : texts.submit}
      isPending={saving.isPending}
      onCancel={guard.close}
    >
      {!current && <IccidField value={values.iccid} error={faults.iccid} onChange={(iccid) => set({ iccid })} />}
      <TextInput
        withAsterisk
        label={texts.borrower}
        description={texts.borrowerHelp}
        maxLength={80}
        value={values.borrower}
        error={faults.borrower}
        data-autofocus={current ? true : undefined}
        onChange={(event) => set({ borrower: event.currentTarget.value })}
      />
      <DateTimeInput
        time="23:59"
        label={texts.endsAt}
        description={texts.endsAtHelp}
        value={values.endsAt}
        error={faults.endsAt}
        onChange={(endsAt) => set({ endsAt })}
      />
      <Textarea
        label={texts.notes}
        maxLength={200}
        autosize
        minRows={2}
        value={values.notes}
        error={faults.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </DialogForm>
  )
}

const OFFERED_MAX = 8
const SEARCH_MIN_DIGITS = 4

type IccidFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

type Filter = InputOf<typeof fleet.list>['filter']

/** Offers available profiles whose ICCID begins with the typed digits. */
function IccidField({ value, error, onChange }: IccidFieldProps) {
  const iccid = value.replace(/\s/g, '')
  const free = { status: ['AVAILABLE'], orderState: ['Released'], recycleStatus: ['NONE'] } satisfies Filter
  const query = { filter: { iccid, ...free }, limit: OFFERED_MAX }
  const isSearched = iccid.length >= SEARCH_MIN_DIGITS && iccid.length <= 20
  const { data } = useAsk(fleet.list, query, { enabled: isSearched, keepPrevious: true })
  return (
    <Autocomplete
      label={texts.iccid}
      description={texts.iccidHelp}
      inputMode="numeric"
      maxLength={24}
      data-autofocus
      data={isSearched ? (data?.items.map((profile) => profile.iccid) ?? []) : []}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** A refusal that names no field is shown at the first input. */
function faultsOf(problem: Problem, current: lease.Lease | undefined): Faults {
  if (problem.faults.length === 0) return { [current ? 'borrower' : 'iccid']: problem.message }
  return Object.fromEntries(problem.faults.map(({ path, text }) => [path.replace(/^fields\./, ''), text]))
}

type Saving = Omit<LeaseDialogProps, 'isOpen'> & { onRefused: (problem: Problem) => void }

function useSaving({ current, onClose, onRefused }: Saving) {
  const changes = [lease.list, fleet.list, fleet.detail]
  const lend = useMutation(lease.lend, { silent: true, changes })
  const edit = useMutation(lease.edit, { silent: true, changes })
  const start = ({ iccid, borrower, notes, endsAt }: Values) => {
    const fields = { borrower, notes, endsAt: momentOf(endsAt) }
    const done = (text: string) => () => {
      toast.success(text)
      onClose()
    }
    if (current) {
      // the input has minutes only, so an end that was not changed keeps its seconds
      const editedFields = localOf(current.endsAt) === endsAt ? { ...fields, endsAt: current.endsAt } : fields
      const { id, version } = current
      edit.mutate({ id, version, fields: editedFields }, { onSuccess: done(texts.saved), onError: onRefused })
    } else lend.mutate({ iccid, fields }, { onSuccess: done(say(texts.lent, { borrower })), onError: onRefused })
  }
  return { start, isPending: lend.isPending || edit.isPending }
}
