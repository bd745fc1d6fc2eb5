import { TextInput as MantineTextInput, type TextInputProps } from '@mantine/core'
import { useLengthLimit } from './length-limit.tsx'

/** A text input whose `maxLength` cuts nothing, but is counted and said. */
export const TextInput = (props: TextInputProps) => <MantineTextInput {...useLengthLimit(props)} />
