import { ActionIcon, Button, Select } from '@mantine/core'
import { type RuleAction, type RuleActionKind, ruleActionNeeds } from '@simwright/contract/provisioning/rule'
import { actsOnProfiles, canActOnBatch, isBatchRule } from '@simwright/contract/provisioning/rule-event'
import { IconPlus, IconX } from '@tabler/icons-react'
import { usePermissions } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { useRuleChoices } from './rule-choice.ts'
import type { DraftFieldsProps } from './rule-draft.ts'
import { ruleTexts } from './rule-texts.ts'

const texts = ruleTexts.form
const ACTIONS_MAX = 5

const newAction: Record<RuleActionKind, RuleAction> = {
  NOTIFY: { kind: 'NOTIFY', text: '' },
  TAG: { kind: 'TAG', tagId: '' },
  UNTAG: { kind: 'UNTAG', tagId: '' },
  ATTRIBUTE: { kind: 'ATTRIBUTE', attributeId: '', value: '' },
  GROUP: { kind: 'GROUP', groupId: null },
  RECYCLE: { kind: 'RECYCLE' },
  AGAIN: { kind: 'AGAIN' },
  SEND: { kind: 'SEND', email: '', attributeId: null, message: '' },
  BLOCK: { kind: 'BLOCK', note: '' },
  WEBHOOK: { kind: 'WEBHOOK', text: '' },
}

/** What a rule does, in order. Only what the user may do can be chosen. */
export function ActionFields({ draft, faults, onChange }: DraftFieldsProps) {
  const { actions } = draft
  const set = (next: RuleAction[]) => onChange({ actions: next })
  return (
    <Stack gap={8}>
      <Title as="h3">{texts.actions}</Title>
      {isBatchRule(draft) && actions.some(({ kind }) => actsOnProfiles(kind)) && <Note>{texts.ofBatchesHelp}</Note>}
      {actions.map((action, index) => (
        <ActionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no id, and keep their order
          key={index}
          action={action}
          isOfBatches={isBatchRule(draft)}
          number={index + 1}
          fault={faultOf(faults, index)}
          onChange={(next) => set(actions.map((one, at) => (at === index ? next : one)))}
          onRemove={actions.length > 1 ? () => set(actions.filter((_, at) => at !== index)) : undefined}
        />
      ))}
      {actions.length < ACTIONS_MAX && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'start' }}
          onClick={() => set([...actions, newAction.NOTIFY])}
        >
          {texts.addAction}
        </Button>
      )}
    </Stack>
  )
}

const faultOf = (faults: DraftFieldsProps['faults'], index: number) =>
  Object.entries(faults).find(([path]) => path.startsWith(`actions.${index}.`))?.[1]

type ActionRowProps = {
  action: RuleAction
  isOfBatches: boolean
  number: number
  fault: string | undefined
  onChange: (action: RuleAction) => void
  onRemove: (() => void) | undefined
}

function ActionRow({ action, isOfBatches, number, fault, onChange, onRemove }: ActionRowProps) {
  const permissions = usePermissions()
  const kinds = (Object.keys(newAction) as RuleActionKind[]).filter(
    (kind) =>
      kind === action.kind ||
      (ruleActionNeeds[kind].some((id) => permissions.has(id)) && (!isOfBatches || canActOnBatch(kind))),
  )
  return (
    <Row gap={8} align="start">
      <Select
        aria-label={say(texts.action, { number })}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        value={action.kind}
        onChange={(kind) => onChange(newAction[(kind ?? 'NOTIFY') as RuleActionKind])}
      />
      <ActionParameter action={action} fault={fault} onChange={onChange} />
      {onRemove && (
        <ActionIcon size={34} aria-label={say(texts.removeAction, { number })} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </Row>
  )
}

type ParameterProps = Pick<ActionRowProps, 'action' | 'fault' | 'onChange'>

function ActionParameter({ action, fault, onChange }: ParameterProps) {
  const choices = useRuleChoices()
  const error = fault === undefined ? undefined : texts.choose
  if (action.kind === 'NOTIFY' || action.kind === 'WEBHOOK')
    return <WordInput label={texts.text} value={action.text} onChange={(text) => onChange({ ...action, text })} />
  if (action.kind === 'BLOCK')
    return <WordInput label={texts.note} value={action.note} onChange={(note) => onChange({ ...action, note })} />
  if (action.kind === 'SEND') return <SendParameters action={action} fault={fault} onChange={onChange} />
  if (action.kind === 'TAG' || action.kind === 'UNTAG')
    return (
      <Select
        searchable
        aria-label={texts.tag}
        placeholder={texts.tag}
        data={choices.tags}
        value={action.tagId || null}
        error={error}
        onChange={(tagId) => onChange({ ...action, tagId: tagId ?? '' })}
      />
    )
  if (action.kind === 'GROUP')
    return (
      <Select
        clearable
        searchable
        aria-label={texts.group}
        placeholder={texts.noGroup}
        data={choices.groups}
        value={action.groupId}
        clearButtonProps={{ 'aria-label': texts.clear }}
        onChange={(groupId) => onChange({ ...action, groupId })}
      />
    )
  return action.kind === 'ATTRIBUTE' ? <AttributeParameter action={action} error={error} onChange={onChange} /> : null
}

type AttributeParameterProps = Pick<ActionRowProps, 'onChange'> & {
  action: Extract<RuleAction, { kind: 'ATTRIBUTE' }>
  error: string | undefined
}

function AttributeParameter({ action, error, onChange }: AttributeParameterProps) {
  const choices = useRuleChoices()
  return (
    <>
      <Select
        aria-label={texts.attribute}
        placeholder={texts.attribute}
        allowDeselect={false}
        data={choices.attributes}
        value={action.attributeId || null}
        error={error}
        onChange={(attributeId) => onChange({ ...action, attributeId: attributeId ?? '' })}
      />
      <TextInput
        aria-label={texts.value}
        placeholder={texts.value}
        maxLength={500}
        value={action.value}
        onChange={(event) => onChange({ ...action, value: event.currentTarget.value })}
      />
    </>
  )
}

type WordInputProps = {
  label: string
  value: string
  max?: number
  onChange: (value: string) => void
  error?: string | undefined
}

function WordInput({ label, value, max = 200, error, onChange }: WordInputProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      maxLength={max}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type SendProps = Pick<ActionRowProps, 'onChange' | 'fault'> & { action: Extract<RuleAction, { kind: 'SEND' }> }

/** An address, or the attribute that has it; and a message. */
function SendParameters({ action, fault, onChange }: SendProps) {
  const { attributes } = useRuleChoices()
  const { email, attributeId, message } = action
  return (
    <>
      {attributeId === null && (
        <WordInput
          label={texts.email}
          value={email}
          max={254}
          error={fault}
          onChange={(next) => onChange({ ...action, email: next })}
        />
      )}
      <Select
        clearable
        aria-label={texts.emailOf}
        placeholder={texts.emailOf}
        data={attributes}
        value={attributeId}
        clearButtonProps={{ 'aria-label': texts.clear }}
        onChange={(next) => onChange({ ...action, email: '', attributeId: next })}
      />
      <WordInput
        label={texts.message}
        value={message}
        max={500}
        onChange={(next) => onChange({ ...action, message: next })}
      />
    </>
  )
}
