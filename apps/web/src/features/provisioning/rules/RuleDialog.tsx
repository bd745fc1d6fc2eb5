import { NumberInput } from '@mantine/core'
import * as rule from '@simwright/contract/provisioning/rule'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { ActionFields } from './ActionFields.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { RuleTrial } from './RuleTrial.tsx'
import { type Draft, type DraftFieldsProps, type Faults, noConditions } from './rule-draft.ts'
import { ruleTexts } from './rule-texts.ts'
import { WhenFields } from './WhenFields.tsx'

const texts = ruleTexts.form

type RuleDialogProps = {
  isOpen: boolean
  /** The rule to edit; a new one without it. */
  one?: rule.Rule
  onClose: () => void
  onSaved: (id: string) => void
}

/** "When ... if ... then ..." with the rule as a sentence, and what it would have acted on. */
export function RuleDialog({ isOpen, one, onClose, onSaved }: RuleDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={one ? texts.editTitle : texts.addTitle} size={720}>
      <RuleForm guard={guard} one={one} onSaved={onSaved} />
    </Dialog>
  )
}

const NEW: Draft = {
  name: '',
  hourlyLimit: 100,
  when: { events: [], afterDays: 0, without: [] },
  conditions: noConditions,
  actions: [{ kind: 'NOTIFY', text: '' }],
}

const draftOf = ({ name, hourlyLimit, when, conditions, actions }: rule.Rule): Draft => ({
  name,
  hourlyLimit,
  when,
  conditions,
  actions,
})

type RuleFormProps = { guard: DialogGuard; one: rule.Rule | undefined; onSaved: (id: string) => void }

function RuleForm({ guard, one, onSaved }: RuleFormProps) {
  const [initial] = useState(() => (one ? draftOf(one) : NEW))
  const [draft, setDraft] = useState(initial)
  useDialogDirty(guard, JSON.stringify(draft) !== JSON.stringify(initial))
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<Problem>()
  const change = (changed: Partial<Draft>) => {
    setDraft({ ...draft, ...changed })
    setFaults({})
    setProblem(undefined)
  }
  const changes = { silent: true, changes: [rule.list, rule.get, rule.log] } as const
  const add = useMutation(rule.add, changes)
  const edit = useMutation(rule.edit, changes)
  const refuse = (refusal: Problem) => {
    const found = faultsOf(refusal)
    setFaults(found)
    if (Object.keys(found).length === 0) setProblem(refusal)
  }
  const done = (id: string, text: string) => {
    toast.success(text)
    guard.finish()
    onSaved(id)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const checked = rule.RuleFields.safeParse(draft)
    if (!checked.success)
      return setFaults(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
    const fields = checked.data
    if (one)
      edit.mutate(
        { id: one.id, version: one.version, fields },
        { onSuccess: () => done(one.id, texts.saved), onError: refuse },
      )
    else add.mutate({ fields }, { onSuccess: ({ id }) => done(id, texts.added), onError: refuse })
  }
  const part = { draft, faults, onChange: change }
  return (
    <DialogForm
      onSubmit={submit}
      problem={problem}
      submit={texts.save}
      isPending={add.isPending || edit.isPending}
      onCancel={guard.close}
    >
      <NameField {...part} />
      <WhenFields {...part} />
      <ConditionFields {...part} />
      <ActionFields {...part} />
      <LimitField {...part} />
      <RuleTrial draft={draft} />
    </DialogForm>
  )
}

function NameField({ draft, faults, onChange }: DraftFieldsProps) {
  return (
    <TextInput
      withAsterisk
      label={texts.name}
      maxLength={64}
      data-autofocus
      value={draft.name}
      error={faults.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  )
}

function LimitField({ draft, faults, onChange }: DraftFieldsProps) {
  return (
    <NumberInput
      withAsterisk
      label={texts.limit}
      description={texts.limitHelp}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      value={draft.hourlyLimit}
      error={faults.hourlyLimit}
      onChange={(limit) => onChange({ hourlyLimit: Number(limit) })}
    />
  )
}

/** A refusal that names a field is shown there. */
function faultsOf(problem: Problem): Faults {
  const named = problem.faults.flatMap(({ path, text }) =>
    path === 'fields' ? [] : [[path.replace(/^fields\./, ''), text] as const],
  )
  return isProblem(problem, 'rule_name_used') ? { name: problem.message } : Object.fromEntries(named)
}
