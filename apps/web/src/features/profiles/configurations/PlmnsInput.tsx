import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import classes from './NetworkField.module.css'
import { PlmnTags, type PlmnTagsProps } from './PlmnTags.tsx'
import { formatPlmns, readPlmns } from './plmn-text.ts'

const texts = configurationTexts.network

type Method = 'list' | 'text'

/** A longer list is text only: thousands of tags would make the form slow. */
const LIST_MAX = 100
/** A text is parsed after a pause in typing, or when the input is left. */
const TYPING_PAUSE_MS = 300

/** Networks without access technologies as tags or as text, one per line; both edit the same value. */
export function PlmnsInput(props: PlmnTagsProps) {
  const { field, value } = props
  const isLong = value.length > LIST_MAX
  const [method, setMethod] = useState<Method>(isLong ? 'text' : 'list')
  return (
    <div className={classes.oplmn}>
      <SegmentedControl
        className={classes.method}
        aria-label={say(texts.inputMethod, { list: field.label })}
        data={[
          { value: 'list', label: texts.list, disabled: isLong },
          { value: 'text', label: texts.text },
        ]}
        value={method}
        onChange={(next) => setMethod(next as Method)}
      />
      {method === 'list' ? <PlmnTags {...props} /> : <PlmnText {...props} />}
    </div>
  )
}

/** The browser alone keeps the text: with 10,000 lines, React would write it again at each key. */
function PlmnText({ form, path, field, value }: PlmnTagsProps) {
  const [initialText] = useState(() => formatPlmns(value))
  const read = useDebouncedCallback((typed: string) => form.setFieldValue(path, readPlmns(typed)), {
    delay: TYPING_PAUSE_MS,
    flushOnUnmount: true,
  })
  const isLong = value.length > LIST_MAX
  const long = isLong ? ` ${say(texts.long, { max: LIST_MAX })}` : ''
  return (
    <Textarea
      label={field.label}
      description={`${field.help} ${texts.plmnTextHelp}${long}`}
      name={path}
      {...(isLong ? { rows: 16 } : { autosize: true, minRows: 4, maxRows: 16 })}
      spellCheck={false}
      classNames={{ input: classes.textInput }}
      defaultValue={initialText}
      onChange={(event) => read(event.currentTarget.value)}
      onBlur={() => read.flush()}
      error={faultText(path, { errors: form.errors, entries: value })}
    />
  )
}

type Listed = { errors: PlmnTagsProps['form']['errors']; entries: readonly string[] }

/** The first error of the list, or of its entries with the entry. */
function faultText(list: string, { errors, entries }: Listed): string | undefined {
  for (const [path, error] of Object.entries(errors)) {
    if (path === list) return String(error)
    if (path.startsWith(`${list}.`))
      return say(texts.entry, { value: entries[Number(path.slice(list.length + 1))] ?? '', text: String(error) })
  }
  return undefined
}
