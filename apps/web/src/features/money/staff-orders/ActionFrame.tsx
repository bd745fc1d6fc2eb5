import type { StaffOrderDetail } from '@simwright/contract/money/staff-order'
import type { ComponentProps, ReactNode } from 'react'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'

/** What the form of an action of staff receives. */
export type ActionFormProps = { order: StaffOrderDetail; onClose: () => void }

type ActionFrameProps = {
  text: string
  submitLabel: string
  isPending: boolean
  tone?: 'danger'
  onSubmit: ComponentProps<'form'>['onSubmit']
  onClose: () => void
  children: ReactNode
}

/** A form with what it does, its fields and its buttons. */
export function ActionFrame({ text, submitLabel, isPending, tone, onSubmit, onClose, children }: ActionFrameProps) {
  return (
    <DialogForm onSubmit={onSubmit} submit={submitLabel} isPending={isPending} tone={tone} onCancel={onClose}>
      <Note size="same">{text}</Note>
      {children}
    </DialogForm>
  )
}
