import { Alert, Button, Checkbox, NumberInput } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import { useEffect, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { dollars } from '../../../base/money.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { subscriptionTexts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { useSavedForm } from '../../../ui/form/form-saved.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import { plansTexts } from './plans-texts.ts'
import { Tiers } from './Tiers.tsx'

const texts = plansTexts.drawer

type PlanFormProps = {
  row: plan.PlanRow
  problem: Problem | null
  isSaving: boolean
  onSave: (fields: plan.PlanFields) => void
  /** Loads the stored plan, which somebody else has changed. */
  onReload: () => void
}

const limits = [
  'configurations',
  'iccids',
  'members',
  'oplmn',
  'fplmn',
  'redownloadsAMonth',
  'downloadAttempts',
  'apiCallsASecond',
  'rules',
] as const

const labelOf = (path: string) => {
  const [first, second] = path.split('.')
  const name = first === 'limits' ? second : first
  if (name === 'monthlyCents') return texts.monthly
  if (name === 'extraDownloadCents') return texts.extra
  if (name === 'configurationTypes') return texts.types
  return texts[name as 'tiers' | 'downloads' | (typeof limits)[number]]
}

/** Annual price in cents: twelve months less 10 %, rounded down to whole dollars, as on the server. */
const annual = (monthlyCents: number) => Math.floor((monthlyCents * 12 * 9) / 1000) * 100

/** Prices and limits of a plan. An empty limit means unlimited. */
export function PlanForm({ row, problem, isSaving, onSave, onReload }: PlanFormProps) {
  const mayEdit = useAllowed('Admin_Plan_Edit')
  const form = useEntryForm(plan.PlanFields, row.fields)
  const [attempts, setAttempts] = useState(0)
  useUnsavedGuard(form.isDirty() && !isSaving)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (problem) showFaults(form, problem, 'fields')
  }, [problem])
  const setSentValues = useSavedForm(form, row.fields)
  const submit = form.onSubmit(
    (fields) => {
      setSentValues(fields)
      onSave(fields)
    },
    () => setAttempts((times) => times + 1),
  )
  return (
    <Stack as="form" gap={8} mt={20} onSubmit={submit} noValidate>
      {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
      {problem && problem.faults.length === 0 && <RefusalNotice problem={problem} onReload={onReload} />}
      {(attempts > 0 || problem) && (
        <ErrorSummary key={`${attempts} ${problem?.requestId}`} errors={form.errors} labelOf={labelOf} />
      )}
      {row.givenOnly ? (
        <LimitInput {...{ row, form, mayEdit }} name="downloads" />
      ) : (
        <Prices {...{ row, form, mayEdit }} />
      )}
      <Section title={texts.limits} text={texts.limitsText}>
        <Grid min={220} fill align="start">
          {limits.map((name) => (
            <LimitInput key={name} {...{ row, form, mayEdit }} name={name} />
          ))}
        </Grid>
      </Section>
      <TypesAndFeatures {...{ row, form, mayEdit }} />
      {mayEdit && (
        <Row justify="end">
          <Button type="submit" loading={isSaving} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

type FieldsProps = {
  row: plan.PlanRow
  form: ReturnType<typeof useEntryForm<typeof plan.PlanFields>>
  mayEdit: boolean
}

type LimitInputProps = FieldsProps & {
  name: 'downloads' | (typeof limits)[number]
  /** A space keeps the input in line with its neighbors, which have a description. */
  description?: string
}

function LimitInput({ row, form, mayEdit, name, description }: LimitInputProps) {
  const path = `limits.${name}` as const
  return (
    <NumberInput
      description={description}
      name={path}
      label={texts[name]}
      defaultValue={row.fields.limits[name] ?? ''}
      placeholder={plansTexts.unlimited}
      readOnly={!mayEdit}
      error={form.errors[path]}
      onChange={(value) => form.setFieldValue(path, value === '' ? null : Number(value))}
      min={0}
      hideControls
      allowDecimal={false}
      thousandSeparator=","
      clampBehavior="none"
    />
  )
}

/** The price of a plan that can be bought, with its tiers. */
function Prices({ row, form, mayEdit }: FieldsProps) {
  const { monthlyCents, tiers } = form.values
  const money = (path: 'monthlyCents' | 'extraDownloadCents') => ({
    name: path,
    label: labelOf(path),
    cents: row.fields[path],
    readOnly: !mayEdit,
    error: form.errors[path],
    onCents: (cents: number | null) => form.setFieldValue(path, cents),
  })
  return (
    <>
      <Section title={texts.prices}>
        <Grid min={220} fill align="start">
          <MoneyInput
            {...money('monthlyCents')}
            description={say(texts.annual, { price: dollars(annual(monthlyCents)) })}
          />
          <LimitInput {...{ row, form, mayEdit }} name="downloads" description=" " />
          <MoneyInput {...money('extraDownloadCents')} description={texts.extraHelp} />
        </Grid>
      </Section>
      <Section title={texts.tiers} text={texts.tiersText}>
        <Tiers
          tiers={tiers}
          errors={form.errors}
          mayEdit={mayEdit}
          onTiers={(tiers) => form.setFieldValue('tiers', tiers)}
        />
      </Section>
    </>
  )
}

function TypesAndFeatures({ form, mayEdit }: FieldsProps) {
  return (
    <>
      <Section title={texts.types}>
        <Checkbox.Group {...form.getInputProps('limits.configurationTypes')} aria-label={texts.types}>
          <Stack gap={10}>
            {plan.planTypes.map((type) => (
              <Checkbox key={type} value={type} label={type.replaceAll('_', ' ')} disabled={!mayEdit} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Section>
      <Section title={texts.features}>
        <Checkbox.Group {...form.getInputProps('limits.features')} aria-label={texts.features}>
          <Stack gap={10}>
            {plan.planFeatures.map((feature) => (
              <Checkbox key={feature} value={feature} label={subscriptionTexts.features[feature]} disabled={!mayEdit} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Section>
    </>
  )
}
