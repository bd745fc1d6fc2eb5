import { Button } from '@mantine/core'
import { uiTexts } from '../../texts/ui.ts'
import { Row } from '../layout/layout.tsx'

export type FormButtonsProps = {
  /** The label of the button that submits. */
  submit: string
  isPending: boolean
  /** The form cannot be submitted yet. */
  isBlocked?: boolean
  /** What is submitted destroys something. */
  tone?: 'danger' | undefined
  onCancel: () => void
}

/** The buttons at the end of a dialog's form: Cancel, and the one that submits it. */
export function FormButtons({ submit, isPending, isBlocked, tone, onCancel }: FormButtonsProps) {
  return (
    <Row justify="end">
      <Button variant="default" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" color={tone === 'danger' ? 'red' : undefined} disabled={isBlocked} loading={isPending}>
        {submit}
      </Button>
    </Row>
  )
}
