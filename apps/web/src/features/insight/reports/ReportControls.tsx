import { MultiSelect, Select } from '@mantine/core'
import * as report from '@simwright/contract/insight/report'
import {
  dimensionLabels,
  type ReportDimension,
  type ReportKind,
  type ReportRange,
  type ReportStep,
  reportKindRules,
  reportKinds,
  reportPresetNames,
  reportPresets,
  reportSteps,
  ruleOfKind,
} from '@simwright/contract/insight/report-kind'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { say } from '../../../texts/text.ts'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import classes from './Reports.module.css'
import type { Wanted } from './report-address.ts'
import { reportTexts as texts } from './report-texts.ts'

type ReportControlsProps = {
  wanted: Wanted
  /** What is wrong, by field. */
  faults: Readonly<Record<string, string>>
  onChange: (wanted: Wanted) => void
}

const kindChoices = reportKinds.map((value) => ({ value, label: reportKindRules[value].title }))
const stepChoices = reportSteps.map((value) => ({ value, label: texts.steps[value] }))
const presetChoices = reportPresetNames.map((value) => ({ value, label: reportPresets[value] }))

/** What the report counts, of which time, and by what it is divided. */
export function ReportControls({ wanted, faults, onChange }: ReportControlsProps) {
  const { kind, by } = wanted
  const rule = ruleOfKind(kind)
  const { data: choices } = useAsk(report.choices, { by }, { keepPrevious: true })
  const set = (changes: Partial<Wanted>) => onChange({ ...wanted, ...changes })
  const dimensions = rule.by.map((value) => ({
    value,
    label: value === 'total' ? texts.undivided : dimensionLabels[value],
  }))
  return (
    <Grid min={200} fill gap="12 16" align="start" className={classes.controls} data-print="none">
      <Select
        label={texts.kind}
        description={rule.text}
        data={kindChoices}
        value={kind}
        allowDeselect={false}
        className={classes.kind}
        onChange={(next) => set({ kind: next as ReportKind, by: keptBy(next as ReportKind, by), only: [] })}
      />
      {rule.ranged && <RangeFields wanted={wanted} faults={faults} periods={choices?.periods ?? []} onChange={set} />}
      {rule.stepped && (
        <Select
          label={texts.step}
          data={stepChoices}
          value={wanted.step}
          allowDeselect={false}
          onChange={(step) => set({ step: step as ReportStep })}
        />
      )}
      {rule.by.length > 1 && (
        <Select
          label={texts.by}
          data={dimensions}
          value={by}
          allowDeselect={false}
          error={faults.by}
          onChange={(next) => set({ by: next as ReportDimension, only: [] })}
        />
      )}
      {by !== 'total' && (
        <OnlyField wanted={wanted} fault={faults.only} values={choices?.values ?? []} onChange={set} />
      )}
    </Grid>
  )
}

/** The dimension, if the kind has it. */
function keptBy(kind: ReportKind, by: ReportDimension): ReportDimension {
  const rule = ruleOfKind(kind)
  return rule.by.includes(by) ? by : rule.by[0]!
}

type RangeFieldsProps = ReportControlsProps & { periods: readonly report.BillingPeriod[] }
type FieldProps = { onChange: (changes: Partial<Wanted>) => void }

function RangeFields({ wanted, faults, periods, onChange }: Omit<RangeFieldsProps, 'onChange'> & FieldProps) {
  const { range, orderCode } = wanted
  const mayBill = periods.length > 0 || range === 'billing'
  const ranges = [
    ...presetChoices,
    { value: 'days', label: texts.days },
    ...(mayBill ? [{ value: 'billing', label: texts.billing }] : []),
  ]
  return (
    <>
      <Select
        label={texts.range}
        data={ranges}
        value={range}
        allowDeselect={false}
        error={faults.range}
        onChange={(next) => onChange({ range: next as ReportRange })}
      />
      {range === 'days' && (
        <>
          <DateInput
            label={texts.from}
            value={wanted.from ?? ''}
            error={faults.from}
            onChange={(from) => onChange({ from: from || undefined })}
          />
          <DateInput
            label={texts.to}
            value={wanted.to ?? ''}
            error={faults.to}
            onChange={(to) => onChange({ to: to || undefined })}
          />
        </>
      )}
      {range === 'billing' && (
        <Select
          label={texts.period}
          data={periods.map((period) => ({ value: period.orderCode, label: periodName(period) }))}
          value={orderCode ?? currentOf(periods)}
          allowDeselect={false}
          error={faults.orderCode}
          onChange={(next) => onChange({ orderCode: next ?? undefined })}
        />
      )}
    </>
  )
}

const currentOf = (periods: readonly report.BillingPeriod[]) =>
  (periods.find(({ isCurrent }) => isCurrent) ?? periods[0])?.orderCode ?? null

const periodName = ({ plan, from, to }: report.BillingPeriod) =>
  say(texts.periodName, { plan, from: formatDate(from), to: formatDate(to) })

type OnlyFieldProps = FieldProps & {
  wanted: Wanted
  fault: string | undefined
  values: readonly { value: string; name: string; isDeleted: boolean }[]
}

function OnlyField({ wanted: { only }, fault, values, onChange }: OnlyFieldProps) {
  const listed = values.map(({ value, name, isDeleted }) => ({
    value,
    label: isDeleted ? say(texts.deleted, { name }) : name,
  }))
  // what is not listed (any more) stays visible, so that it can be taken out
  const others = only.filter((value) => value !== '' && !listed.some((one) => one.value === value))
  return (
    <MultiSelect
      label={texts.only}
      placeholder={only.length === 0 ? texts.onlyAll : undefined}
      data={[...listed, ...others.map((value) => ({ value, label: nameOf(value) }))]}
      value={only.filter((value) => value !== '')}
      error={fault}
      searchable
      clearable
      onChange={(next) => onChange({ only: next })}
    />
  )
}

/** A value that is not listed, such as a deleted group: an id says nothing to its reader. */
const nameOf = (value: string) => (ID.test(value) ? texts.onlyGone : value)
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
