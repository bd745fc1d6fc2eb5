import { Button, NumberInput, Select, TagsInput } from '@mantine/core'
import * as notice from '@simwright/contract/platform/notice'
import {
  HOURS_MAX,
  LEVELS_MAX,
  MINIMUM_MAX,
  ThresholdFields,
  thresholdFaults,
  thresholdRow,
  thresholdUnits,
} from '@simwright/contract/platform/threshold'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { noticeTexts } from '../../../texts/notice.ts'
import { say } from '../../../texts/text.ts'
import { FieldRow } from '../../../ui/FormSection.tsx'
import { errorsOf } from '../../../ui/form.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './Notifications.module.css'

const texts = noticeTexts.thresholds

type Values = { levels: string[]; unit: ThresholdFields['unit']; hours: number | null; minimum: number | null }

/** The levels of a threshold and what else it compares. */
export function ThresholdForm({ threshold }: { threshold: notice.Threshold }) {
  const { kind, version, mayEdit } = threshold
  const { units, rate } = thresholdRow(kind)
  const [values, setValues] = useState<Values>({ ...threshold, levels: threshold.levels.map(String) })
  const [wasSent, setWasSent] = useState(false)
  const save = useMutation(notice.setThreshold, {
    changes: [notice.listThresholds],
    onSuccess: () => toast.success(texts.saved),
  })
  const fields = fieldsOf(values)
  const errors = wasSent ? errorsIn(kind, fields) : {}
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (Object.keys(errorsIn(kind, fields)).length === 0) save.mutate({ kind, version, fields })
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FieldRow>
        <TagsInput
          label={say(texts.levels, { unit: texts.units[values.unit] })}
          description={say(texts.levelsHelp, { max: LEVELS_MAX })}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          disabled={!mayEdit}
          value={values.levels}
          onChange={(levels) => change({ levels })}
          error={errors.levels}
        />
        {units.length > 1 && (
          <Select
            label={texts.unit}
            data={units.map((unit) => ({ value: unit, label: texts.units[unit] }))}
            value={values.unit}
            allowDeselect={false}
            disabled={!mayEdit}
            onChange={(unit) => change({ unit: thresholdUnits.find((one) => one === unit) ?? values.unit })}
          />
        )}
      </FieldRow>
      {rate && (
        <FieldRow>
          <NumberInput
            label={texts.hours}
            description={texts.hoursHelp}
            min={1}
            max={HOURS_MAX}
            allowDecimal={false}
            disabled={!mayEdit}
            value={values.hours ?? ''}
            onChange={(hours) => change({ hours: typeof hours === 'number' ? hours : null })}
            error={errors.hours}
          />
          <NumberInput
            label={texts.minimum}
            description={texts.minimumHelp}
            min={1}
            max={MINIMUM_MAX}
            allowDecimal={false}
            thousandSeparator=","
            disabled={!mayEdit}
            value={values.minimum ?? ''}
            onChange={(minimum) => change({ minimum: typeof minimum === 'number' ? minimum : null })}
            error={errors.minimum}
          />
        </FieldRow>
      )}
      {mayEdit ? (
        <Button type="submit" loading={save.isPending}>
          {texts.save}
        </Button>
      ) : (
        <p className={classes.note}>{texts.viewOnly}</p>
      )}
    </form>
  )
}

/** A level that is no number becomes one that the schema refuses. */
const fieldsOf = ({ levels, unit, hours, minimum }: Values): ThresholdFields => ({
  levels: levels.map(Number),
  unit,
  hours,
  minimum,
})

function errorsIn(kind: notice.Threshold['kind'], fields: ThresholdFields): Record<string, string> {
  const issues = ThresholdFields.safeParse(fields).error?.issues ?? []
  const broken = issues.map(({ path: [name], message }) => ({ path: String(name), text: message }))
  return errorsOf(broken.length > 0 ? broken : thresholdFaults(kind, fields))
}
