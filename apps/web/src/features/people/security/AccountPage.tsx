import { Button, SegmentedControl, Select, Skeleton, TextInput, useMantineColorScheme } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { save } from '../../../api/file.ts'
import { useMutation, useTask } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { pageTexts } from '../../../texts/page.ts'
import { securityTexts } from '../../../texts/security.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { filterZones } from '../../../ui/table/zone-filter.ts'
import { toast } from '../../../ui/toast.ts'
import { Deletion } from './Deletion.tsx'
import { Memberships } from './Memberships.tsx'

const texts = securityTexts.account

type Me = OutputOf<typeof account.me>

/** The user's own account: names, time zone, theme, memberships, data export and deletion. */
export function AccountPage() {
  const me = useAsk(account.me, {})
  return (
    <>
      <PageHeader title={pageTexts.account} text={texts.text} />
      {me.error ? (
        <ErrorState problem={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <>
          <FormSection title={texts.person} text={texts.personText}>
            {me.data ? <PersonForm me={me.data} /> : <Skeleton height={268} />}
          </FormSection>
          <FormSection title={texts.look} text={texts.lookText}>
            <SchemeChoice />
          </FormSection>
          <Memberships />
          <FormSection title={texts.data} text={texts.dataText}>
            <PersonalData />
          </FormSection>
          <Deletion deletionAt={me.data?.deletionAt ?? null} />
        </>
      )}
    </>
  )
}

const BROWSER = 'browser'

function PersonForm({ me }: { me: Me }) {
  const form = useEntryForm(account.Person, {
    firstName: me.firstName,
    lastName: me.lastName,
    timeZone: me.timeZone,
  })
  const edit = useMutation(account.edit, {
    changes: [account.me],
    onSuccess: () => {
      form.resetDirty()
      toast.success(texts.saved)
    },
  })
  useUnsavedGuard(form.isDirty())
  const submit = form.onSubmit((values) => edit.mutate(values, { onError: (error) => showFaults(form, error) }))
  return (
    <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
      <FieldRow>
        <TextInput
          label={texts.firstName}
          autoComplete="given-name"
          name="firstName"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={texts.lastName}
          autoComplete="family-name"
          name="lastName"
          {...form.getInputProps('lastName')}
        />
      </FieldRow>
      <TextInput label={texts.email} value={me.email} readOnly />
      <ZoneSelect
        zone={form.values.timeZone}
        error={form.errors.timeZone}
        onChange={(zone) => form.setFieldValue('timeZone', zone)}
      />
      <div>
        <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

type ZoneSelectProps = { zone: string | null; error: ReactNode; onChange: (zone: string | null) => void }

function ZoneSelect({ zone, error, onChange }: ZoneSelectProps) {
  const data = useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
    const listed = zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
    return [{ value: BROWSER, label: say(texts.browserZone, { zone: own.replaceAll('_', ' ') }) }, ...listed]
  }, [])
  return (
    <Select
      label={texts.timeZone}
      description={texts.timeZoneText}
      data={data}
      searchable
      allowDeselect={false}
      limit={60}
      filter={filterZones}
      maxDropdownHeight={280}
      name="timeZone"
      value={zone ?? BROWSER}
      error={error}
      onChange={(value) => onChange(value === BROWSER ? null : value)}
    />
  )
}

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div>
      <SegmentedControl
        aria-label={texts.look}
        styles={{ label: { padding: '4px 14px' } }}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
        data={[
          { value: 'light', label: uiTexts.light },
          { value: 'dark', label: uiTexts.dark },
          { value: 'auto', label: uiTexts.system },
        ]}
      />
    </div>
  )
}

function PersonalData() {
  const download = useTask(() => save(account.exportData, {}))
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {texts.export}
      </Button>
    </div>
  )
}
