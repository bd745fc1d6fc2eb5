import { NumberInput, Select, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type * as notice from '@simwright/contract/platform/notice'
import {
  HOURS_MAX,
  isThresholdKind,
  LEVELS_MAX,
  MINIMUM_MAX,
  ThresholdFields,
  type ThresholdKind,
  thresholdFaults,
  thresholdRow,
} from '@simwright/contract/platform/threshold'
import { z } from 'zod'
import { noticeTexts } from '../../../texts/notice.ts'
import { say } from '../../../texts/text.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { errorsOf } from '../../../ui/form/form.ts'
import { SectionForm } from '../../../ui/form/SectionForm.tsx'
import type { SectionSave } from '../../../ui/form/section-save.ts'
import { Note } from '../../../ui/layout/layout.tsx'

const texts = noticeTexts.thresholds

/** What is typed for one threshold; an emptied number is an empty text. */
type Entry = { levels: string[]; unit: ThresholdFields['unit']; hours: number | '' | null; minimum: number | '' | null }

/** What is typed for the thresholds, by kind. */
export const ThresholdEntries = z.record(z.string(), z.custom<Entry>()).superRefine((entries, context) => {
  for (const [kind, entry] of Object.entries(entries)) {
    if (!isThresholdKind(kind)) continue
    for (const [name, message] of Object.entries(errorsIn(kind, fieldsOf(entry))))
      context.addIssue({ code: 'custom', path: [kind, name], message })
  }
})
export type ThresholdEntries = z.input<typeof ThresholdEntries>

export const entryOf = ({ levels, unit, hours, minimum }: ThresholdFields): Entry => ({
  levels: levels.map(String),
  unit,
  hours,
  minimum,
})

/** A level that is no number becomes one that the schema refuses. */
export const fieldsOf = ({ levels, unit, hours, minimum }: Entry): ThresholdFields => ({
  levels: levels.map(Number),
  unit,
  hours: hours === '' ? null : hours,
  minimum: minimum === '' ? null : minimum,
})

function errorsIn(kind: ThresholdKind, fields: ThresholdFields): Record<string, string> {
  const issues = ThresholdFields.safeParse(fields).error?.issues ?? []
  const broken = issues.map(({ path: [name], message }) => ({ path: String(name), text: message }))
  return errorsOf(broken.length > 0 ? broken : thresholdFaults(kind, fields))
}

type ThresholdFormProps = {
  threshold: notice.Threshold
  form: UseFormReturnType<ThresholdEntries>
  save: SectionSave
}

/** The section of a threshold: its levels and what else it compares. */
export function ThresholdForm({ threshold: { kind, mayEdit }, form, save }: ThresholdFormProps) {
  const { label, about, units, within } = thresholdRow(kind)
  const input = (name: keyof Entry) => ({
    name: `${kind}.${name}`,
    disabled: !mayEdit,
    ...form.getInputProps(`${kind}.${name}`),
  })
  const unit = form.values[kind]?.unit ?? units[0]
  return (
    <SectionForm title={label} text={about} mayEdit={mayEdit} save={save}>
      <FieldRow>
        <TagsInput
          label={say(texts.levels, { unit: texts.units[unit] })}
          description={say(texts.levelsHelp, { max: LEVELS_MAX })}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          {...input('levels')}
        />
        {units.length > 1 && (
          <Select
            label={texts.unit}
            data={units.map((one) => ({ value: one, label: texts.units[one] }))}
            allowDeselect={false}
            {...input('unit')}
          />
        )}
      </FieldRow>
      {within && (
        <FieldRow>
          <NumberInput
            label={texts.hours}
            description={texts.hoursHelp}
            min={1}
            max={HOURS_MAX}
            allowDecimal={false}
            {...input('hours')}
          />
          {within.minimum !== undefined && (
            <NumberInput
              label={texts.minimum}
              description={texts.minimumHelp}
              min={1}
              max={MINIMUM_MAX}
              allowDecimal={false}
              thousandSeparator=","
              {...input('minimum')}
            />
          )}
        </FieldRow>
      )}
      {!mayEdit && <Note>{texts.viewOnly}</Note>}
    </SectionForm>
  )
}
