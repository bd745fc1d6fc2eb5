import { Alert, Button, Select, Skeleton, TextInput } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { EnterpriseFields } from '@simwright/contract/people/enterprise'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { KeyErasure } from '../../../esim/KeyErasure.tsx'
import { useLeave } from '../../../membership/leave.ts'
import { CountrySelect } from '../../../money/CountrySelect.tsx'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { enterpriseTexts } from '../../../texts/enterprise.ts'
import { pageTexts } from '../../../texts/page.ts'
import { suspensionTexts } from '../../../texts/suspension.ts'
import { say } from '../../../texts/text.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormSection.tsx'
import { useEntryForm } from '../../../ui/form/form.ts'
import { SectionForm } from '../../../ui/form/SectionForm.tsx'
import { useSectionSaves } from '../../../ui/form/section-save.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { filterZones } from '../../../ui/table/zone-filter.ts'
import { toast } from '../../../ui/toast.ts'
import { ApprovalSection } from './ApprovalSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { LogoSection } from './LogoSection.tsx'
import { MoveSection } from './MoveSection.tsx'

const texts = enterpriseTexts.settings

type Settings = (typeof enterprise.settings)['output']['_output']

/** Name, address and billing data of the enterprise account; leaving and deleting it. */
export function EnterprisePage() {
  const settings = useAsk(enterprise.settings, {})
  // a form that shows what somebody else has saved starts again
  const [loads, setLoads] = useState(0)
  const reload = () => void settings.refetch().then(() => setLoads((count) => count + 1))
  return (
    <>
      <PageHeader title={pageTexts.enterprise} text={texts.purpose} />
      {settings.data ? (
        <>
          <SettingsForm key={loads} settings={settings.data} reload={reload} />
          <LogoSection name={settings.data.fields.name} logoUrl={settings.data.logoUrl} />
          <KeyErasure />
          <ApprovalSection />
          <MoveSection name={settings.data.fields.name} />
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

const labels = {
  name: texts.name,
  'address.street': texts.street,
  'address.postalCode': texts.postalCode,
  'address.city': texts.city,
  'address.region': texts.region,
  'billing.company': texts.company,
  'billing.email': texts.email,
  'billing.taxId': texts.taxId,
}

const sections = { general: ['name', 'timeZone'], address: ['address'], billing: ['billing'] } as const

function SettingsForm({ settings, reload }: { settings: Settings; reload: () => void }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const isWithheld = useWithheld('Enterprise_Edit')
  const form = useEntryForm(EnterpriseFields, settings.fields)
  const edit = useMutation(enterprise.edit, {
    changes: [enterprise.settings, enterpriseInfo, enterprise.list],
    silent: true,
  })
  const saveOf = useSectionSaves({
    schema: EnterpriseFields,
    form,
    saved: settings.fields,
    sections,
    isSaving: edit.isPending,
    problem: edit.error,
    within: 'fields',
    onSave: (fields, section) =>
      edit.mutate(
        { version: settings.version, fields },
        { onSuccess: () => toast.success(say(texts.saved, { section: texts[section] })) },
      ),
    onReload: reload,
  })
  const input = (path: keyof typeof labels) => ({
    label: labels[path],
    name: path,
    readOnly: !mayEdit,
    ...form.getInputProps(path),
  })
  const section = (name: keyof typeof sections) => ({ title: texts[name], mayEdit, save: saveOf(name) })
  return (
    <>
      {!mayEdit && <Alert color="gray">{isWithheld ? suspensionTexts.withheld : texts.viewOnly}</Alert>}
      <SectionForm {...section('general')} text={texts.generalText}>
        <TextInput withAsterisk autoComplete="organization" {...input('name')} />
        <TimeZoneSelect mayEdit={mayEdit} {...form.getInputProps('timeZone')} />
      </SectionForm>
      <SectionForm {...section('address')} text={texts.addressText}>
        <TextInput autoComplete="street-address" {...input('address.street')} />
        <FieldRow>
          <TextInput autoComplete="postal-code" {...input('address.postalCode')} />
          <TextInput autoComplete="address-level2" {...input('address.city')} />
        </FieldRow>
        <FieldRow>
          <TextInput autoComplete="address-level1" {...input('address.region')} />
          <CountrySelect label={texts.country} mayEdit={mayEdit} {...form.getInputProps('address.country')} />
        </FieldRow>
      </SectionForm>
      <SectionForm {...section('billing')} text={texts.billingText}>
        <TextInput description={texts.companyHelp} {...input('billing.company')} />
        <TextInput type="email" autoComplete="off" {...input('billing.email')} />
        <TextInput {...input('billing.taxId')} />
      </SectionForm>
    </>
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
      filter={filterZones}
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
