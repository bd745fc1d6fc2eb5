import { Button, TextInput } from '@mantine/core'
import type { InputOf, OutputOf } from '@simwright/contract/endpoint'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as contract from '@simwright/contract/provisioning/operation'
import { type OperationKind, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { type SyntheticEvent, use, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { runningOperations } from '../../../esim/running.ts'
import { operationTexts as texts } from '../../../texts/operation.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Masking } from '../../../ui/text/masking.ts'
import { OperationInput, operationOf } from './OperationInput.tsx'
import { PreviewCounts } from './PreviewCounts.tsx'

type OperationDialogProps = {
  kind: OperationKind | undefined
  selection: Selection | undefined
  /** The current notes, if a single profile is selected. */
  notes?: string
  onClose: () => void
  onStarted: (id: string) => void
}

/**
 * Asks for the input of an operation, and shows how many profiles change and why others are excluded. From `TYPED_FROM`
 * profiles on, the user must type their number.
 */
export function OperationDialog({ kind, selection, notes, onClose, onStarted }: OperationDialogProps) {
  return (
    <Dialog
      opened={kind !== undefined && selection !== undefined}
      onClose={onClose}
      title={kind && (operationRow(kind).title ?? operationRow(kind).name)}
      size={500}
    >
      {kind && selection && <Form key={kind} {...{ kind, selection, notes, onClose, onStarted }} />}
    </Dialog>
  )
}

const focusField = (field: HTMLInputElement | null) => field?.focus()

type FormProps = OperationDialogProps & { kind: OperationKind; selection: Selection }

function Form({ kind, selection, notes = '', onClose, onStarted }: FormProps) {
  const { name, about, input, proceed, isDestructive } = operationRow(kind)
  const startsWithNotes = input?.control === 'text' && input.startsWith === 'notes'
  const [inputValue, setInputValue] = useState(startsWithNotes ? notes : '')
  const [typed, setTyped] = useState('')
  const { operation, previewed = { kind: 'ATTEMPTS' as const } } = operationOf(kind, inputValue) ?? {}
  const previewInput = { operation: previewed, selection }
  const preview = useAsk(contract.preview, previewInput, { enabled: operation !== undefined })
  const start = useMutation(contract.start, {
    silent: true,
    onSuccess: ({ id }) => {
      runningOperations.noteStart()
      onStarted(id)
    },
  })
  const fits = operation && preview.data ? preview.data.fits : undefined
  const mustType = fits !== undefined && fits >= contract.TYPED_FROM
  const isReady = fits !== undefined && fits > 0 && (!mustType || typed.replace(/\D/g, '') === String(fits))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isReady && operation) start.mutate({ operation, selection, ...(mustType ? { count: fits } : {}) })
  }
  const error = start.error ?? (operation ? preview.error : null)
  return (
    <Stack as="form" onSubmit={submit}>
      <Note>{about}</Note>
      {'filter' in selection && <FilterLine query={selection.filter.query} />}
      {input && <OperationInput input={input} value={inputValue} onChange={setInputValue} />}
      {operation && <Affected kind={kind} input={previewInput} preview={preview.data} error={error} />}
      {mustType && (
        <TextInput
          label={say(texts.typeCount, { count: fits.toLocaleString('en') })}
          inputMode="numeric"
          value={typed}
          ref={input ? undefined : focusField}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Row gap={10} justify="end">
        <Button variant="default" onClick={onClose} data-autofocus={!input || undefined}>
          {texts.cancel}
        </Button>
        <Button type="submit" color={isDestructive ? 'red' : undefined} disabled={!isReady} loading={start.isPending}>
          {fits ? sayCount(proceed ?? texts.proceed, fits) : name}
        </Button>
      </Row>
    </Stack>
  )
}

type AffectedProps = {
  kind: OperationKind
  input: InputOf<typeof contract.preview>
  /** Undefined until it is loaded. */
  preview: OutputOf<typeof contract.preview> | undefined
  error: Problem | null
}

/** How many profiles change, and a list of those that do not. */
function Affected({ kind, input, preview, error }: AffectedProps) {
  const save = useSave(contract.excluded)
  return (
    <>
      <div className="inset size-text" aria-live="polite">
        {preview && (
          <PreviewCounts preview={preview} fits={texts.fits} none={texts.fitsNone} excluded={texts.excluded[kind]} />
        )}
        {!preview && !error && <p>{texts.looking}</p>}
        {error && <p role="alert">{error.faults?.[0]?.text ?? error.message}</p>}
      </div>
      {preview && preview.excluded.length > 0 && (
        <Button variant="subtle" size="xs" loading={save.isPending} onClick={() => save.start(input)}>
          {texts.download}
        </Button>
      )}
    </>
  )
}

/** Names the filter of a selection that has no list of profiles. */
function FilterLine({ query }: { query: string | undefined }) {
  const masked = use(Masking)
  if (!query) return <p className="size-text wrap">{texts.everyProfile}</p>
  return (
    <p className="size-text wrap">
      {texts.matching}{' '}
      <code style={{ padding: '1px 5px', borderRadius: 5, background: 'var(--sunken)' }}>{masked(query)}</code>
    </p>
  )
}
