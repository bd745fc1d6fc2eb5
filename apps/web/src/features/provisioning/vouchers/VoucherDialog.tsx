import { NumberInput, Select } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { localOf, momentOf } from '../../../base/time.ts'
import { DateTimeInput } from '../../../ui/form/DateInput.tsx'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { voucherTexts } from './voucher-texts.ts'

const texts = voucherTexts.form
const CAMPAIGNS_MAX = 200
const COUNT = 100

type VoucherDialogProps = {
  isOpen: boolean
  /** The campaign that is chosen at first. */
  campaignId: string | undefined
  onClose: () => void
  onCreated: (id: string) => void
}

export function VoucherDialog({ isOpen, onClose, ...form }: VoucherDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={texts.title} size={520}>
      <VoucherForm guard={guard} {...form} />
    </Dialog>
  )
}

type EditVouchersProps = { isOpen: boolean; one: voucher.VoucherBatch; onClose: () => void }

/** Changes the name, the end or the limit for each address of a batch. */
export function EditVouchersDialog({ isOpen, one, onClose }: EditVouchersProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={texts.editTitle} size={520}>
      <EditForm guard={guard} one={one} />
    </Dialog>
  )
}

function EditForm({ guard, one }: { guard: DialogGuard; one: voucher.VoucherBatch }) {
  const { id, version, name, expiresAt, addressLimit } = one
  const [initial] = useState({
    name,
    expiresAt: expiresAt === null ? '' : localOf(expiresAt),
    addressLimit: addressLimit ?? ('' as const),
  })
  const [values, setValues] = useState<EditValues>(initial)
  useDialogDirty(guard, JSON.stringify(values) !== JSON.stringify(initial))
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<Problem>()
  const edit = useMutation(voucher.edit, { silent: true, changes: [voucher.list, voucher.get] })
  const set = (change: Partial<EditValues>) => {
    setValues({ ...values, ...change })
    setFaults({})
    setProblem(undefined)
  }
  const refuse = (refusal: Problem) => {
    if (refusal.faults.length > 0 || isProblem(refusal, 'voucher_batch_name_used')) setFaults(faultsOf(refusal))
    else setProblem(refusal)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const fields = {
      name: values.name,
      // an unchanged time is sent as it is: seconds are not shown
      expiresAt: values.expiresAt === initial.expiresAt ? expiresAt : endOf(values.expiresAt),
      addressLimit: values.addressLimit === '' ? null : values.addressLimit,
    }
    const checked = voucher.VoucherBatchChange.safeParse(fields)
    if (!checked.success)
      return setFaults(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
    const onSuccess = () => {
      toast.success(texts.saved)
      guard.finish()
    }
    edit.mutate({ id, version, fields: checked.data }, { onSuccess, onError: refuse })
  }
  return (
    <DialogForm
      onSubmit={submit}
      problem={problem}
      submit={texts.save}
      isPending={edit.isPending}
      onCancel={guard.close}
    >
      <NameField values={values} faults={faults} onChange={set} />
      <EndFields values={values} faults={faults} onChange={set} />
    </DialogForm>
  )
}

type EditValues = { name: string; expiresAt: string; addressLimit: number | '' }

const endOf = (expiresAt: string) => (expiresAt === '' ? null : momentOf(expiresAt))

type Values = { name: string; campaignId: string; count: number | ''; expiresAt: string; addressLimit: number | '' }
type Faults = Partial<Record<string, string>>

const fieldsOf = ({ name, campaignId, count, expiresAt, addressLimit }: Values) => ({
  name,
  campaignId,
  count: count === '' ? 0 : count,
  expiresAt: endOf(expiresAt),
  addressLimit: addressLimit === '' ? null : addressLimit,
})

type VoucherFormProps = Omit<VoucherDialogProps, 'isOpen' | 'onClose'> & { guard: DialogGuard }

function VoucherForm({ campaignId, guard, onCreated }: VoucherFormProps) {
  const [initial] = useState<Values>({
    name: '',
    campaignId: campaignId ?? '',
    count: COUNT,
    expiresAt: '',
    addressLimit: '',
  })
  const [values, setValues] = useState(initial)
  useDialogDirty(guard, JSON.stringify(values) !== JSON.stringify(initial))
  const [faults, setFaults] = useState<Faults>({})
  const set = (change: Partial<Values>) => {
    setValues({ ...values, ...change })
    setFaults({})
  }
  const add = useMutation(voucher.add, { silent: true, changes: [voucher.list] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const fields = fieldsOf(values)
    const checked = voucher.VoucherBatchFields.safeParse(fields)
    if (!checked.success)
      return setFaults(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
    add.mutate(
      { fields },
      {
        onSuccess: ({ id }) => {
          toast.success(texts.created)
          guard.finish()
          onCreated(id)
        },
        onError: (problem) => setFaults(faultsOf(problem)),
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.create} isPending={add.isPending} onCancel={guard.close}>
      <Fields values={values} faults={faults} onChange={set} />
    </DialogForm>
  )
}

type FieldsProps = { values: Values; faults: Faults; onChange: (change: Partial<Values>) => void }

function Fields({ values, faults, onChange }: FieldsProps) {
  const campaigns = useAsk(campaign.list, {
    filter: { state: ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED'] },
    limit: CAMPAIGNS_MAX,
  })
  return (
    <>
      <NameField values={values} faults={faults} onChange={onChange} />
      <Select
        withAsterisk
        searchable
        label={texts.campaign}
        description={texts.campaignHelp}
        nothingFoundMessage={texts.noCampaign}
        data={(campaigns.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={values.campaignId || null}
        error={faults.campaignId}
        onChange={(id) => onChange({ campaignId: id ?? '' })}
      />
      <NumberInput
        withAsterisk
        label={texts.count}
        description={texts.countHelp}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        value={values.count}
        error={faults.count}
        onChange={(count) => onChange({ count: typeof count === 'number' ? count : '' })}
      />
      <EndFields values={values} faults={faults} onChange={onChange} />
    </>
  )
}

type EditFieldsProps = { values: EditValues; faults: Faults; onChange: (change: Partial<EditValues>) => void }

function NameField({ values, faults, onChange }: EditFieldsProps) {
  return (
    <TextInput
      withAsterisk
      label={texts.name}
      description={texts.nameHelp}
      maxLength={64}
      data-autofocus
      value={values.name}
      error={faults.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  )
}

function EndFields({ values, faults, onChange }: EditFieldsProps) {
  return (
    <>
      <DateTimeInput
        time="23:59"
        label={texts.expiresAt}
        description={texts.expiresHelp}
        value={values.expiresAt}
        error={faults.expiresAt}
        onChange={(expiresAt) => onChange({ expiresAt })}
      />
      <NumberInput
        label={texts.addressLimit}
        description={texts.addressHelp}
        allowDecimal={false}
        allowNegative={false}
        value={values.addressLimit}
        error={faults.addressLimit}
        onChange={(limit) => onChange({ addressLimit: typeof limit === 'number' ? limit : '' })}
      />
    </>
  )
}

/** A refusal that names no field is shown where it can be resolved. */
function faultsOf(problem: Problem): Faults {
  if (problem.faults.length > 0)
    return Object.fromEntries(problem.faults.map(({ path, text }) => [path.replace(/^fields\./, ''), text]))
  return { [isProblem(problem, 'voucher_batch_name_used') ? 'name' : 'campaignId']: problem.message }
}
