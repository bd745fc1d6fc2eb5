import { Button, Group } from '@mantine/core'
import type { StaffOrderDetail } from '@simwright/contract/money/staff-order'
import type { ComponentProps, ReactNode } from 'react'
import { uiTexts } from '../../../texts/ui.ts'
import layout from '../../../ui/FormLayout.module.css'
import classes from './StaffOrders.module.css'

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
    <form onSubmit={onSubmit} noValidate className={layout.form}>
      <p className={classes.note}>{text}</p>
      {children}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" color={tone === 'danger' ? 'red' : undefined} loading={isPending}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  )
}
