import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as contract from '@simwright/contract/provisioning/operation'
import { type SyntheticEvent, useState } from 'react'
import { useAsk, useDo } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { runningOperations } from '../../../esim/running.ts'
import { operationTexts as texts } from '../../../texts/operation.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ConfirmationFields, confirmationOf } from './ConfirmationFields.tsx'
import { FitCounts } from './FitCounts.tsx'
import { GroupSelect } from './GroupSelect.tsx'
import classes from './OperationDialog.module.css'

type OperationDialogProps = {
  kind: contract.OperationKind | undefined
  selection: Selection | undefined
  /** What the notes say so far, of a single profile. */
  notes?: string
  onClose: () => void
  onStarted: (id: string) => void
}

/** What is set, how many profiles change, and why the others stay; many ask for their number. */
export function OperationDialog({ kind, selection, notes, onClose, onStarted }: OperationDialogProps) {
  return (
    <Modal
      opened={kind !== undefined && selection !== undefined}
      onClose={onClose}
      title={kind && texts.kinds[kind]}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      size={500}
    >
      {kind && selection && <Form key={kind} {...{ kind, selection, notes, onClose, onStarted }} />}
    </Modal>
  )
}

type FormProps = OperationDialogProps & { kind: contract.OperationKind; selection: Selection }

function Form({ kind, selection, notes = '', onClose, onStarted }: FormProps) {
  const [given, setGiven] = useState(kind === 'NOTES' ? notes : '')
  const [typed, setTyped] = useState('')
  const operation = operationOf(kind, given)
  const looked = { operation: operation ? whatCounts(operation) : { kind: 'ATTEMPTS' as const }, selection }
  const preview = useAsk(contract.preview, looked, { enabled: operation !== undefined })
  const start = useDo(contract.start, {
    silent: true,
    onDone: ({ id }) => {
      runningOperations.noteStart()
      onStarted(id)
    },
  })
  const save = useSave(contract.apart)
  const fits = operation && preview.data ? preview.data.fits : undefined
  const mustType = fits !== undefined && fits >= contract.TYPED_FROM
  const isReady = fits !== undefined && fits > 0 && (!mustType || typed.replace(/\D/g, '') === String(fits))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isReady && operation) start.mutate({ operation, selection, ...(mustType ? { count: fits } : {}) })
  }
  const error = start.error ?? (operation ? preview.error : null)
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.about}>{texts.about[kind]}</p>
      <Given kind={kind} value={given} onChange={setGiven} />
      {operation && (
        <div className={classes.preview} aria-live="polite">
          {preview.data ? (
            <FitCounts preview={preview.data} fits={texts.fits} none={texts.fitsNone} apart={texts.apart} />
          ) : error ? null : (
            <p>{texts.looking}</p>
          )}
          {error && <p role="alert">{error.faults?.[0]?.text ?? error.message}</p>}
        </div>
      )}
      {preview.data && preview.data.apart.length > 0 && (
        <Button variant="subtle" size="xs" loading={save.isPending} onClick={() => save.start(looked)}>
          {texts.download}
        </Button>
      )}
      {mustType && (
        <TextInput
          label={say(texts.typeCount, { count: fits.toLocaleString('en') })}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          color={proceedTexts[kind] ? 'red' : undefined}
          disabled={!isReady}
          loading={start.isPending}
        >
          {sayCount(proceedTexts[kind] ?? texts.proceed, fits ?? 0)}
        </Button>
      </div>
    </form>
  )
}

/** What cannot be done by halves says what it does. */
const proceedTexts: Partial<Record<contract.OperationKind, { one: string; other: string }>> = {
  REMOVE: texts.proceedRemove,
  RECYCLE: texts.proceedRecycle,
}

type GivenProps = { kind: contract.OperationKind; value: string; onChange: (value: string) => void }

function Given({ kind, value, onChange }: GivenProps) {
  if (kind === 'GROUP') return <GroupSelect value={value} onChange={onChange} />
  if (kind === 'CONFIRMATION') return <ConfirmationFields value={value} onChange={onChange} />
  if (kind === 'NOTES')
    return (
      <Textarea
        label={texts.notes}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'BIND')
    return (
      <TextInput
        label={texts.eid}
        inputMode="numeric"
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'EXPIRY' || kind === 'RECYCLE_TIME')
    return (
      <TextInput
        type="datetime-local"
        label={kind === 'EXPIRY' ? texts.expires : texts.recycleAt}
        description={kind === 'EXPIRY' ? texts.noEnd : texts.noRecycling}
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return null
}

/**
 * For a look ahead: what is typed as a secret is sent once, with the deed, and no letter of the notes has a million
 * profiles counted anew.
 */
function whatCounts(operation: contract.Operation): contract.Operation {
  if (operation.kind === 'NOTES') return { kind: 'NOTES', notes: '' }
  if (operation.kind !== 'CONFIRMATION') return operation
  const { code: _, ...rest } = operation
  return rest
}

/** Undefined while something is missing. */
function operationOf(kind: contract.OperationKind, given: string): contract.Operation | undefined {
  const text = given.trim()
  if (kind === 'GROUP') return text === '' ? undefined : { kind, groupId: text === 'none' ? null : text }
  if (kind === 'NOTES') return { kind, notes: text }
  if (kind === 'CONFIRMATION') return confirmationOf(given)
  if (kind === 'BIND') {
    const eid = text.replace(/\s/g, '')
    return eid.length === 32 ? { kind, eid } : undefined
  }
  if (kind === 'EXPIRY') return { kind, expiresAt: text === '' ? null : new Date(text).toISOString() }
  if (kind === 'RECYCLE_TIME') return { kind, recycleAt: text === '' ? null : new Date(text).toISOString() }
  return { kind }
}
