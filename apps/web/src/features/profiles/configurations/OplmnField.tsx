import { SegmentedControl, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import classes from './NetworkField.module.css'
import { NetworkList, type NetworkListProps } from './NetworkList.tsx'
import { lineOfNetwork, readNetworks, writeNetworks } from './network-text.ts'

const texts = configurationTexts.network
const { label, help } = configurationTexts.fields.oplmn

type Method = 'list' | 'text'

/** The operator's networks, as a list or as text, one a line; both show the same. */
export function OplmnField({ form }: Pick<NetworkListProps, 'form'>) {
  const [method, setMethod] = useState<Method>('list')
  const [text, setText] = useState('')
  const choose = (next: string) => {
    if (next === 'text') setText(writeNetworks(form.values.oplmn))
    setMethod(next as Method)
  }
  const type = (typed: string) => {
    setText(typed)
    form.setFieldValue('oplmn', readNetworks(typed))
  }
  return (
    <div className={classes.oplmn}>
      <SegmentedControl
        className={classes.method}
        aria-label={say(texts.inputMethod, { list: label })}
        data={[
          { value: 'list', label: texts.list },
          { value: 'text', label: texts.text },
        ]}
        value={method}
        onChange={choose}
      />
      {method === 'list' ? (
        <NetworkList form={form} name="oplmn" />
      ) : (
        <NetworksText text={text} onType={type} errors={form.errors} />
      )}
    </div>
  )
}

type NetworksTextProps = { text: string; onType: (text: string) => void; errors: NetworkListProps['form']['errors'] }

function NetworksText({ text, onType, errors }: NetworksTextProps) {
  const faultsId = useId()
  const faults = faultsOf(text, errors)
  return (
    <div>
      <Textarea
        label={label}
        description={`${help} ${texts.textHelp}`}
        name="oplmn"
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.textInput }}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        error={faults.length > 0}
        aria-describedby={faults.length > 0 ? faultsId : undefined}
      />
      <div id={faultsId}>
        {faults.map((fault) => (
          <div key={fault} className={classes.fault}>
            {fault}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The faults of the entries, each with the line it stands in. */
function faultsOf(text: string, errors: NetworksTextProps['errors']): string[] {
  const found = Object.entries(errors).flatMap(([path, error]) => {
    const index = /^oplmn\.(\d+)\./.exec(path)?.[1]
    if (index === undefined) return path === 'oplmn' ? [String(error)] : []
    return [say(texts.line, { line: lineOfNetwork(text, Number(index)), text: String(error) })]
  })
  return [...new Set(found)]
}
