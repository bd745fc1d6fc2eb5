import { NumberInput, Radio, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notationLength } from '@simwright/contract/notation'
import { CAMPAIGN_PROFILES_MAX, type Campaign, DEVICE_LIMIT_MAX } from '@simwright/contract/provisioning/campaign'
import { ConfigurationSelect } from '../../../esim/ConfigurationSelect.tsx'
import { DateTimeInput } from '../../../ui/form/DateInput.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { campaignTexts } from './campaign-texts.ts'
import type { CampaignValues } from './form-values.ts'

const texts = campaignTexts.form

type StepProps = { form: UseFormReturnType<CampaignValues> }

export function WhatStep({ form, current }: StepProps & { current: Campaign | undefined }) {
  const { values } = form
  const isFixed = (current?.profiles ?? 0) > 0
  return (
    <Stack>
      <TextInput
        withAsterisk
        label={texts.name}
        description={texts.nameHelp}
        name="name"
        required
        maxLength={64}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ConfigurationSelect
        label={texts.configuration}
        name="configurationId"
        forCodes
        value={values.configurationId || undefined}
        onChange={(id) => form.setFieldValue('configurationId', id ?? '')}
        error={form.errors.configurationId}
        disabled={isFixed}
      />
      {isFixed && (
        <p className="fine muted" style={{ marginTop: -8 }}>
          {texts.configurationFixed}
        </p>
      )}
      <Radio.Group label={texts.confirmation} {...form.getInputProps('mode')}>
        <Stack gap={8} mt={6}>
          <Radio value="none" label={texts.confirmationNone} />
          <Radio value="fixed" label={texts.confirmationFixed} />
        </Stack>
      </Radio.Group>
      {values.mode === 'fixed' && (
        <TextInput
          label={texts.code}
          description={current?.confirmationCodeRequired ? texts.codeStored : texts.codeHelp}
          name="code"
          inputMode="numeric"
          autoComplete="off"
          maxLength={notationLength(8)}
          {...form.getInputProps('code')}
        />
      )}
      <Textarea
        label={texts.notes}
        name="notes"
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('notes')}
      />
    </Stack>
  )
}

export function WhenStep({ form, hasStarted }: StepProps & { hasStarted: boolean }) {
  return (
    <Stack>
      <FieldRow>
        <DateTimeInput
          label={texts.startsAt}
          description={texts.startsHelp}
          name="startsAt"
          disabled={hasStarted}
          {...form.getInputProps('startsAt')}
        />
        <DateTimeInput
          time="23:59"
          label={texts.endsAt}
          description={texts.endsHelp}
          name="endsAt"
          {...form.getInputProps('endsAt')}
        />
      </FieldRow>
      <NumberInput
        label={texts.cap}
        description={texts.capHelp}
        name="cap"
        min={1}
        max={CAMPAIGN_PROFILES_MAX}
        allowDecimal={false}
        thousandSeparator=","
        {...form.getInputProps('cap')}
      />
      <FieldRow>
        <NumberInput
          label={texts.deviceLimit}
          description={texts.deviceLimitHelp}
          name="deviceLimit"
          min={1}
          max={DEVICE_LIMIT_MAX}
          allowDecimal={false}
          {...form.getInputProps('deviceLimit')}
        />
        <NumberInput
          label={texts.maxAttempts}
          description={texts.maxAttemptsHelp}
          name="maxAttempts"
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('maxAttempts')}
        />
      </FieldRow>
      <Radio.Group label={texts.atEnd} {...form.getInputProps('atEnd')}>
        <Stack gap={8} mt={6}>
          <Radio value="KEEP" label={texts.keep} description={texts.keepText} />
          <Radio value="RECYCLE" label={texts.recycle} description={texts.recycleText} />
        </Stack>
      </Radio.Group>
    </Stack>
  )
}

export function PageStep({ form }: StepProps) {
  return (
    <Stack>
      <Switch label={texts.publicPage} name="publicPage" {...form.getInputProps('publicPage', { type: 'checkbox' })} />
      <TextInput
        label={texts.title}
        description={texts.titleHelp}
        name="title"
        maxLength={80}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={texts.welcome}
        name="welcome"
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('welcome')}
      />
    </Stack>
  )
}
