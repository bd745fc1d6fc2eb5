import { Textarea as MantineTextarea, type TextareaProps } from '@mantine/core'
import { useLengthLimit } from './length-limit.tsx'

/** A text area whose `maxLength` cuts nothing, but is counted and said. */
export const Textarea = (props: TextareaProps) => <MantineTextarea {...useLengthLimit(props)} />
