import type { TextareaProps } from '@mantine/core'
import { Textarea } from '../../../ui/form/Textarea.tsx'

/** The reason that staff give, which the client reads. */
export function ReasonInput(props: TextareaProps) {
  return <Textarea withAsterisk autosize minRows={2} maxRows={8} maxLength={500} name="reason" {...props} />
}
