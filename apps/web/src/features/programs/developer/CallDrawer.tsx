import { Skeleton } from '@mantine/core'
import * as callLog from '@simwright/contract/programs/call-log'
import { useAsk } from '../../../api/query.ts'
import { bearerCurl, openApiCurl } from '../../../program/curl.ts'
import { withPlaceholders } from '../../../program/placeholder.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { CallBadge } from './CallBadge.tsx'
import { CodeText } from './CodeText.tsx'
import { callLogTexts } from './call-log-texts.ts'

const { drawer: texts, columns: names } = callLogTexts

type CallDrawerProps = {
  callId: string | undefined
  /** The row of the list, if it is on its page. */
  listed: callLog.ProgramCall | undefined
  onClose: () => void
}

/** A call of a program; its bodies for those who may edit developer settings. */
export function CallDrawer({ callId, listed, onClose }: CallDrawerProps) {
  const mayEdit = useAllowed('Developer_Edit')
  const isOpen = callId !== undefined
  const { data, error, refetch } = useAsk(callLog.read, { id: callId ?? '' }, { enabled: mayEdit && isOpen })
  const call = data ?? listed
  return (
    <DetailDrawer
      isOpen={isOpen}
      onClose={onClose}
      kind={texts.kind}
      title={call?.path}
      status={call && <CallBadge {...call} />}
    >
      <Stack gap={12}>
        {call && <Facts call={call} />}
        {!mayEdit && <Note>{texts.needsEdit}</Note>}
        {error && <ErrorState problem={error} onRetry={() => void refetch()} />}
        {mayEdit && !data && !error && <Skeleton height={320} />}
        {data && <Bodies call={data} />}
      </Stack>
    </DetailDrawer>
  )
}

function Facts({ call }: { call: callLog.ProgramCall }) {
  const { program, at, ms, address, requestId, code, method, path } = call
  return (
    <KeyValue
      items={[
        { label: names.path, value: <LongText>{`${method} ${path}`}</LongText> },
        { label: names.program, value: <LongText>{`${program.name} (${callLogTexts.kinds[program.kind]})`}</LongText> },
        { label: names.at, value: <Time at={at} show="second" /> },
        { label: names.ms, value: say(callLogTexts.ms, { count: ms }) },
        { label: names.code, value: code },
        { label: names.address, value: address },
        { label: names.requestId, value: <Mono copyAs={names.requestId}>{requestId}</Mono> },
      ]}
    />
  )
}

function Bodies({ call }: { call: callLog.ProgramCallDetail }) {
  const { request, answer, cut } = call
  const noteOf = (body: string) => (cut && body.includes(callLog.CUT_MARK) ? { note: texts.cut } : {})
  return (
    <>
      {request === null && <Note>{texts.noRequest}</Note>}
      {request !== null && <CodeText title={texts.request} text={request} {...noteOf(request)} />}
      {answer === null && <Note>{texts.noAnswer}</Note>}
      {answer !== null && <CodeText title={texts.answer} text={answer} {...noteOf(answer)} />}
      {request !== null && <Replay call={call} request={request} />}
    </>
  )
}

/** The call as a command, without secrets. */
function Replay({ call, request }: { call: callLog.ProgramCallDetail; request: string }) {
  const { method, path, program, form, cut } = call
  const body = withPlaceholders(JSON.parse(request))
  const shown = { method, path, body, isForm: form }
  const command = (program.kind === 'KEY' ? bearerCurl : openApiCurl)(globalThis.location.origin, shown)
  const notes = [
    texts.replayText[program.kind],
    ...(request.includes(`"${callLog.HIDDEN_VALUE}"`) ? [texts.replayFill] : []),
    ...(form ? [texts.replayFile] : []),
    ...(cut && request.includes(callLog.CUT_MARK) ? [texts.replayCut] : []),
  ]
  return <CodeText title={texts.replay} text={command} note={notes.join(' ')} />
}
