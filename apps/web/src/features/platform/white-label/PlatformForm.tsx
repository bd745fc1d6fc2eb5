import { Alert, Button, Checkbox, ColorInput, Stack, Textarea, TextInput } from '@mantine/core'
import * as platforms from '@simwright/contract/platform/white-label'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import type { Problem } from '../../../api/problem.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { FieldRow, FormActions, FormSection } from '../../../ui/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form.ts'
import { useSavedForm } from '../../../ui/form-saved.ts'
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useUnsavedGuard } from '../../../ui/unsaved.ts'
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

const labelOf = (path: string) =>
  labels[path] ?? platformsTexts.kinds[path.split('.')[2] as platforms.MailKind] ?? texts.texts

/** All fields of a platform, with a live preview of its style. */
export function PlatformForm(props: PlatformFormProps) {
  const { initial, detail, refused, isSaving, isSaved, onSave, onReload, children } = props
  const mayEdit = useAllowed('Admin_Platform_Edit')
  const form = useEntryForm(Values, initial as z.input<typeof Values>)
  const [attempts, setAttempts] = useState(0)
  const [urls, setUrls] = useState({ icon: detail?.iconUrl ?? '/icon.svg', logo: detail?.logoUrl ?? null })
  useUnsavedGuard(form.isDirty() && !isSaving && !isSaved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (refused) showFaults(form, refused)
  }, [refused])
  const setSentValues = useSavedForm(form, initial as z.input<typeof Values>)
  const save = form.onSubmit(
    (values) => {
      setSentValues(values)
      onSave(values as Values)
    },
    () => setAttempts((count) => count + 1),
  )
  const fields = form.values.fields as platforms.PlatformFields
  const input = (path: string) => {
    const props = form.getInputProps(path)
    return { label: labels[path], name: path, readOnly: !mayEdit, ...props, value: props.value ?? '' }
  }
  return (
    <div className={classes.split}>
      <div>
        <form onSubmit={save} noValidate>
          {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
          {refused && refused.faults.length === 0 && (
            <RefusalNotice problem={refused} {...(onReload && { onReload })} />
          )}
          {(attempts > 0 || refused) && (
            <ErrorSummary key={`${attempts} ${refused?.requestId}`} errors={form.errors} labelOf={labelOf} />
          )}
          <FormSection title={texts.look} text={texts.lookText}>
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
          </FormSection>
          <FormSection title={texts.hosts} text={texts.hostsText}>
            <TextInput
              placeholder="portal.example.com"
              description={say(texts.hostHelp, { shared: location.origin })}
              {...input('fields.host')}
            />
            <TextInput placeholder="rsp.example.com" description={texts.smdpHelp} {...input('fields.smdpAddress')} />
            {detail && detail.smdpHosts.length > 0 && <SmdpHosts hosts={detail.smdpHosts} />}
          </FormSection>
          <FormSection title={texts.mails} text={texts.mailsText}>
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
          </FormSection>
          <FormSection title={texts.providers} text={texts.providersText}>
            {detail && detail.allProviders.length > 0 ? (
              <Checkbox.Group {...form.getInputProps('fields.providers')} aria-label={texts.providers}>
                <Stack gap={10}>
                  {detail.allProviders.map(({ id, name }) => (
                    <Checkbox key={id} value={id} label={name} disabled={!mayEdit} />
                  ))}
                </Stack>
              </Checkbox.Group>
            ) : (
              <p className={classes.note}>{say(texts.providersNone, { sys: form.values.sys || 'short-name' })}</p>
            )}
          </FormSection>
          <MailTexts
            id={detail?.id}
            fields={fields}
            errors={form.errors}
            mayEdit={mayEdit}
            onChange={(mailTexts) => form.setFieldValue('fields.mailTexts', mailTexts)}
          />
          {mayEdit && (
            <FormActions note={form.isDirty() ? texts.unsaved : undefined}>
              <Button type="submit" loading={isSaving} disabled={!form.isDirty()}>
                {detail ? texts.save : texts.saveNew}
              </Button>
            </FormActions>
          )}
        </form>
        {children}
      </div>
      <BrandPreview appName={fields.appName} themeColor={fields.themeColor} iconUrl={urls.icon} logoUrl={urls.logo} />
    </div>
  )
}

function SmdpHosts({ hosts }: { hosts: platforms.PlatformDetail['smdpHosts'] }) {
  return (
    <div>
      <div className={classes.label}>{texts.smdpHosts}</div>
      <ul className={classes.hosts}>
        {hosts.map(({ host, certificate }) => (
          <li key={host}>
            <span>{host}</span>
            <StatusBadge tone={certificate === 'OWN' ? 'success' : 'warning'}>
              {texts[`certificate${certificate}`]}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  )
}
