import { NumberInput, Select } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { momentOf } from '../../../base/time.ts'
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

type Values = { name: string; campaignId: string; count: number | ''; expiresAt: string; addressLimit: number | '' }
type Faults = Partial<Record<string, string>>

const fieldsOf = ({ name, campaignId, count, expiresAt, addressLimit }: Values) => ({
  name,
  campaignId,
  count: count === '' ? 0 : count,
  expiresAt: expiresAt === '' ? null : momentOf(expiresAt),
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
