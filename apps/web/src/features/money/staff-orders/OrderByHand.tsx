import { Button, Skeleton } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { OrderByHandForm } from './OrderByHandForm.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const texts = staffOrderTexts.byHand

type OrderByHandProps = {
  /** The client that is chosen first; empty: none. */
  clientId: string
  onOrdered: (id: string) => void
}

/** The button and the dialog with which staff order a plan for a client. */
export function OrderByHand(props: OrderByHandProps) {
  const mayEdit = useAllowed('Admin_Order_Edit')
  const [isOpen, setIsOpen] = useState(false)
  useAskedDialog({ new: mayEdit && (() => setIsOpen(true)) })
  if (!mayEdit) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.button}</Button>
      <Dialog opened={isOpen} onClose={close} title={texts.button} size={640}>
        <Loaded {...props} onClose={close} />
      </Dialog>
    </>
  )
}

function Loaded({ clientId, onOrdered, onClose }: OrderByHandProps & { onClose: () => void }) {
  const answer = useAsk(plan.list, {}, { staleMs: 0 })
  if (answer.error) return <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton height={480} radius="lg" />
  const finish = (id: string) => {
    onClose()
    onOrdered(id)
  }
  return <OrderByHandForm plans={answer.data.plans} clientId={clientId} onOrdered={finish} onClose={onClose} />
}
