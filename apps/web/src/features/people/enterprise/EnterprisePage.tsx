import { Alert, Button, Select, Skeleton, TextInput } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { EnterpriseFields } from '@simwright/contract/people/enterprise'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useLeave } from '../../../membership/leave.ts'
import { CountrySelect } from '../../../money/CountrySelect.tsx'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { enterpriseTexts } from '../../../texts/enterprise.ts'
import { pageTexts } from '../../../texts/page.ts'
import { suspensionTexts } from '../../../texts/suspension.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { FieldRow, FormActions, FormSection } from '../../../ui/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUnsavedGuard } from '../../../ui/unsaved.ts'
import { DeleteSection } from './DeleteSection.tsx'
import { LogoSection } from './LogoSection.tsx'

const texts = enterpriseTexts.settings

type Settings = (typeof enterprise.settings)['output']['_output']

/** Name, address and billing data of the enterprise account; leaving and deleting it. */
export function EnterprisePage() {
  const settings = useAsk(enterprise.settings, {})
  return (
    <>
      <PageHeader title={pageTexts.enterprise} text={texts.purpose} />
      {settings.data ? (
        <>
          <SettingsForm key={settings.data.version} settings={settings.data} reload={() => void settings.refetch()} />
          <LogoSection name={settings.data.fields.name} logoUrl={settings.data.logoUrl} />
          <LeaveSection settings={settings.data} />
          <DeleteSection name={settings.data.fields.name} />
        </>
      ) : settings.error ? (
        <ErrorState problem={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </>
  )
}

const labels: Record<string, string> = {
  name: texts.name,
  timeZone: texts.timeZone,
  'address.street': texts.street,
  'address.postalCode': texts.postalCode,
  'address.city': texts.city,
  'address.region': texts.region,
  'address.country': texts.country,
  'billing.company': texts.company,
  'billing.email': texts.email,
  'billing.taxId': texts.taxId,
}

function SettingsForm({ settings, reload }: { settings: Settings; reload: () => void }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const isWithheld = useWithheld('Enterprise_Edit')
  const form = useEntryForm(EnterpriseFields, settings.fields)
  const [attempts, setAttempts] = useState(0)
  const edit = useMutation(enterprise.edit, {
    changes: [enterprise.settings, enterpriseInfo, enterprise.list],
    silent: true,
  })
  useUnsavedGuard(form.isDirty() && !edit.isPending)
  const refused = edit.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (refused) showFaults(form, refused, 'fields')
  }, [refused])
  const save = form.onSubmit(
    (values) => {
      const { version } = settings
      edit.mutate({ version, fields: values }, { onSuccess: () => toast.success(texts.saved) })
    },
    () => setAttempts((count) => count + 1),
  )
  const input = (path: keyof typeof labels & string) => ({
    label: labels[path],
    name: path,
    readOnly: !mayEdit,
    ...form.getInputProps(path),
  })
  return (
    <form onSubmit={save} noValidate>
      {!mayEdit && <Alert color="gray">{isWithheld ? suspensionTexts.withheld : texts.viewOnly}</Alert>}
      {refused && refused.faults.length === 0 && <RefusalNotice problem={refused} onReload={reload} />}
      {(attempts > 0 || refused) && (
        <ErrorSummary
          key={`${attempts} ${refused?.requestId}`}
          errors={form.errors}
          labelOf={(path) => labels[path] ?? path}
        />
      )}
      <FormSection title={texts.general} text={texts.generalText}>
        <TextInput withAsterisk autoComplete="organization" {...input('name')} />
        <TimeZoneSelect mayEdit={mayEdit} {...form.getInputProps('timeZone')} />
      </FormSection>
      <FormSection title={texts.address} text={texts.addressText}>
        <TextInput autoComplete="street-address" {...input('address.street')} />
        <FieldRow>
          <TextInput autoComplete="postal-code" {...input('address.postalCode')} />
          <TextInput autoComplete="address-level2" {...input('address.city')} />
        </FieldRow>
        <FieldRow>
          <TextInput autoComplete="address-level1" {...input('address.region')} />
          <CountrySelect label={texts.country} mayEdit={mayEdit} {...form.getInputProps('address.country')} />
        </FieldRow>
      </FormSection>
      <FormSection title={texts.billing} text={texts.billingText}>
        <TextInput description={texts.companyHelp} {...input('billing.company')} />
        <TextInput type="email" autoComplete="off" {...input('billing.email')} />
        <TextInput {...input('billing.taxId')} />
      </FormSection>
      {mayEdit && (
        <FormActions note={form.isDirty() ? texts.unsaved : undefined}>
          <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </FormActions>
      )}
    </form>
  )
}

type ChoiceProps = {
  mayEdit: boolean
  value?: z.input<typeof EnterpriseFields>['timeZone']
  onChange?: (value: string | null) => void
  error?: React.ReactNode
}

/** The time zones that the browser lists, with `stored`: it may be another name of one of them. */
const zonesWith = (stored: string | null | undefined) => [
  ...new Set(['UTC', ...(stored ? [stored] : []), ...Intl.supportedValuesOf('timeZone')]),
]

function TimeZoneSelect({ mayEdit, value, onChange, error }: ChoiceProps) {
  const zones = useMemo(() => zonesWith(value), [value])
  return (
    <Select
      label={texts.timeZone}
      description={texts.timeZoneHelp}
      placeholder={texts.timeZoneNone}
      data={zones}
      limit={100}
      searchable
      clearable={mayEdit}
      readOnly={!mayEdit}
      value={value ?? null}
      onChange={onChange}
      error={error}
    />
  )
}

function LeaveSection({ settings }: { settings: Settings }) {
  const leave = useLeave()
  return (
    <FormSection title={texts.leave} text={settings.lastOwner ? texts.leaveLastOwner : texts.leaveText}>
      <div>
        <Button
          variant="default"
          disabled={settings.lastOwner || leave.isPending}
          onClick={() => void leave.ask(settings.fields.name)}
        >
          {texts.leaveButton}
        </Button>
      </div>
    </FormSection>
  )
}
