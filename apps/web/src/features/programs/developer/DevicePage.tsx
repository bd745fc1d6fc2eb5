import { Button, Text } from '@mantine/core'
import * as device from '@simwright/contract/programs/device'
import * as apiKey from '@simwright/contract/programs/keys'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeviceApproval } from './DeviceApproval.tsx'
import { deviceTexts as texts } from './device-texts.ts'

/** Asks for the code that a command line shows, then for the approval of its sign-in. */
export function DevicePage() {
  const [waiting, setWaiting] = useState<device.WaitingDevice>()
  const [ended, setEnded] = useState<string>()
  const approve = useMutation(device.approve, { changes: [apiKey.list], silent: true })
  const refuse = useMutation(device.refuse)
  const end = (text: string) => {
    toast.success(text)
    setEnded(text)
    setWaiting(undefined)
    approve.reset()
  }
  return (
    <>
      <PageHeader title={pageTexts.device} text={texts.purpose} />
      {waiting ? (
        <FormSection title={texts.approveTitle} text={texts.approveText}>
          <DeviceApproval
            key={waiting.id}
            waiting={waiting}
            problem={approve.error ?? undefined}
            isSaving={approve.isPending || refuse.isPending}
            onApprove={(fields, days) =>
              approve.mutate(
                { id: waiting.id, days, fields },
                { onSuccess: () => end(say(texts.approved, { name: fields.name })) },
              )
            }
            onRefuse={() =>
              refuse.mutate({ id: waiting.id }, { onSuccess: () => end(say(texts.refused, { name: waiting.machine })) })
            }
          />
        </FormSection>
      ) : (
        <FormSection title={texts.codeTitle} text={texts.codeText}>
          {ended !== undefined && (
            <Text size="sm" role="status">
              {ended}
            </Text>
          )}
          <CodeForm
            onFound={(found) => {
              setEnded(undefined)
              setWaiting(found)
            }}
          />
        </FormSection>
      )}
    </>
  )
}

function CodeForm({ onFound }: { onFound: (waiting: device.WaitingDevice) => void }) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const check = useMutation(device.check, { silent: true })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const parsed = device.DeviceCode.safeParse(code)
    setFault(parsed.error?.issues[0]?.message)
    if (parsed.success) check.mutate({ code: parsed.data }, { onSuccess: onFound })
  }
  return (
    <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
      {check.error && <RefusalNotice problem={check.error} />}
      <TextInput
        ref={input}
        withAsterisk
        label={texts.code}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX"
        maxLength={20}
        value={code}
        error={fault}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Row gap={16}>
        <Button type="submit" loading={check.isPending}>
          {texts.next}
        </Button>
      </Row>
    </form>
  )
}
