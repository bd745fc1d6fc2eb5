import { Button } from '@mantine/core'
import type { StaffAction, StaffOrderDetail } from '@simwright/contract/money/staff-order'
import { type ComponentType, useState } from 'react'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { ActionFormProps } from './ActionFrame.tsx'
import { CapForm } from './CapForm.tsx'
import { ConfirmationForm } from './ConfirmationForm.tsx'
import { RefundForm } from './RefundForm.tsx'
import { RejectionForm } from './RejectionForm.tsx'
import { staffOrderTexts as texts } from './staff-order-texts.ts'

const labels: Readonly<Record<StaffAction, string>> = {
  CONFIRM: texts.confirm.button,
  REJECT: texts.reject.button,
  REFUND: texts.refund.button,
  RAISE_CAP: texts.raiseCap.button,
}

const titleOf = (action: StaffAction, client: string): string => {
  if (action === 'CONFIRM') return say(texts.confirm.title, { client })
  if (action === 'REJECT') return say(texts.reject.title, { client })
  return action === 'REFUND' ? say(texts.refund.title, { client }) : texts.raiseCap.title
}

const forms: Readonly<Record<StaffAction, ComponentType<ActionFormProps>>> = {
  CONFIRM: ConfirmationForm,
  REJECT: RejectionForm,
  REFUND: RefundForm,
  RAISE_CAP: CapForm,
}

/** The buttons for what staff can do with an order now, and the dialog of the one that was pressed. */
export function StaffActions({ order }: { order: StaffOrderDetail }) {
  const mayEdit = useAllowed('Admin_Order_Edit')
  const [open, setOpen] = useState<StaffAction>()
  if (!mayEdit) return null
  const Form = open && forms[open]
  const close = () => setOpen(undefined)
  return (
    <Row>
      {order.actions.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant={action === 'CONFIRM' ? 'filled' : 'default'}
          onClick={() => setOpen(action)}
        >
          {labels[action]}
        </Button>
      ))}
      <Dialog opened={open !== undefined} onClose={close} title={open && titleOf(open, order.enterprise)} size={560}>
        {Form && <Form order={order} onClose={close} />}
      </Dialog>
    </Row>
  )
}
