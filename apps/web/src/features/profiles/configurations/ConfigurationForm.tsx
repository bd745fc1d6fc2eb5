import { Alert, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import * as plan from '@simwright/contract/platform/plan'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { sectionsOf } from '@simwright/contract/profiles/type-field'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { type Destination, pages } from '../../../paths.ts'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx'
import { FormActions, FormSection } from '../../../ui/form/FormSection.tsx'
import { errorsOf, showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { AdviceList } from './AdviceList.tsx'
import { adviceTexts } from './advice-texts.ts'
import classes from './ConfigurationForm.module.css'
import { ConfigurationSections } from './ConfigurationSections.tsx'
import { completenessOf } from './completeness.ts'
import { inFormOrder } from './error-order.ts'
import { useFolding } from './folding.ts'
import { type ConfigurationValues, NewConfigurationForm, ConfigurationForm as StoredCodeForm } from './form-values.ts'
import { PhonePreview } from './PhonePreview.tsx'
import { phonePreviewTexts } from './phone-preview-texts.ts'
import { labelOf, sectionsWith } from './sections.ts'
import type { Silencing } from './silenced.ts'
import { valuesForType } from './type-change.ts'
import { AdviserContext, useAdviser } from './use-advice.ts'

type ConfigurationFormProps = {
  initial: ConfigurationValues
  /** A fixed confirmation code is stored; it is retained if none is entered. */
  isCodeStored: boolean
  submitLabel: string
  isSaving: boolean
  isSaved: boolean
  /** Why the last attempt to save was refused. */
  refused: Problem | null
  /** The rules of the preflight adviser that are silenced for this configuration. */
  silencing: Silencing
  /** Resolves a concurrent change: `load` discards the entered values, `keep` overwrites the stored ones. */
  conflict?: { load: () => void; keep: (fields: ConfigurationFields) => void }
  onSave: (fields: ConfigurationFields) => void
  /** Where "Cancel" leads. Default: the list of configurations. */
  leaveTo?: Destination | undefined
}

/** All fields of a configuration, the essentials first, validated with the contract's schema. */
export function ConfigurationForm(props: ConfigurationFormProps) {
  const { initial, isCodeStored, isSaved, refused, onSave } = props
  const Form = isCodeStored ? StoredCodeForm : NewConfigurationForm
  const form = useEntryForm(Form, initial)
  form.watch('type', ({ value }) => form.setValues(valuesForType(value, form.getValues())))
  const [attempts, setAttempts] = useState(0)
  useUnsavedGuard(form.isDirty() && !isSaved)
  const sections = sectionsOf(form.values.type)
  const folding = useFolding()
  const reveal = (paths: readonly string[]) => folding.reveal(sectionsWith(sections, paths))
  useRefusal(form, refused, reveal)
  const save = form.onSubmit(
    (values) => onSave(Form.parse(values)),
    (errors) => {
      reveal(Object.keys(errors))
      setAttempts((count) => count + 1)
    },
  )
  const faulty = sectionsWith(sections, Object.keys(form.errors))
  // a supplied package brings its own names
  const hasPreview = typeFacts[form.values.type].packages === 'built'
  return (
    <div className={classes.layout} data-preview={hasPreview || undefined}>
      <form onSubmit={save} noValidate>
        {isProblem(refused, 'changed_meanwhile') && props.conflict && (
          <Conflict
            key={refused.requestId}
            problem={refused}
            onLoad={props.conflict.load}
            onKeep={() => props.conflict?.keep(Form.parse(form.values))}
          />
        )}
        {(attempts > 0 || refused) && (
          <ErrorSummary
            key={`${attempts} ${refused?.requestId}`}
            errors={inFormOrder(form.errors)}
            labelOf={labelOf}
            onGo={(path) => reveal([path])}
          />
        )}
        {hasPreview && <FoldedPreview values={form.values} />}
        <AdviserProvider values={form.values} silencing={props.silencing}>
          <ConfigurationSections form={form} isCodeStored={isCodeStored} faulty={faulty} folding={folding} />
          <FormSection id="advice" title={adviceTexts.title} text={adviceTexts.about}>
            <FormAdviceList />
          </FormSection>
        </AdviserProvider>
        <Actions
          {...props}
          note={faulty.size > 0 ? texts.faultyNote : <Completeness values={form.values} isCodeStored={isCodeStored} />}
        />
      </form>
      {hasPreview && (
        <div className={classes.preview}>
          <PhonePreview fields={form.values} />
        </div>
      )}
    </div>
  )
}

type Form = UseFormReturnType<ConfigurationValues>

/** Shows the errors of a refusal at their fields, and opens the sections of these. */
function useRefusal(form: Form, refused: Problem | null, reveal: (paths: readonly string[]) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (!refused) return
    if (showFaults(form, refused, 'fields')) reveal(Object.keys(errorsOf(refused.faults, 'fields')))
    if (isProblem(refused, 'configuration_name_used')) form.setErrors({ name: refused.message })
  }, [refused])
}

/** The preview in a narrow window, where it is not next to the form. */
function FoldedPreview({ values }: { values: ConfigurationValues }) {
  return (
    <details className={classes.foldedPreview}>
      <summary>
        <IconChevronRight size={16} aria-hidden />
        {phonePreviewTexts.title}
      </summary>
      <PhonePreview fields={values} />
    </details>
  )
}

type ActionsProps = Pick<ConfigurationFormProps, 'submitLabel' | 'isSaving' | 'leaveTo'> & { note: ReactNode }

function Actions({ submitLabel, isSaving, leaveTo, note }: ActionsProps) {
  return (
    <FormActions note={note}>
      <Button variant="default" component={Link} {...(leaveTo ?? { to: pages.configurations.path })}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" loading={isSaving}>
        {submitLabel}
      </Button>
    </FormActions>
  )
}

type ConflictProps = { problem: Problem; onLoad: () => void; onKeep: () => void }

function Conflict({ problem, onLoad, onKeep }: ConflictProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <Alert ref={box} color="red" role="alert" tabIndex={-1} title={texts.conflict.title} mb={16}>
      {problem.message}
      <div className={classes.noticeActions}>
        <Button variant="default" size="xs" onClick={onLoad}>
          {texts.conflict.load}
        </Button>
        <Button variant="default" size="xs" onClick={onKeep}>
          {texts.conflict.keep}
        </Button>
      </div>
    </Alert>
  )
}

type CompletenessProps = { values: ConfigurationValues; isCodeStored: boolean }

/** Says whether codes can be generated with the entered values. Computed after the input that changed them is drawn. */
function Completeness({ values, isCodeStored }: CompletenessProps) {
  const limits = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits
  const later = useDeferredValue(values)
  return useMemo(() => completenessOf(later, { isCodeStored, limits }), [later, isCodeStored, limits])
}

type AdviserProviderProps = {
  values: Parameters<typeof useAdviser>[0]
  silencing: Parameters<typeof useAdviser>[1]
  children: ReactNode
}

/** Provides the advice about the values of a form. New advice renders what shows it, not the inputs of the form. */
function AdviserProvider({ values, silencing, children }: AdviserProviderProps) {
  return <AdviserContext value={useAdviser(values, silencing)}>{children}</AdviserContext>
}

/** The list of all advice about the values of the form. */
const FormAdviceList = () => <AdviceList adviser={useContext(AdviserContext)} />
