import { Button, Checkbox, MultiSelect, NumberInput, Radio, Select } from '@mantine/core'
import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import { useMemo } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { timeZone } from '../../../base/time-zone.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { type DialogGuard, useDialogDirty } from '../../../ui/form/unsaved.ts'
import { Grid, Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { filterZones } from '../../../ui/table/zone-filter.ts'
import { toast } from '../../../ui/toast.ts'
import { clockOf } from './report-summary.ts'
import { reportTexts as texts } from './report-texts.ts'

type ScheduleFormProps = {
  report: Pick<report.SavedReport, 'id' | 'name'>
  schedule: schedule.Schedule | undefined
  guard: DialogGuard
}

const rhythms = schedule.scheduleRhythms.map((value) => ({ value, label: texts.rhythms[value] }))
const weekdays = texts.weekdays.map((label, i) => ({ value: String(i + 1), label }))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockOf(hour) }))
const formats = report.reportFormats.map((value) => ({ value, label: texts[value] }))

export function ScheduleForm({ report: { id: reportId }, schedule: saved, guard }: ScheduleFormProps) {
  const form = useEntryForm(schedule.ScheduleFields, fieldsOf(saved))
  useDialogDirty(guard, form.isDirty())
  const changes = [schedule.list, report.list]
  const add = useMutation(schedule.add, { changes, silent: true })
  const edit = useMutation(schedule.edit, { changes, silent: true })
  const onError = (problem: Problem) => {
    if (!showFaults(form, problem, 'fields') || form.errors.reportId) toast.error(problem.message)
  }
  const onSuccess = ({ nextAt }: { nextAt: string | null }) => {
    toast.success(nextAt ? say(texts.scheduled, { time: formatTime(nextAt) }) : texts.schedulePaused)
    guard.finish()
  }
  const submit = form.onSubmit((values) => {
    const fields = schedule.ScheduleFields.parse(values)
    if (saved) edit.mutate({ id: saved.id, version: saved.version, fields }, { onSuccess, onError })
    else add.mutate({ reportId, fields }, { onSuccess, onError })
  })
  return (
    <Stack as="form" gap={14} onSubmit={submit} noValidate>
      <DayFields form={form} />
      <Grid min={160} gap={12} align="start">
        <Select
          label={texts.hour}
          description={texts.hourText}
          data={hours}
          allowDeselect={false}
          searchable
          value={String(form.values.hour ?? 7)}
          error={form.errors.hour}
          onChange={(next) => form.setFieldValue('hour', Number(next))}
        />
        <ZoneField form={form} />
      </Grid>
      <RecipientsField form={form} known={saved?.recipients ?? []} />
      <DeliveryFields form={form} />
      <Checkbox label={texts.paused} {...form.getInputProps('isPaused', { type: 'checkbox' })} />
      {form.errors.reportId && <Note tone="danger">{form.errors.reportId}</Note>}
      <Note size="small" mt={4}>
        {texts.runsAs}
      </Note>
      <Row justify="end">
        <Button variant="default" onClick={guard.close}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={add.isPending || edit.isPending}>
          {texts.scheduleSave}
        </Button>
      </Row>
    </Stack>
  )
}

function fieldsOf(saved: schedule.Schedule | undefined) {
  if (!saved)
    return {
      every: 'MONTH',
      hour: 7,
      weekday: 1,
      monthDay: 1,
      timeZone: timeZone(),
      format: 'xlsx',
      delivery: 'LINK',
      recipients: [] as string[],
      isPaused: false,
    } as const
  const { every, hour, weekday, monthDay, timeZone: zone, format, delivery, recipients, state } = saved
  return {
    every,
    hour,
    weekday,
    monthDay,
    timeZone: zone,
    format,
    delivery,
    recipients: recipients.map(({ id }) => id),
    isPaused: state === 'PAUSED',
  }
}

type Form = ReturnType<typeof useEntryForm<typeof schedule.ScheduleFields>>

/** On which days the report is written. */
function DayFields({ form }: { form: Form }) {
  const { every = 'MONTH', weekday = 1 } = form.values
  return (
    <Grid min={160} gap={12} align="start">
      <Select label={texts.every} data={rhythms} allowDeselect={false} {...form.getInputProps('every')} />
      {every === 'WEEK' && (
        <Select
          label={texts.weekday}
          data={weekdays}
          allowDeselect={false}
          value={String(weekday)}
          onChange={(day) => form.setFieldValue('weekday', Number(day))}
        />
      )}
      {every === 'MONTH' && (
        <NumberInput
          label={texts.monthDay}
          description={texts.monthDayText}
          min={1}
          max={31}
          {...form.getInputProps('monthDay')}
        />
      )}
    </Grid>
  )
}

/** Whether the mail has a link or the file, and the format of the file. */
function DeliveryFields({ form }: { form: Form }) {
  const { delivery = 'LINK' } = form.values
  return (
    <>
      <Radio.Group label={texts.delivery} {...form.getInputProps('delivery')}>
        <Stack gap={8} mt={8}>
          {schedule.scheduleDeliveries.map((value) => (
            <Radio key={value} value={value} label={texts.deliveries[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Note size="small" mt={4}>
        {texts.deliveryText[delivery]}
      </Note>
      {delivery === 'FILE' && (
        <Select label={texts.format} data={formats} allowDeselect={false} {...form.getInputProps('format')} />
      )}
    </>
  )
}

function ZoneField({ form }: { form: Form }) {
  const zones = useMemo(() => {
    const names = [...new Set(['UTC', timeZone(), ...Intl.supportedValuesOf('timeZone')])]
    return names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  }, [])
  return (
    <Select
      label={texts.zone}
      data={zones}
      searchable
      allowDeselect={false}
      limit={60}
      filter={filterZones}
      maxDropdownHeight={280}
      {...form.getInputProps('timeZone')}
    />
  )
}

type RecipientsFieldProps = { form: Form; known: schedule.Schedule['recipients'] }

/** Members who may see reports; and those that the schedule has, even if they may not any more. */
function RecipientsField({ form, known }: RecipientsFieldProps) {
  const { data } = useAsk(schedule.recipients, {})
  const members = (data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))
  const gone = known.filter(({ id }) => !members.some(({ value }) => value === id))
  return (
    <MultiSelect
      label={texts.recipients}
      description={texts.recipientsText}
      data={[...members, ...gone.map(({ id: value, name: label }) => ({ value, label }))]}
      searchable
      hidePickedOptions
      nothingFoundMessage={texts.recipientsNone}
      {...form.getInputProps('recipients')}
    />
  )
}
