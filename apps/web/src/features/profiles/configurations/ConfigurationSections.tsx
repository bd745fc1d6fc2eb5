import { Button, Switch } from '@mantine/core'
import {
  type ChoiceField,
  type Field,
  type FieldTable,
  type GroupField,
  isActive,
  isValues,
  type Values,
} from '@simwright/contract/field'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import {
  configurationFields,
  configurationSections,
  type SectionId,
} from '@simwright/contract/profiles/configuration-field'
import { sectionsOf } from '@simwright/contract/profiles/type-field'
import { Fragment, useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { AdviceLine } from '../../../esim/AdviceLine.tsx'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { FieldRow, FoldedSection, FormSection } from '../../../ui/form/FormSection.tsx'
import { Note, Title } from '../../../ui/layout/layout.tsx'
import classes from './ConfigurationForm.module.css'
import { EntryList } from './EntryList.tsx'
import { FieldInput } from './FieldInput.tsx'
import type { FieldInputProps, Form } from './field-input.ts'
import type { Folding } from './folding.ts'
import { type ConfigurationValues, newValues } from './form-values.ts'
import { rowsOf } from './row.ts'
import { sectionSummary } from './section-summary.ts'
import { useAdviceAt } from './use-advice.ts'

type SectionsProps = {
  form: Form
  isCodeStored: boolean
  /** The sections with a field that has an error. */
  faulty: ReadonlySet<SectionId>
  folding: Folding
}

/** The essentials, then a line for each other section of the chosen type, which opens to its fields. */
export function ConfigurationSections({ form, isCodeStored, faulty, folding }: SectionsProps) {
  const adapt = useAdapt(form.values, isCodeStored)
  const [essentials, ...others] = sectionsOf(form.values.type)
  const fieldsOf = (table: FieldTable) => (
    <Fields form={form} table={table} values={form.values} within="" adapt={adapt} />
  )
  return (
    <>
      {essentials && (
        <FormSection id={essentials.id} title={essentials.title} text={essentials.text}>
          {fieldsOf(essentials.fields)}
        </FormSection>
      )}
      <MoreHead ids={others.map(({ id }) => id)} folding={folding} />
      {others.map(({ id, title, text, fields }) => (
        <FoldedSection
          key={id}
          id={id}
          title={title}
          text={text}
          isOpen={folding.open.has(id)}
          onToggle={() => folding.toggle(id)}
          summary={sectionSummary(title, shownIn(fields, adapt), form.values)}
          isFaulty={faulty.has(id)}
        >
          {fieldsOf(fields)}
        </FoldedSection>
      ))}
    </>
  )
}

/** The fields that are not hidden. */
const shownIn = (table: FieldTable, adapt: Adapt): FieldTable =>
  Object.fromEntries(Object.entries(table).filter(([name, field]) => adapt(name, field) !== undefined))

/** Those of other types too, which a change of the type adds. */
const allSections = Object.keys(configurationSections) as SectionId[]

function MoreHead({ ids, folding }: { ids: readonly SectionId[]; folding: Folding }) {
  const areAllOpen = ids.every((id) => folding.open.has(id))
  return (
    <div className={classes.more}>
      <div>
        <Title as="h2" size="h3">
          {texts.more}
        </Title>
        <Note mt={4}>{texts.moreText}</Note>
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => (areAllOpen ? folding.closeAll() : folding.reveal(allSections))}
      >
        {areAllOpen ? texts.closeAll : texts.openAll}
      </Button>
    </div>
  )
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

/** The advice about these fields, under their inputs. */
function FieldAdvice({ paths }: { paths: readonly string[] }) {
  return useAdviceAt(paths).map(({ id, severity, text, reason }) => (
    <div key={id} style={{ marginTop: -8 }}>
      <AdviceLine severity={severity} text={text} reason={reason} />
    </div>
  ))
}

/** Returns a field as the form shows it; undefined if it is hidden. */
type Adapt = (path: string, field: Field) => Field | undefined

/** Adapts fields to the limits of the plan, the certificate issuers of the SM-DP+, and a stored confirmation code. */
function useAdapt(values: ConfigurationValues, isCodeStored: boolean): Adapt {
  const limits = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits
  const issuers = useAsk(enterpriseInfo, {}).data?.issuers ?? []
  const typeField = useMemo(() => withPlanTypes(limits?.configurationTypes, values.type), [limits, values.type])
  return (path, field) => {
    if (path === 'type') return typeField
    if (path === 'issuer') return issuers.length > 1 || values.issuer !== '' ? field : undefined
    if (field.isSecret) return isCodeStored ? { ...field, help: texts.storedCode } : { ...field, isRequired: true }
    if (field.limit?.kind === 'entries') return withEntryCount(field, valueAt(values, path), limits?.[field.limit.of])
    const max = field.limit?.kind === 'number' ? limits?.[field.limit.of] : undefined
    return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planAllows, { max })}` } : field
  }
}

/** The field with the types of the plan. The current type stays, even if the plan does not have it. */
function withPlanTypes(types: readonly string[] | undefined, current: string): Field {
  const field: ChoiceField = configurationFields.type
  if (types === undefined) return field
  const options = Object.entries(field.options).filter(([type]) => type === current || types.includes(type))
  return { ...field, options: Object.fromEntries(options) }
}

const valueAt = (values: object, path: string): unknown => Object.entries(values).find(([name]) => name === path)?.[1]

/** Adds to the help text how many entries there are, and how many the plan allows. */
function withEntryCount(field: Field, entries: unknown, max: unknown): Field {
  const used = Array.isArray(entries) ? entries.length : 0
  return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planEntries, { used, max })}` } : field
}
