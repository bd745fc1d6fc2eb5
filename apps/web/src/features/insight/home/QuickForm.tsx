import { Alert, Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as home from '@simwright/contract/insight/home'
import { queryOrder } from '@simwright/contract/platform/plan'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showProblem } from '../../../api/call.ts'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { ConfigurationSelect, rememberChoice, useFirstChoice } from '../../../esim/ConfigurationSelect.tsx'
import { configurationPath } from '../../../esim/path.ts'
import { SubscriberAdvice } from '../../../esim/SubscriberAdvice.tsx'
import { hasTraitError, OptionalTraits, RequiredAttributes } from '../../../esim/TraitFields.tsx'
import type { EnteredTraits } from '../../../esim/trait-value.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { MoreFields } from '../../../ui/form/MoreFields.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { homeTexts } from './home-texts.ts'
import { type MoreField, type MoreFieldRow, moreFields, moreRows, usedMoreFields } from './more-field.ts'
import { QuickCard } from './QuickCard.tsx'
import { errorAt, type QuickFields, quickInput } from './quick-input.ts'
import { emptyQuickValues, QuickForm as Form, inputOf } from './quick-values.ts'
import { type ProfileValue, profileValues, sourceText } from './replaced-value.ts'

const texts = homeTexts.quick

/** The generated code, and what was entered for it. */
export type GeneratedCode = OutputOf<typeof batch.single> & {
  confirmationCode: string | undefined
  /** What went into the profile, of that which a profile can replace. */
  values: readonly ProfileValue[]
}

type QuickFormProps = { onGenerated: (code: GeneratedCode) => void }

export function QuickForm({ onGenerated }: QuickFormProps) {
  const form = useEntryForm(Form, emptyQuickValues)
  const first = useFirstChoice()
  const chosen = form.values.configurationId || first
  const configured = useAsk(configuration.get, { id: chosen ?? '' }, { enabled: chosen !== undefined })
  const fields = configured.data?.fields
  const used = usedMoreFields(fields)
  const generate = useMutation(batch.single, {
    silent: true,
    changes: [home.overview, fleet.list, batch.list, queryOrder],
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the default choice is filled in once it is loaded
  useEffect(() => {
    if (first && !form.values.configurationId) form.setFieldValue('configurationId', first)
  }, [first])
  const submit = form.onSubmit((values) =>
    generate.mutate(inputOf(values, used), {
      onSuccess: (answer) =>
        onGenerated({
          ...answer,
          confirmationCode: values.confirmationCode.trim() || undefined,
          values: fields ? profileValues(used, fields, values) : [],
        }),
      onError: (problem) => showRefusal(form, problem),
    }),
  )
  return (
    <Stack as="form" onSubmit={submit} noValidate style={{ flex: 1 }}>
      <ConfigurationSelect
        label={texts.configuration}
        name="configurationId"
        forCodes
        value={chosen}
        onChange={(id) => {
          if (id === undefined) return
          rememberChoice(id)
          form.setFieldValue('configurationId', id)
        }}
        error={form.errors.configurationId}
      />
      {isProblem(generate.error, 'configuration_incomplete') && chosen && (
        <Incomplete problem={generate.error} id={chosen} />
      )}
      <FieldRow>
        <TextInput withAsterisk inputMode="numeric" maxLength={32} {...quickInput(form, 'iccid', texts.iccid)} />
        <TextInput withAsterisk inputMode="numeric" maxLength={32} {...quickInput(form, 'imsi', texts.imsi)} />
      </FieldRow>
      <SubscriberAdvice configuration={configured.data} iccid={form.values.iccid} imsi={form.values.imsi} />
      <QuickCard form={form} fields={fields} />
      <RequiredAttributes {...traitsIn(form)} />
      <More form={form} used={used} fields={fields} />
      <Row justify="end">
        <Button type="submit" loading={generate.isPending} disabled={fields?.orderedBy === 'operator'}>
          {texts.submit}
        </Button>
      </Row>
    </Stack>
  )
}

function showRefusal(form: QuickFields['form'], problem: Problem): void {
  if (showFaults(form, problem)) return
  const { message } = problem
  if (isProblem(problem, 'iccid_taken') || isProblem(problem, 'iccid_exists')) form.setErrors({ iccid: message })
  else if (isProblem(problem, 'group_needed')) form.setErrors({ group: message })
  else if (!isProblem(problem, 'configuration_incomplete')) showProblem(problem)
}

/** Optional fields, collapsed. They open when one of them has an error. */
function More({ form, used, fields }: QuickFields & { used: readonly MoreField[]; fields: StoredFields | undefined }) {
  const isFaulty = used.some((path) => errorAt(form, path)) || hasTraitError(form.errors)
  return (
    <MoreFields more={texts.more} fewer={texts.fewer} isFaulty={isFaulty}>
      {moreRows(used).map((names) => {
        const inputs = names.map((name) => <MoreInput key={name} form={form} name={name} fields={fields} />)
        return inputs.length > 1 ? <FieldRow key={names[0]}>{inputs}</FieldRow> : inputs
      })}
      <OptionalTraits {...traitsIn(form)} />
    </MoreFields>
  )
}

/** Tags and attributes as fields of the form. */
const traitsIn = (form: QuickFields['form']) => ({
  value: { tags: form.values.tags, attributes: form.values.attributes },
  errors: form.errors,
  onChange: ({ tags, attributes }: EnteredTraits) => {
    form.setFieldValue('tags', tags)
    form.setFieldValue('attributes', attributes)
  },
})

type MoreInputProps = QuickFields & { name: MoreField; fields: StoredFields | undefined }

/** An optional field, with the value that goes into the profile without it. */
function MoreInput({ form, name, fields }: MoreInputProps) {
  const { maxLength, inputMode }: MoreFieldRow = moreFields[name]
  const { label, help } = texts.fields[name]
  const source = fields && sourceText(name, fields, form.values[name])
  const shown = { label, help: [help, source].filter(Boolean).join(' ') }
  return <TextInput inputMode={inputMode} maxLength={maxLength} {...quickInput(form, name, shown)} />
}

function Incomplete({ problem, id }: { problem: Problem; id: string }) {
  const mayEdit = useAllowed('Profile_Config_Edit')
  return (
    <Alert color="red" role="alert">
      {problem.message}
      {mayEdit && (
        <Button size="xs" variant="default" mt="xs" display="block" component={Link} {...configurationPath('edit', id)}>
          {texts.incomplete}
        </Button>
      )}
    </Alert>
  )
}
