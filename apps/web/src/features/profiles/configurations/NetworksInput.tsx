import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { startTransition, useId, useState } from 'react'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import classes from './NetworkField.module.css'
import { NetworkList, type NetworkListProps } from './NetworkList.tsx'
import { formatNetworks, lineOfNetwork, networkReader } from './network-text.ts'

const texts = configurationTexts.network

type Method = 'list' | 'text'

/** A longer list is text only: thousands of rows would make the form slow. */
const LIST_MAX = 100
/** A long text is parsed after a pause in typing, or when the input is left. */
const TYPING_PAUSE_MS = 500
const ROWS_MIN = 4
const ROWS_MAX = 16

/** Networks as a list or as text, one per line; both edit the same value. */
export function NetworksInput(props: NetworkListProps) {
  const { form, path, field, value } = props
  const isLong = value.length > LIST_MAX
  const [method, setMethod] = useState<Method>(isLong ? 'text' : 'list')
  const [text, setText] = useState(() => (isLong ? formatNetworks(value) : ''))
  const [readNetworks] = useState(() => networkReader(value))
  const read = (typed: string) => {
    setText(typed)
    form.setFieldValue(path, readNetworks(typed))
  }
  const readLater = useDebouncedCallback((typed: string) => startTransition(() => read(typed)), {
    delay: TYPING_PAUSE_MS,
    flushOnUnmount: true,
  })
  const choose = (next: string) => {
    if (next === 'text') setText(formatNetworks(value))
    setMethod(next as Method)
  }
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
        onChange={choose}
      />
      {method === 'list' ? (
        <NetworkList {...props} />
      ) : (
        <NetworksText {...props} text={text} onType={isLong ? readLater : read} onBlur={readLater.flush} />
      )}
    </div>
  )
}

type NetworksTextProps = NetworkListProps & {
  /** The text that was parsed last; newer text is in the input only. */
  text: string
  onType: (text: string) => void
  onBlur: () => void
}

/** The browser alone keeps the text of the input: with 10,000 lines, React would write it again at each key. */
function NetworksText({ form, path, field, value, text, onType, onBlur }: NetworksTextProps) {
  const { label, help } = field
  const isLong = value.length > LIST_MAX
  const [initialText] = useState(text)
  const faultsId = useId()
  const faults = faultsOf(text, path, form.errors)
  return (
    <div>
      <Textarea
        label={label}
        description={`${help} ${texts.textHelp}${isLong ? ` ${say(texts.long, { max: LIST_MAX })}` : ''}`}
        name={path}
        rows={Math.max(ROWS_MIN, text.split('\n', ROWS_MAX).length)}
        onBlur={onBlur}
        spellCheck={false}
        classNames={{ input: classes.textInput }}
        defaultValue={initialText}
        onChange={(event) => onType(event.currentTarget.value)}
        error={faults.length > 0}
        aria-describedby={faults.length > 0 ? faultsId : undefined}
      />
      <div id={faultsId}>
        {faults.map((fault) => (
          <div key={fault} className="fine danger" style={{ marginTop: 5 }}>
            {fault}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The errors of the entries, each with its line number. */
function faultsOf(text: string, list: string, errors: NetworkListProps['form']['errors']): string[] {
  const found = Object.entries(errors).flatMap(([path, error]) => {
    if (path === list) return [String(error)]
    const index = path.startsWith(`${list}.`) ? path.slice(list.length + 1).split('.')[0] : undefined
    if (index === undefined) return []
    return [say(texts.line, { line: lineOfNetwork(text, Number(index)), text: String(error) })]
  })
  return [...new Set(found)]
}
