import * as staffOrder from '@simwright/contract/money/staff-order'
import { useMutation } from '../../../api/mutation.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { toast } from '../../../ui/toast.ts'
import { type ActionFormProps, ActionFrame } from './ActionFrame.tsx'
import { ReasonInput } from './ReasonInput.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.reject

/** Rejects a bank transfer with a reason, which the client reads. */
export function RejectionForm({ order: { id, enterpriseId }, onClose }: ActionFormProps) {
  const form = useEntryForm(staffOrder.Rejection, { reason: '' })
  const reject = useMutation(staffOrder.reject, { changes: [staffOrder.list, staffOrder.get, staffOrder.waiting] })
  const submit = form.onSubmit((fields) =>
    reject.mutate(
      { enterpriseId, id, fields },
      {
        onSuccess: () => {
          toast.success(texts.done)
          onClose()
        },
        onError: (problem) => showFaults(form, problem, 'fields'),
      },
    ),
  )
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
