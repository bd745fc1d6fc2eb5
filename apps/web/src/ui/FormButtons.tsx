import { Button, Group } from '@mantine/core'
import { uiTexts } from '../texts/ui.ts'

type FormButtonsProps = { submit: string; isPending: boolean; onCancel: () => void }

/** The buttons at the end of a dialog's form: Cancel, and the one that submits it. */
export function FormButtons({ submit, isPending, onCancel }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </Group>
  )
}
