import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { certificateIssuers, confirmationModes } from '@simwright/contract/profiles/configuration'
import { useAsk } from '../../../api/query.ts'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'
import { FieldRow, FormSection } from '../../../ui/FormSection.tsx'
import classes from './ConfigurationForm.module.css'
import { cutName } from './cut-name.ts'
import { type ConfigurationValues, newFiveG } from './form-values.ts'
import { NetworkList } from './NetworkList.tsx'
import { OplmnField } from './OplmnField.tsx'
import { PlmnTags } from './PlmnTags.tsx'

type SectionProps = { form: UseFormReturnType<ConfigurationValues> }

const { fields, sections } = texts

/** Label and help of a field, with its place in the form. */
const bound = (form: SectionProps['form'], path: string, { label, help }: { label: string; help: string }) => ({
  label,
  description: help,
  name: path,
  ...form.getInputProps(path),
})

export function IdentitySection({ form }: SectionProps) {
  return (
    <FormSection id="identity" {...sections.identity}>
      <TextInput withAsterisk maxLength={64} autoComplete="off" {...bound(form, 'name', fields.name)} />
      <FieldRow>
        <TextInput withAsterisk maxLength={64} autoComplete="off" {...bound(form, 'profileName', fields.profileName)} />
        <TextInput
          maxLength={32}
          autoComplete="off"
          {...bound(form, 'serviceProviderName', spnField(form.values.serviceProviderName))}
        />
      </FieldRow>
      <FieldRow>
        <Given label={fields.type.label} value={texts.types.Regular} />
        <Given label={fields.algorithm.label} value="MILENAGE" />
      </FieldRow>
      <IssuerField form={form} />
    </FormSection>
  )
}

/** A name that the card cuts is announced in place of the help. */
function spnField(name: string) {
  const { cut, ...field } = fields.serviceProviderName
  const shown = cutName(name)
  return shown === undefined ? field : { ...field, help: say(cut, { shown }) }
}

/** Shown where the SM-DP+ has an address for each issuer, or where one was chosen before. */
function IssuerField({ form }: SectionProps) {
  const enterprise = useAsk(enterpriseInfo, {})
  const issuers = enterprise.data?.issuers ?? []
  if (issuers.length < 2 && form.values.issuer === '') return null
  const choices = certificateIssuers.map((value) => ({ value, label: texts.issuers[value] }))
  return (
    <Select
      classNames={{ wrapper: classes.half }}
      data={[{ value: '', label: texts.issuers.any }, ...choices]}
      allowDeselect={false}
      {...bound(form, 'issuer', fields.issuer)}
    />
  )
}

/** A value that has no choice yet: every configuration holds it. */
function Given({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <div className={classes.givenLabel}>{label}</div>
      <div className={classes.given}>{value}</div>
    </div>
  )
}

export function HomeSection({ form }: SectionProps) {
  return (
    <FormSection id="home" {...sections.home}>
      <NetworkList form={form} name="hplmn" />
      <PlmnTags form={form} name="ehplmn" />
    </FormSection>
  )
}

export function NetworksSection({ form }: SectionProps) {
  return (
    <FormSection id="networks" {...sections.networks}>
      <OplmnField form={form} />
      <NetworkList form={form} name="plmn" />
      <PlmnTags form={form} name="fplmn" />
      <TextInput
        classNames={{ wrapper: classes.short }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        {...bound(form, 'rplmn', fields.rplmn)}
      />
    </FormSection>
  )
}

export function OperatorSection({ form }: SectionProps) {
  return (
    <FormSection id="operator" {...sections.operator}>
      <Switch
        label={fields.pnn.label}
        description={fields.pnn.help}
        checked={form.values.pnn !== undefined}
        onChange={(event) =>
          form.setFieldValue('pnn', event.currentTarget.checked ? { fullName: '', shortName: '' } : undefined)
        }
      />
      {form.values.pnn && (
        <div className={classes.inner}>
          <FieldRow>
            <TextInput withAsterisk maxLength={32} {...bound(form, 'pnn.fullName', fields.pnnFullName)} />
            <TextInput maxLength={16} {...bound(form, 'pnn.shortName', fields.pnnShortName)} />
          </FieldRow>
        </div>
      )}
      <FieldRow>
        <TextInput maxLength={40} spellCheck={false} {...bound(form, 'gid1', fields.gid1)} />
        <TextInput maxLength={40} spellCheck={false} {...bound(form, 'gid2', fields.gid2)} />
      </FieldRow>
      <TextInput
        classNames={{ wrapper: classes.half }}
        inputMode="tel"
        autoComplete="off"
        maxLength={16}
        {...bound(form, 'smsp', fields.smsp)}
      />
    </FormSection>
  )
}

export function FiveGSection({ form }: SectionProps) {
  const { fiveG } = form.values
  return (
    <FormSection id="fiveG" {...sections.fiveG}>
      <Switch
        label={fields.fiveG.label}
        description={fields.fiveG.help}
        checked={fiveG !== undefined}
        onChange={(event) => form.setFieldValue('fiveG', event.currentTarget.checked ? { ...newFiveG } : undefined)}
      />
      {fiveG && (
        <div className={classes.inner}>
          <FieldRow>
            <Select
              data={[
                { value: 'null', label: texts.schemes.null },
                { value: 'A', label: texts.schemes.A },
                { value: 'B', label: texts.schemes.B },
              ]}
              allowDeselect={false}
              {...bound(form, 'fiveG.protectionScheme', fields.protectionScheme)}
            />
            <TextInput
              withAsterisk
              inputMode="numeric"
              maxLength={4}
              {...bound(form, 'fiveG.routingIndicator', fields.routingIndicator)}
            />
          </FieldRow>
          {fiveG.protectionScheme !== 'null' && <HomeNetworkKey form={form} scheme={fiveG.protectionScheme} />}
          <ChoiceCards
            label={fields.suciCalculation.label}
            choices={[
              { value: 'ME', label: texts.calculation.ME.label, help: texts.calculation.ME.help },
              { value: 'USIM', label: texts.calculation.USIM.label, help: texts.calculation.USIM.help },
            ]}
            value={fiveG.suciCalculation}
            onChange={(value) => form.setFieldValue('fiveG.suciCalculation', value)}
          />
        </div>
      )}
    </FormSection>
  )
}

function HomeNetworkKey({ form, scheme }: SectionProps & { scheme: 'A' | 'B' }) {
  const help =
    scheme === 'A'
      ? say(fields.homeNetworkPublicKeyA, { length: 64 })
      : say(fields.homeNetworkPublicKeyB, { length: 66 })
  return (
    <>
      <Textarea
        withAsterisk
        autosize
        minRows={2}
        maxLength={66}
        spellCheck={false}
        classNames={{ input: classes.hex }}
        {...bound(form, 'fiveG.homeNetworkPublicKey', { ...fields.homeNetworkPublicKey, help })}
      />
      <NumberInput
        classNames={{ wrapper: classes.short }}
        withAsterisk
        min={0}
        max={255}
        allowDecimal={false}
        clampBehavior="none"
        {...bound(form, 'fiveG.homeNetworkPublicKeyId', fields.homeNetworkPublicKeyId)}
      />
    </>
  )
}

export function CodeSection({ form, isCodeStored }: SectionProps & { isCodeStored: boolean }) {
  const { label, help, stored } = fields.confirmationCode
  return (
    <FormSection id="code" {...sections.code}>
      <ChoiceCards
        label={fields.confirmationMode.label}
        name="confirmationCode.mode"
        choices={confirmationModes.map((value) => ({ value, ...texts.confirmationModes[value] }))}
        value={form.values.confirmationCode.mode}
        onChange={(value) => form.setFieldValue('confirmationCode.mode', value)}
      />
      {form.values.confirmationCode.mode === 'fixed' && (
        <TextInput
          classNames={{ wrapper: classes.half }}
          withAsterisk={!isCodeStored}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          {...bound(form, 'confirmationCode.code', { label, help: isCodeStored ? stored : help })}
        />
      )}
      <NumberInput
        classNames={{ wrapper: classes.half }}
        min={1}
        max={3650}
        allowDecimal={false}
        clampBehavior="none"
        suffix={` ${fields.acLifetimeDays.unit}`}
        {...bound(form, 'acLifetimeDays', fields.acLifetimeDays)}
      />
    </FormSection>
  )
}

/** What the plan allows stands beside what the field does. */
function within(field: { label: string; help: string }, max: number | null | undefined) {
  return max === null || max === undefined
    ? field
    : { ...field, help: `${field.help} ${say(texts.planAllows, { max })}` }
}

export function DownloadSection({ form }: SectionProps) {
  const limits = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits
  return (
    <FormSection id="download" {...sections.download}>
      <FieldRow>
        <NumberInput
          withAsterisk
          min={1}
          max={100}
          allowDecimal={false}
          clampBehavior="none"
          {...bound(form, 'maxDownloadAttempts', within(fields.maxDownloadAttempts, limits?.downloadAttempts))}
        />
        <NumberInput
          withAsterisk
          min={0}
          max={100}
          allowDecimal={false}
          clampBehavior="none"
          {...bound(form, 'maxRedownloads', within(fields.maxRedownloads, limits?.redownloadsAMonth))}
        />
      </FieldRow>
      <Switch
        label={fields.allowDeviceChange.label}
        description={fields.allowDeviceChange.help}
        name="allowDeviceChange"
        {...form.getInputProps('allowDeviceChange', { type: 'checkbox' })}
      />
      <Switch
        label={fields.rotation.label}
        description={fields.rotation.help}
        name="rotation"
        {...form.getInputProps('rotation', { type: 'checkbox' })}
      />
    </FormSection>
  )
}
