import { Alert, Button, Checkbox, ColorInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import * as platforms from '@simwright/contract/platform/white-label'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import type { Problem } from '../../../api/problem.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { FieldRow, FormActions } from '../../../ui/form/FormSection.tsx'
import { useEntryForm } from '../../../ui/form/form.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { SectionForm } from '../../../ui/form/SectionForm.tsx'
import { type SectionSave, useSectionSaves } from '../../../ui/form/section-save.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Grid, Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import { ImageField } from './ImageField.tsx'
import { MailTexts } from './MailTexts.tsx'
import classes from './PlatformForm.module.css'

const texts = platformsTexts.form

const Values = z.object({ sys: platforms.Sys, fields: platforms.PlatformFields })
type Values = { sys: string; fields: platforms.PlatformFields }

type PlatformFormProps = {
  initial: Values
  /** The stored platform; absent for a new one. */
  detail?: platforms.PlatformDetail
  refused: Problem | null
  isSaving: boolean
  isSaved: boolean
  onSave: (values: Values) => void
  onReload?: () => void
  /** Shown below the form: what is saved separately. */
  children?: ReactNode
}

const labels: Record<string, string> = {
  sys: texts.sys,
  'fields.appName': texts.appName,
  'fields.themeColor': texts.themeColor,
  'fields.iconId': texts.icon,
  'fields.logoId': texts.logo,
  'fields.host': texts.host,
  'fields.smdpAddress': texts.smdpAddress,
  'fields.mailName': texts.mailName,
  'fields.mailAddress': texts.mailAddress,
  'fields.supportEmail': texts.supportEmail,
  'fields.contactEmail': texts.contactEmail,
  'fields.contactText': texts.contactText,
  'fields.termsUrl': texts.termsUrl,
  'fields.privacyUrl': texts.privacyUrl,
}

const of = (...names: (keyof platforms.PlatformFields)[]) => names.map((name) => `fields.${name}`)

type Section = 'look' | 'hosts' | 'mails' | 'providers' | 'texts'

const sections: Record<Section, readonly string[]> = {
  look: of('appName', 'themeColor', 'iconId', 'logoId'),
  hosts: of('host', 'smdpAddress'),
  mails: of('mailName', 'mailAddress', 'supportEmail', 'contactEmail', 'contactText', 'termsUrl', 'privacyUrl'),
  providers: of('providers'),
  texts: of('mailTexts'),
}

/** The preview is next to the form; on a narrower screen it is in the section of what it shows. CSS has the same limit. */
const SPLIT = '(width > 1240px)'

/** A new platform is saved as a whole. */
const whole = { all: ['sys', 'fields'] }

type PlatformValues = UseFormReturnType<z.input<typeof Values>>

/** All fields of a platform, with a live preview of its style. The sections of a stored one are saved one by one. */
export function PlatformForm(props: PlatformFormProps) {
  const { initial, detail, refused, isSaving, isSaved, onSave, onReload, children } = props
  const mayEdit = useAllowed('Admin_Platform_Edit')
  const form = useEntryForm(Values, initial as z.input<typeof Values>)
  const [urls, setUrls] = useState({ icon: detail?.iconUrl ?? '/icon.svg', logo: detail?.logoUrl ?? null })
  const saveOf = useSectionSaves<z.input<typeof Values>, Section | 'all'>({
    schema: Values,
    form,
    saved: initial as z.input<typeof Values>,
    sections: detail ? sections : whole,
    isSaving: isSaving || isSaved,
    problem: refused,
    onSave: (values) => onSave(values as Values),
    onReload,
  })
  const all = saveOf('all')
  const section = (name: Section) => ({ form, detail, mayEdit, save: detail && saveOf(name) })
  const fields = form.values.fields as platforms.PlatformFields
  const isSplit = useMediaQuery(SPLIT, undefined, { getInitialValueInEffect: false })
  const preview = (
    <BrandPreview appName={fields.appName} themeColor={fields.themeColor} iconUrl={urls.icon} logoUrl={urls.logo} />
  )
  return (
    <Grid columns="minmax(0, 968px) 340px" singleBelow="75em" gap={32} align="start" className={classes.split}>
      <div>
        <Whole save={detail ? undefined : all}>
          {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
          <LookSection {...section('look')} urls={urls} onUrls={setUrls}>
            {!isSplit && preview}
          </LookSection>
          <HostsSection {...section('hosts')} />
          <MailsSection {...section('mails')} />
          <ProvidersSection {...section('providers')} />
          <MailTexts
            id={detail?.id}
            save={detail && saveOf('texts')}
            fields={fields}
            errors={form.errors}
            mayEdit={mayEdit}
            onChange={(mailTexts) => form.setFieldValue('fields.mailTexts', mailTexts)}
          />
          {mayEdit && !detail && (
            <FormActions note={all.isDirty ? uiTexts.form.unsaved : undefined}>
              <Button type="submit" loading={isSaving} disabled={!all.isDirty}>
                {texts.saveNew}
              </Button>
            </FormActions>
          )}
        </Whole>
        {children}
      </div>
      {isSplit && preview}
    </Grid>
  )
}

type SectionProps = {
  form: PlatformValues
  /** The stored platform; absent for a new one. */
  detail: platforms.PlatformDetail | undefined
  mayEdit: boolean
  /** Absent for a new platform. */
  save: SectionSave | undefined
}

function inputOf({ form, mayEdit }: SectionProps, path: string) {
  const props = form.getInputProps(path)
  return { label: labels[path], name: path, readOnly: !mayEdit, ...props, value: props.value ?? '' }
}

type ImageUrls = { icon: string; logo: string | null }

type LookSectionProps = SectionProps & {
  urls: ImageUrls
  onUrls: (change: (before: ImageUrls) => ImageUrls) => void
  /** The preview, on a screen where it is in this section. */
  children: ReactNode
}

/** Name, color and images. */
function LookSection({ urls, onUrls, children, ...props }: LookSectionProps) {
  const { form, detail, mayEdit, save } = props
  return (
    <SectionForm title={texts.look} mayEdit={mayEdit} save={save} text={texts.lookText}>
      <FieldRow>
        <TextInput withAsterisk={mayEdit} {...inputOf(props, 'fields.appName')} />
        <TextInput
          withAsterisk={!detail}
          description={texts.sysHelp}
          {...inputOf(props, 'sys')}
          readOnly={detail !== undefined}
        />
      </FieldRow>
      <ColorInput
        withAsterisk={mayEdit}
        withEyeDropper={false}
        popoverProps={{ withinPortal: true }}
        {...inputOf(props, 'fields.themeColor')}
      />
      <ImageField
        label={texts.icon}
        help={texts.iconHelp}
        url={form.values.fields.iconId === null ? null : urls.icon}
        mayEdit={mayEdit}
        error={form.errors['fields.iconId']}
        onImage={(image) => {
          form.setFieldValue('fields.iconId', image?.id ?? null)
          onUrls((before) => ({ ...before, icon: image?.url ?? '/icon.svg' }))
        }}
      />
      <ImageField
        label={texts.logo}
        help={texts.logoHelp}
        url={urls.logo}
        mayEdit={mayEdit}
        error={form.errors['fields.logoId']}
        onImage={(image) => {
          form.setFieldValue('fields.logoId', image?.id ?? null)
          onUrls((before) => ({ ...before, logo: image?.url ?? null }))
        }}
      />
      {children}
    </SectionForm>
  )
}

function HostsSection(props: SectionProps) {
  const { detail, mayEdit, save } = props
  return (
    <SectionForm title={texts.hosts} mayEdit={mayEdit} save={save} text={texts.hostsText}>
      <TextInput
        placeholder="portal.example.com"
        description={say(texts.hostHelp, { shared: location.origin })}
        {...inputOf(props, 'fields.host')}
      />
      <TextInput placeholder="rsp.example.com" description={texts.smdpHelp} {...inputOf(props, 'fields.smdpAddress')} />
      {detail && detail.smdpHosts.length > 0 && <SmdpHosts hosts={detail.smdpHosts} />}
    </SectionForm>
  )
}

/** The sender of mails, and the contact and links in them. */
function MailsSection(props: SectionProps) {
  const { mayEdit, save } = props
  const terms = { type: 'url', placeholder: 'https://', description: texts.termsHelp }
  return (
    <SectionForm title={texts.mails} mayEdit={mayEdit} save={save} text={texts.mailsText}>
      <FieldRow>
        <TextInput placeholder={texts.nameAbove} {...inputOf(props, 'fields.mailName')} />
        <TextInput type="email" placeholder={texts.noReply} {...inputOf(props, 'fields.mailAddress')} />
      </FieldRow>
      <FieldRow>
        <TextInput type="email" description=" " {...inputOf(props, 'fields.supportEmail')} />
        <TextInput type="email" description={texts.contactHelp} {...inputOf(props, 'fields.contactEmail')} />
      </FieldRow>
      <Textarea
        description={texts.contactTextHelp}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={platforms.CONTACT_TEXT_LENGTH}
        {...inputOf(props, 'fields.contactText')}
      />
      <FieldRow>
        <TextInput {...terms} {...inputOf(props, 'fields.termsUrl')} />
        <TextInput {...terms} {...inputOf(props, 'fields.privacyUrl')} />
      </FieldRow>
    </SectionForm>
  )
}

/** The sign-in providers of the platform, chosen from those of the server. */
function ProvidersSection({ form, detail, mayEdit, save }: SectionProps) {
  const offered = detail?.allProviders ?? []
  const hasProviders = offered.length > 0
  return (
    <SectionForm title={texts.providers} mayEdit={mayEdit && hasProviders} save={save} text={texts.providersText}>
      {hasProviders ? (
        <Checkbox.Group {...form.getInputProps('fields.providers')} aria-label={texts.providers}>
          <Stack gap={10}>
            {offered.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} disabled={!mayEdit} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <Note>
          {texts.providersNone} <code>{say(texts.providersCommand, { sys: form.values.sys || 'short-name' })}</code>
        </Note>
      )}
    </SectionForm>
  )
}

/** The form around all sections; without `save`, each section is a form. */
function Whole({ save, children }: { save: SectionSave | undefined; children: ReactNode }) {
  if (!save) return <div>{children}</div>
  return (
    <form onSubmit={save.onSubmit} noValidate>
      {save.problem && <RefusalNotice problem={save.problem} />}
      {children}
    </form>
  )
}

function SmdpHosts({ hosts }: { hosts: platforms.PlatformDetail['smdpHosts'] }) {
  return (
    <div>
      <Title as="div" size="text" mb={6}>
        {texts.smdpHosts}
      </Title>
      <Stack as="ul" gap={8} className={classes.hosts}>
        {hosts.map(({ host, certificate }) => (
          <li key={host}>
            <span>{host}</span>
            <StatusBadge tone={certificate === 'OWN' ? 'success' : 'warning'}>
              {texts[`certificate${certificate}`]}
            </StatusBadge>
          </li>
        ))}
      </Stack>
    </div>
  )
}
