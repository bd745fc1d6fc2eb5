import * as staffOrder from '@simwright/contract/money/staff-order'
import { useMutation } from '../../../api/mutation.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { type ActionFormProps, ActionFrame } from './ActionFrame.tsx'
import { ReasonInput } from './ReasonInput.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.reject

/** Rejects a bank transfer with a reason, which the client reads. */
export function RejectionForm({ order: { id, enterpriseId }, onClose }: ActionFormProps) {
  const reject = useMutation(staffOrder.reject, { changes: [staffOrder.list, staffOrder.get, staffOrder.waiting] })
  const { form, submit } = useCallForm(reject, staffOrder.Rejection, {
    initialValues: { reason: '' },
    send: (fields) => ({ enterpriseId, id, fields }),
    done: texts.done,
    onDone: onClose,
  })
  return (
    <ActionFrame
      text={texts.text}
      submitLabel={texts.submit}
      tone="danger"
      isPending={reject.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonInput label={texts.reason} {...form.getInputProps('reason')} />
    </ActionFrame>
  )
}
