import { NumberInput, Select, Switch } from '@mantine/core'
import { shallowEqual } from '@mantine/hooks'
import type { ChoiceField, EntryListField, Field, GroupField, NumberField, TextField } from '@simwright/contract/field'
import { notationLength } from '@simwright/contract/notation'
import { memo } from 'react'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Title } from '../../../ui/layout/layout.tsx'
import { AppletFileInput } from './AppletFileInput.tsx'
import classes from './ConfigurationForm.module.css'
import { type FieldInputProps, inputProps, isMarked } from './field-input.ts'
import { IconInput } from './IconInput.tsx'
import { NetworkList } from './NetworkList.tsx'
import { NetworksInput } from './NetworksInput.tsx'
import { PlmnsInput } from './PlmnsInput.tsx'
import { PlmnTags } from './PlmnTags.tsx'
import { WordTags } from './WordTags.tsx'

type SingleField = Exclude<Field, GroupField | EntryListField>

/** What an input shows. `value` may be invalid: it is as entered, or as stored for another type. */
type Shown = FieldInputProps<SingleField> & { value: unknown }

/**
 * The input for the kind of the field. Rendered again only if what it shows has changed: a form is another object after
 * each key, but its functions always read and set its newest values.
 */
export const FieldInput = memo(
  InputOfKind,
  (before: Shown, after: Shown) =>
    before.path === after.path &&
    before.value === after.value &&
    before.form.errors === after.form.errors &&
    before.form.values.type === after.form.values.type &&
    shallowEqual(before.field, after.field),
)

function InputOfKind({ field, ...at }: Shown) {
  const { value } = at.form.getInputProps(at.path)
  switch (field.kind) {
    case 'text':
      return <TextFieldInput {...at} field={field} />
    case 'number':
      return <NumberFieldInput {...at} field={field} />
    case 'choice':
      return <ChoiceInput {...at} field={field} />
    case 'flag':
      return (
        <Switch
          label={field.label}
          description={field.help}
          name={at.path}
          {...at.form.getInputProps(at.path, { type: 'checkbox' })}
        />
      )
    case 'plmns':
      return field.asText ? (
        <PlmnsInput {...at} field={field} value={value} />
      ) : (
        <PlmnTags {...at} field={field} value={value} />
      )
    case 'words':
      return <WordTags {...at} field={field} value={value} />
    case 'networks':
      return field.asText ? (
        <NetworksInput {...at} field={field} value={value} />
      ) : (
        <NetworkList {...at} field={field} value={value} />
      )
  }
}

const wrapper = ({ width }: Field) => (width === 'half' || width === 'short' ? { wrapper: classes[width] } : {})

const keyboards = {
  numeric: 'numeric',
  plmn: 'numeric',
  tel: 'tel',
  hex: undefined,
  key: undefined,
  applet: undefined,
  image: undefined,
} as const

/** Values that can be pasted in the notation of another tool have room for what is removed. */
const typedLength = ({ input, maxLength }: TextField) =>
  input === 'hex' || input === 'key' || input === 'tel' || input === 'numeric' ? notationLength(maxLength) : maxLength

function TextFieldInput(props: FieldInputProps<TextField>) {
  const { field } = props
  if (field.input === 'applet') return <AppletFileInput {...props} />
  const shared = { withAsterisk: isMarked(field), maxLength: typedLength(field), ...inputProps(props) }
  if (field.input === 'image') return <IconInput {...props} />
  if (field.input === 'key')
    return <Textarea autosize minRows={2} spellCheck={false} classNames={{ input: classes.hex }} {...shared} />
  return (
    <TextInput
      classNames={wrapper(field)}
      autoComplete="off"
      inputMode={keyboards[field.input ?? 'hex']}
      spellCheck={field.input === 'hex' ? false : undefined}
      {...shared}
    />
  )
}

function NumberFieldInput(props: FieldInputProps<NumberField>) {
  const { field } = props
  return (
    <NumberInput
      classNames={wrapper(field)}
      withAsterisk={isMarked(field)}
      min={field.min}
      max={field.max}
      allowDecimal={false}
      clampBehavior="none"
      suffix={field.unit && ` ${field.unit.other}`}
      {...inputProps(props)}
    />
  )
}

/** Plain text for a single option, cards if each option has a help text, else a select. */
function ChoiceInput(props: FieldInputProps<ChoiceField>) {
  const { form, path, field } = props
  const options = Object.entries(field.options).map(([value, { label, help = '' }]) => ({ value, label, help }))
  const [only, second] = options
  if (only && !second && field.absent === undefined) return <ReadOnlyValue label={field.label} value={only.label} />
  if (options.every(({ help }) => help !== ''))
    return (
      <ChoiceCards
        label={field.label}
        name={path}
        choices={options}
        value={form.getInputProps(path).value}
        onChange={(value) => form.setFieldValue(path, value)}
        error={form.errors[path]}
      />
    )
  const absent = field.absent === undefined ? [] : [{ value: '', label: field.absent }]
  return (
    <Select
      classNames={wrapper(field)}
      data={[...absent, ...options.map(({ value, label }) => ({ value, label }))]}
      allowDeselect={false}
      {...inputProps(props)}
    />
  )
}

/** The only option of a field, shown as text. */
function ReadOnlyValue({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Title as="div" size="label" mb={4}>
        {label}
      </Title>
      <div className={classes.readOnly}>{value}</div>
    </div>
  )
}
