import { NumberInput, SegmentedControl, Select } from '@mantine/core'
import * as discount from '@simwright/contract/money/discount'
import * as seller from '@simwright/contract/money/seller'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import type { useEntryForm } from '../../../ui/form/form.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { DiscountTerms } from './DiscountTerms.tsx'
import { discountTexts } from './discount-texts.ts'
import { MoneyInput } from './MoneyInput.tsx'

const texts = discountTexts.dialog

type DiscountDialogProps = { isOpen: boolean; onClose: () => void; onCreated: (id: string) => void }

/** Creates a discount code. */
export function DiscountDialog({ isOpen, onClose, onCreated }: DiscountDialogProps) {
  const { data } = useAsk(seller.list, {}, { enabled: isOpen })
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={texts.title} size={600}>
      {data && <DiscountForm platforms={data.platforms} guard={guard} onCreated={onCreated} />}
    </Dialog>
  )
}

type FormProps = Pick<DiscountDialogProps, 'onCreated'> & {
  platforms: readonly seller.PlatformSeller[]
  guard: DialogGuard
}

const initial: discount.NewDiscount = {
  code: '',
  percent: null,
  cents: null,
  plans: [],
  billingTypes: [],
  maxUses: null,
  oncePerEnterprise: true,
  until: null,
  note: '',
}

function DiscountForm({ platforms, guard, onCreated }: FormProps) {
  const [platformId, setPlatformId] = useState(platforms[0]?.platformId ?? '')
  const add = useMutation(discount.add, { changes: [discount.list] })
  const { form, submit } = useCallForm(add, discount.NewDiscount, {
    initialValues: initial,
    send: (fields) => ({ platformId, fields }),
    done: (_, { code }) => say(texts.done, { code: code.trim().toUpperCase() }),
    onDone: ({ id }) => {
      guard.finish()
      onCreated(id)
    },
  })
  useDialogDirty(guard, form.isDirty())
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={add.isPending} onCancel={guard.close}>
      {platforms.length > 1 && (
        <Select
          label={texts.platform}
          data={platforms.map(({ platformId: value, platform: label }) => ({ value, label }))}
          allowDeselect={false}
          value={platformId}
          onChange={(value) => setPlatformId(value ?? platformId)}
        />
      )}
      <TextInput
        label={texts.code}
        description={texts.codeHelp}
        withAsterisk
        data-autofocus
        autoComplete="off"
        maxLength={32}
        {...form.getInputProps('code')}
      />
      <WorthFields form={form} />
      <DiscountTerms
        terms={form.values}
        errors={form.errors}
        mayEdit
        onChange={(change) => form.setValues({ ...form.getValues(), ...change })}
      />
    </DialogForm>
  )
}

/** What the code is worth: a share of the price or an amount. */
function WorthFields({ form }: { form: ReturnType<typeof useEntryForm<typeof discount.NewDiscount>> }) {
  const [kind, setKind] = useState<'percent' | 'cents'>('percent')
  const choose = (next: string) => {
    setKind(next === 'cents' ? 'cents' : 'percent')
    form.setValues({ percent: null, cents: null })
  }
  return (
    <FieldRow>
      <div>
        <div className="field-label" id="discount-worth">
          {texts.worth}
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby="discount-worth"
          data={[
            { value: 'percent', label: texts.percentage },
            { value: 'cents', label: texts.amount },
          ]}
          value={kind}
          onChange={choose}
        />
      </div>
      {kind === 'percent' ? (
        <NumberInput
          label={texts.percent}
          name="percent"
          withAsterisk
          suffix="%"
          min={1}
          max={100}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={form.values.percent ?? ''}
          error={form.errors.percent}
          onChange={(value) => form.setFieldValue('percent', value === '' ? null : Number(value))}
        />
      ) : (
        <MoneyInput
          label={texts.cents}
          description={texts.centsHelp}
          name="cents"
          cents={null}
          readOnly={false}
          error={form.errors.cents ?? form.errors.percent}
          onCents={(cents) => form.setFieldValue('cents', cents)}
        />
      )}
    </FieldRow>
  )
}
