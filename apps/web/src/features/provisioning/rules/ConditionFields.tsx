import { ActionIcon, Button, MultiSelect, NumberInput, Select, TagsInput } from '@mantine/core'
import { type RuleAttributeTest, ruleAttributeTests } from '@simwright/contract/provisioning/rule'
import { isBatchRule } from '@simwright/contract/provisioning/rule-event'
import { IconPlus, IconX } from '@tabler/icons-react'
import { say } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Grid, Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { type Choice, useRuleChoices } from './rule-choice.ts'
import type { DraftFieldsProps } from './rule-draft.ts'
import { ruleTexts } from './rule-texts.ts'

const texts = ruleTexts.form

type Ids = 'configurationIds' | 'groupIds' | 'tagIds' | 'withoutTagIds'
type Words = 'devices' | 'regions' | 'codes'

type IdsInputProps = DraftFieldsProps & { field: Ids; label: string; data: readonly Choice[] }

function IdsInput({ draft: { conditions }, faults, onChange, field, label, data }: IdsInputProps) {
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      label={label}
      data={data}
      value={[...conditions[field]]}
      error={faults[`conditions.${field}`]}
      onChange={(next) => onChange({ conditions: { ...conditions, [field]: next } })}
    />
  )
}

/** The conditions of a rule; those that are empty do not count. */
export function ConditionFields(props: DraftFieldsProps) {
  return isBatchRule(props.draft) ? <BatchConditions {...props} /> : <ProfileConditions {...props} />
}

function BatchConditions(props: DraftFieldsProps) {
  const { draft, faults, onChange } = props
  const choices = useRuleChoices()
  return (
    <Stack gap={8}>
      <Title as="h3">{texts.conditions}</Title>
      <Note>{texts.conditionsOfBatchesHelp}</Note>
      <Grid min={260} gap={12} align="start">
        <IdsInput {...props} field="configurationIds" label={texts.configurations} data={choices.configurations} />
        <IdsInput {...props} field="groupIds" label={texts.groups} data={choices.groups} />
        <NumberInput
          label={texts.failedRows}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={draft.conditions.failedRows}
          error={faults['conditions.failedRows']}
          onChange={(rows) => onChange({ conditions: { ...draft.conditions, failedRows: Number(rows) } })}
        />
      </Grid>
    </Stack>
  )
}

function ProfileConditions(props: DraftFieldsProps) {
  const { draft, faults, onChange } = props
  const { conditions } = draft
  const choices = useRuleChoices()
  const set = (change: Partial<typeof conditions>) => onChange({ conditions: { ...conditions, ...change } })
  const ids = (field: Ids, label: string, data: readonly Choice[]) => (
    <IdsInput {...props} field={field} label={label} data={data} />
  )
  const words = (field: Words, label: string, help: string) => (
    <TagsInput
      acceptValueOnBlur
      label={label}
      description={help}
      value={[...conditions[field]]}
      error={faults[`conditions.${field}`]}
      onChange={(next) => set({ [field]: next })}
    />
  )
  return (
    <Stack gap={8}>
      <Title as="h3">{texts.conditions}</Title>
      <Note>{texts.conditionsHelp}</Note>
      <Grid min={260} gap={12} align="start">
        {ids('configurationIds', texts.configurations, choices.configurations)}
        {ids('groupIds', texts.groups, choices.groups)}
        {ids('tagIds', texts.tags, choices.tags)}
        {ids('withoutTagIds', texts.withoutTags, choices.tags)}
        {words('devices', texts.devices, texts.devicesHelp)}
        {words('codes', texts.codes, texts.codesHelp)}
        {words('regions', texts.regions, texts.regionsHelp)}
      </Grid>
      <AttributeTests
        tests={conditions.attributes}
        choices={choices.attributes}
        onChange={(attributes) => set({ attributes })}
      />
    </Stack>
  )
}

type AttributeTestsProps = {
  tests: readonly RuleAttributeTest[]
  choices: readonly Choice[]
  onChange: (tests: RuleAttributeTest[]) => void
}

const comparisons = ruleAttributeTests.map((value) => ({ value, label: texts.tests[value] }))

function AttributeTests({ tests, choices, onChange }: AttributeTestsProps) {
  if (choices.length === 0) return null
  const change = (index: number, next: Partial<RuleAttributeTest>) =>
    onChange(tests.map((one, at) => (at === index ? { ...one, ...next } : one)))
  const first = choices[0]!.value
  return (
    <>
      {tests.map((one, index) => {
        const name = choices.find(({ value }) => value === one.attributeId)?.label ?? texts.attribute
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and keep their order
          <Row key={index} gap={8} nowrap align="end">
            <Select
              aria-label={texts.attribute}
              allowDeselect={false}
              data={choices}
              value={one.attributeId}
              onChange={(attributeId) => change(index, { attributeId: attributeId ?? first })}
            />
            <Select
              aria-label={say(texts.test, { name })}
              allowDeselect={false}
              data={comparisons}
              value={one.test}
              onChange={(test) => change(index, { test: (test ?? 'is') as RuleAttributeTest['test'] })}
            />
            {(one.test === 'is' || one.test === 'isNot') && (
              <TextInput
                aria-label={texts.value}
                maxLength={500}
                value={one.value}
                onChange={(event) => change(index, { value: event.currentTarget.value })}
              />
            )}
            <ActionIcon
              size={34}
              aria-label={say(texts.removeAttribute, { name })}
              onClick={() => onChange(tests.filter((_, at) => at !== index))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Row>
        )
      })}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'start' }}
        onClick={() => onChange([...tests, { attributeId: first, test: 'is', value: '' }])}
      >
        {texts.addAttribute}
      </Button>
    </>
  )
}
