import { Button, NumberInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as erasure from '@simwright/contract/provisioning/erasure'
import { type SyntheticEvent, useState } from 'react'
import { ask } from '../api/call.ts'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { useAllowed } from '../session/permission.tsx'
import { erasureTexts as texts } from '../texts/erasure.ts'
import { say, sayCount } from '../texts/text.ts'
import { ChoiceCards } from '../ui/form/ChoiceCards.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { Note, Stack } from '../ui/layout/layout.tsx'
import { confirm } from '../ui/overlay/confirm.ts'
import { toast } from '../ui/toast.ts'

type Setting = OutputOf<typeof erasure.get>

/** When the keys of installed profiles are erased. Nothing until it is loaded. */
export function KeyErasure() {
  const { data } = useAsk(erasure.get, {})
  return (
    data && (
      <FormSection title={texts.title} text={texts.text}>
        <ErasureForm key={data.version} setting={data} />
      </FormSection>
    )
  )
}

const FIRST_DAYS = 30

function ErasureForm({ setting }: { setting: Setting }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const [isOn, setIsOn] = useState(setting.days !== null)
  const [days, setDays] = useState<number | string>(setting.days ?? FIRST_DAYS)
  const save = useMutation(erasure.set, {
    changes: [erasure.get],
    silent: true,
    onSuccess: () => toast.success(isOn ? say(texts.saved, { days }) : texts.savedNever),
  })
  const wanted = isOn ? Number(days) : null
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (wanted === null || (await isConfirmed(wanted))) save.mutate({ days: wanted, version: setting.version })
  }
  const fault = save.error && (save.error.faults[0]?.text ?? save.error.message)
  return (
    <Stack as="form" gap={14} onSubmit={(event: SyntheticEvent) => void submit(event)} noValidate>
      <ChoiceCards
        label={texts.label}
        choices={[
          { value: 'never', ...texts.never },
          { value: 'after', ...texts.after },
        ]}
        value={isOn ? 'after' : 'never'}
        onChange={(next) => mayEdit && setIsOn(next === 'after')}
      />
      {isOn && (
        <>
          <NumberInput
            label={texts.days}
            description={texts.daysHelp}
            style={{ maxWidth: 240 }}
            min={1}
            max={erasure.ERASURE_DAYS_MAX}
            allowDecimal={false}
            allowNegative={false}
            readOnly={!mayEdit}
            value={days}
            error={fault}
            onChange={setDays}
          />
          <Note tone="danger">{texts.consequence}</Note>
          <Note>{texts.exempt}</Note>
        </>
      )}
      {!isOn && fault && (
        <Note role="alert" tone="danger">
          {fault}
        </Note>
      )}
      {mayEdit && (
        <div>
          <Button type="submit" loading={save.isPending} disabled={wanted === setting.days}>
            {texts.save}
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** Says how many profiles lose their keys, and asks for that number. */
async function isConfirmed(days: number): Promise<boolean> {
  if (!Number.isInteger(days) || days < 1 || days > erasure.ERASURE_DAYS_MAX) return true
  const { profiles, capped } = await ask(erasure.preview, { days })
  const { title, text, proceed, more } = texts.confirm
  const shown = sayCount(text, profiles)
  return await confirm({
    title: say(title, { days }),
    text: capped ? shown.replace(profiles.toLocaleString('en'), say(more, { count: profiles })) : shown,
    proceed,
    tone: 'danger',
  })
}
