import { MultiSelect, NumberInput } from '@mantine/core'
import { type EventType, eventTypes } from '@simwright/contract/profiles/event-type'
import { batchEventTypes, isBatchRule, type RuleEventType } from '@simwright/contract/provisioning/rule-event'
import { ruleEventTexts } from '@simwright/contract/provisioning/rule-text'
import { Stack, Title } from '../../../ui/layout/layout.tsx'
import { capitalized } from './capitalized.ts'
import { type DraftFieldsProps, withEvents } from './rule-draft.ts'
import { ruleTexts } from './rule-texts.ts'

const texts = ruleTexts.form

const optionOf = <T extends RuleEventType>(value: T) => ({ value, label: capitalized(ruleEventTexts[value]) })
const ofProfiles = { group: texts.eventsOfProfiles, items: eventTypes.map(optionOf) }
const ofBatches = { group: texts.eventsOfBatches, items: batchEventTypes.map(optionOf) }

/** A rule is about profiles or about batches: with the first event the others are of the same kind. */
function offered(draft: DraftFieldsProps['draft']) {
  if (draft.when.events.length === 0) return [ofProfiles, ofBatches]
  return [isBatchRule(draft) ? ofBatches : ofProfiles]
}

/** The events of a rule, and how long it waits. */
export function WhenFields({ draft, faults, onChange }: DraftFieldsProps) {
  const { when } = draft
  const set = (change: Partial<typeof when>) => onChange({ when: { ...when, ...change } })
  const common = { searchable: true, hidePickedOptions: true } as const
  return (
    <Stack gap={8}>
      <Title as="h3">{texts.when}</Title>
      <MultiSelect
        {...common}
        withAsterisk
        label={texts.events}
        data={offered(draft)}
        value={[...when.events]}
        error={faults['when.events']}
        onChange={(next) => onChange(withEvents(draft, next as RuleEventType[]))}
      />
      {!isBatchRule(draft) && (
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
      )}
      {when.afterDays > 0 && (
        <MultiSelect
          {...common}
          data={ofProfiles.items}
          label={texts.without}
          value={[...when.without]}
          onChange={(next) => set({ without: next as EventType[] })}
        />
      )}
    </Stack>
  )
}
