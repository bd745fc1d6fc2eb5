import { TagsInput } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as tag from '@simwright/contract/profiles/tag'
import { useAsk } from '../api/query.ts'
import { say } from '../texts/text.ts'
import { traitTexts as texts } from '../texts/trait.ts'
import { AttributeInput } from './AttributeInput.tsx'
import { GroupTag } from './GroupTag.tsx'
import type { EnteredTraits } from './trait-value.ts'

type TraitFieldsProps = {
  value: EnteredTraits
  onChange: (value: EnteredTraits) => void
  /** The server's errors by paths: `tags`, `attributes.contract`. */
  errors: Readonly<Record<string, unknown>>
}

/** The inputs of the attributes that every profile must have. Nothing without any. */
export function RequiredAttributes(props: TraitFieldsProps) {
  const items = useAsk(attribute.list, {}).data?.items ?? []
  return <AttributeFields {...props} items={items.filter(({ required }) => required)} />
}

/** The tags, with suggestions, and the other attributes. */
export function OptionalTraits(props: TraitFieldsProps) {
  const items = useAsk(attribute.list, {}).data?.items ?? []
  return (
    <>
      <TagsField {...props} />
      <AttributeFields {...props} items={items.filter(({ required }) => !required)} />
    </>
  )
}

/** Whether one of the fields of `OptionalTraits` can have an error. */
export const hasTraitError = (errors: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(errors).some((path) => path === 'tags' || path.startsWith('attributes.'))

function AttributeFields({
  items,
  value,
  onChange,
  errors,
}: TraitFieldsProps & { items: readonly attribute.Attribute[] }) {
  const { attributes } = value
  return items.map((one) => (
    <AttributeInput
      key={one.id}
      attribute={one}
      label={one.name}
      error={textOf(errors[`attributes.${one.word}`])}
      value={attributes[one.word] ?? ''}
      onChange={(text) => onChange({ ...value, attributes: { ...attributes, [one.word]: text } })}
    />
  ))
}

function TagsField({ value, onChange, errors }: TraitFieldsProps) {
  const known = useAsk(tag.list, {}).data?.items ?? []
  const { tags } = value
  const faults = tags.flatMap((name) => {
    const fault = tag.TagName.safeParse(name).error?.issues[0]?.message
    return fault === undefined ? [] : [say(texts.tagFault, { name, fault })]
  })
  const colorOf = (name: string) => known.find((one) => one.name === name)?.color ?? null
  return (
    <TagsInput
      label={texts.tags}
      description={texts.tagsHelp}
      data={known.map(({ name }) => name)}
      renderOption={({ option }) => <GroupTag name={option.value} color={colorOf(option.value)} />}
      splitChars={[',', ';', '\t', '\n']}
      maxTags={tag.TAGS_PER_PROFILE}
      acceptValueOnBlur
      value={tags}
      onChange={(next) => onChange({ ...value, tags: next.map((name) => name.trim()) })}
      error={faults.length > 0 ? faults.join(' ') : textOf(errors.tags)}
    />
  )
}

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)
