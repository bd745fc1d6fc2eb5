import { NumberInput } from '@mantine/core'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { type ActionFormProps, ActionFrame } from './ActionFrame.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.raiseCap

/** Raises the multiple of the included downloads beyond which further ones are refused. */
export function CapForm({ order: { id, enterpriseId, overageFactor }, onClose }: ActionFormProps) {
  const factor = overageFactor ?? 1
  const raise = useMutation(staffOrder.raiseCap, { changes: [staffOrder.get] })
  const { form, submit } = useCallForm(raise, staffOrder.OverageCap, {
    initialValues: { factor: factor + 1 },
    send: (fields) => ({ enterpriseId, id, fields }),
    done: texts.done,
    onDone: onClose,
  })
  return (
    <ActionFrame
      text={say(texts.text, { factor })}
      submitLabel={texts.submit}
      isPending={raise.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberInput
        label={texts.factor}
        name="factor"
        withAsterisk
        hideControls
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        defaultValue={factor + 1}
        error={form.errors.factor}
        onChange={(value) => form.setFieldValue('factor', Number(value))}
      />
    </ActionFrame>
  )
}
