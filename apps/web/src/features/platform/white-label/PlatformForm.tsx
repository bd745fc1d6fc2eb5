import { Alert, Button, Checkbox, ColorInput } from '@mantine/core'
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
  const section = (name: Section) => ({ title: texts[name], mayEdit, save: detail && saveOf(name) })
  const fields = form.values.fields as platforms.PlatformFields
  const input = (path: string) => {
    const props = form.getInputProps(path)
    return { label: labels[path], name: path, readOnly: !mayEdit, ...props, value: props.value ?? '' }
  }
  const isSplit = useMediaQuery(SPLIT, undefined, { getInitialValueInEffect: false })
  const preview = (
    <BrandPreview appName={fields.appName} themeColor={fields.themeColor} iconUrl={urls.icon} logoUrl={urls.logo} />
  )
  const hasProviders = detail !== undefined && detail.allProviders.length > 0
  return (
    <Grid columns="minmax(0, 968px) 340px" singleBelow="75em" gap={32} align="start" className={classes.split}>
      <div>
        <Whole save={detail ? undefined : all}>
          {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
          <SectionForm {...section('look')} text={texts.lookText}>
            <FieldRow>
              <TextInput withAsterisk={mayEdit} {...input('fields.appName')} />
              <TextInput
                withAsterisk={!detail}
                description={texts.sysHelp}
                {...input('sys')}
                readOnly={detail !== undefined}
              />
            </FieldRow>
            <ColorInput
              withAsterisk={mayEdit}
              withEyeDropper={false}
              popoverProps={{ withinPortal: true }}
              {...input('fields.themeColor')}
            />
            <ImageField
              label={texts.icon}
              help={texts.iconHelp}
              url={fields.iconId === null ? null : urls.icon}
              mayEdit={mayEdit}
              error={form.errors['fields.iconId']}
              onImage={(image) => {
                form.setFieldValue('fields.iconId', image?.id ?? null)
                setUrls((now) => ({ ...now, icon: image?.url ?? '/icon.svg' }))
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
                setUrls((now) => ({ ...now, logo: image?.url ?? null }))
              }}
            />
            {!isSplit && preview}
          </SectionForm>
          <SectionForm {...section('hosts')} text={texts.hostsText}>
            <TextInput
              placeholder="portal.example.com"
              description={say(texts.hostHelp, { shared: location.origin })}
              {...input('fields.host')}
            />
            <TextInput placeholder="rsp.example.com" description={texts.smdpHelp} {...input('fields.smdpAddress')} />
            {detail && detail.smdpHosts.length > 0 && <SmdpHosts hosts={detail.smdpHosts} />}
          </SectionForm>
          <SectionForm {...section('mails')} text={texts.mailsText}>
            <FieldRow>
              <TextInput placeholder={texts.nameAbove} {...input('fields.mailName')} />
              <TextInput type="email" placeholder={texts.noReply} {...input('fields.mailAddress')} />
            </FieldRow>
            <FieldRow>
              <TextInput type="email" description=" " {...input('fields.supportEmail')} />
              <TextInput type="email" description={texts.contactHelp} {...input('fields.contactEmail')} />
            </FieldRow>
            <Textarea
              description={texts.contactTextHelp}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={platforms.CONTACT_TEXT_LENGTH}
              {...input('fields.contactText')}
            />
            <FieldRow>
              <TextInput
                type="url"
                placeholder="https://"
                description={texts.termsHelp}
                {...input('fields.termsUrl')}
              />
              <TextInput
                type="url"
                placeholder="https://"
                description={texts.termsHelp}
                {...input('fields.privacyUrl')}
              />
            </FieldRow>
          </SectionForm>
          <SectionForm {...section('providers')} mayEdit={mayEdit && hasProviders} text={texts.providersText}>
            {hasProviders ? (
              <Checkbox.Group {...form.getInputProps('fields.providers')} aria-label={texts.providers}>
                <Stack gap={10}>
                  {detail.allProviders.map(({ id, name }) => (
                    <Checkbox key={id} value={id} label={name} disabled={!mayEdit} />
                  ))}
                </Stack>
              </Checkbox.Group>
            ) : (
              <Note>
                {texts.providersNone}{' '}
                <code>{say(texts.providersCommand, { sys: form.values.sys || 'short-name' })}</code>
              </Note>
            )}
          </SectionForm>
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
