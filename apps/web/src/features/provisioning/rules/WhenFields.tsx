import { MultiSelect, NumberInput } from '@mantine/core'
import { type EventType, eventTypes } from '@simwright/contract/profiles/event-type'
import { ruleEventTexts } from '@simwright/contract/provisioning/rule-text'
import { Stack, Title } from '../../../ui/layout/layout.tsx'
import { capitalized } from './capitalized.ts'
import type { DraftFieldsProps } from './rule-draft.ts'
import { ruleTexts } from './rule-texts.ts'

const texts = ruleTexts.form

const events = eventTypes.map((value) => ({ value, label: capitalized(ruleEventTexts[value]) }))

/** The events of a rule, and how long it waits. */
export function WhenFields({ draft, faults, onChange }: DraftFieldsProps) {
  const { when } = draft
  const set = (change: Partial<typeof when>) => onChange({ when: { ...when, ...change } })
  const common = { data: events, searchable: true, hidePickedOptions: true } as const
  return (
    <Stack gap={8}>
      <Title as="h3">{texts.when}</Title>
      <MultiSelect
        {...common}
        withAsterisk
        label={texts.events}
        value={[...when.events]}
        error={faults['when.events']}
        onChange={(next) => set({ events: next as EventType[] })}
      />
      <NumberInput
        label={texts.days}
        description={texts.daysHelp}
        allowDecimal={false}
        allowNegative={false}
        max={365}
        value={when.afterDays}
        error={faults['when.afterDays']}
        onChange={(days) => set({ afterDays: Number(days), ...(Number(days) === 0 ? { without: [] } : {}) })}
      />
      {when.afterDays > 0 && (
        <MultiSelect
          {...common}
          label={texts.without}
          value={[...when.without]}
          onChange={(next) => set({ without: next as EventType[] })}
        />
      )}
    </Stack>
  )
}
