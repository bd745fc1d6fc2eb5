import { Radio } from '@mantine/core'
import * as block from '@simwright/contract/provisioning/block'
import {
  BLOCK_MAX,
  type BlockKind,
  blockFault,
  blockKinds,
  noBlockFields,
  plainDigits,
} from '@simwright/contract/provisioning/block'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { blockTexts } from '../../../texts/block.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { type DialogGuard, useDialogEntries } from '../../../ui/form/unsaved.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { reportBlocked } from './blocked.ts'
import { FieldInputs } from './FieldInputs.tsx'

const texts = blockTexts.form

/** Blocks typed or pasted EIDs, EID prefixes or TACs. */
export function TypedForm({ guard }: { guard: DialogGuard }) {
  const [kind, setKind] = useState<BlockKind>('EID')
  const [text, setText] = useState('')
  const [fields, setFields] = useState(noBlockFields)
  const [wasSent, setWasSent] = useState(false)
  useDialogEntries(guard, { kind, text, ...fields })
  const add = useMutation(block.add, { changes: [block.list, block.ofProfiles], onSuccess: reportBlocked })
  const lines = text.split(/[\n,;]/).map(plainDigits)
  const fault = faultOf(kind, lines)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    const values = lines.filter((line) => line !== '')
    if (fault === undefined) add.mutate({ kind, values, ...fields }, { onSuccess: guard.finish })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={add.isPending} onCancel={guard.close}>
      <Radio.Group label={texts.kind} value={kind} onChange={(value) => setKind(value as BlockKind)}>
        <Stack gap={8} mt={6}>
          {blockKinds.map((one) => (
            <Radio key={one} value={one} label={blockTexts.kinds[one]} description={blockTexts.kindHelp[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        withAsterisk
        label={texts.values}
        description={say(texts.valuesHelp, { max: BLOCK_MAX.typed })}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={text}
        error={wasSent ? fault : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' }, error: { whiteSpace: 'pre-line' } }}
      />
      <FieldInputs fields={fields} onChange={setFields} />
    </DialogForm>
  )
}

const FAULTS_SHOWN = 5

/** The errors of the lines that cannot be blocked as this kind. */
function faultOf(kind: BlockKind, lines: readonly string[]): string | undefined {
  if (lines.every((line) => line === '')) return texts.none
  const faults = lines.flatMap((line, index) => {
    const text = line === '' ? undefined : blockFault(kind, line)
    return text === undefined ? [] : [lines.length === 1 ? text : say(texts.line, { line: index + 1, text })]
  })
  if (faults.length === 0) return undefined
  const more = faults.length > FAULTS_SHOWN ? [say(texts.more, { count: faults.length - FAULTS_SHOWN })] : []
  return [...faults.slice(0, FAULTS_SHOWN), ...more].join('\n')
}
