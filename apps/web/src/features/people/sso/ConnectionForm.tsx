import { Alert, Button, PasswordInput, Select, Switch, Text, TextInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as sso from '@simwright/contract/people/sso'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { CopyField } from '../../../ui/CopyField.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { FormActions, FormSection } from '../../../ui/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form.ts'
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUnsavedGuard } from '../../../ui/unsaved.ts'

const texts = providerTexts.ssoPage

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

type ConnectionFormProps = { settings: Sso; mayEdit: boolean; reload: () => void }

/** The provider's address and credentials, and the rules for members who sign in through it. */
export function ConnectionForm({ settings: { connection, redirectUri }, mayEdit, reload }: ConnectionFormProps) {
  const form = useEntryForm(connection ? Connection : NewConnection, {
    issuer: connection?.issuer ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    defaultRole: connection?.defaultRole ?? 'Viewer',
    enabled: connection?.enabled ?? true,
    only: connection?.only ?? false,
  })
  const [attempts, setAttempts] = useState(0)
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
  const text = (path: 'issuer' | 'clientId') => ({
    label: labels[path],
    name: path,
    readOnly: !mayEdit,
    ...form.getInputProps(path),
  })
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
            description={connection ? texts.clientSecretKept : undefined}
            withAsterisk={!connection}
            autoComplete="off"
            name="clientSecret"
            visibilityToggleButtonProps={{ 'aria-label': uiTexts.form.showPassword, tabIndex: 0 }}
            {...form.getInputProps('clientSecret')}
          />
        )}
        {redirectUri ? (
          <>
            <CopyField label={texts.redirectUri} value={redirectUri} />
            <Text size="xs" c="dimmed" mt={-8}>
              {texts.redirectText}
            </Text>
          </>
        ) : (
          <Alert color="gray">{texts.redirectLater}</Alert>
        )}
      </FormSection>
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
          description={texts.enabledHelp}
          disabled={!mayEdit}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Switch
          label={texts.only}
          description={texts.onlyHelp}
          disabled={!mayEdit || !form.values.enabled}
          {...form.getInputProps('only', { type: 'checkbox' })}
        />
      </FormSection>
      {mayEdit && (
        <FormActions note={form.isDirty() ? texts.unsaved : undefined}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </FormActions>
      )}
    </form>
  )
}
