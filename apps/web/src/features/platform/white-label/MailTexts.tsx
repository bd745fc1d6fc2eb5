import { Button, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as platforms from '@simwright/contract/platform/white-label'
import { type ReactNode, useMemo, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { SectionForm } from '../../../ui/form/SectionForm.tsx'
import type { SectionSave } from '../../../ui/form/section-save.ts'
import { Title } from '../../../ui/layout/layout.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './PlatformForm.module.css'

const texts = platformsTexts.mail

type MailTextsProps = {
  id: string | undefined
  fields: platforms.PlatformFields
  errors: Record<string, ReactNode>
  mayEdit: boolean
  save: SectionSave | undefined
  onChange: (mailTexts: platforms.PlatformFields['mailTexts']) => void
}

function without(mailTexts: platforms.PlatformFields['mailTexts'], kind: platforms.MailKind) {
  const { [kind]: _, ...others } = mailTexts
  return others
}

/** The texts of each mail, with a preview of the mail. */
export function MailTexts({ id, fields, errors, mayEdit, save, onChange }: MailTextsProps) {
  const occasions = useAsk(platforms.occasions, {}, { staleMs: Number.POSITIVE_INFINITY })
  const [kind, setKind] = useState<platforms.MailKind>('ACTIVATION')
  const occasion = occasions.data?.items.find((one) => one.kind === kind)
  const own = fields.mailTexts[kind]
  const text = own ?? occasion?.text
  const set = (change: Partial<platforms.MailText>) =>
    text && onChange({ ...fields.mailTexts, [kind]: { ...text, ...change } })
  const reset = () => onChange(without(fields.mailTexts, kind))
  const input = (part: keyof platforms.MailText) => ({
    label: texts[part],
    name: `fields.mailTexts.${kind}.${part}`,
    value: text?.[part] ?? '',
    readOnly: !mayEdit,
    error: errors[`fields.mailTexts.${kind}.${part}`],
    onChange: (event: { currentTarget: { value: string } }) => set({ [part]: event.currentTarget.value }),
  })
  return (
    <SectionForm title={platformsTexts.form.texts} text={platformsTexts.form.textsText} mayEdit={mayEdit} save={save}>
      <Select
        label={texts.occasion}
        data={platforms.mailKinds.map((value) => ({ value, label: platformsTexts.kinds[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(value as platforms.MailKind)}
      />
      {occasion ? (
        <>
          <div>
            <StatusBadge tone={own ? 'info' : 'neutral'}>{own ? texts.own : texts.house}</StatusBadge>{' '}
            {own && mayEdit && (
              <Button size="compact-xs" variant="subtle" onClick={reset}>
                {texts.reset}
              </Button>
            )}
          </div>
          <TextInput {...input('subject')} />
          <Textarea
            autosize
            minRows={5}
            description={say(texts.placeholders, {
              names: occasion.placeholders.map((name) => `{${name}}`).join(' '),
            })}
            {...input('body')}
          />
          {occasion.text.action !== '' && <TextInput {...input('action')} />}
          <TextInput {...input('footnote')} />
          {text && <Preview id={id} kind={kind} fields={fields} text={text} />}
        </>
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </SectionForm>
  )
}

const DEBOUNCE_MS = 400

type PreviewProps = {
  id: string | undefined
  kind: platforms.MailKind
  fields: platforms.PlatformFields
  text: platforms.MailText
}

/** Rendered in a sandbox, so that nothing in it runs. The last mail that could be rendered stays visible. */
function Preview({ id, kind, fields, text }: PreviewProps) {
  const entered = useMemo(() => ({ id, kind, fields, text }), [id, kind, fields, text])
  const [shown] = useDebouncedValue(entered, DEBOUNCE_MS)
  const { appName, themeColor, logoId, mailName, mailAddress, supportEmail } = shown.fields
  const { data } = useAsk(
    platforms.previewMail,
    { ...shown, fields: { appName, themeColor, logoId, mailName, mailAddress, supportEmail } },
    { enabled: appName !== '', staleMs: Number.POSITIVE_INFINITY },
  )
  const last = useLastDefined(data)
  if (!last) return null
  return (
    <div>
      <Title as="div" size="text" mb={6}>
        {texts.preview}
      </Title>
      <p className="size-text wrap" style={{ marginBottom: 8 }}>
        {texts.from}: {last.from}
        <br />
        {texts.subject}: {last.subject}
      </p>
      <iframe className={classes.mail} title={texts.preview} sandbox="" srcDoc={last.html} />
    </div>
  )
}
