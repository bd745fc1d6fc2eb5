import { ActionIcon, Alert, Autocomplete, Button, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import * as fleet from '@simwright/contract/profiles/fleet'
import { HIDDEN_VALUE } from '@simwright/contract/programs/call-log'
import * as push from '@simwright/contract/provisioning/push'
import { formatEid, isEid, parseEid } from '@simwright/ids'
import { IconCamera } from '@tabler/icons-react'
import { showProblem } from '../../../api/call.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { ShowAsCode } from '../../../program/ShowAsCode.tsx'
import { say } from '../../../texts/text.ts'
import { canReadCodes } from '../../../ui/form/code-reader.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { toast } from '../../../ui/toast.ts'
import { EidCamera } from './EidCamera.tsx'
import classes from './EidPushPage.module.css'
import type { PushQuota } from './PushQuotaPanel.tsx'
import { pushTexts } from './push-texts.ts'

const texts = pushTexts.form
const TYPING_PAUSE_MS = 200

type Values = { iccid: string; eid: string }
type Form = UseFormReturnType<Values>

type PushFormProps = {
  quota: PushQuota | undefined
  /** Fetches the quota again, because others may have pushed in the meantime. */
  onRefused: () => void
}

/** Form of a push: ICCID by search; EID typed, pasted or read by the camera. */
export function PushForm({ quota, onRefused }: PushFormProps) {
  const form = useEntryForm(push.add.input, { iccid: '', eid: '' })
  const add = useMutation(push.add, {
    silent: true,
    changes: [push.list, push.room, push.profiles, fleet.list, fleet.detail],
  })
  const isUsedUp = quota !== undefined && quota.used >= quota.max
  const submit = form.onSubmit((values) =>
    add.mutate(values, {
      onSuccess: () => {
        toast.success(texts.done)
        form.reset()
      },
      onError: (problem) => {
        if (showFaults(form, problem)) return
        showProblem(problem)
        onRefused()
      },
    }),
  )
  return (
    <Panel title={texts.title}>
      <Stack as="form" onSubmit={submit} noValidate>
        {isUsedUp && <Alert color="yellow">{say(pushTexts.room.none, { used: quota.used, max: quota.max })}</Alert>}
        <IccidInput form={form} />
        <EidInput form={form} />
        <Row justify="end">
          <ShowAsCode
            endpoint={push.add}
            input={{ iccid: form.values.iccid || HIDDEN_VALUE, eid: form.values.eid || HIDDEN_VALUE }}
          />
          <Button type="submit" loading={add.isPending}>
            {texts.submit}
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}

/** Offers profiles that can be pushed and whose ICCID begins with the typed digits; the newest if there are none. */
function IccidInput({ form }: { form: Form }) {
  const masks = useMasks()
  const [search] = useDebouncedValue(form.values.iccid.replace(/\D/g, ''), TYPING_PAUSE_MS)
  const { data } = useAsk(push.profiles, { search }, { keepPrevious: true })
  const found = new Map((data?.items ?? []).map((profile) => [profile.iccid, profile]))
  const about = ({ serviceProviderName, configurationName, eid, confirmationCodeRequired }: push.PushableProfile) =>
    [
      serviceProviderName,
      configurationName,
      eid && say(texts.bound, { eid: masks.number(eid) }),
      confirmationCodeRequired && texts.confirmation,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Autocomplete
      label={texts.iccid}
      description={texts.iccidHelp}
      name="iccid"
      withAsterisk
      inputMode="numeric"
      autoComplete="off"
      maxLength={40}
      classNames={{ input: classes.digits }}
      data={[...found.keys()]}
      filter={({ options }) => options}
      comboboxProps={{ portalProps: { target: '#content' } }}
      renderOption={({ option }) => (
        <Stack as="span" gap={2}>
          <span className={classes.digits}>{masks.number(option.value)}</span>
          <Note as="span" size="small">
            {found.get(option.value) && about(found.get(option.value)!)}
          </Note>
        </Stack>
      )}
      {...form.getInputProps('iccid')}
      onOptionSubmit={(iccid) => {
        form.setFieldValue('iccid', iccid)
        const { eid } = found.get(iccid) ?? {}
        if (eid && form.values.eid === '') form.setFieldValue('eid', eid)
      }}
    />
  )
}

function EidInput({ form }: { form: Form }) {
  const [isReading, { open, close }] = useDisclosure(false)
  const { onBlur, ...input } = form.getInputProps('eid')
  const group = () => {
    const digits = form.values.eid.replace(/[\s-]/g, '')
    if (isEid(digits)) form.setFieldValue('eid', formatEid(parseEid(digits)))
  }
  return (
    <>
      <TextInput
        label={texts.eid}
        description={texts.eidHelp}
        name="eid"
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        classNames={{ input: classes.digits }}
        rightSection={
          canReadCodes() && (
            <Tooltip label={texts.scan}>
              <ActionIcon aria-label={texts.scan} onClick={open}>
                <IconCamera size={16} />
              </ActionIcon>
            </Tooltip>
          )
        }
        {...input}
        onBlur={(event) => {
          onBlur?.(event)
          group()
        }}
      />
      <EidCamera
        isOpen={isReading}
        onClose={close}
        onRead={(eid) => {
          form.setFieldValue('eid', formatEid(parseEid(eid)))
          form.clearFieldError('eid')
          close()
        }}
      />
    </>
  )
}
