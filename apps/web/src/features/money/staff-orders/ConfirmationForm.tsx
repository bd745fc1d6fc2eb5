import { NumberInput } from '@mantine/core'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { useMutation } from '../../../api/mutation.ts'
import { dollarsAndCents } from '../../../base/money.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type ActionFormProps, ActionFrame } from './ActionFrame.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.confirm

/** Confirms that a bank transfer has arrived. The amount is entered as the bank reports it, not suggested. */
export function ConfirmationForm({ order, onClose }: ActionFormProps) {
  const { id, enterpriseId, currency, amountCents } = order
  const confirm = useMutation(staffOrder.confirm, { changes: [staffOrder.list, staffOrder.get, staffOrder.waiting] })
  const { form, submit } = useCallForm(confirm, staffOrder.Confirmation, {
    initialValues: { cents: 0, currency, receivedOn: '', bank: '', reference: '' },
    send: (fields) => ({ enterpriseId, id, fields }),
    done: texts.done,
    onDone: onClose,
  })
  return (
    <ActionFrame
      text={say(texts.text, { amount: `${currency} ${dollarsAndCents(amountCents).replace('$', '')}` })}
      submitLabel={texts.button}
      isPending={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FieldRow>
        <NumberInput
          label={texts.cents}
          name="cents"
          withAsterisk
          hideControls
          decimalScale={2}
          fixedDecimalScale
          allowNegative={false}
          thousandSeparator=","
          clampBehavior="none"
          error={form.errors.cents}
          onChange={(value) => form.setFieldValue('cents', Math.round(Number(value) * 100))}
        />
        <TextInput label={texts.currency} withAsterisk name="currency" {...form.getInputProps('currency')} />
      </FieldRow>
      <FieldRow>
        <DateInput label={texts.receivedOn} withAsterisk name="receivedOn" {...form.getInputProps('receivedOn')} />
        <TextInput label={texts.bank} withAsterisk maxLength={100} name="bank" {...form.getInputProps('bank')} />
      </FieldRow>
      <TextInput
        label={texts.reference}
        withAsterisk
        maxLength={140}
        name="reference"
        {...form.getInputProps('reference')}
      />
    </ActionFrame>
  )
}
