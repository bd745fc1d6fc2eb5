import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as sso from '@simwright/contract/people/sso'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx'
import { FormActions, FormSection } from '../../../ui/form/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { toast } from '../../../ui/toast.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'
import { type Credentials, TestSection } from './TestSection.tsx'

const texts = singleSignOnTexts

const Secret = sso.save.input.shape.clientSecret.unwrap()
const NewConnection = sso.save.input.omit({ version: true }).extend({ clientSecret: Secret })
/** With a stored secret the field may stay empty. */
const Connection = NewConnection.extend({ clientSecret: z.literal('').or(Secret) })

const labels: Record<string, string> = {
  issuer: texts.issuer,
  clientId: texts.clientId,
  clientSecret: texts.clientSecret,
  defaultRole: texts.defaultRole,
}

type Sso = OutputOf<typeof sso.query>

type SsoForm = ReturnType<typeof useEntryForm<typeof Connection | typeof NewConnection>>

type ConnectionFormProps = { settings: Sso; mayEdit: boolean; reload: () => void }

/** The provider's address and credentials, and the rules for members who sign in through it. */
export function ConnectionForm({ settings: { connection, test }, mayEdit, reload }: ConnectionFormProps) {
  const form = useEntryForm(connection ? Connection : NewConnection, {
    issuer: connection?.issuer ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    defaultRole: connection?.defaultRole ?? 'Viewer',
    enabled: connection?.enabled ?? false,
    only: connection?.only ?? false,
  })
  const [attempts, setAttempts] = useState(0)
  const [tested, setTested] = useState<Credentials>()
  const save = useMutation(sso.save, { changes: [sso.query], silent: true })
  useUnsavedGuard(form.isDirty() && !save.isPending)
  const refused = save.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (refused) showFaults(form, refused)
  }, [refused])
  const submit = form.onSubmit(
    ({ clientSecret, ...values }) => {
      const secret = clientSecret === '' ? {} : { clientSecret }
      save.mutate(
        { ...values, ...secret, version: connection?.version ?? 0 },
        { onSuccess: () => toast.success(texts.saved) },
      )
    },
    () => setAttempts((count) => count + 1),
  )
  const { issuer, clientId, clientSecret } = form.values
  const entered = { issuer, clientId, clientSecret }
  const { needsTest, isInForce, isProved } = standingOf({ connection, test, tested, entered }, form.values)
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      {refused && refused.faults.length === 0 && <RefusalNotice problem={refused} onReload={reload} mt="md" />}
      {(attempts > 0 || refused) && (
        <ErrorSummary
          key={`${attempts} ${refused?.requestId}`}
          errors={form.errors}
          labelOf={(path) => labels[path] ?? path}
        />
      )}
      <Provider form={form} mayEdit={mayEdit} hasSecret={connection !== null} />
      {mayEdit && (
        <TestSection
          test={test}
          isCurrent={test?.state !== 'PASSED' || isProved}
          entered={entered}
          validate={() => !['issuer', 'clientId', 'clientSecret'].some((path) => form.validateField(path).hasError)}
          onBegin={() => setTested(entered)}
          onFaults={(problem) => showFaults(form, problem)}
        />
      )}
      <Arrivals form={form} mayEdit={mayEdit} isProved={isProved} isInForce={isInForce} />
      {mayEdit && <SaveRow isDirty={form.isDirty()} isSaving={save.isPending} needsTest={needsTest} />}
    </form>
  )
}

type Tests = { connection: Sso['connection']; test: Sso['test']; tested: Credentials | undefined; entered: Credentials }

/**
 * Whether the entered settings are saved and on, whether they passed a test, and whether they need one first. The server
 * decides the same when it saves.
 */
function standingOf({ connection, test, tested, entered }: Tests, values: { enabled: boolean; only: boolean }) {
  const { issuer, clientId, clientSecret } = entered
  const isSaved = connection?.issuer === issuer && connection.clientId === clientId && clientSecret === ''
  const isTested = tested?.issuer === issuer && tested.clientId === clientId && tested.clientSecret === clientSecret
  const hasPassed = test?.state === 'PASSED' && (isSaved ? test.ofSaved : isTested)
  const isProved = hasPassed || (isSaved && connection.testedAt !== null)
  const isInForce = isSaved && connection.enabled
  const isNewlyRequired = values.only && !connection?.only
  const needsTest = values.enabled && !isProved && (!isInForce || isNewlyRequired)
  return { needsTest, isInForce, isProved }
}

type ArrivalsProps = { form: SsoForm; mayEdit: boolean; isProved: boolean; isInForce: boolean }

/** The rules for members who sign in through the provider. */
function Arrivals({ form, mayEdit, isProved, isInForce }: ArrivalsProps) {
  return (
    <FormSection title={texts.arrivals} text={texts.arrivalsText}>
      <Select
        label={texts.defaultRole}
        data={[...sso.arrivalRoles]}
        allowDeselect={false}
        readOnly={!mayEdit}
        name="defaultRole"
        {...form.getInputProps('defaultRole')}
      />
      <Switch
        label={texts.enabled}
        description={isInForce || isProved ? texts.enabledHelp : `${texts.enabledHelp} ${texts.untested}`}
        disabled={!mayEdit || !(isInForce || isProved || form.values.enabled)}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <Switch
        label={texts.only}
        description={texts.onlyHelp}
        disabled={!mayEdit || !form.values.enabled || !(isProved || form.values.only)}
        {...form.getInputProps('only', { type: 'checkbox' })}
      />
    </FormSection>
  )
}

type ProviderProps = { form: SsoForm; mayEdit: boolean; hasSecret: boolean }

/** The address of the provider, and the credentials with which the portal calls it. */
function Provider({ form, mayEdit, hasSecret }: ProviderProps) {
  const text = (path: 'issuer' | 'clientId') => ({
    label: labels[path],
    name: path,
    readOnly: !mayEdit,
    ...form.getInputProps(path),
  })
  return (
    <FormSection title={texts.provider} text={texts.providerText}>
      <TextInput
        withAsterisk
        description={texts.issuerHelp}
        placeholder="https://login.example.com"
        spellCheck={false}
        {...text('issuer')}
      />
      <TextInput withAsterisk spellCheck={false} {...text('clientId')} />
      {mayEdit && (
        <PasswordInput
          label={texts.clientSecret}
          description={hasSecret ? texts.clientSecretKept : undefined}
          withAsterisk={!hasSecret}
          autoComplete="off"
          name="clientSecret"
          visibilityToggleButtonProps={{ 'aria-label': uiTexts.showPassword, tabIndex: 0 }}
          {...form.getInputProps('clientSecret')}
        />
      )}
    </FormSection>
  )
}

type SaveRowProps = { isDirty: boolean; isSaving: boolean; needsTest: boolean }

function SaveRow({ isDirty, isSaving, needsTest }: SaveRowProps) {
  return (
    <FormActions note={needsTest ? texts.needsTest : isDirty ? texts.unsaved : undefined}>
      <Button type="submit" loading={isSaving} disabled={!isDirty || needsTest}>
        {texts.save}
      </Button>
    </FormActions>
  )
}
