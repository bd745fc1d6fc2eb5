import { Button, ColorInput, Select, Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as endUserPage from '@simwright/contract/provisioning/end-user-page'
import {
  directionOf,
  type EndUserLanguage,
  endUserLanguages,
  type OwnTextName,
  ownTextFault,
  ownTextNames,
  ownTextRules,
} from '@simwright/contract/provisioning/end-user-text'
import { Suspense, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { EndUserPreview } from '../../../end-user/EndUserPreview.tsx'
import { useTextsOf } from '../../../end-user/language.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { FormActions } from '../../../ui/form/FormSection.tsx'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './EndUserTab.module.css'

const texts = deliveryTexts.endUser

type Settings = OutputOf<typeof endUserPage.query>
type Fields = endUserPage.EndUserSettings

/** Color, language and texts of public pages and of mails to end users, with a preview. */
export function EndUserTab() {
  const { data, error, refetch } = useAsk(endUserPage.query, {})
  if (error) return <ErrorState problem={error} onRetry={() => void refetch()} />
  const loading = (
    <div role="status" aria-label={uiTexts.loading}>
      <Skeleton height={480} radius="lg" />
    </div>
  )
  if (!data) return loading
  return (
    <Suspense fallback={loading}>
      <Form key={data.version} settings={data} reload={() => void refetch()} />
    </Suspense>
  )
}

/** A copy of the record with the entry; without it if the value is undefined. */
function withEntry<K extends string, V>(
  record: Partial<Record<K, V>>,
  key: K,
  value: V | undefined,
): Partial<Record<K, V>> {
  const { [key]: _, ...rest } = { ...record }
  return value === undefined ? (rest as Partial<Record<K, V>>) : { ...record, [key]: value }
}

const languageChoices = Object.entries(endUserLanguages).map(([value, label]) => ({ value, label }))

const isColor = (color: string | null) => color === null || /^#[0-9a-f]{6}$/i.test(color)

const hasFaultyText = ({ texts }: Fields) =>
  Object.values(texts).some((all) =>
    Object.entries(all ?? {}).some(([name, text]) => ownTextFault(name as OwnTextName, text) !== undefined),
  )

function Form({ settings, reload }: { settings: Settings; reload: () => void }) {
  const mayEdit = useAllowed('Fleet_Edit')
  const [fields, setFields] = useState<Fields>(settings.fields)
  const [language, setLanguage] = useState<EndUserLanguage>(settings.fields.language)
  const [shows, setShows] = useState<OwnTextName>('title')
  const edit = useMutation(endUserPage.edit, { changes: [endUserPage.query], silent: true })
  const isDirty = JSON.stringify(fields) !== JSON.stringify(settings.fields)
  useUnsavedGuard(isDirty && !edit.isPending)
  const save = () => edit.mutate({ version: settings.version, fields }, { onSuccess: () => toast.success(texts.saved) })
  const inputs = { fields, onFields: setFields, mayEdit }
  return (
    <>
      {edit.error && <RefusalNotice problem={edit.error} onReload={reload} />}
      <p className="muted pretty" style={{ maxWidth: '72ch', margin: '0 0 16px' }}>
        {texts.text}
      </p>
      <Grid columns="minmax(0, 1fr) minmax(0, 472px)" singleBelow="62em" gap={32} align="start">
        <Stack className={classes.fields}>
          <LookFields {...inputs} />
          <OwnTexts {...inputs} language={language} onLanguage={setLanguage} onFocus={setShows} />
        </Stack>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <div className={classes.preview} tabIndex={0}>
          <Suspense fallback={<Skeleton height={400} />}>
            <EndUserPreview
              language={language}
              own={fields.texts}
              accent={fields.color === settings.fields.color ? settings.look.accent : plainAccent(fields.color)}
              shows={shows}
              label={texts.preview}
            />
          </Suspense>
        </div>
      </Grid>
      {mayEdit && (
        <FormActions note={isDirty ? texts.unsaved : undefined}>
          <Button
            disabled={!isDirty || hasFaultyText(fields) || !isColor(fields.color)}
            loading={edit.isPending}
            onClick={save}
          >
            {texts.save}
          </Button>
        </FormActions>
      )}
    </>
  )
}

type InputsProps = { fields: Fields; onFields: (fields: Fields) => void; mayEdit: boolean }

/** The language of mails, and the color. */
function LookFields({ fields, onFields, mayEdit }: InputsProps) {
  return (
    <>
      <Select
        label={texts.mailLanguage}
        description={texts.mailLanguageHelp}
        data={languageChoices}
        allowDeselect={false}
        readOnly={!mayEdit}
        value={fields.language}
        onChange={(next) => next && onFields({ ...fields, language: next as EndUserLanguage })}
      />
      <ColorInput
        label={texts.color}
        description={texts.colorHelp}
        withEyeDropper={false}
        withPreview={fields.color !== null}
        fixOnBlur={false}
        readOnly={!mayEdit}
        value={fields.color ?? ''}
        error={isColor(fields.color) ? undefined : texts.colorFault}
        onChange={(next) => onFields({ ...fields, color: next === '' ? null : next.toLowerCase() })}
      />
    </>
  )
}

type OwnTextsProps = InputsProps & {
  language: EndUserLanguage
  onLanguage: (language: EndUserLanguage) => void
  onFocus: (name: OwnTextName) => void
}

/** The texts of one language that replace the portal's own. */
function OwnTexts({ fields, onFields, mayEdit, language, onLanguage, onFocus }: OwnTextsProps) {
  const own = fields.texts[language] ?? {}
  const setOwn = (next: Fields['texts'][EndUserLanguage]) => {
    const isEmpty = next === undefined || Object.keys(next).length === 0
    onFields({ ...fields, texts: withEntry(fields.texts, language, isEmpty ? undefined : next) })
  }
  const setText = (name: OwnTextName, text: string) =>
    setOwn(withEntry(own, name, text.trim() === '' ? undefined : text))
  return (
    <>
      <Row gap={12} align="end" className="ruled" style={{ paddingTop: 16 }}>
        <Select
          label={texts.language}
          data={languageChoices}
          allowDeselect={false}
          value={language}
          onChange={(next) => next && onLanguage(next as EndUserLanguage)}
        />
        {mayEdit && Object.keys(own).length > 0 && (
          <Button variant="default" onClick={() => setOwn(undefined)}>
            {say(texts.reset, { language: endUserLanguages[language] })}
          </Button>
        )}
      </Row>
      <Suspense fallback={<Skeleton height={400} />}>
        <TextFields language={language} own={own} readOnly={!mayEdit} onText={setText} onFocus={onFocus} />
      </Suspense>
    </>
  )
}

/** A color that is not saved yet, without its shades. */
const plainAccent = (color: string | null) =>
  color !== null && /^#[0-9a-f]{6}$/.test(color) ? { palette: Array<string>(10).fill(color), shade: 5 } : null

type TextFieldsProps = {
  language: EndUserLanguage
  own: NonNullable<Fields['texts'][EndUserLanguage]>
  readOnly: boolean
  onText: (name: OwnTextName, text: string) => void
  onFocus: (name: OwnTextName) => void
}

function TextFields({ language, own, readOnly, onText, onFocus }: TextFieldsProps) {
  const defaults = useTextsOf(language)
  return ownTextNames.map((name) => {
    const { max, placeholders } = ownTextRules[name]
    const text = own[name] ?? ''
    const limit = say(texts.limit, { max })
    const names = placeholders.map((one) => `{${one}}`).join(', ')
    return (
      <Textarea
        key={name}
        label={texts.names[name]}
        description={names === '' ? limit : `${limit} ${say(texts.placeholders, { names })}`}
        placeholder={defaults[name]}
        lang={language}
        dir={directionOf(language)}
        autosize
        minRows={1}
        maxLength={max}
        readOnly={readOnly}
        value={text}
        error={text === '' ? undefined : ownTextFault(name, text)}
        onFocus={() => onFocus(name)}
        onChange={(event) => onText(name, event.currentTarget.value)}
      />
    )
  })
}
