import type { PlmnListField } from '@simwright/contract/field'
import type { FieldInputProps } from './field-input.ts'
import { WordTags } from './WordTags.tsx'

export type PlmnTagsProps = FieldInputProps<PlmnListField> & { value: string[] }

/** Networks without access technologies, one tag each. */
export const PlmnTags = (props: PlmnTagsProps) => <WordTags {...props} tidy={withoutDash} />

/** Accepts the notation `234-15`. */
function withoutDash(plmn: string): string {
  return plmn.replace('-', '').trim()
}
