import { NumberInput } from '@mantine/core'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { useMutation } from '../../../api/mutation.ts'
import { dollarsAndCents } from '../../../base/money.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { type ActionFormProps, ActionFrame } from './ActionFrame.tsx'
import { ReasonInput } from './ReasonInput.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.refund

/** Records money that was returned at the bank. */
export function RefundForm({ order: { id, enterpriseId, paidCents, refundedCents }, onClose }: ActionFormProps) {
  const refund = useMutation(staffOrder.refund, { changes: [staffOrder.list, staffOrder.get] })
  const { form, submit } = useCallForm(refund, staffOrder.RefundNote, {
    initialValues: { refundedCents, reason: '' },
    send: (fields) => ({ enterpriseId, id, fields }),
    done: texts.done,
    onDone: onClose,
  })
  return (
    <ActionFrame
      text={say(texts.text, { amount: dollarsAndCents(paidCents) })}
      submitLabel={texts.submit}
      isPending={refund.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberInput
        label={texts.refundedCents}
        name="refundedCents"
        withAsterisk
        hideControls
        decimalScale={2}
        fixedDecimalScale
        allowNegative={false}
        thousandSeparator=","
        clampBehavior="none"
        defaultValue={refundedCents === 0 ? '' : refundedCents / 100}
        error={form.errors.refundedCents}
        onChange={(value) => form.setFieldValue('refundedCents', Math.round(Number(value) * 100))}
      />
      <ReasonInput label={texts.reason} {...form.getInputProps('reason')} />
    </ActionFrame>
  )
}
