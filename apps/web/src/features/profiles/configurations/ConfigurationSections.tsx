import { Switch } from '@mantine/core'
import {
  type Field,
  type FieldTable,
  type GroupField,
  isActive,
  isValues,
  type Values,
} from '@simwright/contract/field'
import { sectionsOf } from '@simwright/contract/profiles/type-field'
import { Fragment } from 'react'
import { FieldRow, FormSection } from '../../../ui/FormSection.tsx'
import { type Adapt, useAdapt } from './adapt.ts'
import classes from './ConfigurationForm.module.css'
import { EntryList } from './EntryList.tsx'
import { FieldAdvice } from './FieldAdvice.tsx'
import { FieldInput } from './FieldInput.tsx'
import type { FieldInputProps, Form } from './field-input.ts'
import { newValues } from './form-values.ts'
import { rowsOf } from './row.ts'

type SectionsProps = { form: Form; isCodeStored: boolean }

/** The fields of the chosen type, section by section. */
export function ConfigurationSections({ form, isCodeStored }: SectionsProps) {
  const adapt = useAdapt(form.values, isCodeStored)
  return sectionsOf(form.values.type).map(({ id, title, text, fields }) => (
    <FormSection key={id} id={id} title={title} text={text}>
      <Fields form={form} table={fields} values={form.values} within="" adapt={adapt} />
    </FormSection>
  ))
}

type FieldsProps = { form: Form; table: FieldTable; values: Values; within: string; adapt: Adapt }

function Fields({ form, table, values, within, adapt }: FieldsProps) {
  const shown = Object.entries(table).flatMap(([name, field]): ShownField[] => {
    const path = `${within}${name}`
    const adapted = isActive(field, values) ? adapt(path, field) : undefined
    return adapted ? [{ path, field: adapted, value: values[name] }] : []
  })
  return rowsOf(shown).map((row) => {
    const inputs = row.map(({ path, field, value }) =>
      field.kind === 'group' ? (
        <Group key={path} form={form} path={path} field={field} value={value} adapt={adapt} />
      ) : field.kind === 'entries' ? (
        <EntryList
          key={path}
          form={form}
          path={path}
          field={field}
          entries={Array.isArray(value) ? value.filter(isValues) : []}
          inputs={(entry, within) => (
            <Fields form={form} table={field.fields} values={entry} within={`${within}.`} adapt={adapt} />
          )}
        />
      ) : (
        <FieldInput key={path} form={form} path={path} field={field} value={value} />
      ),
    )
    const paths = row.map(({ path }) => path)
    return (
      <Fragment key={paths[0]}>
        {inputs.length > 1 ? <FieldRow>{inputs}</FieldRow> : inputs}
        <FieldAdvice paths={paths} />
      </Fragment>
    )
  })
}

type ShownField = { path: string; field: Field; value: unknown }
type GroupProps = FieldInputProps<GroupField> & { value: unknown; adapt: Adapt }

/** The fields of a group; an optional group has a switch that adds and removes it. */
function Group({ form, path, field, value, adapt }: GroupProps) {
  const fields = isValues(value) && (
    <Fields form={form} table={field.fields} values={value} within={`${path}.`} adapt={adapt} />
  )
  if (!field.isOptional) return fields
  return (
    <>
      <Switch
        label={field.label}
        description={field.help}
        checked={value !== undefined}
        onChange={(event) =>
          form.setFieldValue(path, event.currentTarget.checked ? newValues(field.fields) : undefined)
        }
      />
      {fields && <div className={classes.inner}>{fields}</div>}
    </>
  )
}
