import { ActionIcon, Button } from '@mantine/core'
import type { EntryListField, Values } from '@simwright/contract/field'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import classes from './EntryList.module.css'
import type { FieldInputProps } from './field-input.ts'
import { newValues } from './form-values.ts'

const texts = configurationTexts.entry

type EntryListProps = FieldInputProps<EntryListField> & {
  /** Also invalid ones, as they were typed. */
  entries: readonly Values[]
  /** The inputs of an entry. */
  inputs: (entry: Values, path: string) => ReactNode
}

/** Entries of several fields, each with its inputs. */
export function EntryList({ form, path, field, entries, inputs }: EntryListProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const { entry: name, fields, max, help } = field
  const remove = (index: number) => {
    form.removeListItem(path, index)
    addButton.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the entries hold groups of their own
    <div role="group" aria-labelledby={`${path}-label`} aria-describedby={`${path}-help`}>
      <Title id={`${path}-label`} as="div" size="label">
        {field.label}
      </Title>
      <Note as="div" size="small" mt={4} mb={8} id={`${path}-help`}>
        {help}
      </Note>
      {entries.map((entry, index) => (
        <Stack
          gap={12}
          mb={8}
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its position in the list
          key={index}
          role="group"
          aria-labelledby={`${path}-${index}`}
          className="boxed"
          style={{ padding: '8px 12px 12px' }}
        >
          <Row justify="between" className="size-text medium">
            <span id={`${path}-${index}`}>{say(texts.title, { entry: name, position: index + 1 })}</span>
            <ActionIcon
              aria-label={say(texts.remove, { entry: name, position: index + 1 })}
              onClick={() => remove(index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Row>
          {inputs(entry, `${path}.${index}`)}
        </Stack>
      ))}
      <Button
        ref={addButton}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        data-path={path}
        disabled={entries.length >= max}
        onClick={() => form.insertListItem(path, newValues(fields))}
      >
        {say(texts.add, { entry: name.toLowerCase() })}
      </Button>
      {form.errors[path] && <div className={classes.fault}>{form.errors[path]}</div>}
    </div>
  )
}
