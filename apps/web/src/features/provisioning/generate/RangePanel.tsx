import { Button, NumberInput, TextInput } from '@mantine/core'
import { sourceLimits } from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import type { NineteenDigits } from '@simwright/ids'
import { type SyntheticEvent, useEffect } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { hasTraitError, OptionalTraits, RequiredAttributes } from '../../../esim/TraitFields.tsx'
import { type EnteredTraits, sentTraits } from '../../../esim/trait-value.ts'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { suspensionTexts } from '../../../texts/suspension.ts'
import { say } from '../../../texts/text.ts'
import { traitTexts } from '../../../texts/trait.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { errorsOf } from '../../../ui/form/form.ts'
import { MoreFields } from '../../../ui/form/MoreFields.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { RangePreview } from './RangePreview.tsx'
import { rangeTexts } from './range-texts.ts'
import classes from './SetupView.module.css'

const texts = rangeTexts.form

type RangePanelProps = {
  /** The values of the form. */
  entered: EnteredRange
  onEntered: (entered: EnteredRange) => void
  /** Undefined until a complete configuration is chosen. */
  configurationId: string | undefined
  onMissing: () => void
  onBatch: (batchId: string) => void
  /** Called when the preview is shown or hidden. */
  onPreview: (isShown: boolean) => void
}

export type EnteredRange = { firstIccid: string; firstImsi: string; count: number | string; traits: EnteredTraits }

/** Form with the first numbers and the count of a range, and its preview. */
export function RangePanel({ entered, onEntered, configurationId, onMissing, onBatch, onPreview }: RangePanelProps) {
  const mayCreate = useAllowed('Generate_Ac_Create')
  const isWithheld = useWithheld('Generate_Ac_Create')
  const preview = useMutation(batch.previewRange, { silent: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview is that of another range
  useEffect(() => preview.reset(), [entered])
  const isShown = preview.data !== undefined && configurationId !== undefined
  useEffect(() => {
    onPreview(isShown)
    return () => onPreview(false)
  }, [isShown, onPreview])
  const faultOf = (path: string) => preview.error?.faults.find((fault) => fault.path === path)?.text
  const show = (id: string, answer: { nineteenDigits?: NineteenDigits } = {}) =>
    preview.mutate({ ...inputOf(entered), configurationId: id, ...answer })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (configurationId === undefined) return onMissing()
    show(configurationId)
  }
  if (!mayCreate)
    return (
      <Panel title={texts.title} text={texts.text}>
        <Note size="small">{isWithheld ? suspensionTexts.withheld : texts.mayNot}</Note>
      </Panel>
    )
  return (
    <>
      <Panel title={texts.title} text={texts.text}>
        <Stack as="form" gap={14} onSubmit={submit} noValidate>
          <RangeFields entered={entered} onEntered={onEntered} faultOf={faultOf} />
          <RangeTraits entered={entered} onEntered={onEntered} faults={preview.error?.faults ?? []} />
          {preview.error && preview.error.faults.length === 0 && (
            <Note role="alert" tone="danger">
              {preview.error.message}
            </Note>
          )}
          <div className={classes.rangeFoot}>
            <Button type="submit" variant={preview.data ? 'default' : 'filled'} loading={preview.isPending}>
              {texts.preview}
            </Button>
            <Note as="span" size="small">
              {texts.noneYet}
            </Note>
          </div>
        </Stack>
      </Panel>
      {preview.data && configurationId !== undefined && (
        <RangePreview
          range={preview.data}
          traits={entered.traits}
          configurationId={configurationId}
          onBatch={onBatch}
          onAnswer={(nineteenDigits) => show(configurationId, { nineteenDigits })}
        />
      )}
    </>
  )
}

const inputOf = ({ firstIccid, firstImsi, count, traits }: EnteredRange) => ({
  firstIccid,
  firstImsi,
  count: Number(count),
  ...sentTraits(traits),
})

type RangeTraitsProps = Pick<RangePanelProps, 'entered' | 'onEntered'> & {
  faults: readonly { path: string; text: string }[]
}

/** Tags and attributes of all profiles of the range. */
function RangeTraits({ entered, onEntered, faults }: RangeTraitsProps) {
  const errors = errorsOf(faults)
  const fields = {
    value: entered.traits,
    errors,
    onChange: (traits: EnteredTraits) => onEntered({ ...entered, traits }),
  }
  return (
    <>
      <RequiredAttributes {...fields} />
      <MoreFields more={traitTexts.more} fewer={traitTexts.fewer} isFaulty={hasTraitError(errors)}>
        <OptionalTraits {...fields} />
      </MoreFields>
    </>
  )
}

type RangeFieldsProps = {
  entered: EnteredRange
  onEntered: (entered: EnteredRange) => void
  /** The server's error of a field. */
  faultOf: (path: keyof EnteredRange) => string | undefined
}

/** The first numbers and the count of the range. */
function RangeFields({ entered, onEntered, faultOf }: RangeFieldsProps) {
  const change = (more: Partial<EnteredRange>) => onEntered({ ...entered, ...more })
  return (
    <>
      <FieldRow>
        <TextInput
          label={texts.firstIccid}
          description={texts.firstIccidHelp}
          inputMode="numeric"
          autoComplete="off"
          withAsterisk
          value={entered.firstIccid}
          error={faultOf('firstIccid')}
          onChange={(event) => change({ firstIccid: event.currentTarget.value })}
        />
        <TextInput
          label={texts.firstImsi}
          description={texts.firstImsiHelp}
          inputMode="numeric"
          autoComplete="off"
          withAsterisk
          value={entered.firstImsi}
          error={faultOf('firstImsi')}
          onChange={(event) => change({ firstImsi: event.currentTarget.value })}
        />
      </FieldRow>
      <NumberInput
        label={texts.count}
        description={say(texts.countHelp, { max: sourceLimits.records })}
        style={{ maxWidth: 240 }}
        withAsterisk
        min={1}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        value={entered.count}
        error={faultOf('count')}
        onChange={(count) => change({ count })}
      />
    </>
  )
}
